"""The panel: judges that say of every cell what the rest of its row speaks for.

Rows are dealt out to folds, whole groups in each; what is said of a row was learned from the other
folds. A graphical model says what all numbers of a row together speak for, a forest for each column
finds what is bent. Of numbers the two are averaged, each with a weight of 1/s², s being the usual
size of its errors out of fold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Codes, Floats, Integers
from core.base.progress import Progress, Watch
from core.engine.binning import Encoder, bin_columns
from core.judging.cells.columns import CellColumn, CellTable
from core.judging.cells.forest import CellForest, grown_forest, most_telling
from core.judging.cells.linear import DesignMatrix, GraphicalModel
from core.judging.cells.opinions import (
    CategoryOpinion,
    CellOpinion,
    LocalSpread,
    NumberOpinion,
    Sharpness,
)
from core.learning.sampling import round_seed

FOLDS = 3
MOST_FORESTS = 40
"""Further columns are judged by the graphical model alone, or by how common their names are."""
_NEARNESS_ROWS = 2000
_BLOCK = 20_000


@dataclass(frozen=True, eq=False)
class FoldJudges:
    """What was learned from all folds but one."""

    graphical: GraphicalModel
    forests: dict[int, CellForest]
    """By column."""


@dataclass(frozen=True, eq=False)
class NumberCalibration:
    """How the judges of a column of numbers are weighed, and how far off they usually are."""

    trust: float
    """The forest's weight; the rest is the graphical model's."""
    spread: LocalSpread
    alone: LocalSpread
    """Of the column without any judge."""


@dataclass(frozen=True, eq=False)
class CategoryCalibration:
    """The usual shares of the names, and how a forest's shares become probabilities."""

    usual: Floats
    sharpness: Sharpness | None
    """None without a forest."""


Calibration = NumberCalibration | CategoryCalibration


@dataclass(frozen=True, eq=False)
class Panel:
    """Judges of all columns, which can be asked about rows with other values, too."""

    table: CellTable
    encoder: Encoder
    design: DesignMatrix
    folds: tuple[FoldJudges, ...]
    calibrations: tuple[Calibration, ...]
    """One for each judged column."""

    def opinions(
        self, values: Floats, fold: Integers, columns: Sequence[int] | None = None
    ) -> dict[int, CellOpinion]:
        """What is said of rows, given with all their values, by judges that never saw them."""
        wanted = range(len(self.calibrations)) if columns is None else columns
        said = _said(self.table, self.encoder, self.design, self.folds, values, fold, wanted)
        return {
            place: _opinion(
                self.table.columns[place], self.calibrations[place], len(values), *said[place]
            )
            for place in wanted
        }


def taught_panel(
    table: CellTable, fold: Integers, seed: int, watch: Watch
) -> tuple[Panel, dict[int, CellOpinion]]:
    """The judges of a table, and what they say of its own rows."""
    values = table.matrix()
    every = np.arange(len(values))
    own = tuple(column.as_column(column.values) for column in table.columns)
    data = bin_columns(own, every, len(every))
    design = DesignMatrix.of(table)
    matrix = design.matrix(table, values)
    nearness = _nearness(design, matrix, len(table.columns), seed)
    wanted = with_forests(table)
    folds, done, total = [], 0, FOLDS * (len(wanted) + 1)
    for number in range(FOLDS):
        learns = np.flatnonzero(fold != number)
        watch(Progress(done, total, "learning the columns from one another"))
        graphical = GraphicalModel.of(matrix[learns], round_seed(seed, number))
        done += 1
        forests = {}
        for place in wanted:
            watch(Progress(done, total, "learning the columns from one another"))
            own_seed = round_seed(seed, FOLDS + number * len(table.columns) + place)
            forests[place] = grown_forest(
                data, table.columns[place], learns, most_telling(nearness, place), own_seed
            )
            done += 1
        folds.append(FoldJudges(graphical, forests))
    watch(Progress(total, total, "learning the columns from one another"))
    judged = range(table.judged)
    said = _said(table, data.encoder, design, tuple(folds), values, fold, judged)
    calibrations = tuple(_calibrated(table.columns[place], *said[place]) for place in judged)
    panel = Panel(table, data.encoder, design, tuple(folds), calibrations)
    opinions = {
        place: _opinion(table.columns[place], calibrations[place], len(values), *said[place])
        for place in judged
    }
    return panel, opinions


def with_forests(table: CellTable) -> list[int]:
    """The columns that get a forest: categories first, of which nothing else knows much."""
    judged = table.columns[: table.judged]
    order = sorted(range(len(judged)), key=lambda place: not judged[place].is_category)
    return sorted(order[:MOST_FORESTS])


def _said(
    table: CellTable,
    encoder: Encoder,
    design: DesignMatrix,
    folds: tuple[FoldJudges, ...],
    values: Floats,
    fold: Integers,
    wanted: Sequence[int],
) -> dict[int, tuple[Floats | None, Floats | None]]:
    """For each wanted column what the graphical model and the forest say of each row."""
    numbers = [place for place in wanted if not table.columns[place].is_category]
    linear = {place: np.empty(len(values)) for place in numbers}
    forest = {
        place: np.empty((len(values), folds[0].forests[place].outputs))
        for place in wanted
        if place in folds[0].forests
    }
    at = np.array([design.number(place) for place in numbers], np.int64)
    for number, judges in enumerate(folds):
        own = np.flatnonzero(fold == number)
        for rows in np.array_split(own, max(1, len(own) // _BLOCK)):
            if not len(rows):
                continue
            some = values[rows]
            said = judges.graphical.expected(design.matrix(table, some), at)
            for place, column in zip(numbers, said.T, strict=True):
                linear[place][rows] = column
            if forest:
                codes = _codes(table, encoder, some)
                for place, own_said in forest.items():
                    own_said[rows] = judges.forests[place].say(codes)
    return {place: (linear.get(place), forest.get(place)) for place in wanted}


def _codes(table: CellTable, encoder: Encoder, values: Floats) -> Codes:
    columns = tuple(
        column.as_column(values[:, place]) for place, column in enumerate(table.columns)
    )
    return encoder.encode(columns, np.arange(len(values)))


def _calibrated(column: CellColumn, linear: Floats | None, forest: Floats | None) -> Calibration:
    known = ~column.missing
    if column.is_category:
        codes = column.values[known].astype(np.int64)
        usual = np.bincount(codes, minlength=len(column.names)) + 0.5
        usual = usual / usual.sum()
        sharpness = None if forest is None else Sharpness.of(forest, usual, column.values)
        return CategoryCalibration(usual, sharpness)
    assert linear is not None
    scaled = column.scale(column.values)
    trust = 0.0
    if forest is not None:
        errors = [_size((said - scaled)[known]) for said in (linear, forest[:, 0])]
        trust = errors[0] ** 2 / (errors[0] ** 2 + errors[1] ** 2)
    expected = linear if forest is None else (1 - trust) * linear + trust * forest[:, 0]
    residuals = (scaled - expected)[known]
    spread = LocalSpread.of(expected[known], residuals, column.step)
    return NumberCalibration(trust, spread, LocalSpread.alone(scaled[known]))


def _opinion(
    column: CellColumn,
    calibration: Calibration,
    rows: int,
    linear: Floats | None,
    forest: Floats | None,
) -> CellOpinion:
    if isinstance(calibration, CategoryCalibration):
        if forest is None or calibration.sharpness is None:
            shares = np.broadcast_to(calibration.usual, (rows, len(column.names)))
            return CategoryOpinion(shares, calibration.usual)
        shares = calibration.sharpness(forest, calibration.usual)
        return CategoryOpinion(shares, calibration.usual)
    assert linear is not None
    trust = calibration.trust
    expected = linear if forest is None else (1 - trust) * linear + trust * forest[:, 0]
    spread = calibration.spread
    return NumberOpinion(column, expected, spread(expected), spread.freedom, calibration.alone)


def _size(errors: Floats) -> float:
    return float(np.median(np.abs(errors))) + 1e-6


def _nearness(design: DesignMatrix, matrix: Floats, columns: int, seed: int) -> Floats:
    """How much columns have to do with one another: their largest correlation."""
    if len(matrix) > _NEARNESS_ROWS:
        rows = np.random.default_rng(seed).choice(len(matrix), _NEARNESS_ROWS, replace=False)
        matrix = matrix[rows]
    spread = matrix.std(axis=0)
    standard = (matrix - matrix.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    related = np.abs(standard.T @ standard) / len(standard)
    near = np.zeros((columns, columns))
    np.maximum.at(near, (design.places[:, None], design.places[None, :]), related)
    return near
