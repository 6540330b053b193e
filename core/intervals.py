"""Intervals: a number with what it may as well be, by chance."""

import math
from dataclasses import dataclass

_Z95 = 1.959963984540054


@dataclass(frozen=True)
class Interval:
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float


def wilson(share: float, rows: int) -> Interval:
    """The score interval of a share seen on so many rows (Wilson 1927).

    >>> found = wilson(0.0, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.0, 0.037)
    """
    if rows == 0:
        return Interval(share, 0.0, 1.0)
    z2 = _Z95**2 / rows
    middle = (share + z2 / 2) / (1 + z2)
    half = _Z95 / (1 + z2) * math.sqrt(share * (1 - share) / rows + z2 / (4 * rows))
    # Of no wrong row the lower end is 0, and not what rounding leaves of it.
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))
