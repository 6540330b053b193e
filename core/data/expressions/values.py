"""The values that an expression computes with, one a row.

Numbers, dates (seconds since 1970) and answers (1 for yes, 0 for no) are floats, NaN where one is
missing; texts are places in a list of texts, -1 where one is missing. No float is infinite: what
would be is missing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.column import Column, Kind
from core.data.derived.dates import dates_of
from core.data.expressions.kinds import DATE, NUMBER, TEXT, YES_NO, ValueKind

ANSWERS = ("no", "yes")
WRITTEN_DATES = "year-month-day"
"""The order in which dates that were computed are written."""


@dataclass(frozen=True, eq=False)
class Texts:
    """A text a row: `texts[code]`."""

    codes: Integers
    texts: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    @classmethod
    def same(cls, text: str, rows: int) -> "Texts":
        """One text in every row."""
        return cls(np.broadcast_to(np.int64(0), (rows,)), (text,))


Values = Floats | Texts


def missing_in(values: Values) -> Mask:
    """Where a value is missing."""
    return values.codes < 0 if isinstance(values, Texts) else np.isnan(values)


def nothing(kind: ValueKind, rows: int) -> Values:
    """No value in any row."""
    if kind is TEXT:
        return Texts(np.broadcast_to(np.int64(-1), (rows,)), ())
    return np.broadcast_to(np.nan, (rows,))


def finite(values: Floats) -> Floats:
    """What is infinite is missing."""
    is_endless = np.isinf(values)
    return np.where(is_endless, np.nan, values) if is_endless.any() else values


def values_of(column: Column, kind: ValueKind, date_order: str = "") -> Values:
    """The values of a column as this kind; raise ValueError with the first text that is none."""
    if kind is NUMBER:
        return finite(np.asarray(column.as_numbers().values, np.float64))
    if kind is DATE:
        dates, places = dates_of(column, date_order)
        seconds = np.where(np.isnat(dates), np.nan, dates.astype("M8[s]").astype(np.int64))
        return np.asarray(seconds[places], np.float64)
    named = column.as_categories()
    return Texts(named.values.astype(np.int64), named.categories)


def column_of(name: str, values: Values, kind: ValueKind) -> Column:
    """The values as a column, its categories sorted and each of them used."""
    if kind is NUMBER:
        return Column(name, Kind.NUMBER, np.array(values, np.float64))
    if kind is YES_NO:
        assert not isinstance(values, Texts)
        codes = np.where(np.isnan(values), -1, values).astype(np.int32)
        return Column(name, Kind.CATEGORY, codes, ANSWERS)
    texts = _written(values) if not isinstance(values, Texts) else values
    used = np.unique(texts.codes[texts.codes >= 0])
    categories = tuple(sorted({texts.texts[code] for code in used}))
    place = {text: position for position, text in enumerate(categories)}
    lookup = np.full(len(texts.texts) + 1, -1, np.int32)
    for code in used:
        lookup[code] = place[texts.texts[code]]
    return Column(name, Kind.CATEGORY, lookup[texts.codes], categories)


def _written(seconds: Floats) -> Texts:
    """Dates as texts, with a time where one is not midnight."""
    known, codes = np.unique(seconds[~np.isnan(seconds)], return_inverse=True)
    dates = known.astype(np.int64).astype("M8[s]")
    has_time = bool((known % 86_400).any())
    texts = np.datetime_as_string(dates, unit="s" if has_time else "D")
    places: Integers = np.full(len(seconds), -1, np.int64)
    places[~np.isnan(seconds)] = codes
    return Texts(places, tuple(text.replace("T", " ") for text in texts.tolist()))


def by_distinct(compute: Callable[..., Any], *given: Values) -> tuple[list[Any], Integers]:
    """What a plain function gives for each different row of values, and the place of every row's.

    A row with a missing value is not asked about: its place is -1. Texts repeat, so this is quick.
    """
    rows = len(given[0])
    there = np.ones(rows, bool)
    for values in given:
        there &= ~missing_in(values)
    codes: Integers = np.zeros(int(there.sum()), np.int64)
    lists: list[list[Any]] = []
    for values in given:
        if isinstance(values, Texts):
            own, known = values.codes[there], list(values.texts)
        else:
            numbers, own = np.unique(values[there], return_inverse=True)
            known = numbers.tolist()
        lists.append(known)
        # Numbered anew after each, so that the product never overflows.
        _, codes = np.unique(codes * max(1, len(known)) + own, return_inverse=True)
    places: Integers = np.full(rows, -1, np.int64)
    places[there] = codes
    first = np.zeros(int(codes.max()) + 1 if len(codes) else 0, np.int64)
    first[codes[::-1]] = np.flatnonzero(there)[::-1]
    asked = []
    for values, known in zip(given, lists, strict=True):
        at = values.codes[first] if isinstance(values, Texts) else values[first]
        asked.append([known[place] for place in at] if isinstance(values, Texts) else at.tolist())
    return [compute(*row) for row in zip(*asked, strict=True)], places


def texts_by(compute: Callable[..., str], *given: Values) -> Texts:
    """A text for every row, by a plain function; an empty text is a missing one."""
    found, places = by_distinct(compute, *given)
    texts = tuple(dict.fromkeys(found))
    code = {text: number if text else -1 for number, text in enumerate(texts)}
    lookup = np.array([*(code[text] for text in found), -1], np.int64)
    return Texts(lookup[places], texts)


def floats_by(compute: Callable[..., float], *given: Values) -> Floats:
    """A float for every row, by a plain function."""
    found, places = by_distinct(compute, *given)
    return finite(np.array([*found, np.nan], np.float64)[places])
