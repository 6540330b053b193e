"""Numbers that stand for a missing value: 99, -99, 999 and their like, as surveys write them.

A code is told by three signs at once: it is one of the numbers that people use so; it comes more
than once; and it lies outside of all other values, by more than these are apart among themselves.
Negative ones are codes, too, where no other value is negative.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.wording import count, listed, number_text, readable
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import CountAsMissing
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.roles import Meaning, Role, Task

_ENDINGS = (99, 98, 97, 88, 77)
_CODES = np.array(
    [-9.0]
    + [
        sign * float(f"{'9' * more}{ending}" if ending > 90 else f"{ending % 10}" * (2 + more))
        for sign in (1, -1)
        for ending in _ENDINGS
        for more in range(5)
    ]
)
"""-9, then 99, 999 … 999999 and those that end in 98 and 97, 88 …, 77 …; with both signs."""
_LEAST_OTHERS = 10
"""With fewer values beside it nobody can say what is far."""
_LEAST_NEGATIVE = 3
"""A number that is far off twice may be a code; one that is only negative comes more often."""
_MOST = 0.5
"""What half of the rows have is no code but a value."""


def found(data: Dataset) -> Iterator[Finding]:
    """Columns of numbers with codes for a missing value; those with the same ones together."""
    alike: dict[tuple[float, ...], list[_Coded]] = defaultdict(list)
    for column in data.table.columns:
        if not _is_read(column, data):
            continue
        planned = data.plan[column.name] if data.plan else None
        known = column.without(planned.missing if planned else ())
        values = np.asarray(known.values[data.rows], np.float64)
        if len(codes := codes_among(values)):
            alike[tuple(codes)].append(_Coded.of(column.name, codes, values, data))
    for codes_found, columns in alike.items():
        yield _told(tuple(number_text(code) for code in codes_found), columns)


def _is_read(column: Column, data: Dataset) -> bool:
    """Whether its numbers are learned from, or are to be learned."""
    planned = data.plan[column.name] if data.plan else None
    if not column.is_number or column.name in data.table.computed or planned is None:
        return False
    is_target = column.name == data.target and data.task is Task.REGRESSION
    is_used = data.roles[column.name] is Role.FEATURE or is_target
    return is_used and planned.meaning is Meaning.NUMBER


@dataclass(frozen=True)
class _Coded:
    """A column with codes: on which lines, and where all its other numbers lie."""

    name: str
    lines: Integers
    low: float
    high: float

    @classmethod
    def of(cls, name: str, codes: Floats, values: Floats, data: Dataset) -> "_Coded":
        is_code = np.isin(values, codes)
        others = values[~is_code & np.isfinite(values)]
        return cls(name, data.lines[is_code], float(others.min()), float(others.max()))


def codes_among(values: Floats) -> Floats:
    """The codes for a missing value among numbers, in order.

    >>> ages = np.array([*range(18, 80), -99, -99, 999, 999, 999], float)
    >>> codes_among(ages)
    array([-99., 999.])
    >>> codes_among(np.array([*range(0, 1000, 7), 999, 999], float))
    array([], dtype=float64)
    """
    is_able = np.isin(values, _CODES)
    if not is_able.any():
        return np.array([])
    others = values[~is_able & np.isfinite(values)]
    able, rows = np.unique(values[is_able], return_counts=True)
    is_rare = rows <= _MOST * (len(others) + rows.sum())
    # What is no code is a value like the others: then they reach farther, and less is far.
    while len(others) >= _LEAST_OTHERS and len(able):
        low, high = others.min(), others.max()
        is_far = np.maximum(low - able, able - high) > high - low
        is_odd = (able < 0) & (low >= 0) & (rows >= _LEAST_NEGATIVE)
        is_code = is_rare & (((rows > 1) & is_far) | is_odd) & (high > low)
        if is_code.all():
            return able
        others = np.append(others, able[~is_code])
        able, rows, is_rare = able[is_code], rows[is_code], is_rare[is_code]
    return np.array([])


def _told(words: tuple[str, ...], columns: list[_Coded]) -> Finding:
    first = columns[0]
    lines = np.unique(np.concatenate([column.lines for column in columns]))
    stand, may = "stands", "it may be a code"
    if len(words) > 1:
        stand, may = "stand", "they may be codes"
    where = f"In {first.name!r}"
    others = f"are from {readable(first.low)} to {readable(first.high)}"
    if len(columns) > 1:
        where, others = f"In {len(columns)} columns, such as {first.name!r},", "are far from it"
    return Finding.about_lines(
        FindingKind.MISSING_CODE,
        f"{where} {listed(words)} {stand} on {count(len(lines), 'line')}, and all other numbers "
        f"{others}: {may} for a missing value.",
        lines.tolist(),
        CountAsMissing(tuple(column.name for column in columns), words),
        tuple(column.name for column in columns),
    )
