"""How many errors are found by looking at so many rows, with what it may as well be."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers

Z90 = 1.6448536269514722
_POINTS = 40
_WIDEST = 4
"""The curve goes to so many rows for every error that is planted."""
UNKNOWN = 0.145
"""By about so much errors come earlier or later than is promised, beyond chance, down to a fixed
suspicion: what is believed of the labels is no truth."""
_NEAR = 2
"""So many points to either side tell how steep a curve is."""
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

    The band is that of one more planting: chance in which rows are wrong, see `_chance`, times how
    much more or less plantings differ, and what is not known of the labels, which pushes out
    what comes last likewise.

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
    margin = _margin(looked, found, errors)
    chance = np.maximum(_chance(looked, found, margin, errors, rows), 0.5 / errors**2)
    spread, more = 1.0, len(shares) - 1
    if more:
        seen = float(shares.var(axis=0, ddof=1).sum() / chance.sum())
        spread = max(1.0, (more * seen + _KNOWN) / (more + _KNOWN))
    unsure = (unknown * (1 - margin)) ** 2 * 4 * found * (1 - found)
    half = Z90 * np.sqrt(chance * spread * (1 + 1 / len(shares)) + unsure)
    most_found = np.minimum(1.0, looked / errors)
    low = np.maximum.accumulate(np.clip(found - half, 0.0, most_found))
    high = np.maximum.accumulate(np.clip(found + half, 0.0, most_found))
    return FoundCurve(looked.astype(np.int64), found, low, high)


def _margin(looked: Integers, found: Floats, errors: int) -> Floats:
    """π: how many of the next rows are errors, at each point of a curve."""
    last = len(looked) - 1
    before, after = (np.clip(np.arange(last + 1) + off, 0, last) for off in (-_NEAR, _NEAR))
    steps = np.maximum(looked[after] - looked[before], 1)
    return np.asarray(np.clip(errors * (found[after] - found[before]) / steps, 0.0, 1.0))


def _chance(looked: Integers, found: Floats, margin: Floats, errors: int, rows: int) -> Floats:
    """The variance of the share of E errors that is found among the first k of n rows.

    Had one looked down to a fixed suspicion, a binomial share f of the errors, and g of the right
    rows, would be seen: g = (k - E f) / (n - E). But the number of rows is what is fixed: an error
    more pushes out what comes last, of which π are errors. To first order the variance is

        (1 - π)² f (1 - f) / E + π² (n - E) g (1 - g) / E²
    """
    right = max(1, rows - errors)
    seen = np.clip((looked - errors * found) / right, 0.0, 1.0)
    own = (1 - margin) ** 2 * found * (1 - found) / errors
    return np.asarray(own + margin**2 * right * seen * (1 - seen) / errors**2)
