"""Losses: where boosting starts, the slopes that its trees are grown on, and what leaves say."""

import abc
import math

import numpy as np

from core.base import pool
from core.base.arrays import Floats
from core.engine.growing.grower import Grown
from core.learning.histories.boosted_scores import BoostedScores
from core.learning.predictors.links import IDENTITY, LOGISTIC, SOFTMAX
from core.learning.problem import Problem

SQUARED, ABSOLUTE, HUBER = "squared", "absolute", "huber"
_KINDS = {SQUARED: 0, ABSOLUTE: 1, HUBER: 2}
_NOTHING = 1e-12
"""A leaf whose second-order sum is no more than this says nothing."""


class Loss(abc.ABC):
    """What a training minimises. After `judge`, `slopes` holds (h, g) of every training row."""

    link: str
    scale: float = 1.0
    offset: Floats
    history_kind: type[BoostedScores] = BoostedScores

    def __init__(self, problem: Problem, trees: int) -> None:
        self.problem = problem
        self.slopes = np.empty((trees, problem.training, 2))
        weights = problem.row_weights
        self._totals = [
            float(weights[: problem.training].sum()),
            float(weights[problem.training :].sum()),
        ]

    @property
    def trees(self) -> int:
        """How many trees a round has."""
        return len(self.slopes)

    def judge(self, scores: Floats, hardness: Floats) -> dict[str, float]:
        """The curves at these scores, and the slopes; adds what is missed to the hardness."""
        from core.engine.kernels.gradient import ROWS, TALLIES

        tallies = np.empty((-(-len(self.problem) // ROWS), TALLIES))
        pool.over(
            len(tallies),
            lambda first, last: self._judge(scores, first, last, hardness, tallies),
        )
        training, validation = self._totals
        sums = tallies.sum(axis=0).tolist()
        loss, error = sums[0] / training, sums[2] / training
        late_loss = sums[1] / validation if validation > 0 else math.nan
        late_error = sums[3] / validation if validation > 0 else math.nan
        return {
            "training_error": self._as_error(error),
            "validation_error": self._as_error(late_error),
            "loss": loss,
            "validation_loss": late_loss,
        }

    @abc.abstractmethod
    def _judge(
        self, scores: Floats, first: int, last: int, hardness: Floats, tallies: Floats
    ) -> None:
        """Judge blocks of rows first to last."""

    def _as_error(self, mean: float) -> float:
        return mean

    def values(self, grown: Grown, output: int, penalty: float, scores: Floats) -> Floats:
        """What each node of a tree says: a Newton step, S_1 / (S_0 + penalty)."""
        weight = grown.stats[:, :1] + penalty
        steps = np.zeros_like(weight)
        np.divide(grown.stats[:, 1:], weight, out=steps, where=weight > _NOTHING)
        return steps


class PlainLoss(Loss):
    """A loss without a kernel of its own: blocks of rows are judged one by one."""

    def _judge(
        self, scores: Floats, first: int, last: int, hardness: Floats, tallies: Floats
    ) -> None:
        from core.engine.kernels.gradient import ROWS

        for number in range(first, last):
            stop = min((number + 1) * ROWS, len(self.problem))
            self._judge_block(scores, number * ROWS, stop, hardness, tallies[number])

    @abc.abstractmethod
    def _judge_block(
        self, scores: Floats, start: int, stop: int, hardness: Floats, tally: Floats
    ) -> None:
        """Judge the rows of a block."""


class ClassLoss(Loss):
    """-ln P of the own class: logistic for two classes, softmax for more.

    With `is_working` the slopes are LogitBoost's (w, w z).
    """

    def __init__(self, problem: Problem, is_working: bool = False) -> None:
        is_two = problem.classes == 2
        super().__init__(problem, 1 if is_two else problem.classes)
        self._is_working = is_working
        self.link = LOGISTIC if is_two else SOFTMAX
        self.scale = 2.0 if is_working and is_two else 1.0
        self.offset = np.zeros(self.trees) if is_working else self._prior()

    def _prior(self) -> Floats:
        """The scores whose shares are those of the training weights."""
        problem = self.problem
        training = slice(None, problem.training)
        counted = np.bincount(
            problem.labels[training], problem.row_weights[training], problem.classes
        )
        # A class without training rows counts as half a row: its logarithm must be there.
        shares = np.maximum(counted / counted.sum(), 0.5 / problem.training)
        logs = np.log(shares)
        return np.array([logs[1] - logs[0]]) if self.link == LOGISTIC else logs

    def _judge(
        self, scores: Floats, first: int, last: int, hardness: Floats, tallies: Floats
    ) -> None:
        from core.engine.kernels.gradient import judge_logistic, judge_softmax

        problem = self.problem
        known = (scores, problem.labels, problem.row_weights, problem.training, first, last)
        rest = (problem.commonest, self._is_working, self.slopes, hardness, tallies)
        if self.link == LOGISTIC:
            judge_logistic(*known, self.scale, *rest)
        else:
            judge_softmax(*known, *rest)

    def values(self, grown: Grown, output: int, penalty: float, scores: Floats) -> Floats:
        """A Newton step; LogitBoost for many classes centres it over the classes.

        f_k becomes (K-1)/K (f_k - Σ_j f_j / K): each tree adds to all classes.
        """
        steps = super().values(grown, output, penalty, scores)
        if not self._is_working or self.link == LOGISTIC:
            return steps
        classes = self.trees
        shares = np.full(classes, -1 / classes)
        shares[output] += 1
        return np.asarray((classes - 1) / classes * steps * shares)


class NumberLoss(Loss):
    """The squared, absolute or Huber loss of numbers (Friedman 2001)."""

    link = IDENTITY

    def __init__(self, problem: Problem, kind: str = SQUARED, quantile: float = 0.9) -> None:
        super().__init__(problem, 1)
        self._kind, self._quantile, self._delta = _KINDS[kind], quantile, math.inf
        self._is_squared, self._is_huber = kind == SQUARED, kind == HUBER
        self._targets = problem.targets[: problem.training]
        self._weights = problem.row_weights[: problem.training]
        self.offset = np.array([self._start()])

    def _start(self) -> float:
        from core.engine.kernels.gradient import weighted_quantile

        if self._is_squared:
            return float(np.average(self._targets, weights=self._weights))
        return float(weighted_quantile(self._targets, self._weights, 0.5))

    def judge(self, scores: Floats, hardness: Floats) -> dict[str, float]:
        """As for every loss; δ of the Huber loss is a quantile of the absolute residuals."""
        from core.engine.kernels.gradient import weighted_quantile

        if self._is_huber:
            sizes = np.abs(self._residuals(scores))
            self._delta = float(weighted_quantile(sizes, self._weights, self._quantile))
        return super().judge(scores, hardness)

    def _judge(
        self, scores: Floats, first: int, last: int, hardness: Floats, tallies: Floats
    ) -> None:
        from core.engine.kernels.gradient import judge_numbers

        problem = self.problem
        judge_numbers(
            scores,
            problem.targets,
            problem.row_weights,
            problem.training,
            first,
            last,
            self._kind,
            self._delta,
            self.slopes,
            hardness,
            tallies,
        )

    def _as_error(self, mean: float) -> float:
        return math.sqrt(mean)

    def _residuals(self, scores: Floats) -> Floats:
        return np.asarray(self._targets - scores[: len(self._targets), 0])

    def values(self, grown: Grown, output: int, penalty: float, scores: Floats) -> Floats:
        """A Newton step; for the other losses the location of the leaf's residuals."""
        values = super().values(grown, output, penalty, scores)
        if self._is_squared:
            return values
        from core.engine.kernels.gradient import location_values

        leaves, (starts, stops) = np.flatnonzero(grown.left < 0), grown.spoken_for
        residuals = self._residuals(scores)

        def work(first: int, last: int) -> None:
            location_values(
                first,
                last,
                leaves,
                grown.rows,
                starts,
                stops,
                residuals,
                self._weights,
                self._kind,
                self._delta,
                values,
            )

        pool.over(len(leaves), work)
        return values
