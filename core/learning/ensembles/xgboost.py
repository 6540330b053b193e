"""XGBoost (Chen & Guestrin 2016): the library itself, its rounds and trees brought here.

The library is trained on the same binned columns as everything else, so that its trees become
trees of ours, exactly; what is trained is predicted, drawn and saved without the library.
"""

from dataclasses import dataclass

from core.learning.ensemble import Ensemble
from core.learning.ensembles.tree_settings import loss_patience, rounds_of_trees, tree_depth
from core.learning.members import ALL_TASKS
from core.learning.problem import Problem
from core.learning.rounds import LOSS, TRAINING_ERROR, VALIDATION_ERROR, VALIDATION_LOSS
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer


@dataclass(frozen=True)
class XGBoost(Ensemble):
    """Gradient boosting by the XGBoost library. Categories are ordered, and cut like numbers."""

    name = "xgboost"
    title = "XGBoost"
    summary = "Gradient boosting by the XGBoost library, watched round by round."
    source = "Chen & Guestrin 2016"
    tasks = ALL_TASKS
    curves = (TRAINING_ERROR, VALIDATION_ERROR, LOSS, VALIDATION_LOSS)

    rounds: int = rounds_of_trees(200)
    shrinkage: float = setting(
        0.1,
        "What a tree adds is multiplied by this (eta).",
        low=0.001,
        high=1.0,
        tuned=(0.01, 0.5),
        is_log=True,
    )
    depth: int = tree_depth(6)
    penalty: float = setting(
        1.0,
        "Pulls leaf values towards 0 (lambda).",
        low=0.0,
        high=1e9,
        advanced=True,
        tuned=(0.01, 100.0),
        is_log=True,
    )
    absolute_penalty: float = setting(
        0.0, "Sets small leaf values to 0 (alpha).", low=0.0, high=1e9, advanced=True
    )
    least_gain: float = setting(
        0.0, "What a split must gain at least (gamma).", low=0.0, high=1e9, advanced=True
    )
    leaf_weight: float = setting(
        1.0,
        "How much second-order weight a leaf has at least (min_child_weight).",
        low=0.0,
        high=1e9,
        advanced=True,
        tuned=(0.5, 50.0),
        is_log=True,
    )
    row_share: float = setting(
        1.0,
        "The share of the rows that each tree is grown on (subsample).",
        low=0.01,
        high=1.0,
        advanced=True,
        tuned=(0.4, 1.0),
    )
    column_share: float = setting(
        1.0,
        "The share of the columns that each tree may ask about (colsample_bytree).",
        low=0.01,
        high=1.0,
        advanced=True,
        tuned=(0.3, 1.0),
    )
    patience: int = loss_patience()

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.learning.trainers.gradient import Boosting
        from core.learning.trainers.losses import ClassLoss, NumberLoss
        from core.learning.trainers.xgboost import XGBoostTrainer, many_class_start

        loss = NumberLoss(problem) if problem.is_regression else ClassLoss(problem)
        if problem.classes > 2:
            loss.offset[:] = many_class_start(problem)
        parameters = {
            "eta": self.shrinkage,
            "max_depth": self.depth,
            "lambda": self.penalty,
            "alpha": self.absolute_penalty,
            "gamma": self.least_gain,
            "min_child_weight": self.leaf_weight,
            "subsample": self.row_share,
            "colsample_bytree": self.column_share,
        }
        how = Boosting(
            self.rounds,
            self.shrinkage,
            row_share=self.row_share,
            column_share=self.column_share,
            patience=self.patience,
        )
        return XGBoostTrainer(problem, loss, how, parameters, self.curves, seed, after)
