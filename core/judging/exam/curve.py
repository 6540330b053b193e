"""How many errors are found by looking at so many rows, with what it may as well be."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers

Z90 = 1.6448536269514722
_POINTS = 40
_WIDEST = 4
"""The curve goes to so many rows for every error that is planted."""
UNKNOWN = 0.065
"""By about so much the promise is off beyond chance: what is believed of the labels is no truth."""
_KNOWN = 6.0
"""That plantings differ as binomial shares do counts as so many plantings."""


@dataclass(frozen=True, eq=False)
class FoundCurve:
    """The share of errors found among the first rows, with the bounds of a 90 % band."""

    looked: Integers
    found: Floats
    low: Floats
    high: Floats

    def at(self, rows: int) -> tuple[float, float, float]:
        """The share found among the first `rows`, and its bounds."""
        return (
            float(np.interp(rows, self.looked, self.found)),
            float(np.interp(rows, self.looked, self.low)),
            float(np.interp(rows, self.looked, self.high)),
        )


def found_curve(places: Sequence[Integers], rows: int, unknown: float = UNKNOWN) -> FoundCurve:
    """The curve of several plantings: for each the places of its errors in the ranking, from 0.

    The band is that of one more planting: chance in which rows are wrong, as a binomial share would
    have it times how much more or less plantings differ, and what is not known of the labels.

    >>> curve = found_curve([np.arange(10), np.arange(10)], 100)
    >>> curve.at(10)[0], curve.at(5)[0]
    (1.0, 0.5)
    """
    errors = max(1, round(float(np.mean([len(each) for each in places]))))
    most = min(rows, max(_WIDEST * errors, 10))
    looked = np.unique(np.concatenate([np.linspace(0, most, _POINTS).round(), [errors]]))
    shares = np.array(
        [np.searchsorted(np.sort(each), looked) / max(1, len(each)) for each in places]
    )
    found = shares.mean(axis=0)
    chance = np.maximum(found * (1 - found), 0.5 / errors) / errors
    inner = (found > 0.02) & (found < 0.98)
    spread, more = 1.0, len(shares) - 1
    if more and inner.any():
        seen = float((shares.var(axis=0, ddof=1) / chance)[inner].mean())
        spread = max(1.0, (more * seen + _KNOWN) / (more + _KNOWN))
    unsure = unknown**2 * 4 * found * (1 - found)
    half = Z90 * np.sqrt(chance * spread * (1 + 1 / len(shares)) + unsure)
    most_found = np.minimum(1.0, looked / errors)
    low = np.maximum.accumulate(np.clip(found - half, 0.0, most_found))
    high = np.maximum.accumulate(np.clip(found + half, 0.0, most_found))
    return FoundCurve(looked.astype(np.int64), found, low, high)
