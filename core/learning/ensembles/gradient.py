"""Gradient boosting (Friedman 2001): each round's trees go down the slope of a loss.

With g the negative slope of the loss at a row's score and h its curvature, a tree is grown that
parts the rows by S_1²/(S_0+λ), where S_0 = Σ h and S_1 = Σ g; its leaves say S_1/(S_0+λ)
(Chen & Guestrin 2016), and the scores grow by the shrinkage times that. With K > 2 classes h is
K/(K-1) P(1-P), more than the curvature P(1-P): the scores of all classes move at once (Friedman
2001, whose steps for K classes have the factor (K-1)/K).
"""

from dataclasses import dataclass

from core.learning.ensemble import Ensemble
from core.learning.ensembles.tree_settings import (
    least_leaf_rows,
    loss_patience,
    rounds_of_trees,
    tree_depth,
    tree_shrinkage,
)
from core.learning.members import ALL_TASKS
from core.learning.problem import Problem
from core.learning.rounds import LOSS, TRAINING_ERROR, VALIDATION_ERROR, VALIDATION_LOSS
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

AUTO, SQUARED, ABSOLUTE, HUBER = "auto", "squared", "absolute", "huber"


@dataclass(frozen=True)
class GradientBoosting(Ensemble):
    """Small trees in turn, each fitted to what the trees before it still miss.

    >>> import core
    >>> run = core.fit(core.example("moons"), GradientBoosting(rounds=50))
    >>> run.history.validation_error(50) < 0.15
    True
    """

    name = "gradient"
    title = "Gradient boosting"
    summary = "Small trees in turn, each fitted to what the earlier ones still miss."
    source = "Friedman 2001"
    tasks = ALL_TASKS
    learns_from_copies = True
    curves = (TRAINING_ERROR, VALIDATION_ERROR, LOSS, VALIDATION_LOSS)

    rounds: int = rounds_of_trees(200)
    shrinkage: float = tree_shrinkage(0.1)
    depth: int = tree_depth(4)
    leaf_rows: int = least_leaf_rows(20)
    loss: str = setting(
        AUTO,
        "For numbers: what a miss costs. Absolute and huber care less about outliers. "
        "Classes have the logistic loss.",
        choices=(AUTO, SQUARED, ABSOLUTE, HUBER),
    )
    penalty: float = setting(
        1.0,
        "Pulls leaf values towards 0 (λ): the more, the fewer rows a leaf has.",
        low=0.0,
        high=1e9,
        advanced=True,
        tuned=(0.01, 100.0),
        is_log=True,
    )
    row_share: float = setting(
        1.0,
        "The share of the rows that each tree is grown on, drawn anew in every round.",
        low=0.01,
        high=1.0,
        advanced=True,
        tuned=(0.4, 1.0),
    )
    column_share: float = setting(
        1.0,
        "The share of the columns that each tree may ask about, drawn anew in every round.",
        low=0.01,
        high=1.0,
        advanced=True,
        tuned=(0.3, 1.0),
    )
    patience: int = loss_patience()

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.engine.growing.grower import Criterion, Growth
        from core.learning.trainers.gradient import Boosting, GradientTrainer
        from core.learning.trainers.losses import ClassLoss, NumberLoss

        kind = SQUARED if self.loss == AUTO else self.loss
        loss = NumberLoss(problem, kind) if problem.is_regression else ClassLoss(problem)
        growth = Growth(
            Criterion.NUMBERS, depth=self.depth, min_rows=self.leaf_rows, penalty=self.penalty
        )
        how = Boosting(
            self.rounds, self.shrinkage, growth, self.row_share, self.column_share, self.patience
        )
        return GradientTrainer(problem, loss, how, self.curves, seed, after)
