"""What a column looks like at a glance: how much is missing, its range, and a small histogram."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats
from core.base.wording import readable
from core.data.column import Column
from core.data.column_plan import ColumnPlan
from core.data.derived.dates import dates_of
from core.data.plan import Plan
from core.data.roles import Meaning
from core.data.table import Table

MOST_BARS = 20


@dataclass(frozen=True)
class Bar:
    """A value or a range as a person reads it, and how many rows have it."""

    text: str
    count: int


@dataclass(frozen=True)
class Profile:
    """One column at a glance; numbers and dates have a range, categories have none."""

    name: str
    rows: int
    missing: int
    distinct: int
    low: str
    median: str
    high: str
    bars: tuple[Bar, ...]
    """Numbers and dates from low to high; categories, the commonest first."""
    others: int = 0
    """The rows that stand behind no bar: rarer categories, or numbers without an end."""


def profile(column: Column, planned: ColumnPlan | None = None) -> Profile:
    """The profile of a column; as dates if it is planned to be read as such.

    >>> import pandas as pd
    >>> found = profile(Column.from_series("x", pd.Series([3, 1, 1, None])))
    >>> found.missing, found.distinct, found.median, [bar.count for bar in found.bars]
    (1, 2, '1', [2, 1])
    """
    if planned and planned.meaning is Meaning.DATE and planned.date_order:
        known, places = dates_of(column, planned.date_order)
        dates = known[places]
        seconds = dates[~np.isnat(dates)].astype(np.int64).astype(np.float64)
        return _of_numbers(column.name, len(column), seconds, _date_text(seconds))
    if column.is_number:
        values = np.asarray(column.values[~column.missing], np.float64)
        return _of_numbers(column.name, len(column), values, readable)
    counts = column.counts
    commonest = np.argsort(-counts, kind="stable")[:MOST_BARS]
    bars = tuple(
        Bar(column.categories[place], int(counts[place])) for place in commonest if counts[place]
    )
    present, shown = int(counts.sum()), sum(bar.count for bar in bars)
    missing, distinct = len(column) - present, int(np.count_nonzero(counts))
    return Profile(column.name, len(column), missing, distinct, "", "", "", bars, present - shown)


def profiles(table: Table, plan: Plan) -> Iterator[Profile]:
    """The profiles of all columns, one after the other."""
    for column in table.columns:
        yield profile(column, plan[column.name])


def _of_numbers(name: str, rows: int, values: Floats, text: Callable[[float], str]) -> Profile:
    """Everything from one sort."""
    values = np.sort(values)
    missing = rows - len(values)
    if len(values) == 0:
        return Profile(name, rows, missing, 0, "", "", "", ())
    is_new = np.append(True, values[1:] != values[:-1])
    distinct = int(is_new.sum())
    low, median, high = (text(float(values[place])) for place in (0, (len(values) - 1) // 2, -1))
    finite = values[np.isfinite(values)]
    if distinct <= MOST_BARS:
        starts = np.flatnonzero(is_new)
        counts = np.diff(np.append(starts, len(values)))
        bars = [Bar(text(float(values[s])), int(c)) for s, c in zip(starts, counts, strict=True)]
    else:
        bars = list(_histogram(finite, text))
    others = len(values) - sum(bar.count for bar in bars)
    return Profile(name, rows, missing, distinct, low, median, high, tuple(bars), others)


def _histogram(ordered: Floats, text: Callable[[float], str]) -> Iterator[Bar]:
    # Halved, so that the width of the widest range there can be is a number too.
    edges = 2 * np.linspace(ordered[0] / 2, ordered[-1] / 2, MOST_BARS + 1)
    places = np.searchsorted(ordered, edges)
    places[-1] = len(ordered)
    for low, high, count in zip(edges[:-1], edges[1:], np.diff(places), strict=True):
        yield Bar(f"{text(float(low))} to {text(float(high))}", int(count))


def _date_text(seconds: npt.NDArray[Any]) -> Callable[[float], str]:
    """Dates as texts: with the time, if any of them has one."""
    unit = "s" if (seconds % 86_400).any() else "D"
    return lambda value: str(np.datetime64(int(value), "s").astype(f"M8[{unit}]")).replace("T", " ")
