"""LogitBoost (Friedman, Hastie & Tibshirani 2000): additive logistic regression by Newton steps.

Two classes: F = 0 and p = ½ at first; each round fits a regression tree f to the working response
z = (y-p)/(p(1-p)), cut off at ±4, with the weights p(1-p), and F += ½ f, p = 1/(1+exp(-2F)).
Many classes: a tree f_k for each class, and F_k += (K-1)/K (f_k - Σ_j f_j / K), p by softmax.
"""

from dataclasses import dataclass

from core.data.dataset import Task
from core.ensembles import Ensemble, Trainer
from core.ensembles.tree_settings import (
    least_leaf_rows,
    loss_patience,
    rounds_of_trees,
    tree_depth,
    tree_shrinkage,
)
from core.problem import Problem
from core.rounds import LOSS, TRAINING_ERROR, VALIDATION_ERROR, VALIDATION_LOSS
from core.run import Run


@dataclass(frozen=True)
class LogitBoost(Ensemble):
    """Regression stumps or trees on a working response: calmer on wrong labels than AdaBoost.

    >>> import core
    >>> run = core.fit(core.example("moons"), LogitBoost(rounds=100))
    >>> run.history.validation_error(100) < 0.15
    True
    """

    name = "logitboost"
    title = "LogitBoost"
    summary = "Regression stumps in turn on what a logistic model still misses."
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
        from core.engine.growing import Criterion, Growth
        from core.trainers.gradient import Boosting, GradientTrainer
        from core.trainers.losses import ClassLoss

        self.check(problem.dataset)
        growth = Growth(Criterion.NUMBERS, depth=self.depth, min_rows=self.leaf_rows)
        vote = self.shrinkage * (0.5 if problem.classes == 2 else 1.0)
        how = Boosting(self.rounds, vote, growth, patience=self.patience)
        return GradientTrainer(
            problem, ClassLoss(problem, is_working=True), how, self.curves, seed, after
        )
