import numpy as np
from sklearn.linear_model import Ridge

from core.learning.learners.linear import LinearRegression
from tests.core.helpers import dataset
from tests.core.learning.learners.library_data import lesson_of, uneven


def test_predictions_are_those_of_scikit_learn():
    problem, lesson, weights = lesson_of(300, "number", uneven(300))
    found = LinearRegression(ridge=3.0).fit(problem, weights, 0).outputs(problem.inputs)
    own = Ridge(alpha=3.0).fit(lesson.matrix, lesson.targets, sample_weight=lesson.weights)
    everything = lesson.layout.matrix(problem.inputs, slice(None))
    np.testing.assert_allclose(found[:, 0], own.predict(everything), rtol=1e-9)


def test_a_line_is_found_again():
    from core.learning.problem import Problem

    x = np.arange(50.0)
    problem = Problem.of(dataset({"x": x}, 3 * x + 7.5))
    fitted = LinearRegression(ridge=0.001).fit(problem, np.ones(50), 0)
    np.testing.assert_allclose(fitted.outputs(problem.inputs)[:, 0], 3 * x + 7.5, rtol=1e-3)
