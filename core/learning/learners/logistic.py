"""Logistic regression (Cox 1958): of two classes by Newton's method, else by scikit-learn."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.dataset import Task
from core.engine.libraries import library_fit, one_thread
from core.learning.learner import Learner
from core.learning.lessons import Lesson
from core.learning.members import Extent
from core.learning.predictors.linear import Linear, constant
from core.learning.predictors.links import LOGISTIC, SOFTMAX
from core.learning.problem import Problem
from core.learning.settings import setting

_MOST_COLUMNS = 400
"""With more columns a step of Newton's method takes longer than many of another."""
_FLAT, _LEAST_CURVATURE, _MOST_HALVINGS = 1e-7, 1e-12, 30
_FARTHEST = 500.0
"""Log odds beyond this are as good as certain, and their exponential stays a number."""


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
    if matrix.shape[1] <= _MOST_COLUMNS and int(labels.max()) == 1:
        return _of_two(matrix, labels, weights, ridge, iterations)
    with library_fit():
        from sklearn.linear_model import LogisticRegression

        fitted = LogisticRegression(C=1 / ridge, max_iter=iterations)
        fitted.fit(matrix, labels, sample_weight=weights)
    return np.ascontiguousarray(fitted.coef_.T), np.asarray(fitted.intercept_)


def _of_two(
    matrix: Floats, labels: Integers, weights: Floats, ridge: float, iterations: int
) -> tuple[Floats, Floats]:
    """Two classes by Newton's method, which is at its end after a few steps (Cox 1958).

    A step that does not lower the loss by a part of what its slope promises is halved.
    """
    columns = matrix.shape[1]
    held = np.full(columns + 1, ridge)
    held[-1] = 0.0  # the offset is free
    found, is_second = np.zeros(columns + 1), labels == 1
    # Where nearly all is told apart, the offset's own curvature is next to nothing.
    floor = np.diag(np.full(columns + 1, _LEAST_CURVATURE * float(weights.sum())))
    with one_thread():
        loss, away = _loss(matrix, is_second, weights, held, found)
        for _ in range(iterations):
            share = 1 / (1 + np.exp(-away))
            missed = weights * (share - is_second)
            slope = np.append(matrix.T @ missed, missed.sum()) + held * found
            if np.abs(slope).max() <= _FLAT * weights.sum():
                break
            bend = weights * share * (1 - share)
            curvature = floor + np.diag(held)
            bent = matrix.T @ bend
            bowed = matrix * np.sqrt(bend)[:, None]
            curvature[:-1, :-1] += bowed.T @ bowed  # of one matrix: half of it is computed
            curvature[:-1, -1] += bent
            curvature[-1, :-1] += bent
            curvature[-1, -1] += bend.sum()
            step = np.linalg.solve(curvature, slope)
            promised = float(step @ slope)
            for _ in range(_MOST_HALVINGS):
                lower, then = _loss(matrix, is_second, weights, held, found - step)
                if lower <= loss - 1e-4 * promised:
                    break
                step, promised = step / 2, promised / 2
            else:
                break  # as low as rounding lets it be
            found, loss, away = found - step, lower, then
    return found[:-1, None].copy(), found[-1:].copy()


def _loss(
    matrix: Floats, is_second: Mask, weights: Floats, held: Floats, found: Floats
) -> tuple[float, Floats]:
    """What is minimised, and the log odds of every row."""
    away = np.clip(matrix @ found[:-1] + found[-1], -_FARTHEST, _FARTHEST)
    own = np.where(is_second, away, -away)
    return float(weights @ np.log1p(np.exp(-own)) + held @ found**2 / 2), away
