"""LogitBoost (Friedman, Hastie & Tibshirani 2000): additive logistic regression by Newton steps.

Two classes: F = 0 and p = ½ at first; each round fits a regression tree f to the working response
z = (y-p)/(p(1-p)), cut off at ±4, with the weights p(1-p), and F += ½ f, p = 1/(1+exp(-2F)).
Many classes: a tree f_k for each class, and F_k += (K-1)/K (f_k - Σ_j f_j / K), p by softmax.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.learning.ensembles.additive_boosting import AdditiveBoosting
from core.learning.problem import Problem

if TYPE_CHECKING:
    from core.learning.trainers.losses import Loss


@dataclass(frozen=True)
class LogitBoost(AdditiveBoosting):
    """Regression stumps or trees on a working response: calmer on wrong labels than AdaBoost.

    >>> import core
    >>> run = core.fit(core.example("moons"), LogitBoost(rounds=100))
    >>> run.history.validation_error(100) < 0.15
    True
    """

    name = "logitboost"
    title = "LogitBoost"
    learns_from_copies = True
    summary = "Regression stumps in turn on what a logistic model still misses."

    def _loss(self, problem: Problem) -> "Loss":
        from core.learning.trainers.losses import ClassLoss

        return ClassLoss(problem, is_working=True)

    def _step(self, problem: Problem) -> float:
        return 0.5 if problem.classes == 2 else 1.0
