"""Points too many to be drawn one by one: how many fall into each cell of a grid, and of what."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask


@dataclass(frozen=True)
class Box:
    """A part of a plane."""

    left: float
    bottom: float
    width: float
    height: float

    @classmethod
    def around(cls, corners: Floats) -> "Box":
        """The smallest box that holds these points, a row each."""
        left, bottom = (float(low) for low in corners.min(axis=0))
        right, top = (float(high) for high in corners.max(axis=0))
        return cls(left, bottom, right - left, top - bottom)

    def holds(self, x: Floats, y: Floats) -> Mask:
        """Which points lie in it, its edges included."""
        right, top = self.left + self.width, self.bottom + self.height
        return np.asarray((x >= self.left) & (x <= right) & (y >= self.bottom) & (y <= top))


@dataclass(frozen=True, eq=False)
class Density:
    """A grid over a box, row 0 at the bottom."""

    box: Box
    counts: npt.NDArray[np.int64]
    """How many points each cell has."""
    means: Floats
    """The mean of their groups' vectors, cell by cell; 0 where there is no point."""


def density(
    x: Floats, y: Floats, groups: Integers, vectors: Floats, box: Box, shape: tuple[int, int]
) -> Density:
    """Count the points of each cell, and average the vectors (colours, say) of their groups.

    >>> found = density(
    ...     np.array([0.1, 0.2, 0.9]), np.array([0.1, 0.2, 0.9]), np.array([0, 1, 1]),
    ...     np.array([[0.0], [1.0]]), Box(0, 0, 1, 1), (2, 2),
    ... )
    >>> found.counts.tolist(), found.means[..., 0].tolist()
    ([[2, 0], [0, 1]], [[0.5, 0.0], [0.0, 1.0]])
    """
    from core.engine.kernels.density import add_to_cells

    counts = np.zeros(shape, np.int64)
    sums = np.zeros((*shape, vectors.shape[1]))
    add_to_cells(
        np.ascontiguousarray(x, np.float64),
        np.ascontiguousarray(y, np.float64),
        np.ascontiguousarray(groups, np.int64),
        np.ascontiguousarray(vectors, np.float64),
        float(box.left),
        float(box.bottom),
        float(box.width),
        float(box.height),
        sums,
        counts,
    )
    means = np.divide(sums, counts[..., None], out=np.zeros_like(sums), where=counts[..., None] > 0)
    return Density(box, counts, means)


def inside(x: Floats, y: Floats, corners: Floats) -> Mask:
    """Which points a closed line goes around; where it goes around twice, that is outside again.

    >>> triangle = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    >>> inside(np.array([0.5, 1.5]), np.array([0.5, 1.5]), triangle)
    array([ True, False])
    """
    from core.engine.kernels.density import mark_inside

    found = np.zeros(len(x), bool)
    if len(corners) < 3:
        return found
    mark_inside(
        np.ascontiguousarray(x, np.float64),
        np.ascontiguousarray(y, np.float64),
        np.ascontiguousarray(corners[:, 0], np.float64),
        np.ascontiguousarray(corners[:, 1], np.float64),
        found,
    )
    return found
