"""What a decision boundary shows: two columns, a surface upon them, and the rows near it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core import Dataset, Model
from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.base.shortening import short_names
from core.base.wording import grouped, readable, shortened
from core.data.column import Column
from core.judging.diagnostics.boundary import Surface, borders, surface
from core.judging.diagnostics.density import Box
from core.judging.diagnostics.importance import usage
from core.judging.diagnostics.planes import Plane
from core.judging.diagnostics.positions import Positions
from core.judging.why.edited import features_with
from workbench.plotting.points import Palette, levels
from workbench.plotting.two_columns import is_spread
from workbench.state.tried_row import TriedRow

_CELLS = 90, 120
_MOST_ROWS, _MOST_NEAR = 3000, 500
_SHADES = 5
"""The lead is shown in so many steps, whose edges are its contour lines."""
_FAINTEST, _STRONGEST = 26, 118
SHARES = (0.6, 0.75, 0.9)
"""The probabilities at which contours are drawn."""
_THICKET = 600
_MOST_VALUES, _LONGEST = 3, 24
_SEPARATED_FROM = 10_000  # 2022 may be a year
_EDGE, _NAME = 0.05, (0.16, 0.16)
"""How far from the plot's edges, and from one another, names stand at least, as shares of it."""


@dataclass(frozen=True, eq=False)
class Scene:
    """Two columns of a dataset, where its rows lie on them, and the row that is gone through."""

    dataset: Dataset
    x: Positions
    y: Positions
    row: int | None
    tried: TriedRow | None = None
    """Other values in a row, of which somebody asks what it would be: it is marked."""

    @property
    def tried_values(self) -> Floats | None:
        """The features of the row with the values that are tried."""
        place = np.searchsorted(self.dataset.lines, self.tried.line) if self.tried else 0
        if self.tried is None or place >= len(self.dataset):
            return None
        return features_with(self.dataset, int(place), self.tried.values)

    @property
    def mark(self) -> tuple[float, float] | None:
        """Where the row with the values that are tried lies."""
        values = self.tried_values
        if values is None:
            return None
        names = [column.name for column in self.dataset.features]
        across, up = (float(values[names.index(own.name)]) for own in (self.x, self.y))
        placed = [
            own.missing_place if np.isnan(value) else min(max(value, own.low), own.high)
            for own, value in ((self.x, across), (self.y, up))
        ]
        return None if np.isnan(placed).any() else (placed[0], placed[1])

    def plane(self, box: Box) -> Plane:
        """The plane in a part of the plot."""
        plane = Plane.of(self.dataset, self.x, self.y, box, _CELLS, self.row)
        values = self.tried_values
        return plane if self.row is None or values is None else replace(plane, fixed=values)


@dataclass(frozen=True, eq=False)
class Contour:
    """Where the probability of the decided class passes a share: lines, two points each."""

    share: float
    x: Floats
    y: Floats
    place: tuple[float, float] | None
    """Where its name stands: upon its longest line; None if it has none."""


@dataclass(frozen=True, eq=False)
class DrawnBoundary:
    """What is drawn, and how long it took to compute."""

    scene: Scene
    plane: Plane
    surface: Surface | None
    rows: Integers
    contours: tuple[Contour, ...]
    milliseconds: float

    @property
    def words(self) -> str:
        """How many rows are drawn, and at what the other columns stand still."""
        dataset = self.scene.dataset
        every, drawn = len(dataset), len(self.rows)
        if drawn == every:
            told = f"All {grouped(every)} rows are drawn." if every > 1 else "One row is drawn."
        else:
            # Where no other column is there, all rows lie in the plane.
            which = "those nearest to the plane" if self.others else "chosen by chance"
            told = f"{grouped(drawn)} of {grouped(every)} rows are drawn, {which}."
        values = self.others
        if not values:
            return told
        several = "The other columns stand at" if len(values) > 1 else "The other column stands at"
        shown, more = values[:_MOST_VALUES], len(values) - _MOST_VALUES
        rest = f" and {grouped(more)} more" if more > 0 else ""
        return f"{told} {several} {', '.join(shown)}{rest}."

    @property
    def others(self) -> list[str]:
        """The columns that stand still, and where."""
        dataset, scene = self.scene.dataset, self.scene
        names = short_names([column.name for column in dataset.features], _LONGEST)
        return [
            f"{name} {_text(column, float(value))}"
            for name, column, value in zip(names, dataset.features, self.plane.fixed, strict=True)
            if column.name not in (scene.x.name, scene.y.name)
        ]


def coloured(found: Surface, palette: Palette) -> np.ndarray:
    """The class's colour, the stronger the greater the lead; numbers in viridis."""
    colours = np.empty((*found.plane.shape, 4), np.uint8)
    if found.lead is None:
        assert palette.values is not None
        colours[..., :3] = palette.vectors[levels(found.decided, *palette.values)]
        colours[..., 3] = 150
        return colours
    colours[..., :3] = palette.vectors[found.decided]
    step = np.clip(np.floor(found.lead * _SHADES), 0, _SHADES - 1) / (_SHADES - 1)
    colours[..., 3] = _FAINTEST + step * (_STRONGEST - _FAINTEST)
    return colours


def likely_columns(dataset: Dataset, model: Model) -> tuple[str, ...]:
    """The two columns that the trees ask about most strongly, then those of numbers."""
    numbers = tuple(column.name for column in dataset.features if column.is_number)
    found = usage(model)
    if isinstance(found, Lacking):
        return numbers
    order = np.argsort(-found.votes, kind="stable")
    known = {column.name: column for column in dataset.features}
    used = [
        known[found.names[place]]
        for place in order
        if found.votes[place] > 0 and found.names[place] in known
    ]
    # Where nearly all rows have the same value, a plane shows little.
    used.sort(key=lambda column: not is_spread(column))
    return (*(column.name for column in used[:2]), *numbers)


def computed(
    scene: Scene, box: Box, before: DrawnBoundary | None, model: Model | None, number: int
) -> DrawnBoundary:
    """The surface of a round, and the rows near the plane."""
    started = time.perf_counter()
    earlier = before if before is not None and before.scene is scene else None
    is_same = earlier is not None and earlier.plane.box == box  # and what is known of its cells
    plane = earlier.plane if earlier is not None and is_same else scene.plane(box)
    found = surface(model, plane, number) if model is not None and number > 0 else None
    if earlier is not None:
        rows = earlier.rows
    else:
        rows = plane.nearest(_MOST_NEAR if len(scene.dataset.features) > 2 else _MOST_ROWS)
    contours = contours_of(found) if found is not None else ()
    spent = 1000 * (time.perf_counter() - started)
    return DrawnBoundary(scene, plane, found, rows, contours, spent)


def contours_of(found: Surface) -> tuple[Contour, ...]:
    """The lines at which the decided class becomes surer; none where they would be a thicket."""
    if found.probability is None:
        return ()
    box, (rows, columns) = found.plane.box, found.plane.shape
    across = box.left + np.arange(columns + 1) * box.width / columns
    up = box.bottom + np.arange(rows + 1) * box.height / rows
    contours: list[Contour] = []
    taken: list[tuple[float, float]] = []
    for share in SHARES:
        x, y = borders(found.probability >= share, across, up)
        if len(x) > _THICKET:
            x, y = x[:0], y[:0]
        place = _free_place((x - box.left) / box.width, (y - box.bottom) / box.height, taken)
        named = None
        if place is not None:
            taken.append(place)
            named = box.left + place[0] * box.width, box.bottom + place[1] * box.height
        contours.append(Contour(share, x, y, named))
    return tuple(contours)


def _free_place(
    x: Floats, y: Floats, taken: Sequence[tuple[float, float]]
) -> tuple[float, float] | None:
    """The middle of the longest line, in shares of the plot, that is not next to another name."""
    middles = np.column_stack([(x[::2] + x[1::2]) / 2, (y[::2] + y[1::2]) / 2])
    lengths = np.abs(x[1::2] - x[::2]) + np.abs(y[1::2] - y[::2])
    for place in np.argsort(-lengths, kind="stable"):
        across, up = (float(own) for own in middles[place])
        is_inside = _EDGE < across < 1 - _EDGE and _EDGE < up < 1 - _EDGE
        if is_inside and all(
            abs(across - left) > _NAME[0] or abs(up - low) > _NAME[1] for left, low in taken
        ):
            return across, up
    return None


def _text(column: Column, value: float) -> str:
    if np.isnan(value):
        return "missing"
    if not column.is_number:
        return shortened(column.categories[int(value)], 20)
    is_year_like = value == int(value) and abs(value) < _SEPARATED_FROM
    return f"{value:.0f}" if is_year_like else readable(value)
