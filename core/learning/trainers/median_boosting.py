"""Boosting any learner of numbers: AdaBoost.R2 (Drucker 1997)."""

import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.base.wording import count
from core.learning.folds import fitted
from core.learning.histories.history import rmse
from core.learning.histories.medians import EXPONENTIAL, LINEAR, SQUARE, LossOf, MedianHistory
from core.learning.learner import Learner
from core.learning.predictors.constant import constant
from core.learning.predictors.median import Median
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import Curve, Ending, Outcome, Round
from core.learning.run import Run
from core.learning.sampling import round_seed, sampled
from core.learning.trainer import Trainer
from core.learning.trainers.steps import LEAST_ERROR, ROUNDING, all_rounds_done

LOSSES: dict[str, LossOf] = {
    LINEAR: lambda share: share,
    SQUARE: lambda share: share**2,
    EXPONENTIAL: lambda share: 1 - np.exp(-share),
}
"""By their names, of a residual over the largest one."""


@dataclass(frozen=True)
class BoostedNumbers:
    """What is boosted, and how."""

    base: Learner
    rounds: int
    loss: str
    shrinkage: float
    resamples: bool


class MedianBoosting(Trainer):
    """Fits a learner to the weights, weighs it by its average loss, reweights."""

    history: MedianHistory

    def __init__(
        self,
        problem: Problem,
        boosted: BoostedNumbers,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        self.problem, self._how, self._seed = problem, boosted, seed
        self._members: list[Predictor] = list(after.members) if after else []
        if after is None:
            self.history = MedianHistory(problem, curves, LOSSES[boosted.loss])
        else:
            assert isinstance(after.history, MedianHistory)
            self.history = after.history.continued()

    @property
    def members(self) -> tuple[Predictor, ...]:
        """The learners of the rounds so far."""
        return tuple(self._members)

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Do one round after the other."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        history, training = self.history, self.problem.training
        while history.rounds < self._how.rounds:
            weights = history.weights_now()[:training]
            member = self._learn(weights)
            said = member.outputs(self.problem.inputs)[:, 0]
            losses = history.losses(said)[:training]
            average = float(weights @ losses)
            is_perfect = not losses[history.row_weights[:training] > 0].any()
            if average >= 0.5 - ROUNDING:
                return _too_far_off(history.rounds)
            vote = self._vote(average, is_perfect)
            self._members.append(member)
            yield self._voted(said, vote, average)
            if is_perfect:
                return self._perfect()
        return all_rounds_done(history.rounds)

    def predictor(self) -> Predictor:
        """The weighted median of the learners."""
        rounds = self.history.rounds
        if not rounds:
            return constant(self.problem)
        return Median(tuple(self._members[:rounds]), self.history.votes.copy())

    def _learn(self, weights: Floats) -> Predictor:
        seed, training = round_seed(self._seed, self.history.rounds + 1), self.problem.training
        # They sum to 1, and a learner takes counts: all rows together count as at the start.
        total = float(self.history.row_weights[:training].sum())
        own = sampled(weights, training, seed) if self._how.resamples else weights * total
        return fitted(self._how.base, self.problem, own, seed)

    def _vote(self, average: float, is_perfect: bool) -> float:
        """ln(1/β) = ln((1 - L)/L); a perfect learner's would be infinite, and outvotes all."""
        if is_perfect:
            return 1.0 + float(self.history.votes.sum())
        average = max(average, LEAST_ERROR)
        return self._how.shrinkage * math.log((1 - average) / average)

    def _voted(self, said: Floats, vote: float, average: float) -> Round:
        history, problem = self.history, self.problem
        predicted = history.predicted_with(said, vote)
        parts = (slice(None, problem.training), slice(problem.training, None))
        training, validation = (
            rmse(predicted[part], problem.targets[part], history.row_weights[part])
            for part in parts
        )
        values = {
            "training_error": training,
            "validation_error": validation,
            "average_loss": average,
            "vote": vote,
        }
        history.append(said, vote, values)
        return Round(history.rounds, values)

    def _perfect(self) -> Outcome:
        title, rounds = self._how.base.title.lower(), self.history.rounds
        return Outcome(
            Ending.PERFECT_LEARNER,
            f"Training ended after {count(rounds, 'round')}: the last "
            f"{title} meets every training row exactly, so no row is left to put weight on. A "
            "weaker learner, a smaller depth for instance, leaves boosting something to do.",
        )


def _too_far_off(rounds: int) -> Outcome:
    after = f"after {count(rounds, 'round')} " if rounds else ""
    return Outcome(
        Ending.NO_BETTER_THAN_CHANCE,
        f"Training ended {after}because the learner's average loss on the reweighted rows is half "
        "of its largest, or more. More rounds cannot help; a stronger learner or another loss may.",
    )
