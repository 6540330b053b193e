"""Where the values of a column lie on an axis: numbers as they are, categories side by side."""

import functools
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.data.column import Column

_SPREAD = 0.32
"""How far from its tick a row of a category may be drawn: rows would hide one another otherwise."""
_BESIDE, _BESIDE_SPREAD = 0.07, 0.015
"""How far beyond the smallest number the missing ones are strewn, as shares of the range."""
MISSING = "missing"
_FARTHEST, _NEAREST = 1e100, 1e-100
"""Numbers beyond the former stand at the ends, a range below the latter counts as a single one, as
does one in the last digits of large numbers: no plot can be made of more, or of less."""


@dataclass(frozen=True, eq=False)
class Positions:
    """The place of every row on an axis."""

    name: str
    values: Floats
    """Always finite: numbers without an end, or beyond 1e100, stand at the ends, missing ones
    beside them."""
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...] = ()
    """The places that have a name; the others are numbers."""
    is_category: bool = False
    missing_place: float = np.nan
    """Where rows without a value stand; NaN if there are none."""
    lowest: float = np.nan
    """The smallest number, if it is not at the low end."""

    @classmethod
    def of(cls, column: Column, seed: int = 0) -> "Positions":
        """The positions of a column; categories are strewn a little, always in the same way.

        >>> from core.data.column import Kind
        >>> found = Positions.of(Column("x", Kind.NUMBER, np.array([0.0, 10.0, np.nan, np.inf])))
        >>> found.values[[0, 1, 3]].tolist(), [(round(x, 1), name) for x, name in found.ticks]
        ([0.0, 10.0, 10.0], [(-0.7, 'missing')])
        """
        return _of_numbers(column, seed) if column.is_number else _of_categories(column, seed)

    @classmethod
    def of_values(cls, name: str, values: Floats) -> "Positions":
        """The positions of finite numbers that are no column."""
        low, high = ends_of(values)
        return cls(name, np.clip(values, low, high), low, high)

    @functools.cached_property
    def names(self) -> dict[float, str]:
        """The named places."""
        return dict(self.ticks)


def _of_numbers(column: Column, seed: int) -> Positions:
    values = np.asarray(column.values, np.float64)
    low, high = ends_of(values)
    missing = np.isnan(values)
    placed = np.clip(values, low, high)
    if not missing.any():
        return Positions(column.name, placed, low, high)
    beside = low - _BESIDE * (high - low)
    spread = _BESIDE_SPREAD * (high - low)
    strewn = np.random.default_rng(seed).uniform(-spread, spread, int(missing.sum()))
    placed[missing] = beside + strewn
    return Positions(
        column.name, placed, beside - spread, high, ((beside, MISSING),), False, beside, low
    )


def _of_categories(column: Column, seed: int) -> Positions:
    names = list(column.categories)
    codes = np.asarray(column.values, np.int64)
    missing = codes < 0
    missing_place = np.nan
    if missing.any():
        missing_place = float(len(names))
        codes = np.where(missing, len(names), codes)
        names.append(MISSING)
    strewn = np.random.default_rng(seed).uniform(-_SPREAD, _SPREAD, len(codes))
    ticks = tuple((float(place), name) for place, name in enumerate(names))
    ends = -0.5, len(names) - 0.5
    return Positions(column.name, codes + strewn, *ends, ticks, True, missing_place)


def ends_of(values: Floats) -> tuple[float, float]:
    """The ends of the values that can be drawn; a unit around a single one, 0 to 1 without any.

    A unit is too little to be seen beside a large number: then it is a millionth of that.

    >>> ends_of(np.array([1.0, 3.0, 1e308, np.nan])), ends_of(np.array([7.0]))
    ((1.0, 3.0), (6.5, 7.5))
    """
    values = values[np.abs(values) <= _FARTHEST]
    if len(values) == 0:
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    if high - low < max(_NEAREST, 1e-13 * abs(low)):
        half = max(0.5, 1e-6 * abs(low))
        return low - half, high + half
    return low, high
