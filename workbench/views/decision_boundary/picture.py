"""What a decision boundary shows: two columns, a surface upon them, and the rows near it."""

import time
from dataclasses import dataclass

import numpy as np

from core import Dataset, Model
from core.base.arrays import Integers
from core.base.lacking import Lacking
from core.judging.diagnostics.boundary import Surface, surface
from core.judging.diagnostics.density import Box
from core.judging.diagnostics.importance import usage
from core.judging.diagnostics.planes import Plane
from core.judging.diagnostics.positions import Positions
from workbench.plotting.points import Palette, levels
from workbench.plotting.two_columns import is_spread

_CELLS = 90, 120
_MOST_ROWS, _MOST_NEAR = 3000, 500
_SHADES = 5
"""The lead is shown in so many steps, whose edges are its contour lines."""
_FAINTEST, _STRONGEST = 26, 118


@dataclass(frozen=True, eq=False)
class Scene:
    """Two columns of a dataset, where its rows lie on them, and the row that is gone through."""

    dataset: Dataset
    x: Positions
    y: Positions
    row: int | None


@dataclass(frozen=True, eq=False)
class DrawnBoundary:
    """What is drawn, and how long it took to compute."""

    scene: Scene
    plane: Plane
    surface: Surface | None
    rows: Integers
    milliseconds: float


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
    if earlier is not None and earlier.plane.box == box:
        plane = earlier.plane  # and what is known of its cells
    else:
        plane = Plane.of(scene.dataset, scene.x, scene.y, box, _CELLS, scene.row)
    found = surface(model, plane, number) if model is not None and number > 0 else None
    if earlier is not None:
        rows = earlier.rows
    else:
        rows = plane.nearest(_MOST_NEAR if len(scene.dataset.features) > 2 else _MOST_ROWS)
    return DrawnBoundary(scene, plane, found, rows, 1000 * (time.perf_counter() - started))
