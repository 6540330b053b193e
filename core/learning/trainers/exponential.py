"""The exponential loss and its weights, as GentleBoost takes them (Friedman et al. 2000)."""

import numpy as np

from core.base import pool
from core.base.arrays import Floats
from core.engine.growing.grower import Grown
from core.learning.histories.weighted_scores import WeightedScores, against, is_own, raised
from core.learning.predictors.links import AGAINST_REST, LOGISTIC
from core.learning.problem import Problem
from core.learning.trainers.losses import PlainLoss

_VERY = 1e300
"""Below all logs, and finite: the difference of two infinities is nothing."""


class ExponentialLoss(PlainLoss):
    """The mean of exp(-y F); with many classes, of all classes one against the rest.

    The slopes are (w, w y), the weights w of each class having the sum that they started with:
    a leaf says Σ w y / Σ w, the weighted mean of y.
    """

    scale = 2.0
    history_kind = WeightedScores

    def __init__(self, problem: Problem) -> None:
        is_two = problem.classes == 2
        super().__init__(problem, 1 if is_two else problem.classes)
        self.link = LOGISTIC if is_two else AGAINST_REST
        self.offset = np.zeros(self.trees)
        self._log_totals = np.zeros(self.trees)

    def judge(self, scores: Floats, hardness: Floats) -> dict[str, float]:
        """As for every loss, after finding what the weights are to be divided by."""
        problem = self.problem
        chunk = pool.chunk_rows(problem.training)
        logs = np.empty((pool.chunk_count(problem.training), self.trees))

        def work(first: int, last: int) -> None:
            for number in range(first, last):
                rows = slice(number * chunk, min((number + 1) * chunk, problem.training))
                burden = against(scores[rows], problem.labels[rows])
                logs[number] = _log_sum(burden, problem.row_weights[rows])

        pool.over_chunks(problem.training, work)
        # Whoever has but a sample of the rows is told what all of them weigh.
        self._log_totals = problem.sums.highest(_log_sum(logs, np.ones(len(logs))))
        return super().judge(scores, hardness)

    def _judge_block(
        self, scores: Floats, start: int, stop: int, hardness: Floats, tally: Floats
    ) -> None:
        from core.engine.kernels import gradient as tallies
        from core.learning.predictors.winners import winners

        problem, rows = self.problem, slice(start, stop)
        scores, labels, own = scores[rows], problem.labels[rows], problem.row_weights[rows]
        burden = against(scores, labels)
        end = max(0, min(stop, problem.training) - start)
        total = self._totals[0]
        weights = own[:end, None] * raised(burden[:end] - self._log_totals) * total
        self.slopes[:, start : start + end, 0] = weights.T
        signed = np.where(is_own(labels[:end], self.trees), weights, -weights)
        self.slopes[:, start : start + end, 1] = signed.T
        together = _log_sum(self._log_totals, np.ones(self.trees))
        hardness[rows] += own * raised(burden - together).sum(axis=1) * problem.overall.training
        losses = own * raised(burden).mean(axis=1)
        both = np.column_stack([-scores, scores]) if self.link == LOGISTIC else scores
        wrong = own * (winners(both, problem.commonest) != labels)
        tally[tallies.LOSS] = losses[:end].sum()
        tally[tallies.VALIDATION_LOSS] = losses[end:].sum()
        tally[tallies.ERROR] = wrong[:end].sum()
        tally[tallies.VALIDATION_ERROR] = wrong[end:].sum()

    def values(self, grown: Grown, output: int, penalty: float, scores: Floats) -> Floats:
        """The weighted mean of y; never beyond ±1, whatever rounding left of light rows."""
        return np.clip(super().values(grown, output, penalty, scores), -1, 1)


def _log_sum(logs: Floats, weights: Floats) -> Floats:
    """ln Σ_i w_i exp(logs_i), of each column if there are several.

    >>> round(float(_log_sum(np.array([1000.0, 1000.0]), np.array([1.0, 1.0]))), 4)
    1000.6931
    """
    logs = logs[weights > 0]
    highest = logs.max(axis=0, initial=-_VERY)
    # No product of matrices: its last bits depend on how many threads compute it.
    total = np.sum(np.exp(logs - highest).T * weights[weights > 0], axis=-1)
    with np.errstate(divide="ignore"):  # no row that counts: the log of 0
        return np.asarray(np.log(total) + highest)
