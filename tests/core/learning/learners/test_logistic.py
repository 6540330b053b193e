import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from core.learning.learners.logistic import Logistic
from tests.core.learning.learners.library_data import lesson_of, uneven


@pytest.mark.parametrize("target", ["two", "three"])
@pytest.mark.parametrize("ridge", [0.1, 5.0])
def test_probabilities_are_those_of_scikit_learn(target, ridge):
    problem, lesson, weights = lesson_of(300, target, uneven(300))
    found = Logistic(ridge=ridge).fit(problem, weights, 0).outputs(problem.inputs)
    own = LogisticRegression(C=1 / ridge, max_iter=200)
    own.fit(lesson.matrix, lesson.labels, sample_weight=lesson.weights)
    everything = lesson.layout.matrix(problem.inputs, slice(None))
    np.testing.assert_allclose(found, own.predict_proba(everything), atol=1e-9)


def test_the_gradient_of_the_penalised_likelihood_is_zero():
    problem, lesson, weights = lesson_of(200, "two", uneven(200))
    fitted = Logistic(ridge=2.0, iterations=1000).fit(problem, weights, 0)
    share = fitted.outputs(problem.inputs)[lesson.places, 1]
    gradient = lesson.matrix.T @ (lesson.weights * (share - lesson.labels))
    gradient += 2.0 * fitted.coefficients[:, 0]
    assert np.abs(gradient).max() < 1e-2 * len(lesson.places) ** 0.5


def test_a_ridge_is_weighed_against_the_sum_of_the_weights():
    problem, _, weights = lesson_of(200, "two", uneven(200))
    one = Logistic(ridge=2.0, iterations=2000).fit(problem, weights, 0)
    other = Logistic(ridge=2.0 * 1024, iterations=2000).fit(problem, 1024 * weights, 0)
    np.testing.assert_allclose(one.coefficients, other.coefficients, rtol=1e-3, atol=1e-4)
