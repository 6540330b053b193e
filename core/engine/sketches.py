"""Sketches: what is known of the values of a column, piece by piece, in whatever order they come.

Each is a function of the rows alone: any cutting into pieces and any order of these gives the same.
A number has its different values as long as a code each is enough for them, its smallest and its
largest value; of a category the rows of each name are counted. What is larger than that is known
of a bottom-k sample (Cohen & Kaplan 2007): the rows with the lowest hashes of their places.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.base.wording import grouped
from core.data.column import Column
from core.data.files import Hashes
from core.data.stacking import stacked
from core.engine.binning import lowest

MOST_CATEGORIES = 1_000_000
"""So many different texts of a column are counted exactly."""


class NumberSketch:
    """The different values, `most` of them at most and one more, and the range."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found = np.empty(0)
        self.low, self.high = np.inf, -np.inf

    @property
    def distinct(self) -> Floats | None:
        """The different values in order; None if there are too many."""
        return self._found if len(self._found) <= self._most else None

    def add(self, column: Column, rows: Integers) -> None:
        """Take in the values of some rows."""
        from core.engine.kernels.binning import distinct_values, smallest_and_largest

        low, high = smallest_and_largest(column.values, rows)
        self.low, self.high = min(self.low, float(low)), max(self.high, float(high))
        if self.distinct is not None:
            found = distinct_values(column.values, rows, self._most)
            self._join(found)

    def merge(self, other: "NumberSketch") -> None:
        """Take in what another one knows."""
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)
        self._join(other._found)

    def _join(self, values: Floats) -> None:
        self._found = np.union1d(self._found, values + 0.0)[: self._most + 1]


class CategorySketch:
    """How many rows each text has."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.counts: Counter[str] = Counter()

    def add(self, column: Column, rows: Integers) -> None:
        """Count some rows."""
        counts = np.bincount(column.values[rows] + 1, minlength=len(column.categories) + 1)[1:]
        known = zip(column.categories, counts.tolist(), strict=True)
        self.counts.update({text: rows for text, rows in known if rows})
        self._check()

    def merge(self, other: "CategorySketch") -> None:
        """Take in what another one knows."""
        self.counts.update(other.counts)
        self._check()

    def _check(self) -> None:
        if len(self.counts) > MOST_CATEGORIES:
            raise DataError(
                f"{self._name!r} has more than {grouped(MOST_CATEGORIES)} different texts. Leave "
                f"it out by --role {self._name}=ignored."
            )


class LowestRows:
    """The rows with the lowest hashes, `most` of them: a sample that every row is as likely in."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._hashes: list[Hashes] = []
        self._columns: list[tuple[Column, ...]] = []
        self._places: list[Integers] = []
        self._held = 0
        self._bound = np.uint64(0xFFFFFFFFFFFFFFFF)

    def add(
        self,
        hashes: Hashes,
        places: Integers,
        columns: Sequence[Column],
        rows: Integers | None = None,
    ) -> None:
        """Take in some rows: their hashes, what names each (a row of numbers), their values.

        `rows` tells where they stand in the columns, if they are not all that are there.
        """
        low = np.flatnonzero(hashes <= self._bound)
        if len(low) == 0:
            return
        own = low if rows is None else rows[low]
        self._hashes.append(hashes[low])
        self._places.append(places[low])
        self._columns.append(tuple(column.take(own).trimmed() for column in columns))
        self._held += len(low)
        if self._held > 2 * self._most:
            self._shrink()

    def merge(self, other: "LowestRows") -> None:
        """Take in the rows of another one."""
        for part in zip(other._hashes, other._places, other._columns, strict=True):
            self.add(*part)

    def rows(self) -> tuple[Integers, tuple[Column, ...]]:
        """What names the rows, in the order of that, and their columns."""
        self._shrink()
        places = self._places[0]
        order = np.lexsort(places.T[::-1])
        return places[order], tuple(column.take(order) for column in self._columns[0])

    def _shrink(self) -> None:
        hashes, places = np.concatenate(self._hashes), np.concatenate(self._places)
        chosen = lowest(hashes, self._most)
        pieces = list(zip(*self._columns, strict=True))
        columns = tuple(stacked(piece).take(chosen).trimmed() for piece in pieces)
        self._hashes, self._places, self._columns = [hashes[chosen]], [places[chosen]], [columns]
        self._held = len(chosen)
        if self._held == self._most:
            self._bound = self._hashes[0].max()
