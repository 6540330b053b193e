"""A plane through the data: two columns vary, the others stay as they are in a typical row.

A typical row has the median of every number and the commonest category. A plane may go through a
row of the data instead.
"""

import functools
import threading
import weakref
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.data.column import Column
from core.data.dataset import Dataset
from core.engine.binning import Encoder
from core.engine.inputs import Inputs
from core.engine.matrix import mean_and_deviation
from core.judging.diagnostics.density import Box
from core.judging.diagnostics.positions import Positions


@dataclass(frozen=True, eq=False)
class Typical:
    """What is usual in each feature."""

    middles: Floats
    """The medians, and the numbers of the commonest categories; NaN where all are missing."""
    spreads: Floats
    """The standard deviations of the numbers; 0 for categories."""


_cache: "weakref.WeakKeyDictionary[Dataset, Typical]" = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def typical(dataset: Dataset) -> Typical:
    """The typical row of a dataset; computed once and kept as long as the dataset.

    >>> import core
    >>> typical(core.example("ten points")).middles.tolist()
    [5.5, 5.5]
    """
    with _lock:
        if dataset not in _cache:
            found = [_middle_and_spread(column) for column in dataset.features]
            _cache[dataset] = Typical(*np.array(found).reshape(-1, 2).T)
        return _cache[dataset]


def _middle_and_spread(column: Column) -> tuple[float, float]:
    if column.is_number:
        known = np.asarray(column.values[np.isfinite(column.values)], np.float64)
        if len(known) == 0:
            return np.nan, 0.0
        # Halved, so that the middle of two huge numbers is a number too.
        middle = 2 * float(np.median(known / 2))
        return middle, mean_and_deviation(known, np.ones(len(known)))[1]
    codes = column.values[column.values >= 0]
    return (float(np.argmax(np.bincount(codes))) if len(codes) else np.nan), 0.0


@dataclass(frozen=True, eq=False)
class Plane:
    """Two features across a grid of cells, all others fixed. Row 0 of the grid is at the bottom."""

    dataset: Dataset
    x: Positions
    y: Positions
    box: Box
    shape: tuple[int, int]
    """How many cells there are up and across."""
    fixed: Floats
    """The value of each feature; those of x and y do not count."""

    @classmethod
    def of(
        cls,
        dataset: Dataset,
        x: Positions,
        y: Positions,
        box: Box,
        shape: tuple[int, int],
        row: int | None = None,
    ) -> "Plane":
        """A plane through a row of the dataset, or through the typical row."""
        names = [column.name for column in dataset.features]
        for name in (x.name, y.name):
            if name not in names:
                raise DataError(f"{name!r} is not one of the columns that are learned from.")
        if row is None:
            return cls(dataset, x, y, box, shape, typical(dataset).middles)
        own = np.array([float(column.values[row]) for column in dataset.features])
        return cls(dataset, x, y, box, shape, own)

    @functools.cached_property
    def columns(self) -> tuple[Column, ...]:
        """The features at the middle of every cell, row by row from the bottom."""
        rows, across = self.shape
        cells = rows * across
        at_x = np.tile(self._middles(self.x, self.box.left, self.box.width, across), rows)
        at_y = np.repeat(self._middles(self.y, self.box.bottom, self.box.height, rows), across)
        made = []
        for column, value in zip(self.dataset.features, self.fixed, strict=True):
            if column.name == self.x.name:
                values = at_x
            elif column.name == self.y.name:
                values = at_y
            else:
                values = np.full(cells, value)
            if not column.is_number:
                values = np.where(np.isnan(values), -1, values).astype(np.int32)
            made.append(Column(column.name, column.kind, values, column.categories))
        return tuple(made)

    def inputs(self, encoder: Encoder) -> Inputs:
        """The cells as a model with this encoder takes them; the same object each time."""
        known: dict[int, Inputs] = self.__dict__.setdefault("_inputs", {})
        if id(encoder) not in known:
            cells = self.shape[0] * self.shape[1]
            known[id(encoder)] = Inputs(encoder, self.columns, np.arange(cells))
        return known[id(encoder)]

    @staticmethod
    def _middles(axis: Positions, start: float, length: float, cells: int) -> Floats:
        """The value in the middle of each cell; NaN where missing ones stand."""
        places = start + (np.arange(cells) + 0.5) * length / cells
        if axis.is_category:
            codes = np.clip(np.round(places), 0, len(axis.ticks) - 1)
            return np.where(codes == axis.missing_place, np.nan, codes)
        if np.isnan(axis.missing_place):
            return places
        return np.where(places < (axis.missing_place + axis.lowest) / 2, np.nan, places)

    def nearest(self, most: int) -> Integers:
        """The rows that lie nearest to the plane, at most so many, in the order of the file.

        The distance is Gower's (1971), with two deviations in place of the range: the mean over the
        fixed features of |difference| / (2 deviations), at most 1, and of 0 or 1 for categories.
        Of equally near rows, chance decides, always in the same way.
        """
        distances = np.zeros(len(self.dataset))
        spreads = typical(self.dataset).spreads
        for column, value, spread in zip(self.dataset.features, self.fixed, spreads, strict=True):
            if column.name in (self.x.name, self.y.name):
                continue
            if column.is_number:
                with np.errstate(invalid="ignore", over="ignore"):
                    away = np.abs(column.values - value) / (2 * spread or 1.0)
                distances += np.minimum(np.nan_to_num(away, nan=1.0), 1.0)
            else:
                distances += column.values != value
        if most >= len(distances):
            return np.arange(len(distances))
        # Strewn before it is ranked, or the first rows of the file would stand for all.
        mixed = np.random.default_rng(0).permutation(len(distances))
        order = mixed[np.argsort(distances[mixed], kind="stable")[:most]]
        return np.sort(order)
