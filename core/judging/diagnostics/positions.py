"""Where the values of a column lie on an axis: numbers as they are, categories side by side."""

import functools
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.data.column import Column

_SPREAD = 0.32
"""How far from its tick a row of a category may be drawn: rows would hide one another otherwise.
The same share of the way to the next value for numbers that many rows share, counts above all."""
_MOST_COUNTS, _LEAST_SHARED = 40, 3
"""Numbers are strewn if there are at most so many different ones, of so many rows each."""
_LOOKED_AT = 4000
_STEP, _MIXING = 0x9E3779B97F4A7C15, ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
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
    beside them. Rows of one category, or of a number that many share, are strewn around it."""
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...] = ()
    """The places that have a name; the others are numbers."""
    is_category: bool = False
    missing_place: float = np.nan
    """Where rows without a value stand; NaN if there are none."""
    lowest: float = np.nan
    """The smallest number, if it is not at the low end."""
    is_strewn: bool = False
    """Whether rows stand beside their values rather than upon them."""
    is_whole: bool = False
    """Whether all numbers are whole, and few."""

    @classmethod
    def of(cls, column: Column, seed: int = 0, lines: Integers | None = None) -> "Positions":
        """The positions of a column; what many rows share is strewn, a line always in one way.

        >>> from core.data.column import Kind
        >>> found = Positions.of(Column("x", Kind.NUMBER, np.array([0.0, 10.0, np.nan, np.inf])))
        >>> found.values[[0, 1, 3]].tolist(), [(round(x, 1), name) for x, name in found.ticks]
        ([0.0, 10.0, 10.0], [(-0.7, 'missing')])
        """
        lines = np.arange(len(column)) if lines is None else lines
        place = _of_numbers if column.is_number else _of_categories
        return place(column, scattered(lines, seed))

    @classmethod
    def of_values(cls, name: str, values: Floats) -> "Positions":
        """The positions of finite numbers that are no column."""
        low, high = ends_of(values)
        return cls(name, np.clip(values, low, high), low, high)

    @functools.cached_property
    def names(self) -> dict[float, str]:
        """The named places."""
        return dict(self.ticks)


def scattered(lines: Integers, seed: int = 0) -> Floats:
    """A number between -1 and 1 for each line, which has nothing to do with that of the next.

    The mixing of splitmix64 (Steele, Lea & Flood 2014): a line has the same number in any table.

    >>> scattered(np.array([5, 6, 5])).round(2).tolist()
    [-0.47, 0.74, -0.47]
    """
    with np.errstate(over="ignore"):
        mixed = (np.asarray(lines, np.uint64) + np.uint64((seed + 1) << 40)) * np.uint64(_STEP)
        for shift, factor in _MIXING:
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        mixed ^= mixed >> np.uint64(31)
    return np.asarray((mixed >> np.uint64(11)).astype(np.float64) / 2**52 - 1)


def _of_numbers(column: Column, scatter: Floats) -> Positions:
    values = np.asarray(column.values, np.float64)
    low, high = ends_of(values)
    missing = np.isnan(values)
    placed = np.clip(values, low, high)
    counts = _counts(placed)
    is_whole = len(counts) > 0 and bool(np.all(counts == np.round(counts)))
    if is_strewn := len(counts) > 1:
        gaps = _gaps(counts)
        at = np.searchsorted(counts, placed[~missing])
        placed[~missing] += _SPREAD * gaps[at] * scatter[~missing]
        low, high = low - gaps[0] / 2, high + gaps[-1] / 2
    if not missing.any():
        return Positions(column.name, placed, low, high, is_strewn=is_strewn, is_whole=is_whole)
    beside = low - _BESIDE * (high - low)
    spread = _BESIDE_SPREAD * (high - low)
    placed[missing] = beside + spread * scatter[missing]
    ticks = ((beside, MISSING),)
    return Positions(
        column.name, placed, beside - spread, high, ticks, False, beside, low, is_strewn, is_whole
    )


def _counts(values: Floats) -> Floats:
    """The different numbers in rising order, if they are few and many rows share each; else none.

    >>> _counts(np.array([2.0, 1.0, 2.0, 1.0, np.nan, 2.0, 1.0])).tolist(), _counts(np.arange(9.0))
    ([1.0, 2.0], array([], dtype=float64))
    """
    none = np.empty(0)
    few = values[:: max(1, len(values) // _LOOKED_AT)]
    for looked_at in (few, values):  # most columns of numbers are told by a few
        found = np.unique(looked_at[~np.isnan(looked_at)])
        if len(found) > _MOST_COUNTS:
            return none
    is_shared = len(found) * _LEAST_SHARED <= np.count_nonzero(~np.isnan(values))
    return found if is_shared else none


def _gaps(counts: Floats) -> Floats:
    """How far it is from each number to the next, but never much farther than usual."""
    steps = np.diff(counts)
    nearest = np.minimum(np.append(steps, np.inf), np.insert(steps, 0, np.inf))
    return np.asarray(np.minimum(nearest, np.median(steps)))


def _of_categories(column: Column, scatter: Floats) -> Positions:
    names = list(column.categories)
    codes = np.asarray(column.values, np.int64)
    missing = codes < 0
    missing_place = np.nan
    if missing.any():
        missing_place = float(len(names))
        codes = np.where(missing, len(names), codes)
        names.append(MISSING)
    ticks = tuple((float(place), name) for place, name in enumerate(names))
    placed = codes + _SPREAD * scatter
    ends = -0.5, len(names) - 0.5
    return Positions(column.name, placed, *ends, ticks, True, missing_place, is_strewn=True)


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
