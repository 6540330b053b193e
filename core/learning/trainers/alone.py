"""Training one learner alone: a single round, decided as the learner itself decides."""

from collections.abc import Generator

import numpy as np

from core.base.arrays import Mask
from core.base.codec import ReadArray, require
from core.learning.histories.stages import StageHistory, decided_by
from core.learning.learner import Learner
from core.learning.predictors.constant import constant
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import Curve, Outcome, Round
from core.learning.run import Run
from core.learning.sampling import round_seed
from core.learning.trainer import Trainer
from core.learning.trainers.steps import all_rounds_done

NO_WEIGHTS = (
    "A learner alone is trained once, so rows carry no weights here. The margins in the table tell "
    "which rows it contradicts."
)


class AloneHistory(StageHistory):
    """The one round of a learner alone."""

    def restore(self, read: ReadArray, turned: Mask | None = None) -> None:
        """Take over what was stored, by earlier versions too."""
        try:
            super().restore(read, turned)
        except KeyError:
            self._restore_scores(read)

    def _restore_scores(self, read: ReadArray) -> None:
        """Earlier versions kept the learner's outputs, and decided by the largest.

        Of numbers they kept how many learners said them, too: one.
        """
        rounds, outputs = len(read("facts", "<f8", 2)), read("scores", "<f8", 2)
        require(outputs.shape == (len(self), self.problem.classes or 2) and rounds <= 1)
        require(bool(np.isfinite(outputs).all()))
        self._facts, self.rounds = self._facts[:0], 0
        if rounds:
            self.append(decided_by(self.problem, outputs, outputs), outputs, {}, None)


class AloneTrainer(Trainer):
    """One learner on all rows. Nothing is added up: what it names is what the model predicts."""

    history: AloneHistory

    def __init__(
        self,
        problem: Problem,
        learner: Learner,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        self.problem, self._learner, self._seed = problem, learner, seed
        self._member: Predictor | None = None
        if after is None:
            self.history = AloneHistory(problem, curves, NO_WEIGHTS)
        else:
            assert isinstance(after.history, AloneHistory)
            self.history = after.history.continued()
            self._member = after.members[0] if after.members else None

    @property
    def members(self) -> tuple[Predictor, ...]:
        """The learner, once it is trained."""
        return (self._member,) if self._member else ()

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Train it."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        problem, history = self.problem, self.history
        if not history.rounds:
            start = problem.row_weights[: problem.training]
            self._member = self._learner.fit(problem, start, round_seed(self._seed, 1))
            scores, outputs = self._member.judged(problem.inputs)
            decided = decided_by(problem, scores, outputs)
            yield Round(1, history.append(decided, outputs, {}, None))
        return all_rounds_done(history.rounds)

    def predictor(self) -> Predictor:
        """The learner itself."""
        return self._member if self._member and self.history.rounds else constant(self.problem)
