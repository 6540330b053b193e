"""A column: numbers, or the names of categories, with missing values."""

import contextlib
import enum
import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.base import room
from core.base.arrays import Floats, Integers, Mask
from core.base.wording import number_text

if TYPE_CHECKING:
    import pandas as pd


class Kind(enum.Enum):
    """What the values of a column are."""

    NUMBER = "number"
    CATEGORY = "category"


def numbers_among(words: Collection[str]) -> Floats:
    """The numbers that some words are, in order; other words are left out.

    >>> numbers_among(["999", "n/a", "-99"])
    array([-99., 999.])
    """
    found = set()
    for word in words:
        with contextlib.suppress(ValueError):
            found.add(float(word))
    return np.array(sorted(number for number in found if np.isfinite(number)))


@dataclass(frozen=True, eq=False)
class Column:
    """The values of one column.

    A number column holds floats, with NaN where a value is missing. A category column holds
    positions in `categories`, with -1 where a value is missing.
    """

    name: str
    kind: Kind
    values: npt.NDArray[np.float64] | npt.NDArray[np.int32]
    categories: tuple[str, ...] = ()
    is_single: bool = False
    """Whether the numbers are those of a file that holds them in single precision."""

    @classmethod
    def from_series(cls, name: str, series: "pd.Series[Any]") -> "Column":
        """Numbers stay numbers; everything else, truth values too, becomes categories."""
        import pandas as pd  # slow to load, and a file is read without it

        if pd.api.types.is_numeric_dtype(series.dtype) and not pd.api.types.is_bool_dtype(
            series.dtype
        ):
            # A copy: later changes of the frame never reach the column. Contiguous: a strided
            # view would make the kernels compile once more.
            numbers = np.array(series.to_numpy(np.float64, na_value=np.nan), order="C")
            return cls(name, Kind.NUMBER, numbers)
        codes, uniques = pd.factorize(series, sort=False, use_na_sentinel=True)
        names = [str(value) for value in uniques]
        # Sorted by name, so that the order of the rows never decides about a category's place;
        # values that read the same (1 and "1") are one category.
        categories = tuple(sorted(set(names)))
        place = {category: position for position, category in enumerate(categories)}
        lookup = np.array([*(place[name] for name in names), -1], np.int32)
        return cls(name, Kind.CATEGORY, lookup[codes], categories)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def is_number(self) -> bool:
        """Whether the values are numbers rather than categories."""
        return self.kind is Kind.NUMBER

    @functools.cached_property
    def missing(self) -> Mask:
        """Where a value is missing."""
        return np.isnan(self.values) if self.is_number else self.values < 0

    @functools.cached_property
    def missing_count(self) -> int:
        """How many values are missing."""
        return int(np.count_nonzero(self.missing))

    @functools.cached_property
    def distinct(self) -> int:
        """How many different values there are, missing ones not counted."""
        if self.is_number:
            return len(np.unique(self.values[~self.missing]))
        return int(np.count_nonzero(self.counts))

    def distinct_up_to(self, most: int) -> int:
        """How many different values there are; if more than `most`, any number beyond it.

        Quick for numbers that nearly all differ: the first rows tell.
        """
        if self.is_number:
            start = self.values[: 20 * (most + 1)]
            seen = len(np.unique(start[~np.isnan(start)]))
            if seen > most:
                return seen
        return self.distinct

    @property
    def counts(self) -> Integers:
        """How many rows each category has."""
        there = self.values[~self.missing] if self.missing.any() else self.values
        counts = np.zeros(len(self.categories), np.int64)
        # Piece by piece: to be counted they are made twice as long.
        step = max(room.PIECE, len(counts))
        for start in range(0, len(there), step):
            counts += np.bincount(there[start : start + step], minlength=len(counts))
        return counts

    def take(self, rows: Integers) -> "Column":
        """The column with these rows only."""
        return Column(self.name, self.kind, self.values[rows], self.categories, self.is_single)

    def trimmed(self) -> "Column":
        """The column without the categories that no row has."""
        if self.is_number:
            return self
        used = np.unique(self.values[self.values >= 0])
        lookup = np.full(len(self.categories) + 1, -1, np.int32)
        lookup[used] = np.arange(len(used))
        categories = tuple(self.categories[code] for code in used)
        return replace(self, values=lookup[self.values], categories=categories)

    def without(self, words: Collection[str]) -> "Column":
        """The column with these texts missing; among numbers, with those that the texts are.

        >>> import pandas as pd
        >>> Column.from_series("x", pd.Series([3.0, -99.0])).without(["-99", "none"]).values
        array([ 3., nan])
        """
        if not words:
            return self
        if self.is_number:
            gone = np.isin(self.values, numbers_among(words))
            return replace(self, values=np.where(gone, np.nan, self.values)) if gone.any() else self
        gone = np.array([*map(frozenset(words).__contains__, self.categories), False], bool)
        return replace(self, values=np.where(gone[self.values], np.int32(-1), self.values))

    def respelled(self, spellings: Mapping[str, str]) -> "Column":
        """The column with some texts taken for another one.

        >>> import pandas as pd
        >>> column = Column.from_series("x", pd.Series(["JA", "nein", "ja"]))
        >>> made = column.respelled({"JA": "ja"})
        >>> made.categories, made.values.tolist()
        (('ja', 'nein'), [0, 1, 0])
        """
        if self.is_number or not spellings:
            return self
        texts = [spellings.get(text, text) for text in self.categories]
        categories = tuple(sorted(set(texts)))
        place = {text: position for position, text in enumerate(categories)}
        lookup = np.array([*(place[text] for text in texts), -1], np.int32)
        return replace(self, values=lookup[self.values], categories=categories)

    def changed(self, rows: Integers, codes: Integers, texts: Sequence[str]) -> "Column":
        """The column with other values in some rows: `texts[codes]`, an empty one for none.

        >>> import pandas as pd
        >>> column = Column.from_series("x", pd.Series(["a", "b", "a"]))
        >>> made = column.changed(np.array([2]), np.array([0]), ["c"])
        >>> [made.text(row) for row in range(3)]
        ['a', 'b', 'c']
        """
        if self.is_number:
            new = np.array([float(text) if text else np.nan for text in texts])
            numbers = np.array(self.values, np.float64)
            numbers[rows] = new[codes]
            return replace(self, values=numbers)
        categories = tuple(sorted({*self.categories, *(text for text in texts if text)}))
        place = {text: position for position, text in enumerate(categories)} | {"": -1}
        lookup = np.array([*(place[text] for text in self.categories), -1], np.int32)
        values = lookup[self.values]
        values[rows] = np.array([place[text] for text in texts], np.int32)[codes]
        return replace(self, values=values, categories=categories)

    def text(self, row: int) -> str:
        """One value as a person reads it; empty if it is missing.

        >>> numbers = np.array([0.657, 3.0], np.float32).astype(np.float64)
        >>> Column("x", Kind.NUMBER, numbers).text(0)
        '0.6570000052452087'
        >>> single = Column("x", Kind.NUMBER, numbers, is_single=True)
        >>> single.text(0), single.text(1)
        ('0.657', '3')
        """
        value = self.values[row]
        if self.is_number:
            return "" if np.isnan(value) else number_text(self._shortest(float(value)))
        return "" if value < 0 else self.categories[value]

    def _shortest(self, number: float) -> float:
        """The number of the fewest digits that is the same one in the file."""
        if not self.is_single:
            return number
        with np.errstate(over="ignore"):
            single = np.float32(number)
        # One that a person has set is as it was typed.
        return float(str(single)) if single == number else number

    def as_numbers(self) -> "Column":
        """The column as numbers; raise ValueError with the first text that is none."""
        if self.is_number:
            return self
        lookup: Floats = np.full(len(self.categories) + 1, np.nan)
        # Only those that a row has: an excluded row may have held a text.
        for position in np.unique(self.values[~self.missing]):
            lookup[position] = float(self.categories[position])
        return Column(self.name, Kind.NUMBER, lookup[self.values])

    def numbers_in(self) -> Floats:
        """The values as numbers; NaN for a text that is none."""
        if self.is_number:
            return np.asarray(self.values, np.float64)
        import pandas as pd

        known = pd.to_numeric(pd.Series(self.categories, dtype=object), errors="coerce")
        return np.append(known.to_numpy(np.float64), np.nan)[self.values]

    def as_categories(self) -> "Column":
        """The column as categories, each number named as a person reads it."""
        if not self.is_number:
            return self
        numbers, places = np.unique(self.values, return_inverse=True)
        names = [number_text(float(number)) for number in numbers if not np.isnan(number)]
        places[places >= len(names)] = -1  # NaN sorts last
        order = sorted(range(len(names)), key=names.__getitem__)
        lookup = np.full(len(names) + 1, -1, np.int32)
        lookup[order] = np.arange(len(names))
        return Column(
            self.name, Kind.CATEGORY, lookup[places], tuple(names[place] for place in order)
        )
