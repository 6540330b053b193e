"""GentleBoost (Friedman, Hastie & Tibshirani 2000): AdaBoost's weights, in careful steps.

Two classes, y in {-1, 1}: F = 0 and w = 1/n at first; each round fits a regression tree f to y by
least squares with the weights w, F += f, w *= exp(-y f), and w is divided by its sum. A leaf says
Σ w y / Σ w, between -1 and 1, where AdaBoost's real-valued kin says ½ ln of the odds, which has no
bounds: a Newton step on the mean of exp(-y F), and P = 1/(1+exp(-2F)).

Many classes: one against the rest, a tree for each in every round, as their AdaBoost.MH does with a
tree for each class; a row's weight is the sum of its weights against all classes.
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
class GentleBoost(Ensemble):
    """Regression stumps or trees on weighted rows, none of which can shout.

    >>> import core
    >>> run = core.fit(core.example("moons"), GentleBoost(rounds=100))
    >>> run.history.validation_error(100) < 0.15
    True
    """

    name = "gentleboost"
    title = "GentleBoost"
    summary = "AdaBoost's weights in careful steps: no leaf says more than -1 to 1."
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
        from core.trainers.exponential import ExponentialLoss
        from core.trainers.gradient import Boosting, GradientTrainer

        self.check(problem.dataset)
        growth = Growth(Criterion.NUMBERS, depth=self.depth, min_rows=self.leaf_rows)
        how = Boosting(self.rounds, self.shrinkage, growth, patience=self.patience)
        return GradientTrainer(problem, ExponentialLoss(problem), how, self.curves, seed, after)
