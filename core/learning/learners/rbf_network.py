"""The radial basis function network (Broomhead & Lowe 1988)."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.engine.libraries import library_fit
from core.learning.learner import Learner
from core.learning.learners.linear import ridge
from core.learning.learners.logistic import logistic
from core.learning.lessons import Lesson
from core.learning.predictors.kernel import Bells, bells
from core.learning.predictors.linear import Linear, constant
from core.learning.predictors.links import IDENTITY, LOGISTIC, SOFTMAX
from core.learning.problem import Problem
from core.learning.settings import setting

_ITERATIONS = 200


@dataclass(frozen=True)
class RBFNetwork(Learner):
    """Gaussian bells around centres found by k-means, and a regression on their heights.

    exp(-γ|x-c|²) with γ = m/d², m the number of centres and d the largest distance between two
    of them; on top a logistic regression for classes, a linear one for numbers.

    >>> import core
    >>> data = core.example("moons")
    >>> core.fit(data, core.SingleLearner(learner=RBFNetwork())).history.error(1) < 0.15
    True
    """

    name = "rbf_network"
    title = "RBF network"
    summary = "How near a row is to some typical rows decides."
    source = "Broomhead & Lowe 1988"
    is_serial = True

    centres: int = setting(
        20, "How many centres k-means looks for.", low=1, high=1_000, tuned=(5, 100), is_log=True
    )
    ridge: float = setting(
        0.01,
        "How strongly the coefficients are held near 0.",
        low=0.001,
        high=1_000_000,
        advanced=True,
        tuned=(0.001, 100),
        is_log=True,
    )

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Bells | Linear:
        """Find the centres of the rows that have a weight, and fit what they tell."""
        lesson = Lesson.of(problem, weights)
        if lesson.teaches_nothing:
            return constant(lesson)
        centres = _k_means(lesson, self.centres, seed)
        apart = np.linalg.norm(centres[:, None] - centres, axis=2).max()
        gamma = len(centres) / float(apart) ** 2 if apart > 0 else 1 / lesson.layout.width
        heights = bells(lesson.matrix, centres, gamma)
        if problem.is_regression:
            link = IDENTITY
            coefficients, offset = ridge(heights, lesson.targets, lesson.weights, self.ridge)
        else:
            link = LOGISTIC if len(lesson.present) == 2 else SOFTMAX
            coefficients, offset = logistic(
                heights, lesson.labels, lesson.weights, self.ridge, _ITERATIONS
            )
        return Bells(
            lesson.layout,
            link,
            lesson.present,
            lesson.outputs,
            centres,
            gamma,
            coefficients,
            offset,
        )


def _k_means(lesson: Lesson, count: int, seed: int) -> Floats:
    with library_fit():
        from sklearn.cluster import KMeans

        random = np.random.RandomState(seed % 2**32)
        fitted = KMeans(min(count, len(lesson.places)), n_init=1, random_state=random)
        fitted.fit(lesson.matrix, sample_weight=lesson.weights)
    return np.asarray(fitted.cluster_centers_)
