"""Turning shares into probabilities: q_j ∝ f_j p_j^γ, fitted on rows that were judged unseen.

Temperature scaling with a factor a class (Platt 1999, Guo et al. 2017). The shares of forests are
too timid, those of boosted ensembles too sure: costs weigh probabilities, and would be misled.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.learning.deciding import MOST_POWER

_LEAST_SHARE = 1e-9
_RIDGE = 1e-3
"""Holds the factors of classes of few rows near 1."""
_RANGE = 4.0
"""The log of the power is between minus this and this."""


@dataclass(frozen=True, eq=False)
class Calibrated:
    """What makes probabilities of shares."""

    factors: Floats
    """One a class; the largest is 1."""
    power: float

    @classmethod
    def of(
        cls, shares: Floats, labels: Integers, weights: Floats, start: "Calibrated | None" = None
    ) -> "Calibrated":
        """The factors and the power by which the labels are likeliest, near a start found sooner.

        >>> random = np.random.default_rng(0)
        >>> truth = random.dirichlet([0.3, 0.3, 0.3], 4000)
        >>> labels = (truth.cumsum(axis=1) < random.random((4000, 1))).sum(axis=1)
        >>> timid = truth**0.5 / (truth**0.5).sum(axis=1, keepdims=True)
        >>> abs(Calibrated.of(timid, labels, np.ones(4000)).power - 2) < 0.2
        True
        """
        from scipy.optimize import minimize

        logs = np.log(np.maximum(shares, _LEAST_SHARE))
        classes, rows = shares.shape[1], np.arange(len(labels))
        own = weights / weights.sum()

        def lost(theta: Floats) -> tuple[float, Floats]:
            power, offset = np.exp(theta[0]), np.append(theta[1:], 0.0)
            scores = power * logs + offset
            scores -= scores.max(axis=1, keepdims=True)
            total = np.log(np.exp(scores).sum(axis=1))
            off = np.exp(scores - total[:, None])
            off[rows, labels] -= 1.0
            off *= own[:, None]
            loss = float((own * (total - scores[rows, labels])).sum()) + _RIDGE * float(
                (offset**2).sum()
            )
            slope = (off.sum(axis=0) + 2 * _RIDGE * offset)[:-1]
            return loss, np.append(power * float((off * logs).sum()), slope)

        bounds = [(-_RANGE, _RANGE), *[(-20.0, 20.0)] * (classes - 1)]
        first = np.zeros(classes)
        if start is not None:
            first = np.log([start.power, *(start.factors[:-1] / start.factors[-1])])
        found = minimize(lost, first, jac=True, method="L-BFGS-B", bounds=bounds).x
        factors = np.exp(np.append(found[1:], 0.0))
        return cls(factors / factors.max(), min(MOST_POWER, float(np.exp(found[0]))))

    def share_of(self, probability: float) -> float:
        """Of two classes, the share of the second one that stands for a probability of it.

        >>> Calibrated(np.array([1.0, 0.25]), 1.0).share_of(0.5)
        0.8
        """
        if not 0 < probability < 1:
            return probability
        wanted = np.log(probability / (1 - probability)) + np.log(self.factors[0] / self.factors[1])
        return float(1 / (1 + np.exp(-wanted / self.power)))
