"""Dates: in which order a column writes them, and the numbers that a learner can use."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.base.wording import grouped
from core.data.column import Column, Kind
from core.data.derived.date_texts import (
    MIXED,
    MONTH_FIRST,
    ORDERS,
    PER_SECOND,
    WRITTEN,
    Dates,
    read_dates,
)
from core.data.derived.derivation import OfOneColumn

_DAY_FIRST, _MONTH_FIRST = MIXED
_OTHER = MONTH_FIRST | {month_first: day_first for day_first, month_first in MONTH_FIRST.items()}
_OTHER |= {_DAY_FIRST: _MONTH_FIRST, _MONTH_FIRST: _DAY_FIRST}
_ENOUGH = 0.95
"""The share of values that must be dates of one order: a few may be typing errors."""
_SAMPLES = (40, 20_000)
_STARTS_LIKE_DATE = re.compile(
    r"\s*(?:\d{8}|\d{1,4}[-/. ]|[^\W\d_]{2,10}[.,]{0,2} +(?:\d|[^\W\d_]{3,10}\.? +\d))"
)


@dataclass(frozen=True)
class DateGuess:
    """The order that the dates of a column seem to have."""

    order: str
    other: str
    """The other order of day and month, where no value decides between the two; else empty."""
    unreadable: int
    """How many different values, of those that were looked at, are no dates in this order."""
    looked_at: int

    @property
    def why(self) -> str:
        """In words, what speaks for it."""
        reasons = [f"dates written {self.order}"]
        if self.other:
            reasons.append(f"no value decides whether they are {self.other} instead")
        if self.unreadable:
            reasons.append(
                f"{grouped(self.unreadable)} of {grouped(self.looked_at)} different values "
                "are none, "
                "and count as missing"
            )
        return "; ".join(reasons)


def guessed_order(
    texts: Sequence[str], preferred: frozenset[str] = frozenset()
) -> DateGuess | None:
    """The order in which nearly all texts are dates, or None.

    Several orders in one column are looked for where no single one is enough. Where no value
    decides between day and month, the day comes first unless `preferred` names the other order:
    what the rest of the table speaks for.

    >>> guessed_order(["31/12/2024", "01/02/2025"]).order
    'day/month/year'
    >>> guessed_order(["12/31/2024", "01/02/2025"]).order
    'month/day/year'
    >>> guessed_order(["01/02/2025"]).other
    'month/day/year'
    >>> guessed_order(["31/12/2024", "2025-02-01"]).order
    'in several ways (day first)'
    """
    if not any(map(_STARTS_LIKE_DATE.match, _spread(texts, _SAMPLES[0]))):
        return None
    return _best_of(WRITTEN, texts, preferred) or _best_of(tuple(MIXED), texts, preferred)


def _best_of(
    orders: Sequence[str], texts: Sequence[str], preferred: frozenset[str]
) -> DateGuess | None:
    """The one of these orders that reads the most, if that is nearly everything."""
    enough = list(orders)
    # A few values tell of most columns that they are no dates.
    for size, share in zip(_SAMPLES, (0.5, _ENOUGH), strict=True):
        sample = _spread(texts, size)
        readable = {order: _readable(sample, order) for order in enough}
        enough = [order for order in enough if readable[order] >= share * len(sample)]
    if not enough:
        return None
    best = max(enough, key=lambda order: (readable[order], order in preferred))
    other = _OTHER.get(best, "")
    is_open = readable.get(other) == readable[best] and best not in preferred
    unreadable = len(sample) - readable[best]
    return DateGuess(best, other if is_open else "", unreadable, len(sample))


def _spread(texts: Sequence[str], most: int) -> Sequence[str]:
    """At most so many of them, or a few more, from the first to the last."""
    return texts[:: max(1, len(texts) // most)]


@dataclass(frozen=True)
class DateParts(OfOneColumn):
    """Numbers that a date is made of; the weekday counts from Monday, which is 1.

    >>> texts = ("2024-02-01", "2024-03-01")
    >>> column = Column("paid", Kind.CATEGORY, np.array([1, 0, -1], np.int32), texts)
    >>> month, = DateParts("paid", "year-month-day", ("month",)).columns(column)
    >>> month.name, month.values.tolist()
    ('paid: month', [3.0, 2.0, nan])
    """

    kind: ClassVar[str] = "date"

    order: str
    parts: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the derived columns."""
        return tuple(f"{self.source}: {part}" for part in self.parts)

    def check(self) -> None:
        """Raise ValueError for an order or a part that there is not."""
        known = self.order in ORDERS and set(self.parts) <= set(PARTS)
        if not known or not self.parts or len(set(self.parts)) < len(self.parts):
            raise ValueError("a date that is written in an unknown order")

    def readable(self, source: Column) -> Column:
        """In a few rows there may be no date at all, which is no sign of another order."""
        dates, _ = dates_of(source, self.order)
        if not np.isnat(dates).all():
            return source
        return Column(source.name, Kind.CATEGORY, np.full(len(source), -1, np.int32))

    def columns(self, source: Column) -> tuple[Column, ...]:
        """The parts of every date; a value that is no date is missing."""
        dates, places = dates_of(source, self.order)
        if np.isnat(dates).all() and not source.missing.all():
            row = int((~source.missing).argmax())
            raise DataError(
                f"No value of {source.name!r} is a date written {self.order}: the first is "
                f"{source.text(row)!r}. Write the dates in this order, or choose another."
            )
        return tuple(
            Column(name, Kind.NUMBER, PARTS[part](dates)[places])
            for name, part in zip(self.names, self.parts, strict=True)
        )

    @classmethod
    def that_vary(cls, source: Column, order: str, rows: Integers) -> "DateParts":
        """The parts that have at least two different values among these rows."""
        dates, places = dates_of(source, order)
        dates = dates[np.bincount(places[rows], minlength=len(dates)) > 0]
        dates = dates[~np.isnat(dates)]
        varying = (part for part, of in PARTS.items() if len(dates) and np.ptp(of(dates)) > 0)
        return cls(source.name, order, tuple(varying))


def dates_of(column: Column, order: str) -> tuple[Dates, Integers]:
    """The dates of a column of texts or numbers, NaT for none, and the place of every row's."""
    if order in PER_SECOND:
        values = column.numbers_in()
        there = np.abs(values) < 1e14  # not NaN, and within what a date can hold
        seconds = np.where(there, values, 0) // PER_SECOND[order]
        dates = seconds.astype(np.int64).astype("M8[s]")
        dates[~there] = np.datetime64("NaT")
        return dates, np.arange(len(dates))
    column = column.as_categories()
    dates = np.append(read_dates(column.categories, order), np.datetime64("NaT", "s"))
    return dates, np.where(column.values < 0, len(dates) - 1, column.values).astype(np.int64)


def settled_order(column: Column, told: str = "") -> str:
    """The order of a column's dates: as told, else the likeliest; raise DataError if none is."""
    if told:
        return told
    texts = column.as_categories().categories
    guess = guessed_order(texts)
    if guess is None:
        raise DataError(
            f"{column.name!r} cannot be read as dates: no order of day, month and year fits "
            f"{texts[0] if texts else 'its values'!r} and the rest. Say how they are written, "
            "or read it as something else."
        )
    return guess.order


def _readable(texts: Sequence[str], order: str) -> int:
    return int((~np.isnat(read_dates(texts, order))).sum())


def _units(dates: Dates, unit: str) -> Floats:
    """The whole units that have passed since 1970; NaN for no date."""
    return np.where(np.isnat(dates), np.nan, dates.astype(f"M8[{unit}]").astype(np.int64))


def _day_of_year(dates: Dates) -> Floats:
    return _units(dates, "D") - _units(dates.astype("M8[Y]").astype("M8[D]"), "D") + 1


PARTS: dict[str, Callable[[Dates], Floats]] = {
    "year": lambda dates: _units(dates, "Y") + 1970,
    "month": lambda dates: _units(dates, "M") % 12 + 1,
    "weekday": lambda dates: (_units(dates, "D") + 3) % 7 + 1,  # 1970 began on a Thursday
    "day of year": _day_of_year,
    "hour": lambda dates: _units(dates, "h") % 24,
    "days since 1970": lambda dates: _units(dates, "s") / 86_400,
}
