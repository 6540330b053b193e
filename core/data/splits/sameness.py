"""Which rows are the same: by a hash of their values, a column at a time."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from core.base import pool
from core.base.arrays import Integers
from core.base.numbering import numbered
from core.data.column import Column

Hashes = npt.NDArray[np.uint64]
_CHUNK = 1 << 15
"""Rows that fit into a processor's cache while their columns are mixed."""


def row_hashes(columns: Iterable[Column], start: Integers) -> Hashes:
    """64 bits a row, equal for equal rows: a multiply-and-rotate mix of the columns' values.

    Missing values are equal to one another, and so are 0 and -0. `start` is mixed in first.
    """
    mixed = np.array(start, np.uint64)
    sources = [(column.values, column.is_number) for column in columns]

    def mix(first: int, last: int) -> None:
        for chunk in range(first, last):
            rows = slice(chunk * _CHUNK, (chunk + 1) * _CHUNK)
            part = stirred(mixed[rows])
            for values, is_number in sources:
                part ^= value_bits(values[rows], is_number)
                stirred(part)

    pool.over(-(-len(mixed) // _CHUNK), mix)
    return mixed


def groups(hashes: Hashes) -> Integers | None:
    """The group of equal rows that each row is in, by first appearance; None if all differ."""
    return numbered(hashes) if are_some_equal(hashes) else None


def are_some_equal(hashes: Hashes) -> bool:
    """Whether two are the same; sorted in as many ranges of numbers as there are threads."""
    ranges = pool.threads() if len(hashes) > _CHUNK else 1
    bounds = [np.uint64((place << 64) // ranges) for place in range(ranges)]
    is_found = [False] * ranges

    def look(first: int, last: int) -> None:
        for own in range(first, last):
            is_inside = hashes >= bounds[own]
            if own + 1 < ranges:
                is_inside &= hashes < bounds[own + 1]
            ordered = hashes[is_inside]
            ordered.sort()
            is_found[own] = bool((ordered[1:] == ordered[:-1]).any())

    pool.over(ranges, look)
    return any(is_found)


def first_rows(group: Integers) -> Integers:
    """For every row the first one of its group.

    >>> first_rows(np.array([0, 1, 0, 1])).tolist()
    [0, 1, 0, 1]
    """
    first = np.empty(int(group.max()) + 1, np.int64)
    first[group[::-1]] = np.arange(len(group))[::-1]  # the last one written stays
    return first[group]


def stirred(mixed: Hashes) -> Hashes:
    """The same array, its bits spread in place: neighbours are far apart, none become equal."""
    mixed *= np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    return mixed


def value_bits(values: npt.NDArray[np.float64] | npt.NDArray[np.int32], is_number: bool) -> Hashes:
    """The values as 64 bits each, equal for equal values."""
    if not is_number:
        return values.astype(np.uint64)
    numbers = np.asarray(values + 0.0, np.float64)  # + 0.0 makes -0 and 0 the same
    bits = numbers.view(np.uint64)
    missing = np.isnan(numbers)
    if missing.any():  # there are many ways to write no number
        bits[missing] = np.uint64(0x7FF8000000000000)
    return bits
