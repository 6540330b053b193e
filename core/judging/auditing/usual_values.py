"""What is usual of a column for a label, where a row lies in it, and what its value speaks for.

Each column is looked at by itself: what only several of them tell together is not seen here.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.numerals import without_thousands
from core.base.wording import as_read, readable
from core.data.column import Column

_NEAR_SHARE, _FEWEST_NEAR = 0.1, 10
"""Numbers are like a row's if they are among so large a share, or so many, of the nearest."""
_LEAST_SEPARATED = 10_000
_DRAWN_IN = 2.0
"""Shares are drawn towards that of both labels together as if by so many rows more."""


@dataclass(frozen=True)
class UsualValue:
    """What rows of a label usually have in a column, and where one row lies."""

    usual: str
    """The median of the numbers, or the commonest category with its share."""
    place: str
    """The share of the rows that its number is above, or that have its category; else nothing."""

    def __str__(self) -> str:
        return f"{self.usual} · {self.place}" if self.place else self.usual


def usual_value(column: Column, row: int, others: Integers) -> UsualValue:
    """What these other rows usually have, and where a row lies among them.

    >>> import pandas as pd
    >>> prices = Column.from_series("price", pd.Series([30.0, 10.0, 20.0, 30.0, 40.0]))
    >>> print(usual_value(prices, 0, np.arange(1, 5)))
    25 · above 50 %
    >>> names = Column.from_series("paid", pd.Series(["cash", "card", "card", "card", "cash"]))
    >>> print(usual_value(names, 0, np.arange(1, 5)))
    card 75 % · this 25 %
    """
    missing = column.missing[others]
    known = others[~missing]
    if not len(known):
        return UsualValue("missing" if len(others) else "", "")
    is_missing = bool(column.missing[row])
    gaps = f"missing {_percent(float(missing.mean()))}"
    if column.is_number:
        values, own = column.values[known], float(column.values[row])
        middle = float(np.quantile(values, 0.5, method="closest_observation"))
        if np.isfinite(values).all():  # an infinity has no middle with another number
            middle = float(np.median(values))
        above = f"above {_percent(float((values < own).mean()))}" if own != middle else ""
        return UsualValue(_number(middle), gaps if is_missing else above)
    codes = column.values[known].astype(np.int64)
    counts = np.bincount(codes)
    most = int(counts.argmax())
    usual = f"{column.categories[most]} {_percent(counts[most] / len(others))}"
    own = int(column.values[row])
    if own == most:
        return UsualValue(usual, "")
    share = float((codes == own).sum() / len(others))
    return UsualValue(usual, gaps if is_missing else f"this {_percent(share)}")


def speaks_for(column: Column, row: int, given: Integers, other: Integers) -> float:
    """How many times as frequent a value like the row's is with the other label as with its own.

    Above 1 it speaks for the other label. Without rows of either it is 1.

    >>> import pandas as pd
    >>> paid = Column.from_series("paid", pd.Series(["cash"] + ["cash"] * 3 + ["card"] * 5))
    >>> speaks_for(paid, 0, np.array([4, 5, 6, 7]), np.array([1, 2, 3, 8]))
    5.0
    """
    if not len(given) or not len(other):
        return 1.0
    both = np.concatenate([given, other])
    is_like = _like(column, row, both)
    own, its = is_like[: len(given)], is_like[len(given) :]
    drawn = _DRAWN_IN * float(is_like.mean())
    shares = [(float(each.sum()) + drawn) / (len(each) + _DRAWN_IN) for each in (own, its)]
    return shares[1] / shares[0] if shares[0] > 0 else 1.0


def _like(column: Column, row: int, rows: Integers) -> Mask:
    """Which rows have the same category, a number near by, or a gap as well."""
    missing = column.missing[rows]
    if column.missing[row]:
        return np.asarray(missing)
    values = column.values[rows]
    if not column.is_number:
        return np.asarray(values == column.values[row])
    known = values[~missing].astype(np.float64)
    if not len(known):
        return np.zeros(len(rows), bool)
    near = min(len(known), max(_FEWEST_NEAR, round(_NEAR_SHARE * len(known)))) - 1
    away = _away(known, float(column.values[row]))
    found = np.zeros(len(rows), bool)
    found[~missing] = away <= np.partition(away, near)[near]
    return found


def _away(values: Floats, here: float) -> Floats:
    with np.errstate(invalid="ignore"):  # infinities
        away = np.abs(values - here)
    return np.where(values == here, 0.0, np.where(np.isnan(away), np.inf, away))


def own_value(column: Column, row: int) -> str:
    """A number of a row with all its digits, to be read beside what is usual.

    >>> import pandas as pd
    >>> column = Column.from_series("built", pd.Series([1988.0, 280.9334, 118_942.0]))
    >>> [own_value(column, row) for row in range(3)]
    ['1988', '280.9334', '118,942']
    """
    return _marked(as_read(column.text(row)), float(column.values[row]))


def _number(value: float) -> str:
    return _marked(readable(value), value)


def _marked(text: str, value: float) -> str:
    """A year has no separator."""
    return without_thousands(text) if abs(value) < _LEAST_SEPARATED else text


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
