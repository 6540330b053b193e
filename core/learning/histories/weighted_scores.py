"""Boosted scores whose rows have weights: those of the exponential loss.

A row has the weight w_0 Σ_k exp(-y_k F_k), divided by the sum over the training rows. Two classes
have one score, y is -1 or 1; of many classes each has its own, and y_k is 1 for the row's class
and -1 for all others.
"""

from collections.abc import Iterator

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.learning.histories.boosted_scores import BoostedScores, Judge
from core.learning.histories.history import flagged_by_weight
from core.learning.histories.parts import levelled
from core.learning.histories.quantities import Quantity
from core.learning.histories.replayed import ReplayedWeights
from core.learning.histories.scores import Link
from core.learning.histories.tracks import Add
from core.learning.problem import Problem
from core.learning.rounds import Curve

_MOST_LOG = 600.0
"""A row that is not trained on may weigh more than all that are, by any amount: e^600 at most."""


def is_own(labels: Integers, outputs: int) -> Mask:
    """Whether a score stands for the row's class; a single one stands for the second class."""
    return np.asarray(labels[:, None] == (np.arange(outputs) if outputs > 1 else 1))


def against(scores: Floats, labels: Integers) -> Floats:
    """What -y_k F_k is for every row and score.

    >>> against(np.array([[0.5], [0.5]]), np.array([1, 0])).ravel().tolist()
    [-0.5, 0.5]
    """
    return np.where(is_own(labels, scores.shape[1]), -scores, scores)


def raised(logs: Floats) -> Floats:
    """exp of logs that may be too large for it."""
    return np.exp(np.minimum(logs, _MOST_LOG))


class WeightedScores(ReplayedWeights, BoostedScores):
    """The history of trees boosted on the exponential loss: `hardness` sums up the weights."""

    gives = BoostedScores.gives | {Quantity.WEIGHTS}

    def __init__(
        self, problem: Problem, curves: tuple[Curve, ...], start: Floats, add: Add, link: Link
    ) -> None:
        super().__init__(problem, curves, start, add, link)
        self._start_weights = self.row_weights / problem.overall.training_weight
        # The heaviest and the sum of each round's weights, where these rows are but a sample.
        self._totals: list[tuple[float, float]] = []
        self._note_total(self._track.at(0))

    def weights(self, t: int) -> Floats:
        """Every row's weight after t rounds; those of the training rows sum to 1."""
        self.check_round(t)
        return self.by_row(self._weights(self._track.at(t), t))

    def finish(self, judge: Judge) -> dict[str, float]:
        """As for all boosted scores; what weights are divided by is asked for now, if at all."""
        values = super().finish(judge)
        self._note_total(self.scores_now)
        return values

    def _note_total(self, scores: Floats) -> None:
        if not self.problem.sums.is_alone:
            found = self.problem.sums.highest(np.array(self._total(self._logs(scores))))
            self._totals.append((float(found[0]), float(found[1])))

    def _doubts(self) -> Floats:
        """The mean weight, relative to the average, over the rounds so far and the start."""
        start = self._start_weights * self.taught
        return np.asarray((start + self._hardness) / (self.rounds + 1))

    def flagged(self, suspicion: Floats, margins: Floats) -> Mask:
        """The rows that are heavy and that the ensemble contradicts."""
        return flagged_by_weight(suspicion, margins)

    def _every_round(self, t: int) -> Iterator[Floats]:
        """The relative weights, by row, from the start to round t."""
        scores = self._track.at(0)
        for number in range(t + 1):
            if number:
                self._add(scores, number - 1, number)
            relative = self._weights(scores, number) * self.taught
            yield self.by_row(levelled(relative, self.training))

    def _weights(self, scores: Floats, t: int) -> Floats:
        logs = self._logs(scores)
        heaviest, total = self._totals[t] if t < len(self._totals) else self._total(logs)
        return self._raised(logs, heaviest) / total

    def _logs(self, scores: Floats) -> Floats:
        return against(scores, self.problem.labels)

    def _total(self, logs: Floats) -> tuple[float, float]:
        """The log of the heaviest training row that counts, and the sum of their weights."""
        counts = self._start_weights[: self.training] > 0
        heaviest = float(logs[: self.training][counts].max())
        return heaviest, float(self._raised(logs, heaviest)[: self.training].sum())

    def _raised(self, logs: Floats, heaviest: float) -> Floats:
        # Dividing by the heaviest first: exp of a large sum is infinite, of a small one 0.
        return np.asarray(self._start_weights * raised(logs - heaviest).sum(axis=1))
