"""What a scatter of the rows shows: where they lie, and which of them are drawn as points."""

from dataclasses import dataclass

import numpy as np

from core import Dataset
from core.base.arrays import Floats, Integers
from core.base.wording import count, grouped, percent
from core.data.column import Column, Kind
from core.judging.diagnostics.density import Box, density
from core.judging.diagnostics.positions import Positions
from core.judging.diagnostics.projection import projection
from core.learning.snapshot import Snapshot
from workbench.plotting.points import Palette, Points, average_size, sizes_of
from workbench.plotting.two_columns import chosen_columns, telling_pair

COMPONENTS = "principal components"
_MOST_POINTS = 5000
"""More rows than this are drawn as a density, with the hottest ones as points on top."""
_HOT, _MOST_MARKED = 300, 1500
CELL = 3
"""The cells of the density are so many pixels wide and high."""


@dataclass(frozen=True, eq=False)
class ScatterLayout:
    """Where every row lies."""

    dataset: Dataset
    x: Positions
    y: Positions


@dataclass(frozen=True, eq=False)
class ScatterPicture:
    """What is drawn: points, and behind them a density if the rows in sight are too many."""

    layout: ScatterLayout
    in_sight: Integers
    points: Points
    box: Box
    image: np.ndarray | None = None
    marked: np.ndarray | None = None
    """Where selected rows are, if they are too many for points."""

    @property
    def words(self) -> str:
        """How the rows are drawn, in a sentence."""
        rows = count(len(self.in_sight), "row")
        if self.image is not None:
            on_top = len(self.points.rows)
            drawn = (
                (f", {grouped(on_top)} of the heaviest or flagged as points on top")
                if on_top
                else ""
            )
            return f"{rows} as a density{drawn}."
        is_strewn = self.layout.x.is_strewn or self.layout.y.is_strewn
        return f"{rows}, strewn a little: many share a value." if is_strewn else f"{rows}."


def columns_of(dataset: Dataset) -> list[str]:
    """The names of the columns that can be drawn: those learned from, and the target."""
    return [column.name for column in dataset.features] + [dataset.target]


def target_column(dataset: Dataset) -> Column:
    """The target as a column like the others."""
    name, labels = dataset.target, dataset.labels
    if dataset.classes:
        return Column(name, Kind.CATEGORY, labels.astype(np.int32), dataset.classes)
    return Column(name, Kind.NUMBER, labels.astype(np.float64))


def column_of(dataset: Dataset, name: str) -> Column | None:
    """A column that can be drawn; None for a component."""
    if name == dataset.target:
        return target_column(dataset)
    return next((column for column in dataset.features if column.name == name), None)


def laid_out(dataset: Dataset, x: str, y: str) -> ScatterLayout:
    """Where the rows of a dataset lie on two columns, or on the components.

    A column that is not there gives way to one that tells much about the target.
    """
    if x == COMPONENTS:
        found = projection(dataset)
        first, second = (
            Positions.of_values(
                f"component {place + 1} ({percent(found.shares[place])})",
                np.ascontiguousarray(found.places[:, place]),
            )
            for place in range(2)
        )
        return ScatterLayout(dataset, first, second)
    columns = {column.name: column for column in (*dataset.features, target_column(dataset))}
    known = list(columns)
    is_free = x not in known and y not in known
    is_chosen = x in known and y in known
    x, y = chosen_columns(known, () if is_chosen else telling_pair(dataset), x, y)
    if is_free and columns[y].is_number and not columns[x].is_number:
        x, y = y, x  # names are read more easily at the left
    return ScatterLayout(
        dataset,
        Positions.of(columns[x], 0, dataset.lines),
        Positions.of(columns[y], 1, dataset.lines),
    )


def pictured(
    layout: ScatterLayout,
    palette: Palette,
    snapshot: Snapshot | None,
    box: Box,
    shape: tuple[int, int],
    selected: Integers,
) -> ScatterPicture:
    """What is to be drawn of the rows in a box."""
    dataset, x, y = layout.dataset, layout.x.values, layout.y.values
    if snapshot is not None and len(snapshot.margins) != len(dataset):
        snapshot = None
    seen = box.holds(x, y)
    in_sight = np.flatnonzero(seen)
    selected = selected[seen[selected]]
    image = marked = None
    rows = in_sight
    if len(in_sight) > _MOST_POINTS:
        found = density(x, y, palette.groups, palette.vectors, box, shape)
        strength = np.log1p(found.counts) / np.log1p(max(1, found.counts.max()))
        alpha = np.where(found.counts > 0, 80 + 175 * strength, 0)
        image = np.dstack([found.means, alpha]).astype(np.uint8)
        few = selected if len(selected) <= _MOST_MARKED else selected[:0]
        rows = np.union1d(hot_rows(snapshot, in_sight), few)
        if len(few) < len(selected):
            group = np.zeros(len(selected), np.int64)
            marked = density(x[selected], y[selected], group, np.ones((1, 1)), box, shape).counts
    average = average_size(len(in_sight), shape[0] * shape[1] * CELL**2)
    points = points_of(dataset, snapshot, rows, x, y, selected, average)
    return ScatterPicture(layout, in_sight, points, box, image, marked)


def hot_rows(snapshot: Snapshot | None, rows: Integers) -> Integers:
    """Of these rows the heaviest, and the most suspicious of those that are flagged."""
    if snapshot is None:
        return rows[:0]
    flagged = rows[snapshot.flagged[rows]]
    flagged = flagged[np.argsort(-snapshot.suspicion[flagged], kind="stable")[:_HOT]]
    if snapshot.weights is None:
        return flagged
    heaviest = rows[np.argsort(-snapshot.weights[rows], kind="stable")[:_HOT]]
    return np.union1d(flagged, heaviest)


def points_of(
    dataset: Dataset,
    snapshot: Snapshot | None,
    rows: Integers,
    x: Floats,
    y: Floats,
    selected: Integers,
    average: int,
) -> Points:
    """These rows as points: sizes by weight, rings around the wrong ones, flagged ones on top."""
    is_wrong, is_flagged = np.zeros(len(rows), bool), np.zeros(len(rows), bool)
    sizes = np.full(len(rows), average)
    if snapshot is not None:
        is_flagged = snapshot.flagged[rows]
        if dataset.classes:
            is_wrong = snapshot.said[rows] != dataset.labels[rows]
        if snapshot.weights is not None:
            sizes = sizes_of(snapshot.weights[rows], average)
    chosen = np.zeros(len(dataset), bool)
    chosen[selected] = True
    # The large ones first: they hide nothing then. What is flagged is hidden by nothing.
    order = np.lexsort((-sizes, is_flagged))
    rows = rows[order]
    return Points(
        rows,
        x[rows],
        y[rows],
        sizes[order],
        dataset.validation[rows],
        is_wrong[order],
        is_flagged[order],
        chosen[rows],
    )
