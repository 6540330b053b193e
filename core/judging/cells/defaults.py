"""Values that stand for missing ones: 0, -1, 999, 1900-01-01, which many systems write.

Such a value is seen again and again, and stands apart: between it and the next value there is a gap
that the column has nowhere else. Where it is only a value among others, as 0 in a count, it does
not.
"""

from collections.abc import Iterator

import numpy as np

from core.base.arrays import Floats
from core.base.wording import count
from core.judging.cells.columns import CellColumn, CellKind
from core.judging.cells.examined import Examined
from core.judging.cells.finding import CellFinding

DEFAULTS = (0.0, -1.0, 99.0, -99.0, 999.0, -999.0, 9999.0, -9999.0, 99999.0, 999999.0)
DATE_DEFAULTS = tuple(
    float((np.datetime64(text) - np.datetime64("1970-01-01")).astype(np.int64))
    for text in ("1900-01-01", "1970-01-01", "1899-12-30", "2099-12-31", "9999-12-31", "1901-01-01")
)
_LEAST_ROWS = 3
_MOST_SHARE = 0.3
_GAP_STEPS, _GAP_SPREADS = 5.0, 1.0
_LEAST_OTHERS = 20
_TAIL = 0.005


def default_findings(examined: Examined, place: int) -> Iterator[CellFinding]:
    """The values of a column that seem to stand for missing ones."""
    column = examined.judged[place]
    if column.is_category or column.is_target:
        return
    for value in DATE_DEFAULTS if column.kind is CellKind.DATE else DEFAULTS:
        if not stands_apart(column, value):
            continue
        rows = np.flatnonzero(column.rows_with(value))
        lines = examined.data.lines[rows]
        text = column.text(value)
        told = f"{count(len(rows), 'row has', 'rows have')} {text} in {column.name!r}"
        yield CellFinding(
            "default value",
            (column.name,),
            lines,
            f"{told}, far from all other values: it may stand for a missing one.",
            {column.name: dict.fromkeys(lines.tolist(), "")},
            float("nan"),
        )


def stands_apart(column: CellColumn, value: float) -> bool:
    """Whether a value is repeated, and there is a gap to all others that nothing else explains.

    >>> pressure = np.concatenate([np.zeros(8), np.arange(60, 110)])
    >>> stands_apart(CellColumn("pressure", CellKind.NUMBER, pressure), 0.0)
    True
    >>> stands_apart(CellColumn("children", CellKind.NUMBER, np.arange(60) % 9 * 1.0), 0.0)
    False
    """
    has_it = column.rows_with(value)
    rows, others = int(has_it.sum()), column.values[~column.missing & ~has_it]
    most = _MOST_SHARE * (rows + len(others))
    if rows < _LEAST_ROWS or rows > most or len(others) < _LEAST_OTHERS:
        return False
    gap, step = _gap(others, value)
    low, high = np.quantile(others, (0.25, 0.75))
    return gap > max(_GAP_STEPS * step, _GAP_SPREADS * float(high - low))


def _gap(others: Floats, value: float) -> tuple[float, float]:
    """How far the nearest other value is, and how far neighbours near it are from one another.

    A few single values between, wrong ones perhaps, do not fill a gap: the nearest two hundredth is
    left out of account if the value lies outside of all the rest.
    """
    distances = np.sort(np.abs(others - value))
    inside = (others > value).any() and (others < value).any()
    if inside and min((others > value).mean(), (others < value).mean()) > _TAIL:
        return float(distances[0]), float("inf")
    nearest = distances[int(_TAIL * len(distances)) :]
    distinct = np.unique(nearest)
    steps = np.diff(distinct[: max(2, len(distinct) // 4)])
    return float(nearest[0]), float(np.median(steps)) if len(steps) else 0.0
