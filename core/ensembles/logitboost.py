"""LogitBoost (Friedman, Hastie & Tibshirani 2000): additive logistic regression by Newton steps.

Two classes: F = 0 and p = ½ at first; each round fits a regression tree f to the working response
z = (y-p)/(p(1-p)), cut off at ±4, with the weights p(1-p), and F += ½ f, p = 1/(1+exp(-2F)).
Many classes: a tree f_k for each class, and F_k += (K-1)/K (f_k - Σ_j f_j / K), p by softmax.
"""

from dataclasses import dataclass

from core.data.dataset import Task
from core.ensembles import Ensemble, Trainer
from core.problem import Problem
from core.rounds import LOSS, TRAINING_ERROR, VALIDATION_ERROR, VALIDATION_LOSS
from core.run import Run
from core.settings import setting


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

    rounds: int = setting(
        200, "How many rounds to train; a round has a tree, or one a class with many classes.",
        low=1, high=100_000, unit="rounds",
    )  # fmt: skip
    depth: int = setting(
        1, "How many questions may follow one another in a tree; 1 is a stump.", low=1, high=30
    )
    leaf_rows: int = setting(1, "How many rows a leaf has at least.", low=1, high=1_000_000)
    shrinkage: float = setting(
        1.0, "What a tree adds is multiplied by this: below 1 learns more slowly.", low=0.001,
        high=1.0, advanced=True,
    )  # fmt: skip
    patience: int = setting(
        0, "End when the validation loss has not fallen for this many rounds; 0 never does. "
        "Without validation rows it is not watched.", low=0, high=100_000, unit="rounds",
        advanced=True,
    )  # fmt: skip

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
