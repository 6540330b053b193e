import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from core.learning.learners.logistic import Logistic, logistic
from tests.core.learning.learners.library_data import lesson_of, uneven


@pytest.mark.parametrize("target", ["two", "three"])
@pytest.mark.parametrize("ridge", [0.1, 5.0])
def test_probabilities_are_those_of_scikit_learn(target, ridge):
    problem, lesson, weights = lesson_of(300, target, uneven(300))
    found = Logistic(ridge=ridge).fit(problem, weights, 0).outputs(problem.inputs)
    # Of two classes ours is at its end; scikit-learn's has to be told to go on to it.
    is_own = target == "two"
    how = {"max_iter": 10_000, "tol": 1e-10} if is_own else {"max_iter": 200}
    own = LogisticRegression(C=1 / ridge, **how)
    own.fit(lesson.matrix, lesson.labels, sample_weight=lesson.weights)
    everything = lesson.layout.matrix(problem.inputs, slice(None))
    np.testing.assert_allclose(found, own.predict_proba(everything), atol=1e-6 if is_own else 1e-9)


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


@pytest.mark.parametrize(
    ("rows", "columns", "ridge"), [(300, 4, 1.0), (60, 90, 10.0), (80, 2, 1e-6)]
)
def test_two_classes_are_fitted_to_the_end(rows, columns, ridge):
    random = np.random.default_rng(rows)
    matrix, weights = random.normal(size=(rows, columns)), random.uniform(0.1, 3, rows)
    labels = (matrix[:, 0] + 0.5 * random.normal(size=rows) > 0.3).astype(int)
    coefficients, offset = logistic(matrix, labels, weights, ridge, 200)
    peer = LogisticRegression(C=1 / ridge, max_iter=10_000, tol=1e-10)
    peer.fit(matrix, labels, sample_weight=weights)
    assert coefficients[:, 0] == pytest.approx(peer.coef_[0], abs=1e-4)
    assert offset == pytest.approx(peer.intercept_, abs=1e-4)


def test_classes_told_apart_by_one_column_end_too():
    matrix = np.linspace(-1, 1, 40)[:, None]
    labels = (matrix[:, 0] > 0).astype(int)
    coefficients, offset = logistic(matrix, labels, np.ones(40), 1e-6, 200)
    assert np.isfinite(coefficients).all()
    np.testing.assert_array_equal((matrix @ coefficients + offset)[:, 0] > 0, labels == 1)
