"""On how few rows the weight lies: boosting leaves the easy ones behind."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.base.wording import count, grouped, percent, times_average

_NEARLY_ALL, _MUCH = 0.9, 0.05
_FEW = 10


@dataclass(frozen=True)
class Concentration:
    """How the weight is spread over some rows."""

    rows: int
    half: int
    """So many of them, the heaviest, hold half of the weight."""
    most: int
    """So many hold nine tenths."""
    heaviest: int
    """The place of the heaviest row."""
    share: float
    """How much of the weight it holds."""

    @classmethod
    def of(cls, weights: Floats) -> "Concentration | None":
        """The spread of some weights, of which one at least is above 0; None otherwise.

        >>> Concentration.of(np.array([1.0, 6.0, 2.0, 1.0]))
        Concentration(rows=4, half=1, most=3, heaviest=1, share=0.6)
        """
        total = float(weights.sum())
        if not total > 0:
            return None
        summed = np.cumsum(np.sort(weights)[::-1]) / total
        half, most = (int(np.searchsorted(summed, share - 1e-12)) + 1 for share in (0.5, 0.9))
        heaviest = int(np.argmax(weights))
        return cls(len(weights), half, most, heaviest, float(weights[heaviest]) / total)

    def sentence(self, where: str) -> str:
        """What that means in words; `where` is the place of the heaviest row.

        >>> Concentration.of(np.array([9.9, 0.1, 0.0])).sentence("line 7")
        'One row, line 7, holds 99.0 % of the weight: the other 2 hardly count any more.'
        """
        if self.share >= _NEARLY_ALL:
            return (
                f"One row, {where}, holds {percent(self.share)} of the weight: "
                f"the other {grouped(self.rows - 1)} hardly count any more."
            )
        if self.most <= min(_FEW, self.rows // 10):
            return (
                f"{grouped(self.most)} of {count(self.rows, 'training row')} hold nine "
                "tenths of the "
                f"weight, the heaviest, {where}, {percent(self.share)}: the "
                "others hardly "
                "count any more."
            )
        if self.half >= 0.45 * self.rows:
            return "The weight is spread nearly evenly over the training rows."
        weight = times_average(self.share * self.rows)
        own = f"holds {percent(self.share)}" if self.share >= _MUCH else f"has {weight}"
        return (
            f"Half of the weight lies on {grouped(self.half)} of "
            f"{count(self.rows, 'training row')}; "
            f"the heaviest, {where}, {own}."
        )
