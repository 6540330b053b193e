"""L2Boost (Bühlmann & Yu 2003): boosting with the squared loss is fitting residuals again.

For two classes y is -1 or 1, and the sign of F decides. F estimates E[y | x] = 2P - 1, so that
P = (1 + F)/2, cut off at 0 and 1: the squared loss does not hold F between -1 and 1.
"""

from dataclasses import dataclass

from core.data.dataset import Task
from core.learning.ensemble import Ensemble
from core.learning.ensembles.tree_settings import (
    least_leaf_rows,
    loss_patience,
    tree_depth,
    tree_shrinkage,
)
from core.learning.problem import Problem
from core.learning.rounds import LOSS, TRAINING_ERROR, VALIDATION_ERROR, VALIDATION_LOSS
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer


@dataclass(frozen=True)
class L2Boost(Ensemble):
    """F starts at the mean; each round fits a tree to y - F and adds it, times the shrinkage.

    >>> import core
    >>> run = core.fit(core.example("moons"), L2Boost(rounds=100))
    >>> run.history.validation_error(100) < 0.15
    True
    """

    name = "l2boost"
    title = "L2Boost"
    learns_from_copies = True
    summary = "Small trees in turn, each fitted to the residuals of the earlier ones."
    source = "Bühlmann & Yu 2003"
    tasks = (Task.TWO_CLASSES, Task.REGRESSION)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, LOSS, VALIDATION_LOSS)

    rounds: int = setting(
        300,
        "How many trees to grow, one a round.",
        low=1,
        high=100_000,
        unit="rounds",
        tuned=(10, 900),
        is_log=True,
    )
    shrinkage: float = tree_shrinkage(0.1)
    depth: int = tree_depth(2)
    leaf_rows: int = least_leaf_rows(5)
    patience: int = loss_patience()

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.engine.growing.grower import Criterion, Growth
        from core.learning.trainers.gradient import Boosting, GradientTrainer
        from core.learning.trainers.losses import ClassLoss, Loss, NumberLoss
        from core.learning.trainers.signs import SignLoss

        self.check(problem.dataset)
        growth = Growth(Criterion.NUMBERS, depth=self.depth, min_rows=self.leaf_rows)
        how = Boosting(self.rounds, self.shrinkage, growth, patience=self.patience)
        loss: Loss
        if problem.is_regression:
            loss = NumberLoss(problem)
        else:  # a class alone has no sign, and nothing is learned
            loss = SignLoss(problem) if problem.classes == 2 else ClassLoss(problem)
        return GradientTrainer(problem, loss, how, self.curves, seed, after)
