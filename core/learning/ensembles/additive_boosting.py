"""What the additive models of Friedman, Hastie & Tibshirani (2000) have in common."""

import abc
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.data.dataset import Task
from core.learning.ensemble import Ensemble
from core.learning.ensembles.tree_settings import (
    least_leaf_rows,
    loss_patience,
    rounds_of_trees,
    tree_depth,
    tree_shrinkage,
)
from core.learning.problem import Problem
from core.learning.rounds import LOSS, TRAINING_ERROR, VALIDATION_ERROR, VALIDATION_LOSS
from core.learning.run import Run
from core.learning.trainer import Trainer

if TYPE_CHECKING:
    from core.learning.trainers.losses import Loss


@dataclass(frozen=True)
class AdditiveBoosting(Ensemble):
    """Classes by sums of regression stumps or trees, each a step down a loss."""

    source = "Friedman, Hastie & Tibshirani 2000"
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, LOSS, VALIDATION_LOSS)

    rounds: int = rounds_of_trees(200)
    depth: int = tree_depth(1)
    leaf_rows: int = least_leaf_rows(1)
    shrinkage: float = tree_shrinkage(1.0)
    patience: int = loss_patience()

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.engine.growing.grower import Criterion, Growth
        from core.learning.trainers.gradient import Boosting, GradientTrainer

        self.check(problem.dataset)
        growth = Growth(Criterion.NUMBERS, depth=self.depth, min_rows=self.leaf_rows)
        vote = self.shrinkage * self._step(problem)
        how = Boosting(self.rounds, vote, growth, patience=self.patience)
        return GradientTrainer(problem, self._loss(problem), how, self.curves, seed, after)

    @abc.abstractmethod
    def _loss(self, problem: Problem) -> "Loss":
        """What a training minimises."""

    def _step(self, problem: Problem) -> float:
        """What a tree adds is multiplied by this, besides the shrinkage."""
        return 1.0
