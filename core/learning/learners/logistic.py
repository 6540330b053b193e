"""Logistic regression (Cox 1958), fitted by scikit-learn."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.data.dataset import Task
from core.engine.libraries import library_fit
from core.learning.learner import Learner
from core.learning.lessons import Lesson
from core.learning.members import Extent
from core.learning.predictors.linear import Linear, constant
from core.learning.predictors.links import LOGISTIC, SOFTMAX
from core.learning.problem import Problem
from core.learning.settings import setting


@dataclass(frozen=True)
class Logistic(Learner):
    """The log of the classes' odds as a weighted sum of the standardised columns.

    Minimises Σ w_i ln(1/P(y_i | x_i)) + ridge/2 |β|², a weight counting as so many rows; for many
    classes P is the softmax of a sum a class.

    >>> import core
    >>> data = core.example("moons")
    >>> core.fit(data, core.SingleLearner(learner=Logistic())).history.error(1) < 0.2
    True
    """

    name = "logistic"
    title = "Logistic regression"
    summary = "A weighted sum of all columns decides."
    source = "Cox 1958"
    is_serial = True
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)

    ridge: float = setting(
        1.0,
        "How strongly the coefficients are held near 0.",
        low=0.000_001,
        high=1_000_000,
        tuned=(0.001, 1_000),
        is_log=True,
    )
    iterations: int = setting(
        200,
        "How many steps the search for the best coefficients may take.",
        low=1,
        high=10_000,
        advanced=True,
    )

    def core_seconds(self, extent: Extent) -> float:
        """Some dozens of passes over the rows."""
        return 1.5e-7 * extent.taught * extent.columns * max(1, extent.classes - 1)

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Linear:
        """Fit the rows that have a weight."""
        lesson = Lesson.of(problem, weights)
        if lesson.teaches_nothing:
            return constant(lesson)
        coefficients, offset = logistic(
            lesson.matrix, lesson.labels, lesson.weights, self.ridge, self.iterations
        )
        link = LOGISTIC if len(offset) == 1 else SOFTMAX
        return Linear(lesson.layout, link, lesson.present, lesson.outputs, coefficients, offset)


def logistic(
    matrix: Floats, labels: Integers, weights: Floats, ridge: float, iterations: int
) -> tuple[Floats, Floats]:
    """Coefficients and offset: one column for two classes, a column a class for more."""
    with library_fit():
        from sklearn.linear_model import LogisticRegression

        fitted = LogisticRegression(C=1 / ridge, max_iter=iterations)
        fitted.fit(matrix, labels, sample_weight=weights)
    return np.ascontiguousarray(fitted.coef_.T), np.asarray(fitted.intercept_)
