"""Voting: different learners or ensembles, each trained on all rows, vote together.

Votes are equal, or as large as the member's accuracy on rows that it was not trained on. For
numbers a member counts by 1 / its mean squared error there, which makes the mean of members with
independent errors the most precise (Bates & Granger 1969).
"""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from core.base.arrays import Floats
from core.data.dataset import Dataset
from core.learning.ensemble import Ensemble
from core.learning.learners.tree import Tree
from core.learning.members import ALL_TASKS, Member
from core.learning.problem import Problem
from core.learning.rounds import TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

EQUAL, BY_VALIDATION, BY_FOLDS = "equal", "validation", "folds"
_LEAST_VOTE = 1e-6


@dataclass(frozen=True)
class Voting(Ensemble):
    """Several learners or ensembles, one a round.

    >>> import core
    >>> run = core.fit(core.example("moons"), Voting())
    >>> run.rounds, run.outcome.can_go_on
    (3, False)
    """

    name = "voting"
    title = "Voting"
    summary = "Different learners, each trained on all rows, vote together."
    source = "Kuncheva 2004"
    tasks = ALL_TASKS
    curves = (TRAINING_ERROR, VALIDATION_ERROR)

    learners: tuple[Member, ...] = setting(
        (Tree(depth=3), Tree(depth=6), Tree(depth=12)),
        "Who votes, one a round: learners, or ensembles.",
        low=1,
        high=100,
    )
    votes: str = setting(
        EQUAL,
        "Whether votes are equal, or weighed by a member's accuracy on the validation rows, "
        "whose error then looks a little too good, or on folds of the training rows.",
        choices=(EQUAL, BY_VALIDATION, BY_FOLDS),
        tuned=(EQUAL, BY_FOLDS),
    )
    is_hard: bool = setting(
        False,
        "Count each member's class as one vote instead of adding up shares.",
        heading="Hard votes",
    )
    folds: int = setting(
        5,
        "How many folds judge the members, if votes are weighed by folds.",
        low=2,
        high=50,
        advanced=True,
    )

    @property
    def planned_rounds(self) -> int:
        """A round a learner."""
        return len(self.learners)

    @property
    def trainings(self) -> int:
        """Votes by folds train every member once more for each fold."""
        times = 1 + self.folds if self.votes == BY_FOLDS else 1
        return times * sum(member.trainings for member in self.learners)

    @property
    def follows_from_members(self) -> bool:
        """Votes that are weighed are learned too, and would be learned again."""
        return self.votes == EQUAL

    def blinded(self) -> Self:
        """Votes by folds instead of the validation rows."""
        return replace(self, votes=BY_FOLDS) if self.votes == BY_VALIDATION else self

    def why_not(self, dataset: Dataset) -> str:
        """Votes by validation need validation rows."""
        if self.votes == BY_VALIDATION and not dataset.has_validation:
            return (
                "Votes by validation accuracy need validation rows, and there are none here. "
                "Choose votes by folds."
            )
        return super().why_not(dataset)

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run that was stopped."""
        from core.learning.folds import drawn_folds, fitted, out_of_fold
        from core.learning.sampling import round_seed
        from core.learning.trainers.committee import CommitteePlan
        from core.learning.trainers.fixed_committee import FixedCommittee

        training = problem.training
        start = problem.row_weights[:training]
        votes: dict[int, float] = {}

        def vote(number: int) -> float:
            if number not in votes:
                if self.votes == BY_FOLDS:
                    folds = drawn_folds(problem, problem.most_folds(self.folds), seed)
                    learner = self.learners[number - 1]
                    told = out_of_fold(learner, problem, folds, round_seed(seed, number))
                    votes[number] = vote_for(problem, told, slice(None, training))
                else:
                    rows = np.arange(training, len(problem))
                    told = made.members[number - 1].outputs(problem.inputs.take(rows))
                    votes[number] = vote_for(problem, told, slice(training, None))
            return votes[number]

        how = CommitteePlan(
            len(self.learners),
            lambda number: fitted(
                self.learners[number - 1], problem, start, round_seed(seed, number)
            ),
            votes=None if self.votes == EQUAL else vote,
            is_hard=self.is_hard,
            # Others use the threads themselves.
            side_by_side=all(learner.is_serial for learner in self.learners),
        )
        made = FixedCommittee(problem, how, self.curves, after)
        return made


def vote_for(problem: Problem, told: Floats, part: slice) -> float:
    """The vote of a member that gave these outputs for some rows that it was not trained on."""
    from core.learning.histories.history import rmse, share_wrong
    from core.learning.predictors.winners import winners

    weights = problem.row_weights[part]
    if not problem.is_regression:
        wrong = winners(told, problem.commonest) != problem.labels[part]
        return max(_LEAST_VOTE, 1 - share_wrong(wrong, weights))
    spread = float(np.var(problem.targets[: problem.training])) or 1.0
    error = rmse(told[:, 0], problem.targets[part], weights) ** 2
    return 1 / max(error / spread, _LEAST_VOTE)
