"""Marks of cells by which two tables are compared: the same for the same value, however written.

A number is known by its bits, a text of a number as that number, any other text by its letters. So
neither the separator, the decimal sign, the encoding nor leading zeros that another program took
away make a cell another one.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from core.base.arrays import Integers
from core.data.column import Column
from core.data.splits.sameness import Hashes, stirred, value_bits
from core.data.table import Table

_MISSING = np.uint64(0x7FF8000000000000)
"""The mark of no value, be it a number or a text."""
_EXACT = float(2**53)
"""Beyond it two whole numbers may be one float: long digits are letters."""
_STARTS = frozenset("0123456789+-. ")
"""What a text of a number begins with."""
_STEP = np.uint64(0xD1342543DE82EF95)


class ColumnMarks:
    """The marks of the cells of a column.

    >>> import pandas as pd
    >>> texts = Column.from_series("x", pd.Series(["007", "b", None]))
    >>> numbers = Column.from_series("x", pd.Series([7.0, 8.0, None]))
    >>> one, two = ColumnMarks(texts).all(), ColumnMarks(numbers).all()
    >>> (one == two).tolist()
    [True, False, True]
    """

    def __init__(self, column: Column) -> None:
        self.column = column
        self._lookup = None if column.is_number else _texts(column.categories)

    def __len__(self) -> int:
        return len(self.column)

    def all(self) -> Hashes:
        """Those of every row."""
        return self._of(self.column.values)

    def at(self, rows: Integers) -> Hashes:
        """Those of some rows."""
        return self._of(self.column.values[rows])

    def _of(self, values: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]") -> Hashes:
        if self._lookup is not None:
            return np.asarray(self._lookup[values])
        return value_bits(np.asarray(values, np.float64), is_number=True)

    @property
    def is_discrete(self) -> bool:
        """Whether the values can name something: texts or whole numbers, no measurements."""
        if not self.column.is_number:
            return True
        numbers = self.column.values[~self.column.missing]
        return bool(len(numbers)) and bool((numbers == np.floor(numbers)).all())


class TableMarks:
    """The marks of a table's cells, a column at a time, made when they are asked for."""

    def __init__(self, table: Table) -> None:
        self.table = table.as_read
        self._columns: dict[str, ColumnMarks] = {}
        self._places: Mapping[str, Column] = {own.name: own for own in self.table.columns}

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, name: str) -> ColumnMarks:
        if name not in self._columns:
            self._columns[name] = ColumnMarks(self._places[name])
        return self._columns[name]

    def rows(self, names: Sequence[str], rows: Integers | None = None) -> Hashes:
        """One mark a row for several columns: equal for rows that are equal in all of them."""
        total = np.zeros(len(self) if rows is None else len(rows), np.uint64)
        for place, name in enumerate(names):
            own = self[name].all() if rows is None else self[name].at(rows)
            total += spread(own, place)
        return total

    def is_missing(self, names: Sequence[str]) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """Which rows have a value in none of these columns."""
        found = np.ones(len(self), bool)
        for name in names:
            found &= self._places[name].missing
        return found


def text_mark(text: str) -> np.uint64:
    """The mark of a cell with this text; an empty one is no value.

    >>> len({text_mark("1.50"), text_mark("1.5"), text_mark("a")})
    2
    """
    return np.uint64(_texts([text])[0] if text else _MISSING)


def spread(marks: Hashes, place: int) -> Hashes:
    """The marks of a column so that they can be added to those of columns in other places."""
    with np.errstate(over="ignore"):
        return stirred(stirred(marks + np.uint64(place + 1) * _STEP))


def distinct(marks: Hashes) -> Hashes:
    """The different marks, ascending: sorting is quicker than counting here."""
    ordered = np.sort(marks)
    is_new = np.ones(len(ordered), bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def share_among(marks: Hashes, others: Hashes) -> float:
    """The share of some marks that are among others, which ascend; 0 of none.

    >>> share_among(np.array([1, 5], np.uint64), np.array([2, 5], np.uint64))
    0.5
    """
    if not len(marks) or not len(others):
        return 0.0
    places = np.minimum(np.searchsorted(others, marks), len(others) - 1)
    return float(np.mean(others[places] == marks))


def _texts(categories: Sequence[str]) -> Hashes:
    """By the place of a category, the mark of its text; the last one is that of no value."""
    import pandas as pd  # slow to load

    texts = pd.Series(list(categories), dtype=object)
    marks = np.full(len(texts) + 1, _MISSING, np.uint64)
    if not len(texts):
        return marks
    marks[:-1] = pd.util.hash_array(texts.to_numpy(), categorize=False)
    may_be = np.flatnonzero([text[:1] in _STARTS for text in categories])
    numbers = pd.to_numeric(texts.iloc[may_be], errors="coerce").to_numpy(np.float64)
    is_number = np.abs(numbers) < _EXACT
    marks[may_be[is_number]] = value_bits(numbers[is_number], is_number=True)
    return marks
