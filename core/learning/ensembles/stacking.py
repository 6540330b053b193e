"""Stacking (Wolpert 1992; Breiman 1996): a learner learns how to combine other ones.

The first level's predictions for the training rows are made by folds, each row's by learners that
never saw it; on them the second level is trained. The members that predict are trained on all rows.
Without folds the second level learns from predictions for rows that the members have seen, which
are better than any that will follow: it trusts the member that remembers most.
"""

from dataclasses import dataclass

from core.data.dataset import Dataset
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.learners.own_columns import OwnColumns
from core.learning.learners.tree import Tree
from core.learning.members import ALL_TASKS, Extent, Member
from core.learning.problem import Problem
from core.learning.rounds import TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer


@dataclass(frozen=True)
class Stacking(Ensemble):
    """A first level of learners or ensembles, one a round, and a second one that combines them.

    That is the last round. Until then the members have equal votes.

    >>> import core
    >>> run = core.fit(core.example("moons"), Stacking())
    >>> run.rounds, run.outcome.can_go_on
    (4, False)
    """

    name = "stacking"
    title = "Stacking"
    summary = "A learner learns, from predictions by folds, how to combine other learners."
    source = "Wolpert 1992; Breiman 1996"
    tasks = ALL_TASKS
    curves = (TRAINING_ERROR, VALIDATION_ERROR)

    learners: tuple[Member, ...] = setting(
        (Tree(depth=3), Tree(depth=6), Tree(depth=12)),
        "The first level, one a round: learners, or ensembles.",
        low=1,
        high=100,
    )
    combiner: Learner = setting(
        Tree(depth=4, leaf_rows=5), "The second level, which learns from the first one's outputs."
    )
    folds: int = setting(
        5,
        "How many folds the first level predicts by; 0 for none, which leaks: the second level "
        "then learns from predictions for rows that the first one has seen.",
        low=0,
        high=50,
        zero="none",
    )

    @property
    def planned_rounds(self) -> int:
        """A round a learner, and one for the combination."""
        return len(self.learners) + 1

    @property
    def trainings(self) -> int:
        """Every member is trained on all rows, and once without each fold; then the combiner."""
        return (1 + self.used_folds) * sum(member.trainings for member in self.learners) + 1

    def core_seconds(self, extent: Extent) -> float:
        """The members once more for each fold, and the combiner once."""
        members = sum(member.core_seconds(extent) for member in self.learners)
        return (1 + self.used_folds) * members + self.combiner.core_seconds(extent)

    @property
    def used_folds(self) -> int:
        """A single fold would leave nothing to learn from."""
        return self.folds if self.folds != 1 else 2

    def why_not(self, dataset: Dataset) -> str:
        """The combiner has no columns of the data to choose among."""
        if isinstance(self.combiner, OwnColumns):
            return (
                "The combiner is asked about what the members say, not about columns. Choose "
                "another learner for it."
            )
        return super().why_not(dataset)

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run that was stopped."""
        from core.learning.trainers.stack import StackTrainer

        return StackTrainer(
            problem, self.learners, self.combiner, self.used_folds, self.curves, seed, after
        )
