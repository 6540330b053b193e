"""Which colours the weights of a run have: from its light rows to its heavy ones."""

import math
from dataclasses import dataclass

import numpy as np

from core.base.numerals import localised
from core.base.wording import fixed

_LIGHT, _HEAVY = 0.01, 0.995
"""These shares of the picture lie below the scale's ends."""
_NEAREST = math.log10(2)
"""The ends lie at least so far from the average: else little differences would look great."""
_LOWEST = -2.0
"""A hundredth of the average hardly counts; however little less a row weighs, nothing changes."""
_NICE = (1, 2, 5)


@dataclass(frozen=True)
class WeightScale:
    """A scale of log10 of relative weights, and whether some lie beyond its ends."""

    low: float
    high: float
    is_less: bool
    is_more: bool

    @classmethod
    def of(cls, image: np.ndarray) -> "WeightScale":
        """The scale of a picture of such logs, with round numbers at both ends.

        >>> list(WeightScale.of(np.log10([[0.3, 1.0, 13.0]])).ticks().values())
        ['0.2x', '0.3x', '1x', '3x', '10x', '20x']
        """
        known = image[np.isfinite(image)]
        if not known.size:
            return cls(-_NEAREST, _NEAREST, False, False)
        light, heavy = np.quantile(known, (_LIGHT, _HEAVY))
        low = min(-_NEAREST, max(_LOWEST, -_round_up(-float(light))))
        high = max(_NEAREST, _round_up(float(heavy)))
        is_less = bool(known.min() < low - 1e-6 or known.size < image.size)
        return cls(low, high, is_less, bool(known.max() > high + 1e-6))

    def ticks(self) -> dict[float, str]:
        """The places on a colour bar, and their texts; the ends say if there is more beyond."""
        found = {log: weight_text(log) for log in self._between()}
        found[self.low] = ("or less\n" if self.is_less else "") + weight_text(self.low)
        found[self.high] = weight_text(self.high) + ("\nor more" if self.is_more else "")
        return dict(sorted(found.items()))

    @property
    def words(self) -> str:
        """Both ends, for those who cannot see the bar."""
        low = weight_text(self.low) + (" or less" if self.is_less else "")
        return f"{low} to {weight_text(self.high)}" + (" or more" if self.is_more else "")

    def _between(self) -> list[float]:
        """Powers of ten; where they are few, threefold ones too."""
        decades = np.arange(math.ceil(self.low), math.floor(self.high) + 1)
        if self.high - self.low <= 4:
            decades = np.concatenate([decades, decades + math.log10(3), [math.log10(0.3)]])
        inside = (decades > self.low + 0.15) & (decades < self.high - 0.15)
        return [float(log) for log in np.unique(decades[inside])]


def _round_up(log: float) -> float:
    """The log10 of the next of 1, 2, 5, 10, 20, ... that is not below."""
    decade = math.floor(log)
    return decade + next(
        own for own in (*map(math.log10, _NICE), 1.0) if decade + own >= log - 1e-9
    )


def weight_text(log: float) -> str:
    """A weight by its log10, with as many digits as it needs.

    >>> [weight_text(log) for log in (-1.0, -0.30103, 0.0, 3.0)]
    ['0.1x', '0.5x', '1x', '1,000x']
    """
    weight = 10.0**log
    return f"{fixed(weight, 0)}x" if weight >= 0.95 else f"{localised(f'{weight:.2g}')}x"
