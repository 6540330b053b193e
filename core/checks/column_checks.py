"""What may be odd about the columns to learn from."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats
from core.base.wording import grouped
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import ExcludeRows, IgnoreColumns, ReadAs
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.derived.date_texts import COMPACT, MILLISECONDS, SECONDS, read_dates
from core.data.derived.dates import DateParts, dates_of, guessed_order
from core.data.identifying import FEW_ROWS, counts_up, sounds_like_identifier
from core.data.roles import Meaning, Role
from core.reading.numerals import Sort, sort_of
from core.sources.dialect import Dialect

_MOSTLY = 0.5
_MANY_VALUES = 50
_SAMPLE = 2000
_LEAST_NUMBERS = 10
_FEW_TEXTS = 0.25
_PLAIN = Dialect()
_TIME_WORDS = re.compile(
    r"(?:^|[^a-z])(?:date|time|stamp|timestamp|ts|at|when|created|updated)s?"
    r"(?:$|[^a-z])"
)


def found(data: Dataset) -> Iterator[Finding]:
    """Columns that tell nothing, or were taken for something else."""
    if len(data.table.columns) == 1:
        yield Finding(
            FindingKind.NOTHING_TO_LEARN,
            f"{data.target!r} is the only column, so there is nothing to learn it from. If each "
            "line holds more than one value, choose the separator that stands between them.",
            (data.target,),
        )
    elif not data.features:
        yield Finding(
            FindingKind.NOTHING_TO_LEARN,
            f"No column is used to learn {data.target!r} from. Use one as a feature.",
        )
    columns = [
        column.take(data.rows) if len(data) < len(column) else column
        for column in data.table.columns
        if data.roles[column.name] is Role.FEATURE or _was_taken_for_identifier(column, data)
    ]
    for column in columns:
        yield from (finding for finding in _alone(column, data) if finding)


def _was_taken_for_identifier(column: Column, data: Dataset) -> bool:
    """Whether a column of texts was left out, but not by a person, and its name says no reason."""
    planned = data.plan[column.name] if data.plan else None
    return (
        planned is not None
        and planned.meaning is Meaning.IDENTIFIER
        and planned.role is Role.IGNORED
        and planned.why != ""
        and not column.is_number
        and not sounds_like_identifier(column.name)
    )


def _alone(column: Column, data: Dataset) -> Iterator[Finding | None]:
    """What is odd about one column by itself."""
    if data.roles[column.name] is Role.IGNORED:
        yield _number_as_text(column, data, "left out as an identifier")
        return
    meaning = data.plan[column.name].meaning if data.plan else None
    share = float(column.missing.mean())
    yield _constant(column, share)
    yield _mostly_missing(column, share)
    if meaning is Meaning.NUMBER and column.is_number:
        yield _date_as_number(column)
        yield _identifier_as_number(column)
    elif meaning is Meaning.DATE:
        yield _day_or_month(column, data)
        yield _no_date(column, data)
    elif meaning is Meaning.CATEGORY and not column.is_number:
        yield _number_as_text(column, data, "taken for categories")
        yield _nearly_unique(column)


def _constant(column: Column, missing: float) -> Finding | None:
    if missing == 1:
        return _ignored(
            FindingKind.CONSTANT, f"{column.name!r} has no value in any row.", column.name
        )
    if missing > 0 or column.distinct_up_to(1) > 1:
        return None
    return _ignored(
        FindingKind.CONSTANT,
        f"{column.name!r} has the same value in every row, {column.text(0)!r}, so nothing can be "
        "learned from it.",
        column.name,
    )


def _mostly_missing(column: Column, share: float) -> Finding | None:
    if not _MOSTLY < share < 1:
        return None
    sentence = f"{100 * share:.0f} % of the values of {column.name!r} are missing."
    return _ignored(FindingKind.MOSTLY_MISSING, sentence, column.name)


def _date_as_number(column: Column) -> Finding | None:
    values = np.asarray(column.values[~column.missing], np.float64)
    start = values[:FEW_ROWS]
    if len(start) == 0 or not _in_date_range(start) or not _in_date_range(values):
        return None
    low, high = values.min(), values.max()
    if high < 21_010_000:
        sample = values[:: max(1, len(values) // _SAMPLE)]
        dates = read_dates([f"{value:.0f}" for value in sample], COMPACT)
        order = "" if np.isnat(dates).any() else COMPACT
    elif low >= 5e11:
        order = MILLISECONDS
    else:
        order = SECONDS if _TIME_WORDS.search(column.name.lower().replace("_", " ")) else ""
    if not order:
        return None
    example = column.text(int((~column.missing).argmax()))
    return Finding(
        FindingKind.DATE_AS_NUMBER,
        f"The numbers of {column.name!r}, such as {example}, look like dates written {order}.",
        (column.name,),
        remedy=ReadAs(column.name, Meaning.DATE, order),
    )


def _in_date_range(values: Floats) -> bool:
    """Whether all numbers may be days, seconds or milliseconds between about 1985 and 2040."""
    low, high = values.min(), values.max()
    ranges = ((19_000_101, 21_001_231), (5e8, 2.2e9), (5e11, 2.2e12))
    is_inside = any(least <= low and high <= most for least, most in ranges)
    return is_inside and bool((values == np.floor(values)).all())


def _day_or_month(column: Column, data: Dataset) -> Finding | None:
    """An order that was guessed, as no value of the table decides."""
    planned = data.plan[column.name] if data.plan else None
    guess = None if column.is_number else guessed_order(column.categories)
    if not planned or not guess or not guess.other or planned.why != guess.why:
        return None
    return Finding(
        FindingKind.DAY_OR_MONTH,
        f"No value of {column.name!r} decides whether its dates are written {guess.order} or "
        f"{guess.other}: they are read as {guess.order}.",
        (column.name,),
        remedy=ReadAs(column.name, Meaning.DATE, guess.other),
    )


def _no_date(column: Column, data: Dataset) -> Finding | None:
    """Values that are no dates in the order of the others."""
    used = next((d for d in data.derivations if d.source == column.name), None)
    if not isinstance(used, DateParts):
        return None
    dates, places = dates_of(column, used.order)
    rows = np.flatnonzero(np.isnat(dates)[places] & ~column.missing)
    if len(rows) == 0:
        return None
    lines = tuple(data.lines[rows].tolist())
    first = f"{column.text(int(rows[0]))!r} on line {grouped(lines[0])}"
    sentence = f"In {column.name!r} {first} is no date written {used.order}: it counts as missing."
    if len(lines) > 1:
        sentence = (
            f"In {column.name!r} {grouped(len(lines))} values are no dates written "
            f"{used.order}, such as "
            f"{first}: they count as missing."
        )
    return Finding.about_lines(
        FindingKind.NO_DATE,
        sentence,
        lines,
        ExcludeRows(lines),
        (column.name,),
    )


def _identifier_as_number(column: Column) -> Finding | None:
    if counts_up(column):
        return _ignored(
            FindingKind.IDENTIFIER_AS_NUMBER,
            f"{column.name!r} counts the rows: each value is 1 more than the one before it. It "
            "says where a row stands in the file, which is seldom what should be learned.",
            column.name,
        )
    values = column.values
    # The first rows tell of most columns that they do not grow.
    if len(values) < _MANY_VALUES or not _grow(values[:_MANY_VALUES]) or not _grow(values):
        return None
    if not (values == np.floor(values)).all():
        return None
    return _ignored(
        FindingKind.IDENTIFIER_AS_NUMBER,
        f"The whole numbers of {column.name!r} grow from each row to the next, as in a running "
        "number. It may say no more than where a row stands in the file.",
        column.name,
    )


def _grow(values: npt.NDArray[Any]) -> bool:
    return bool((values[1:] > values[:-1]).all())


def _number_as_text(column: Column, data: Dataset, fate: str) -> Finding | None:
    """A column of numbers in which a few texts stand, and what became of it so far."""
    planned = data.plan[column.name] if data.plan else None
    column = column.without(planned.missing if planned else ())
    sorts = [_sort(text) for text in column.categories]
    is_text = np.array([sort is Sort.TEXT for sort in sorts] + [False], bool)
    used = np.append(column.counts > 0, False)
    numbers, texts = int((used & ~is_text).sum()), int((used & is_text).sum())
    rows = np.flatnonzero(is_text[column.values])
    if (
        numbers < _LEAST_NUMBERS
        or texts > _FEW_TEXTS * numbers
        or len(rows) > _FEW_TEXTS * len(column)
    ):
        return None
    if any(sort is Sort.CODE for sort, there in zip(sorts, used, strict=False) if there):
        return None
    lines = tuple(int(line) for line in data.lines[rows])
    words = tuple(dict.fromkeys(column.text(int(row)) for row in rows))
    remedy = ReadAs(column.name, Meaning.NUMBER, missing=words)
    return Finding.about_lines(
        FindingKind.NUMBER_AS_TEXT,
        _number_sentence(column.name, fate, words, lines),
        lines,
        remedy,
        (column.name,),
    )


def _number_sentence(name: str, fate: str, words: tuple[str, ...], lines: tuple[int, ...]) -> str:
    if not words:
        return f"Every value of {name!r} in the rows that are used is a number, but it was {fate}."
    on = f"on line {grouped(lines[0])}"
    if len(words) > 1:
        on += f" and {grouped(len(lines) - 1)} other values that are no numbers"
    elif len(lines) > 1:
        on = f"on {grouped(len(lines))} lines, the first of them {grouped(lines[0])}"
    return f"{name!r} was {fate}: it holds numbers, but also {words[0]!r} {on}."


def _nearly_unique(column: Column) -> Finding | None:
    present = len(column) - int(column.missing.sum())
    values = column.distinct
    if values <= _MANY_VALUES or values <= 0.2 * present:
        return None
    return _ignored(
        FindingKind.NEARLY_UNIQUE,
        f"{column.name!r} has {grouped(values)} different values in {grouped(present)} "
        "rows: hardly any comes "
        "often enough to learn from.",
        column.name,
    )


def _ignored(kind: FindingKind, sentence: str, column: str) -> Finding:
    return Finding(kind, sentence, (column,), remedy=IgnoreColumns((column,)))


def _sort(text: str) -> Sort:
    """What a text is among numbers with a decimal point."""
    sort = sort_of(text, _PLAIN)
    return sort if sort is not Sort.MISSING else Sort.TEXT
