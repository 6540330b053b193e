"""A table whose cells were judged: what the search for mistakes works on."""

import functools
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.progress import Progress, Watch, unwatched
from core.data.dataset import Dataset
from core.judging.cells.columns import CellColumn, CellTable
from core.judging.cells.opinions import CellOpinion
from core.judging.cells.panel import Panel

_SURPRISING, _BESIDE = 2.0, 1.0
_MOST_ROWS = 20_000
_CULPRITS, _ODD = 3, 2
"""So many of the most surprising cells, and of those that are odd by themselves, are tried."""
FITS = 2.0
"""A value fits that is no more surprising than one in a hundred right ones."""


@dataclass(frozen=True, eq=False)
class Examined:
    """Cells, what is said of them, and how surprising each is."""

    data: Dataset
    table: CellTable
    values: Floats
    """All columns, a row a row of the dataset."""
    fold: Integers
    panel: Panel
    opinions: dict[int, CellOpinion]
    surprise: Floats
    """A column a judged column."""

    @functools.cached_property
    def judged(self) -> tuple[CellColumn, ...]:
        """The columns whose cells are judged."""
        return self.table.columns[: self.table.judged]

    @functools.cached_property
    def log_densities(self) -> Floats:
        """How likely each cell is, as a logarithm; NaN where it is missing."""
        return np.column_stack(
            [opinion.log_density(self.values[:, place]) for place, opinion in self.opinions.items()]
        )


def surprises(
    panel: Panel,
    opinions: dict[int, CellOpinion],
    values: Floats,
    fold: Integers,
    watch: Watch = unwatched,
) -> Floats:
    """How surprising each cell is; a wrong one does not make its neighbours so.

    A wrong value misleads the judges of the row's other cells. In rows that have several surprising
    cells, each of the worst, and of those that are far from the middle of their column, is replaced
    in turn by what would fit; the one after which the rest of the row is least surprising is to
    blame, and the others are judged without it.
    """
    found = np.column_stack(
        [opinion.surprise(values[:, place]) for place, opinion in opinions.items()]
    )
    if found.shape[1] < 2:
        return found
    worst = np.sort(found, axis=1)[:, -2:]
    rows = np.flatnonzero((worst[:, 1] >= _SURPRISING) & (worst[:, 0] >= _BESIDE))
    rows = rows[np.argsort(-worst[rows, 1], kind="stable")][:_MOST_ROWS]
    if not len(rows):
        return found
    before = found[rows]
    culprits = _culprits(panel, values[rows], before)
    fitting = np.column_stack([opinion.take(rows).fitting() for opinion in opinions.values()])
    least, best = np.full(len(rows), np.inf), before.copy()
    here = np.arange(len(rows))
    for number, column in enumerate(culprits.T):
        watch(Progress(number, culprits.shape[1], "judging the cells"))
        tried = values[rows].copy()
        tried[here, column] = fitting[here, column]
        told = panel.opinions(tried, fold[rows])
        after = np.column_stack(
            [opinion.surprise(tried[:, place]) for place, opinion in told.items()]
        )
        after = np.minimum(after, before)
        after[here, column] = 0.0
        rest = after.sum(axis=1)
        is_less = rest < least
        least = np.where(is_less, rest, least)
        after[here, column] = before[here, column]
        best[is_less] = after[is_less]
    found[rows] = best
    return found


def _culprits(panel: Panel, values: Floats, surprise: Floats) -> Integers:
    """For each row the columns of the cells that may be to blame."""
    columns = panel.table.columns[: surprise.shape[1]]
    odd = np.column_stack(
        [
            np.zeros(len(values)) if column.is_category else np.abs(column.scale(values[:, place]))
            for place, column in enumerate(columns)
        ]
    )
    worst = np.argsort(-surprise, axis=1, kind="stable")[:, :_CULPRITS]
    oddest = np.argsort(-np.nan_to_num(odd), axis=1, kind="stable")[:, :_ODD]
    return np.hstack([worst, oddest])
