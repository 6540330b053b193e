"""GentleBoost (Friedman, Hastie & Tibshirani 2000): AdaBoost's weights, in careful steps.

Two classes, y in {-1, 1}: F = 0 and w = 1/n at first; each round fits a regression tree f to y by
least squares with the weights w, F += f, w *= exp(-y f), and w is divided by its sum. A leaf says
Σ w y / Σ w, between -1 and 1, where AdaBoost's real-valued kin says ½ ln of the odds, which has no
bounds: a Newton step on the mean of exp(-y F), and P = 1/(1+exp(-2F)).

Many classes: one against the rest, a tree for each in every round, as their AdaBoost.MH does with a
tree for each class; a row's weight is the sum of its weights against all classes.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.learning.ensembles.additive_boosting import AdditiveBoosting
from core.learning.problem import Problem

if TYPE_CHECKING:
    from core.learning.trainers.losses import Loss


@dataclass(frozen=True)
class GentleBoost(AdditiveBoosting):
    """Regression stumps or trees on weighted rows, none of which can shout.

    >>> import core
    >>> run = core.fit(core.example("moons"), GentleBoost(rounds=100))
    >>> run.history.validation_error(100) < 0.15
    True
    """

    name = "gentleboost"
    title = "GentleBoost"
    learns_from_copies = True
    summary = "AdaBoost's weights in careful steps: no leaf says more than -1 to 1."

    def _loss(self, problem: Problem) -> "Loss":
        from core.learning.trainers.exponential import ExponentialLoss

        return ExponentialLoss(problem)
