"""A scale on which a column's numbers are about symmetric, with a middle and a usual spread."""

import math
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats

_NORMAL = 1.349
"""The distance of the quartiles of a normal distribution, in deviations."""
_SKEWED = 0.25
"""A column this lopsided is bent."""
_BENDS = (1.0, 0.1, 0.01)
FAR = 5.0
"""Nothing is learned from how far beyond so many spreads a value is: wrong values teach least."""


@dataclass(frozen=True)
class ColumnScale:
    """(t(x) - middle) / spread, with t(x) = asinh(x / bend), or x itself if nothing is to be bent.

    The inverse hyperbolic sine is straight near 0, grows as a logarithm beyond the bend, and takes
    numbers of either sign (Johnson 1949). Quantiles alone decide, so that single wrong values do
    not.

    >>> scale = ColumnScale.of(np.exp(np.arange(100) / 10))
    >>> scale.is_bent, round(float(scale.undo(scale(np.array([5.0])))[0]), 9)
    (True, 5.0)
    """

    bend: float
    """Endless if nothing is bent."""
    middle: float
    spread: float

    @classmethod
    def of(cls, values: Floats) -> "ColumnScale":
        """The scale of these numbers, none of them missing."""
        sizes = np.abs(values[values != 0])
        usual = float(np.median(sizes)) if len(sizes) else 0.0
        bends = [math.inf, *(share * usual for share in _BENDS if usual > 0)]
        skews = [abs(_skew(_bent(values, bend))) for bend in bends]
        if skews[0] <= _SKEWED:
            bends, skews = bends[:1], skews[:1]
        bend = bends[int(np.argmin(skews))]
        bent = _bent(values, bend)
        return cls(bend, float(np.median(bent)), _spread(bent))

    @property
    def is_bent(self) -> bool:
        """Whether large numbers are drawn together."""
        return math.isfinite(self.bend)

    def __call__(self, values: Floats) -> Floats:
        return np.asarray((_bent(values, self.bend) - self.middle) / self.spread)

    def undo(self, scaled: Floats) -> Floats:
        """The numbers that are scaled so."""
        bent = self.middle + self.spread * scaled
        return np.asarray(self.bend * np.sinh(bent) if self.is_bent else bent)

    def log_slope(self, values: Floats) -> Floats:
        """The logarithm of how steep the scale is at these numbers."""
        if not self.is_bent:
            return np.full(len(values), -math.log(self.spread))
        return np.asarray(-np.log(np.hypot(values, self.bend)) - math.log(self.spread))


def _bent(values: Floats, bend: float) -> Floats:
    return np.arcsinh(values / bend) if math.isfinite(bend) else values


def _skew(values: Floats) -> float:
    """By how much the upper tenth is further away than the lower one: from -1 to 1 (Kelley)."""
    low, middle, high = np.quantile(values, (0.1, 0.5, 0.9))
    return float((high + low - 2 * middle) / (high - low)) if high > low else 0.0


def _spread(values: Floats) -> float:
    """As a normal deviation: by the quartiles, or wherever there is a distance at all."""
    for tail, normal in ((0.25, _NORMAL), (0.1, 2.563), (0.02, 4.107)):
        low, high = np.quantile(values, (tail, 1 - tail))
        if high > low:
            return float(high - low) / normal
    return float(values.std()) or 1.0
