"""Intervals: a number with what it may as well be, by chance."""

import math
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers

Z95 = 1.959963984540054
"""So many standard errors on either side make a 95 % interval."""


@dataclass(frozen=True)
class Interval:
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float


def wilson(share: float, rows: float) -> Interval:
    """The score interval of a share seen on so many rows (Wilson 1927).

    Rows that weigh unlike or come in groups are as good as fewer: see `effective_rows`.

    >>> found = wilson(0.0, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.0, 0.037)
    """
    if rows == 0:
        return Interval(share, 0.0, 1.0)
    z2 = Z95**2 / rows
    middle = (share + z2 / 2) / (1 + z2)
    half = Z95 / (1 + z2) * math.sqrt(share * (1 - share) / rows + z2 / (4 * rows))
    # Of no wrong row the lower end is 0, and not what rounding leaves of it.
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def standard_error(values: Floats, groups: Integers | None = None) -> float:
    """That of a mean, of rows or of whole groups of them (Liang & Zeger 1986).

    G/(G-1) Σ_g (Σ_{i in g} (x_i - mean))² / n² is its square. What one row of a group tells, its
    others tell again: where they are all alike, groups count and not rows.

    >>> values, groups = np.repeat([0.0, 1.0, 2.0], 5), np.repeat([0, 1, 2], 5)
    >>> round(standard_error(values[::5]), 3), round(standard_error(values, groups), 3)
    (0.577, 0.577)
    """
    rows = len(values)
    sums = values - values.mean() if rows else values
    if groups is not None:
        sums = np.bincount(groups, sums)
    if len(sums) < 2:
        return math.inf
    return math.sqrt(len(sums) / (len(sums) - 1) * float((sums**2).sum())) / rows


def effective_rows(misses: Floats, weights: Floats, groups: Integers | None = None) -> float:
    """How many rows that weigh alike, none of a group, would tell the share of misses as well.

    (Σ w)² / Σ w² where rows weigh unlike (Kish 1965). With groups as many as have the spread that
    is seen among the groups, but no fewer than rows that are all alike within them would be, and
    no more than there are.

    >>> effective_rows(np.array([0.0, 1, 0, 1]), np.ones(4))
    4.0
    >>> effective_rows(np.repeat([0.0, 1, 0, 1], 5), np.ones(20), np.repeat([0, 1, 2, 3], 5))
    4.0
    """
    if len(misses) == 0:
        return 0.0
    most = float(weights.sum() ** 2 / (weights**2).sum())
    if groups is None:
        return most
    sizes = np.bincount(groups, weights)
    least = min(most, float(sizes.sum() ** 2 / (sizes**2).sum()))
    share = float(np.average(misses, weights=weights))
    spread = standard_error((misses - share) * weights / weights.mean(), groups)
    if spread <= 0 or not 0 < share < 1:
        return least
    return min(most, max(least, share * (1 - share) / spread**2))
