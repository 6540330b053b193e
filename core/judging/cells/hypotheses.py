"""What may have happened to a single value: each can be undone, and the result be judged."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.base.wording import grouped
from core.data.derived.date_texts import COMPACT, PER_SECOND
from core.judging.cells.columns import CellColumn, CellKind

_POUNDS, _INCHES = 2.2046226218, 2.54
_ONE_SIGN = 0.9
_WHOLE_SHARE = 0.5
_YEAR_DIGITS = 4


@dataclass(frozen=True)
class Hypothesis:
    """A mistake that people make: what it is called, and what undoes it."""

    name: str
    """As it stands in a table."""
    told: str
    """As it follows "look as if (the column)"."""
    undo: Callable[[CellColumn, Floats], Floats]
    """The values that would have been right; NaN where it cannot have happened."""
    log_slope: float = 0.0
    """The logarithm of how much larger differences become by undoing it."""
    applies: Callable[[CellColumn], bool] = lambda column: column.kind is CellKind.NUMBER
    """Whether it can have happened in a column at all."""
    is_exact: bool = True
    """Whether it is undone without rounding."""


def _multiplied(factor: float, offset: float = 0.0) -> Callable[[CellColumn, Floats], Floats]:
    return lambda _column, values: factor * values + offset


def _is_number(column: CellColumn) -> bool:
    return column.kind is CellKind.NUMBER


def _within(low: float, high: float) -> Callable[[CellColumn], bool]:
    """Whether a column may hold temperatures: nearly all of its numbers are such."""

    def applies(column: CellColumn) -> bool:
        if column.kind is not CellKind.NUMBER:
            return False
        coldest, warmest = np.quantile(column.values[~column.missing], (0.1, 0.9))
        return bool(low <= coldest and warmest <= high)

    return applies


def _linear(
    name: str,
    told: str,
    factor: float,
    offset: float = 0.0,
    applies: Callable[[CellColumn], bool] = _is_number,
) -> Hypothesis:
    slope = float(np.log(abs(factor)))
    is_exact = abs(np.log10(factor)) % 1 == 0
    return Hypothesis(name, told, _multiplied(factor, offset), slope, applies, bool(is_exact))


def _with_point(column: CellColumn, values: Floats) -> Floats:
    """Whole numbers in a column of decimals, with as many decimals as the others have."""
    return np.where(values == np.rint(values), values / 10.0**column.decimals, np.nan)


def _has_point(column: CellColumn) -> bool:
    if column.kind is not CellKind.NUMBER or column.decimals < 1:
        return False
    known = column.values[~column.missing]
    return float((known == np.rint(known)).mean()) < _WHOLE_SHARE


def _has_one_sign(column: CellColumn) -> bool:
    """Whether nearly all numbers are on one side of 0: elsewhere a sign is not told by values."""
    known = column.values[~column.missing]
    known = known[known != 0]
    if column.kind is not CellKind.NUMBER or not len(known):
        return False
    share = float((known > 0).mean())
    return max(share, 1 - share) >= _ONE_SIGN


def _swapped_days(_column: CellColumn, values: Floats) -> Floats:
    """Dates with the day for the month; NaN where that is no date, or the same one."""
    known = ~np.isnan(values)
    seconds = np.where(known, values, 0.0) * 86_400
    dates = np.rint(seconds).astype(np.int64).astype("M8[s]")
    years, months = dates.astype("M8[Y]"), dates.astype("M8[M]")
    month = months.astype(np.int64) - 12 * years.astype(np.int64)  # from 0
    day = (dates.astype("M8[D]") - months.astype("M8[D]")).astype(np.int64)
    clock = (dates - dates.astype("M8[D]").astype("M8[s]")).astype(np.int64)
    can_be = known & (day < 12) & (day != month)
    made = (years.astype("M8[M]") + np.where(can_be, day, 0)).astype("M8[D]") + month
    days = made.astype(np.int64) + clock / 86_400
    return np.where(can_be, days, np.nan)


def swapped_text(text: str) -> str:
    """A date as it is written, with day and month swapped; the text itself if it cannot be.

    >>> swapped_text("3/04/2024 10:15")
    '04/3/2024 10:15'
    >>> swapped_text("2024-04-03")
    '2024-03-04'
    """
    parts = re.match(r"(\D*)(\d+)(\D+)(\d+)(\D+)(\d+)(.*)", text, re.DOTALL)
    if parts is None:
        return text
    numbers = [parts[2], parts[4], parts[6]]
    first, second = (1, 2) if len(parts[2]) == _YEAR_DIGITS else (0, 1)
    numbers[first], numbers[second] = numbers[second], numbers[first]
    return f"{parts[1]}{numbers[0]}{parts[3]}{numbers[1]}{parts[5]}{numbers[2]}{parts[7]}"


def _is_date(column: CellColumn) -> bool:
    return column.kind is CellKind.DATE and column.order not in (COMPACT, *PER_SECOND)


LOST_POINT = Hypothesis(
    "decimal point lost", "had lost its decimal point", _with_point, applies=_has_point
)
SWAPPED_DAYS = Hypothesis(
    "day and month swapped", "had day and month swapped", _swapped_days, applies=_is_date
)
HYPOTHESES: tuple[Hypothesis, ...] = (
    LOST_POINT,
    *(
        _linear(
            (f"{grouped(factor)} times too {size}"), f"were {grouped(factor)} times too {size}", by
        )
        for factor in (10, 100, 1000)
        for size, by in (("large", 1 / factor), ("small", float(factor)))
    ),
    _linear("lb for kg", "were in lb rather than kg", 1 / _POUNDS),
    _linear("kg for lb", "were in kg rather than lb", _POUNDS),
    _linear("inches for cm", "were in inches rather than cm", _INCHES),
    _linear("cm for inches", "were in cm rather than inches", 1 / _INCHES),
    _linear("°F for °C", "were in °F rather than °C", 1 / 1.8, -32 / 1.8, _within(-60.0, 60.0)),
    _linear("°C for °F", "were in °C rather than °F", 1.8, 32.0, _within(-60.0, 140.0)),
    Hypothesis("wrong sign", "had the wrong sign", _multiplied(-1.0), applies=_has_one_sign),
    SWAPPED_DAYS,
)
"""The more particular one first: of two that explain the same, the first is told."""


def log_slope(hypothesis: Hypothesis, column: CellColumn) -> float:
    """How much larger differences become by undoing it, in this column, as a logarithm."""
    if hypothesis is LOST_POINT:
        return -column.decimals * float(np.log(10.0))
    return hypothesis.log_slope
