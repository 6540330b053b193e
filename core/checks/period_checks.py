"""Columns that only some years have: filled only from a day on, or a category of one time only.

The time is what the split goes by, else the first column of dates, else a column of years, else the
lines of the file. A column is filled from a time on if nearly all rows before it lack a value, and
nearly none since. A category belongs to a time if all its rows lie on one side of a day, and that
so many would by chance is out of the question: n rows that avoid a share f of all do so with
probability (1 - f)^n.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.wording import grouped, number_text, percent, shortened
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import IgnoreColumns
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.derived.dates import settled_order
from core.data.roles import Meaning, Role
from core.data.split import FILE_ORDER
from core.data.splits.splitting import times_in

_LEAST_ROWS = 50
_LEAST_SIDE = 20
_SMALL_SIDE = 0.05
"""Each side of the day has so large a share of the rows, at least."""
_NEARLY = 0.9
_AGREES = 0.99
_BY_CHANCE = 1e-9
_LEAST_AVOIDED = 0.1
_MOST_CATEGORIES = 200
_MOST_NAMED = 3
_YEAR = re.compile(r"(?:^|[^a-z])(?:year|jahr|yr|season|saison|año|anno|année)(?:$|[^a-z])")


@dataclass(frozen=True, eq=False)
class _Time:
    """When each row was."""

    name: str
    """The column that tells it; empty for the lines of the file."""
    values: Floats
    told: Callable[[float], str]
    """A time as a person reads it."""


def found(data: Dataset) -> Iterator[Finding]:
    """Columns to learn from that are filled, or have a category, only in one period."""
    if len(data) < _LEAST_ROWS:
        return
    time = _time(data)
    asked = [
        column
        for column in _features(data)
        if column.name != time.name and (_is_lacking(column) or _has_periods(column, time, data))
    ]
    if not asked:
        return
    known = np.flatnonzero(~np.isnan(time.values))
    order = known[np.argsort(time.values[known], kind="stable")]
    times = time.values[order]
    if len(order) < _LEAST_ROWS or times[0] == times[-1]:
        return
    # A period ends where the time does: rows of one day are on one side.
    ends = np.flatnonzero(times[1:] > times[:-1]) + 1
    for column in asked:
        finding = _filled(column, time, order, times, ends)
        if finding is None and _has_periods(column, time, data):
            finding = _category(column, time, order, times)
        if finding is not None:
            yield finding


def _features(data: Dataset) -> Iterator[Column]:
    """The columns to learn from as they stand in the table, with the rows of the dataset."""
    for column in data.table.columns:
        if data.roles[column.name] is Role.FEATURE:
            own = column.without(data.plan[column.name].missing if data.plan else ())
            yield own.take(data.rows) if len(data) < len(own) else own


def _is_lacking(column: Column) -> bool:
    """Whether enough values are missing for a period without any."""
    return bool(np.count_nonzero(column.missing) >= _LEAST_SIDE * _NEARLY)


def _has_periods(column: Column, time: _Time, data: Dataset) -> bool:
    """Whether a category of it may belong to a time: the lines of a file are none."""
    is_category = data.plan is None or data.plan[column.name].meaning is Meaning.CATEGORY
    return bool(time.name) and not column.is_number and is_category


def _time(data: Dataset) -> _Time:
    if data.split.time not in (None, FILE_ORDER):
        assert data.split.time is not None
        assert data.times is not None
        planned = data.plan[data.split.time] if data.plan else None
        is_date = planned is not None and planned.meaning is Meaning.DATE
        return _Time(data.split.time, data.times, _day if is_date else number_text)
    for name, planned in (data.plan.columns if data.plan else {}).items():
        if planned.meaning is Meaning.DATE and planned.role is not Role.TARGET:
            column = data.table.column(name).without(planned.missing)
            order = settled_order(column, planned.date_order)
            return _Time(name, times_in(column, order)[data.rows], _day)
    for column in data.table.columns:
        if column.is_number and column.name != data.target and _are_years(column):
            return _Time(column.name, np.asarray(column.values[data.rows], np.float64), number_text)
    lines = data.lines.astype(np.float64)
    return _Time("", lines, lambda line: f"line {grouped(int(line))}")


def _are_years(column: Column) -> bool:
    words = re.sub(r"([a-z])([A-Z])", r"\1 \2", column.name).lower().replace("_", " ")
    if not _YEAR.search(words):
        return False
    values = column.values[~column.missing]
    if not len(values):
        return False
    return bool(values.min() >= 1900 and values.max() <= 2100 and (values % 1 == 0).all())


def _day(seconds: float) -> str:
    return str(np.datetime64(int(seconds), "s").astype("M8[D]"))


# Values that are there only in one period


def _filled(
    column: Column, time: _Time, order: Integers, times: Floats, ends: Integers
) -> Finding | None:
    missing = column.missing[order]
    many, rows = int(missing.sum()), len(order)
    least = max(_LEAST_SIDE, _SMALL_SIDE * rows)
    if not least * _NEARLY <= many <= rows - least * _NEARLY:
        return None
    before = np.cumsum(missing)[ends - 1]
    able = (ends >= least) & (rows - ends >= least)
    # Missing up to there and filled since, or the other way round.
    since = np.where(able, before + (rows - ends) - (many - before), -1)
    until = np.where(able, (ends - before) + (many - before), -1)
    is_since = since.max() >= until.max()
    best = since if is_since else until
    place = int(ends[int(best.argmax())])
    if best.max() < _AGREES * rows or not _is_clean(missing, place, is_since):
        return None
    when = time.told(times[place] if is_since else times[place - 1])
    where = f" by {time.name!r}" if time.name else ""
    filled = f"only from {when} on" if is_since else f"only up to {when}"
    return Finding(
        FindingKind.ONE_PERIOD,
        f"{column.name!r} is filled {filled}{where}: {percent(many / rows)} of the rows lack it. A "
        "model takes that for the time itself. If new rows always have it, leave out the others, "
        "or the column.",
        (column.name,),
        remedy=IgnoreColumns((column.name,)),
    )


def _is_clean(missing: Mask, place: int, is_since: bool) -> bool:
    """Whether both sides are what they are nearly throughout: a small one is not outvoted."""
    before, after = missing[:place].mean(), missing[place:].mean()
    lacking, filled = (before, after) if is_since else (after, before)
    return bool(lacking >= 0.95 and filled <= 0.05)


# Categories of one period


def _category(column: Column, time: _Time, order: Integers, times: Floats) -> Finding | None:
    codes = column.values[order]
    counts = np.bincount(codes[codes >= 0], minlength=len(column.categories))
    used = np.flatnonzero(counts)
    if not 2 <= len(used) <= _MOST_CATEGORIES:
        return None
    rows = len(order)
    told: list[tuple[float, str]] = []
    for code in used:
        places = np.flatnonzero(codes == code)
        first = int(np.searchsorted(times, times[places[0]], "left"))
        last = int(np.searchsorted(times, times[places[-1]], "right"))
        for avoided, when in (
            (first / rows, f"from {time.told(times[places[0]])} on"),
            (1 - last / rows, f"up to {time.told(times[places[-1]])}"),
        ):
            if avoided >= _LEAST_AVOIDED and (1 - avoided) ** int(counts[code]) < _BY_CHANCE:
                name = shortened(column.categories[code], 30)
                told.append((float(counts[code]), f"{name!r} occurs only {when}"))
                break
    # Where most categories have a time of their own, and not the same, the column is a time.
    periods = {text.partition(" occurs only ")[2] for _, text in told}
    if not told or (len(told) * 2 > len(used) and len(periods) > _MOST_NAMED):
        return None
    shown = [text for _, text in sorted(told, reverse=True)[:_MOST_NAMED]]
    more = (
        f" and {grouped(len(told) - len(shown))} more like this" if len(told) > len(shown) else ""
    )
    return Finding(
        FindingKind.ONE_PERIOD,
        f"In {column.name!r} {', '.join(shown)}{more}, by {time.name!r}. What is learned from "
        "another period may not hold for new rows.",
        (column.name,),
        remedy=IgnoreColumns((column.name,)),
    )
