"""Training a stack: the first level member by member, then the second level."""

from collections.abc import Generator

import numpy as np

from core.base.arrays import Floats
from core.base.wording import grouped
from core.learning.folds import drawn_folds, fitted, out_of_fold
from core.learning.histories.stages import StageHistory, decided_by
from core.learning.learner import Learner
from core.learning.members import Member
from core.learning.predictors.constant import constant
from core.learning.predictors.derived_columns import derived_problem
from core.learning.predictors.links import IDENTITY, SHARES
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.stacked import NumberEncoder, Stacked, as_columns
from core.learning.predictors.votes import Votes
from core.learning.problem import Problem
from core.learning.rounds import Curve, Ending, Outcome, Round
from core.learning.run import Run
from core.learning.sampling import round_seed
from core.learning.trainer import Trainer

NO_WEIGHTS = (
    "The members of a stack are trained apart from one another, so rows carry no weights here. "
    "The margins in the table tell which rows the members contradict."
)


class StackTrainer(Trainer):
    """A round a member; the last round is the combination.

    The history carries each member's outputs: by folds for the training rows, if there are folds,
    and by the member itself for the validation rows.
    """

    history: StageHistory

    def __init__(
        self,
        problem: Problem,
        learners: tuple[Member, ...],
        combiner: Learner,
        folds: int,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        self.problem, self._learners, self._combiner = problem, learners, combiner
        self._folds, self._seed = problem.most_folds(folds), seed
        self._members: list[Predictor] = list(after.members) if after else []
        self._stacked: Stacked | None = None
        if after is None:
            self.history = StageHistory(problem, curves, NO_WEIGHTS, by_unseen=self._folds > 0)
        else:
            assert isinstance(after.history, StageHistory)
            self.history = after.history.continued()
            if isinstance(after.model.predictor, Stacked):
                self._stacked = after.model.predictor

    @property
    def members(self) -> tuple[Predictor, ...]:
        """The members of the first level so far."""
        return tuple(self._members)

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Train the first level, then the second."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        problem, history = self.problem, self.history
        fold = drawn_folds(problem, self._folds, self._seed) if self._folds else None
        start = problem.row_weights[: problem.training]
        told = [member.outputs(problem.inputs) for member in self._members]
        while history.rounds < len(self._learners):
            number = history.rounds + 1
            learner, seed = self._learners[number - 1], round_seed(self._seed, number)
            member = fitted(learner, problem, start, seed)
            told.append(member.outputs(problem.inputs))
            unseen = told[-1].copy()
            if fold is not None:
                unseen[: problem.training] = out_of_fold(learner, problem, fold, seed)
            self._members.append(member)
            yield self._voted(told, [*history.carried, unseen])
        if self._stacked is None:
            yield self._combined(told)
        return Outcome(Ending.COMPLETE, self._sentence)

    def predictor(self) -> Predictor:
        """The stack; before its last round the members' equal votes."""
        if self._stacked:
            return self._stacked
        members = tuple(self._members[: self.history.rounds])
        if not members:
            return constant(self.problem)
        link = IDENTITY if self.problem.is_regression else SHARES
        return Votes(members, np.ones(len(members)), False, self.problem.commonest, link, 1.0)

    def _voted(self, told: list[Floats], unseen: list[Floats]) -> Round:
        # Sums decide between classes, as they do where votes are counted: a mean could tie.
        scores = _sum(told)
        decided = decided_by(self.problem, scores, scores / len(told))
        judging = _sum(unseen) / len(unseen)
        values = self.history.append(decided, judging, {}, unseen[-1])
        return Round(self.history.rounds, values)

    def _combined(self, told: list[Floats]) -> Round:
        problem, history = self.problem, self.history
        columns = np.column_stack([as_columns(outputs) for outputs in history.carried])
        second = derived_problem(problem, columns)
        weights = second.row_weights[: second.training]
        combiner = fitted(self._combiner, second, weights, round_seed(self._seed, 0))
        stacked = Stacked(
            tuple(self._members),
            combiner,
            NumberEncoder.of(second.data.encoder),
            problem.commonest,
            problem.is_regression,
        )
        own = np.column_stack([as_columns(outputs) for outputs in told])
        scores, outputs = combiner.judged(stacked.second_inputs(own))
        decided = decided_by(problem, scores, outputs)
        values = history.append(decided, combiner.outputs(second.inputs), {}, None)
        self._stacked = stacked
        return Round(history.rounds, values)

    @property
    def _sentence(self) -> str:
        done = f"All {grouped(len(self._learners))} members and their combination are trained."
        if self._folds:
            return done
        return (
            f"{done} Without folds the second level learned from predictions for rows that the "
            "members had seen: this leaks, and it trusts them too much. Use folds."
        )


def _sum(outputs: list[Floats]) -> Floats:
    """The outputs added up in the order in which votes are."""
    total = outputs[0]
    for own in outputs[1:]:
        total = total + own
    return total
