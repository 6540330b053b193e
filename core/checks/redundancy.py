"""Columns that tell what another one tells: copies, lines, and the same in other words.

Three things are looked for, each on a part of the rows first and then on all of them:

- the same values as an earlier column;
- y = a x + b for all rows, up to how y is rounded: the charge that is the minutes times a constant;
- a one-to-one recoding: each value of one belongs to exactly one of the other. Values must repeat
  for that: two columns of different numbers are always one-to-one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.numbering import numbered
from core.base.wording import readable
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import IgnoreColumns
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.features import as_meant
from core.data.roles import Meaning, Role
from core.data.splits.sameness import value_bits

_SAMPLE = 2000
_MOST_ROWS = 200_000
"""To hold two columns against one another, so many rows are enough."""
_LEAST_ROWS = 20
_NEARLY_ONE = 0.999
"""A correlation beyond which two columns may be a line, however it is rounded."""
_ROUNDED = 0.75
"""By how much of its last digit a number may lie beside the line: half of one, and some room."""
_ROOM = 0.2
"""So much of its last digit may be given for a shorter formula."""
_EXACT = 1e-10
"""Up to this share of the largest number, a difference is that of floating point."""
_DIGITS = 6
_REPEATS = 3
"""So many rows each value has on average, at least, for a recoding to be one."""
_NOT_COMMONEST = 10
"""So many rows have another value than the commonest: rare flags agree by chance."""


def found(data: Dataset) -> Iterator[Finding]:
    """The columns to learn from that an earlier one makes superfluous, each told once."""
    columns = [column for column in _features(data) if column.distinct_up_to(1) > 1]
    told: set[str] = set()
    for finding in (*_same(columns), *_lines(columns), *_recoded(columns)):
        ignored = finding.columns[-1]
        # What is kept of one pair may not go by another.
        if ignored not in told and finding.columns[0] not in told:
            told.add(ignored)
            yield finding


def _features(data: Dataset) -> Iterator[Column]:
    for column in data.table.columns:
        planned = data.plan[column.name] if data.plan else None
        is_plain = planned is None or planned.meaning in (Meaning.NUMBER, Meaning.CATEGORY)
        if data.roles[column.name] is Role.FEATURE and is_plain:
            own = column.take(data.rows) if len(data) < len(column) else column
            yield as_meant(own, planned, data.lines)


# Copies


def _same(columns: list[Column]) -> Iterator[Finding]:
    """Columns with the same values as an earlier one."""
    seen: dict[object, list[Column]] = {}
    for column in columns:
        start = value_bits(column.values[:_SAMPLE], column.is_number).tobytes()
        alike = seen.setdefault((column.is_number, column.categories, start), [])
        twin = next((earlier for earlier in alike if _are_same(earlier, column)), None)
        if twin is None:
            alike.append(column)
            continue
        yield Finding(
            FindingKind.SAME_COLUMN,
            f"{column.name!r} has the same values as {twin.name!r} in every row.",
            (twin.name, column.name),
            remedy=IgnoreColumns((column.name,)),
        )


def _are_same(one: Column, other: Column) -> bool:
    return bool(np.array_equal(one.values, other.values, equal_nan=one.is_number))


# Lines


@dataclass(frozen=True)
class _Line:
    """y = slope x + start."""

    slope: float
    start: float
    is_exact: bool


def _lines(columns: list[Column]) -> Iterator[Finding]:
    numbers = [column for column in columns if column.is_number]
    if len(numbers) < 2 or len(numbers[0]) < _LEAST_ROWS:
        return
    for one, other in _correlated(numbers):
        first, second = numbers[one], numbers[other]
        # The one with more values tells the other; what was rounded tells less.
        kept, gone = (first, second) if first.distinct >= second.distinct else (second, first)
        line = _line(kept, gone)
        if line is None:
            continue
        yield Finding(
            FindingKind.REDUNDANT,
            f"{gone.name!r} is {_formula(line, kept.name)} in every row, so it tells nothing new. "
            "Left in, it shares the importance of the other, and neither looks like much.",
            (kept.name, gone.name),
            remedy=IgnoreColumns((gone.name,)),
        )


def _correlated(numbers: list[Column]) -> list[tuple[int, int]]:
    """The pairs that may be a line, by the correlations of a part of the rows."""
    rows = np.linspace(0, len(numbers[0]) - 1, min(_SAMPLE, len(numbers[0]))).astype(np.int64)
    matrix = np.stack([np.asarray(column.values[rows], np.float64) for column in numbers])
    missing = ~np.isfinite(matrix)
    counts = np.maximum((~missing).sum(axis=1, keepdims=True), 1)
    # Huge numbers would overflow when squared.
    matrix = np.where(missing, 0.0, matrix)
    largest = np.abs(matrix).max(axis=1, keepdims=True)
    matrix = matrix / np.where(largest > 0, largest, 1.0)
    centred = np.where(missing, 0.0, matrix - matrix.sum(axis=1, keepdims=True) / counts)
    length = np.sqrt((centred**2).sum(axis=1, keepdims=True))
    unit = np.divide(centred, length, out=np.zeros_like(centred), where=length > 1e-12)
    close = np.abs(unit @ unit.T) > _NEARLY_ONE
    patterns = [each.tobytes() for each in np.packbits(missing, axis=1)]
    pairs = np.argwhere(np.triu(close, 1))
    return [(int(a), int(b)) for a, b in pairs if patterns[a] == patterns[b]]


def _line(x: Column, y: Column) -> _Line | None:
    """The line that all rows lie on, up to the last digit of y; None if there is none."""
    step = max(1, len(x) // _MOST_ROWS)
    given, made = (np.asarray(c.values[::step], np.float64) for c in (x, y))
    if not np.array_equal(np.isfinite(given), np.isfinite(made)):
        return None
    there = np.isfinite(given)
    given, made = given[there], made[there]
    if len(given) < _LEAST_ROWS or not np.ptp(given) > 0:
        return None
    middle = given.mean()
    slope = float(((given - middle) @ (made - made.mean())) / ((given - middle) @ (given - middle)))
    if not np.isfinite(slope) or slope == 0:
        return None
    unit = _last_digit(made)
    slope = _plain(slope, _ROOM * unit / float(np.ptp(given)))
    start = float(np.median(made - slope * given))
    size = float(np.abs(made).max())
    start = 0.0 if abs(start) <= max(_ROOM * unit, _EXACT * size) else _plain(start, _ROOM * unit)
    beside = float(np.abs(made - (slope * given + start)).max())
    if beside <= _EXACT * size:
        return _Line(slope, start, is_exact=True)
    is_line = beside <= _ROUNDED * unit and unit < 0.05 * float(np.ptp(made))
    return _Line(slope, start, is_exact=False) if is_line else None


def _plain(value: float, room: float) -> float:
    """The shortest number that is as good: 0.17 for 0.1699996, where there is room for that."""
    room = max(room, 0.1 * _EXACT * abs(value))
    for digits in range(1, 12):
        short = float(f"{value:.{digits}g}")
        if abs(short - value) <= room:
            return short
    return value


def _last_digit(values: Floats) -> float:
    """What the last decimal of numbers is worth, such as 0.01; 0 where there is no last one."""
    largest = float(np.abs(values).max())
    for digits in range(_DIGITS + 1):
        scaled = values * 10.0**digits
        if np.all(np.abs(scaled - np.rint(scaled)) <= 1e-9 * max(1.0, largest * 10.0**digits)):
            return float(10.0**-digits)
    return 0.0


def _formula(line: _Line, name: str) -> str:
    slope, start = line.slope, line.start
    text = f"{name!r}" if slope == 1 else f"{readable(slope, 6)} times {name!r}"
    if slope == -1:
        text = f"minus {name!r}"
    if start:
        text += f" {'plus' if start > 0 else 'minus'} {readable(abs(start), 6)}"
    return text if line.is_exact else f"{text}, rounded,"


# Recodings


def _recoded(columns: list[Column]) -> Iterator[Finding]:
    """Columns of which each value belongs to exactly one value of an earlier one."""
    rows = len(columns[0]) if columns else 0
    if rows < _LEAST_ROWS:
        return
    seen: dict[bytes, list[tuple[Column, Integers]]] = {}
    for column in columns:
        codes = _first_seen(column)
        if codes is None:
            continue
        counts = np.bincount(codes)
        if len(counts) * _REPEATS > rows or rows - counts.max() < _NOT_COMMONEST:
            continue
        alike = seen.setdefault(codes[:_SAMPLE].astype(np.int32).tobytes(), [])
        twin = next((each for each, own in alike if np.array_equal(own, codes)), None)
        if twin is None:
            alike.append((column, codes))
            continue
        yield Finding(
            FindingKind.REDUNDANT,
            f"{column.name!r} says the same as {twin.name!r} in other words: each value of one "
            "belongs to exactly one value of the other.",
            (twin.name, column.name),
            remedy=IgnoreColumns((column.name,)),
        )


def _first_seen(column: Column) -> Integers | None:
    """Each value by the order in which values first come; a missing one is a value, too.

    None for many rows of values that hardly repeat: the first of them tell.
    """
    values = column.values
    start = values[:_SAMPLE]
    if len(values) > _SAMPLE and len(np.unique(start)) * 2 > len(start):
        return None
    return numbered(values)
