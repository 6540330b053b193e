"""Linear regression with a ridge (Hoerl & Kennard 1970), fitted by scikit-learn."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.data.dataset import Task
from core.engine.libraries import library_fit
from core.learning.learner import Learner
from core.learning.lessons import Lesson
from core.learning.predictors.linear import Linear, constant
from core.learning.predictors.links import IDENTITY
from core.learning.problem import Problem
from core.learning.settings import setting


@dataclass(frozen=True)
class LinearRegression(Learner):
    """The number as a weighted sum of the standardised columns.

    Minimises Σ w_i (y_i - β_0 - x_i·β)² + ridge |β|², a weight counting as so many rows.
    """

    name = "linear"
    title = "Linear regression"
    summary = "A weighted sum of all columns."
    source = "Hoerl & Kennard 1970"
    is_serial = True
    tasks = (Task.REGRESSION,)

    ridge: float = setting(
        1.0,
        "How strongly the coefficients are held near 0.",
        low=0.001,
        high=1_000_000,
        tuned=(0.01, 1_000),
        is_log=True,
    )

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Linear:
        """Fit the rows that have a weight."""
        lesson = Lesson.of(problem, weights)
        if lesson.teaches_nothing:
            return constant(lesson)
        coefficients, offset = ridge(lesson.matrix, lesson.targets, lesson.weights, self.ridge)
        return Linear(lesson.layout, IDENTITY, lesson.present, lesson.outputs, coefficients, offset)


def ridge(
    matrix: Floats, targets: Floats, weights: Floats, strength: float
) -> tuple[Floats, Floats]:
    """Coefficients, in one column, and offset."""
    with library_fit():
        from sklearn.linear_model import Ridge

        fitted = Ridge(alpha=strength, solver="cholesky")
        fitted.fit(matrix, targets, sample_weight=weights)
    return np.asarray(fitted.coef_)[:, None], np.array([fitted.intercept_])
