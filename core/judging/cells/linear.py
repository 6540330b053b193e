"""Every number from all the others at once: a graphical model (Dempster 1972).

With the precision matrix W of the columns, the inverse of their covariance, the regression of
column j on all others is x_j = - sum over k of W_jk x_k / W_jj: one inversion gives all of them. A
ridge on the correlations keeps it stable where columns repeat one another.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.libraries import one_thread
from core.judging.cells.columns import CellTable
from core.judging.cells.scale import FAR

_RIDGE = 0.01
_MOST_FLAGS = 12
_MOST_ROWS = 50_000


@dataclass(frozen=True, eq=False)
class DesignMatrix:
    """How a table becomes a matrix: a column a number, and one for each of the commonest names."""

    places: Integers
    """The column of the table that each column of the matrix is of."""
    names: Integers
    """The name that it stands for; -1 for a number."""

    @classmethod
    def of(cls, table: CellTable) -> "DesignMatrix":
        """Of the columns of a table."""
        places, names = [], []
        for place, column in enumerate(table.columns):
            if not column.is_category:
                places.append(place)
                names.append(-1)
                continue
            counts = np.bincount(
                column.values[~column.missing].astype(np.int64), minlength=len(column.names)
            )
            commonest = np.argsort(-counts, kind="stable")[: min(_MOST_FLAGS, len(counts) - 1)]
            places += [place] * len(commonest)
            names += commonest.tolist()
        return cls(np.array(places, np.int64), np.array(names, np.int64))

    def matrix(self, table: CellTable, values: Floats) -> Floats:
        """The matrix of some rows; numbers on their scale, and no further out than FAR."""
        made = np.empty((len(values), len(self.places)))
        for at, (place, name) in enumerate(zip(self.places, self.names, strict=True)):
            own = values[:, place]
            if name < 0:
                scaled = np.clip(table.columns[place].scale(own), -FAR, FAR)
                made[:, at] = np.where(np.isnan(scaled), 0.0, scaled)
            else:
                made[:, at] = own == name
        return made

    def number(self, place: int) -> int:
        """The column of the matrix that is a number of the table."""
        return int(np.flatnonzero(self.places == place)[0])


@dataclass(frozen=True, eq=False)
class GraphicalModel:
    """What was learned from some rows."""

    mean: Floats
    deviation: Floats
    precision: Floats

    @classmethod
    def of(cls, matrix: Floats, seed: int) -> "GraphicalModel":
        """Learned from these rows, or from enough of them."""
        if len(matrix) > _MOST_ROWS:
            random = np.random.default_rng(seed)
            matrix = matrix[random.choice(len(matrix), _MOST_ROWS, replace=False)]
        mean, deviation = matrix.mean(axis=0), matrix.std(axis=0)
        deviation = np.where(deviation > 0, deviation, 1.0)
        standard = (matrix - mean) / deviation
        with one_thread():
            covariance = standard.T @ standard / len(standard)
            ridge = max(_RIDGE, len(covariance) / (10 * len(standard)))
            np.fill_diagonal(covariance, covariance.diagonal() + ridge)
            return cls(mean, deviation, np.linalg.inv(covariance))

    def expected(self, matrix: Floats, places: Integers) -> Floats:
        """What each row's numbers of these places would be by all its other ones."""
        standard = (matrix - self.mean) / self.deviation
        own = self.precision[:, places]
        diagonal = self.precision[places, places]
        with one_thread():
            said = standard[:, places] - (standard @ own) / diagonal
        return np.asarray(self.mean[places] + self.deviation[places] * said)
