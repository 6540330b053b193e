"""Boosting of numbers by reweighting: what every learner said, and the weights that follow.

With the loss L_i of row i in a round, between 0 and 1, and the round's vote v, a row's weight is
multiplied by e^(-v (1 - L_i)) and divided by the sum over the training rows (Drucker 1997, where
e^-v is β). What a learner said is kept: 8 bytes a row a round, from which all else follows.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from core.base.arrays import Floats, Mask
from core.base.codec import Arrays, ReadArray, require
from core.learning.histories.history import FLAG_FROM
from core.learning.histories.parts import levelled
from core.learning.histories.quantities import Quantity
from core.learning.histories.replayed import ReplayedWeights
from core.learning.histories.scores import FAR
from core.learning.predictors.median import weighted_medians
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import Curve

LINEAR, SQUARE, EXPONENTIAL = "linear", "square", "exponential"
LossOf = Callable[[Floats], Floats]
"""From residuals over the largest of the training rows, 0 to 1, to losses, 0 to 1."""


class MedianHistory(ReplayedWeights):
    """The history of AdaBoost.R2: the weighted median of the learners decides."""

    builds_up = True
    gives = frozenset({Quantity.WEIGHTS})

    def __init__(self, problem: Problem, curves: tuple[Curve, ...], loss_of: LossOf) -> None:
        super().__init__(problem, curves, facts=1)
        self._loss_of = loss_of
        self.start_weights = self.row_weights / self.row_weights[: self.training].sum()
        self._counts = self.start_weights[: self.training] > 0
        self._said: list[Floats] = []
        self._now = np.zeros(len(problem))
        self._lock = threading.Lock()
        self._summed, self._burden = 0, np.zeros(len(problem))
        self._sums = self.start_weights * self.training

    def continued(self) -> "MedianHistory":
        """A history that goes on from here and shares what is finished."""
        other = MedianHistory(self.problem, self.curves, self._loss_of)
        other._follow(self)
        other._said = self._said[: self.rounds]
        other._now = self.burden(self.rounds)
        return other

    def stored(self) -> Arrays:
        """The votes, and what every learner said."""
        said = self._said[: self.rounds]
        return super().stored() | {"said": np.stack(said) if said else np.empty((0, len(self)))}

    def restore(self, read: ReadArray, turned: Mask | None = None) -> None:
        """All of it, as it was."""
        super().restore(read, turned)
        said = read("said", "<f8", 2)
        require(said.shape == (self.rounds, len(self)) and bool(np.isfinite(said).all()))
        require(bool(np.all(np.isfinite(self.votes) & (self.votes > 0))))
        self._said = list(said)

    def check_members(self, members: Sequence[Predictor]) -> None:
        """A learner a round."""
        require(len(members) == self.rounds)

    def losses(self, said: Floats) -> Floats:
        """Every row's loss: that of its residual over the largest of the training rows.

        A validation row may be further off than all of these; its loss is 1 then.
        """
        # Halved first: the distance of two numbers may be too large for one.
        away = np.abs(said / 2 - self.problem.targets / 2)
        largest = float(away[: self.training].max(where=self._counts, initial=0.0))
        if largest == 0:
            return np.asarray(away > 0, np.float64)
        return self._loss_of(np.minimum(away / largest, 1.0))

    def predicted_with(self, said: Floats, vote: float) -> Floats:
        """What would be predicted, in training order, with one more learner."""
        columns = np.column_stack([*self._said[: self.rounds], said])
        return weighted_medians(columns, np.append(self.votes, vote))

    def append(self, said: Floats, vote: float, values: Mapping[str, float]) -> None:
        """Finish a round: what its learner said of every row, in training order."""
        self._said.append(said)
        self._append_facts([vote], values)
        self._add_burden(self.rounds, self._now)

    @property
    def votes(self) -> Floats:
        """The vote ln(1/β) of every round."""
        rounds = self.rounds
        return self._facts[:rounds, 0]

    def weights(self, t: int) -> Floats:
        """Every row's weight after t rounds; those of the training rows sum to 1."""
        self.check_round(t)
        return self.by_row(self._weights(self.burden(t)))

    def weights_now(self) -> Floats:
        """The weights that stand now, in training order."""
        return self._weights(self._now)

    def burden(self, t: int) -> Floats:
        """Every row's Σ v L of the first t rounds, in training order."""
        burden = np.zeros(len(self))
        for number in range(1, t + 1):
            self._add_burden(number, burden)
        return burden

    def flagged(self, suspicion: Floats, margins: Floats) -> Mask:
        """The rows that are heavy, and far from what is predicted."""
        away = np.abs(margins)
        return np.asarray((suspicion >= FLAG_FROM) & (away >= FAR * float(np.median(away))))

    def _every_round(self, t: int) -> Iterator[Floats]:
        """The relative weights, by row, from the start to round t."""
        burden = np.zeros(len(self))
        for number in range(t + 1):
            if number:
                self._add_burden(number, burden)
            yield self.by_row(levelled(self._weights(burden) * self.training, self.training))

    def _doubts(self) -> Floats:
        """The mean weight, relative to the average, over the rounds so far and the start."""
        with self._lock:
            while self._summed < self.rounds:
                self._summed += 1
                self._add_burden(self._summed, self._burden)
                self._sums = self._sums + self._weights(self._burden) * self.training
            return np.asarray(self._sums / (self._summed + 1))

    @property
    def is_one_scale(self) -> bool:
        """Doubts are weights here, and nothing is fitted to a validation row."""
        return False

    def _predicted(self, t: int) -> Floats:
        self.check_round(t)
        if t == 0:
            part = slice(None, self.training)
            mean = np.average(self.problem.targets[part], weights=self.row_weights[part])
            return np.full(len(self), float(mean))
        return weighted_medians(np.column_stack(self._said[:t]), self.votes[:t])

    def _margins(self, t: int) -> Floats:
        return np.asarray(self._predicted(t) - self.problem.targets)

    def _add_burden(self, number: int, burden: Floats) -> None:
        """Add v L of a round: of v (L - 1), the part that differs between rows."""
        burden += float(self.votes[number - 1]) * self.losses(self._said[number - 1])

    def _weights(self, burden: Floats) -> Floats:
        training = slice(None, self.training)
        highest = burden[training].max(where=self._counts, initial=-np.inf)
        raised = self.start_weights * np.exp(burden - highest)
        return np.asarray(raised / raised[training].sum())
