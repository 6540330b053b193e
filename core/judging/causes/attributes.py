"""What rows can be asked by: every column, also ignored ones, dates, ids and the place in the file.

An attribute puts each row into one of a few bins. Bins of numbers, dates and lines are in order: a
rule is a stretch of them. Bins of categories are not: a rule is one of them.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import fixed, readable, shortened
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.derived.dates import DateParts, dates_of, guessed_order
from core.data.roles import Meaning

BINS = 16
"""Numbers are cut into so many bins of about equally many rows."""
_MOST_CATEGORIES = 60
_MOST_SINGLE = 24
"""Numbers with no more different values than this have a bin for each."""
_MOST_FINE = 1024
"""Bounds are looked for among so many values at most."""
_ROWS_EACH = 4
"""Texts that repeat less often than this are asked by their beginning and their number."""
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_BEGINNING, _NUMBER = re.compile(r"[^\W\d_]{1,12}"), re.compile(r"\d{1,15}")

Bound = Callable[[float], str]


@dataclass(frozen=True, eq=False)
class Attribute:
    """A bin for every row, and words for the bins."""

    name: str
    column: str
    """The column of the table that it was made of; empty for the place in the file."""
    codes: Integers
    """From 0; the last bin but one, `bins`, is for missing values, the one behind for the rest."""
    bins: int
    lows: tuple[str, ...]
    """The first value of each bin, as a person reads it; of a category its name."""
    highs: tuple[str, ...]
    is_ordered: bool
    scale: "ValueSteps | None" = None
    """The numbers behind bins that are in order; None for categories."""

    def is_value(self, first: int, last: int) -> bool:
        """Whether a stretch is a single value, as a person reads it."""
        return not self.is_ordered or self.lows[first] == self.highs[last]

    def take(self, rows: Integers | Mask) -> "Attribute":
        """Of some of the rows."""
        scale = self.scale and replace(self.scale, values=self.scale.values[rows])
        return replace(self, codes=self.codes[rows], scale=scale)

    def finer(self, first: int, last: int) -> "Attribute":
        """The same with a bin for each value in and beside the first and the last of a stretch."""
        if self.scale is None:
            return self
        near = np.isin(self.codes, (first - 1, first, last, last + 1))
        values = np.unique(self.scale.values[near & (self.codes < self.bins)])
        values = values[np.unique(np.arange(_MOST_FINE) * len(values) // _MOST_FINE)]
        starts = np.unique(np.concatenate([self.scale.starts, values]))
        return _binned(self.name, self.column, replace(self.scale, starts=starts))

    def words(self, first: int, last: int) -> str:
        """The rule that takes in the bins from `first` to `last`.

        >>> age = Attribute("age", "age", np.array([0, 1, 2]), 3, ("1", "5", "9"), ("4", "8", "9"),
        ...                 True)
        >>> age.words(0, 1), age.words(1, 2), age.words(1, 1), age.words(2, 2), age.words(3, 3)
        ('age at most 8', 'age at least 5', 'age from 5 to 8', 'age = 9', 'age is missing')
        """
        if first == self.bins:
            return f"{self.name} is missing"
        low, high = self.lows[first], self.highs[last]
        if self.is_value(first, last):
            return f"{self.name} = {low}"
        is_day = self.scale is not None and self.scale.bound in (_day, _weekday)
        if first == 0:
            return f"{self.name} {'until' if is_day else 'at most'} {high}"
        if last == self.bins - 1:
            return f"{self.name} from {low} on" if is_day else f"{self.name} at least {low}"
        return f"{self.name} from {low} to {high}"


@dataclass(frozen=True, eq=False)
class ValueSteps:
    """Numbers, and how they are cut into bins."""

    values: Floats
    """One a row, NaN where it is missing."""
    starts: Floats
    """The first value of each bin."""
    bound: Bound
    """How a person reads one."""


def attributes(data: Dataset, rows: Integers, watch: Watch = unwatched) -> tuple[Attribute, ...]:
    """All that these rows of the table can be asked by; nothing that is the same in all of them."""
    found = [_ordered("line", "", data.table.lines[rows].astype(np.float64), lambda v: fixed(v, 0))]
    columns = data.table.as_read.columns
    for place, column in enumerate(columns):
        watch(Progress(place, len(columns), "looking at the columns"))
        if column.name != data.target:
            found += _of_column(data, column.take(rows))
    return tuple(one for one in found if one is not None)


def _of_column(data: Dataset, column: Column) -> Iterator[Attribute | None]:
    planned = data.plan[column.name] if data.plan else None
    column = column.without(planned.missing if planned else ())
    if planned is not None and planned.meaning is Meaning.DATE:
        guess = None if planned.date_order else guessed_order(column.as_categories().categories)
        order = planned.date_order or (guess.order if guess else "")
        if order:
            yield from _of_dates(column, order)
            return
    if column.is_number:
        yield _ordered(column.name, column.name, column.numbers_in(), readable)
        return
    used = int(np.count_nonzero(column.counts))
    if used * _ROWS_EACH <= len(column):
        yield _named(column.name, column.name, column)
        return
    guess = guessed_order(column.categories)
    if guess is not None:
        yield from _of_dates(column, guess.order)
    else:
        yield from _of_texts(column)


def _of_dates(column: Column, order: str) -> Iterator[Attribute | None]:
    dates, places = dates_of(column, order)
    days = np.where(np.isnat(dates), np.nan, dates.astype("M8[D]").astype(np.int64))[places]
    yield _ordered(column.name, column.name, days, _day)
    if np.isnan(days).all():
        return
    parts = DateParts(column.name, order, ("weekday", "hour")).columns(column)
    for part, bound in zip(parts, (_weekday, readable), strict=True):
        yield _ordered(part.name, column.name, part.numbers_in(), bound)


def _of_texts(column: Column) -> Iterator[Attribute | None]:
    """Ids: what they begin with, and the number in them."""
    starts = [_BEGINNING.match(text) for text in column.categories]
    names = [found.group() if found else "" for found in starts]
    kinds = tuple(sorted(set(names)))
    place = {name: code for code, name in enumerate(kinds)}
    lookup = np.array([*(place[name] for name in names), -1], np.int32)
    begins = Column(column.name, column.kind, lookup[column.values], kinds)
    if 1 < len(kinds) <= _MOST_CATEGORIES:
        yield _named(f"beginning of {column.name}", column.name, begins)
    digits = [_NUMBER.search(text) for text in column.categories]
    numbers = np.array([*(float(found.group()) if found else np.nan for found in digits), np.nan])
    if (~np.isnan(numbers)).sum() > len(digits) / 2:
        yield _ordered(f"number in {column.name}", column.name, numbers[column.values], readable)


def _ordered(name: str, column: str, values: Floats, bound: Bound) -> Attribute | None:
    """Numbers, each value a bin of its own if there are few, else about equally many rows each."""
    known = np.sort(values[~np.isnan(values)])
    starts = np.unique(known)
    if len(starts) > _MOST_SINGLE:
        starts = np.unique(known[(np.arange(BINS) * len(known)) // BINS])
    if len(starts) < 2 and (len(known) == len(values) or not len(starts)):
        return None
    return _binned(name, column, ValueSteps(values, starts, bound))


def _binned(name: str, column: str, scale: ValueSteps) -> Attribute:
    starts, values = scale.starts, scale.values
    missing = np.isnan(values)
    known = np.sort(values[~missing])
    codes = np.searchsorted(starts, values, "right") - 1
    codes[missing] = len(starts)
    ends = known[np.maximum(np.append(np.searchsorted(known, starts[1:]), len(known)) - 1, 0)]
    lows, highs = (tuple(scale.bound(float(value)) for value in each) for each in (starts, ends))
    return Attribute(name, column, codes, len(starts), lows, highs, True, scale)


def _named(name: str, column: str, values: Column) -> Attribute | None:
    """The commonest categories; the others are put together, and are not asked for."""
    counts = values.counts
    commonest = np.argsort(-counts, kind="stable")[:_MOST_CATEGORIES]
    commonest = np.sort(commonest[counts[commonest] > 0])
    if len(commonest) == 0 or (len(commonest) == 1 and not values.missing.any()):
        return None
    lookup = np.full(len(values.categories) + 1, len(commonest) + 1)
    lookup[commonest], lookup[-1] = np.arange(len(commonest)), len(commonest)
    names = tuple(shortened(values.categories[code], 40) or "''" for code in commonest)
    return Attribute(name, column, lookup[values.values], len(commonest), names, names, False)


def _day(value: float) -> str:
    return str(np.datetime64(int(value), "D"))


def _weekday(value: float) -> str:
    return _WEEKDAYS[int(value) - 1]
