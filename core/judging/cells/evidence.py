"""When a hypothesis about a column holds: evidence that cannot be had by trying often.

For each row the likelihood ratio L says how much better the value fits if the hypothesis is true
of it. If it is true of no row, the product of 1 - e + e L over the rows is 1 in expectation for
each share e, and so is the mean over some shares: an e-value (Vovk & Wang 2021). By Markov's
inequality it exceeds T / 0.05 for any of T hypotheses in at most 5 % of tables without an error.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers

_LEVEL = 0.05
_MOST = 0.3
_LIKELY = 0.5


@dataclass(frozen=True, eq=False)
class Evidence:
    """How strongly the rows of a column speak for a hypothesis, and which of them do."""

    log_value: float
    """The natural logarithm of the e-value."""
    rows: Integers
    """The rows of which it is more likely true than not."""

    @classmethod
    def of(cls, log_ratios: Floats, others: int = 0) -> "Evidence":
        """By the logarithm of each row's likelihood ratio; -inf where it cannot be true.

        Of so many `others` it cannot be true either: they are rows, too.

        >>> none = np.full(100, -1.0)
        >>> found = Evidence.of(np.concatenate([none, [6.0, 7.0, 8.0]]))
        >>> found.rows.tolist(), found.holds(20), Evidence.of(none).holds(1)
        ([100, 101, 102], True, False)
        """
        count = len(log_ratios) + others
        shares = np.geomspace(1 / max(count, 2), _MOST, 8)
        ratios = np.exp(np.minimum(log_ratios, 500.0))
        with np.errstate(over="ignore"):
            logs = np.array([np.log1p(share * (ratios - 1)).sum() for share in shares])
        logs += others * np.log1p(-shares)
        best = float(logs.max())
        value = best + float(np.log(np.exp(logs - best).mean()))
        share = float(shares[int(logs.argmax())])
        weighed = share * ratios
        likely = weighed / (1 - share + weighed)
        return cls(value, np.flatnonzero(likely >= _LIKELY))

    def holds(self, tries: int) -> bool:
        """Whether it holds although so many hypotheses were tried."""
        return self.log_value >= threshold(tries) and len(self.rows) > 0


def threshold(tries: int) -> float:
    """What the logarithm of an e-value has to reach if so many are looked at."""
    return float(np.log(max(1, tries) / _LEVEL))
