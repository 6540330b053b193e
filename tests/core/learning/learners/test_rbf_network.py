import numpy as np
import pytest
from sklearn.gaussian_process.kernels import RBF
from sklearn.linear_model import LogisticRegression, Ridge

from core.learning.learners.rbf_network import RBFNetwork
from tests.core.learning.learners.library_data import lesson_of, uneven


def heights_by_scikit_learn(fitted, matrix):
    distances = np.linalg.norm(fitted.centres[:, None] - fitted.centres, axis=2)
    width = distances.max() / np.sqrt(2 * len(fitted.centres))
    return RBF(width)(matrix, fitted.centres)


@pytest.mark.parametrize("target", ["two", "three", "number"])
def test_a_regression_on_the_heights_of_the_bells(target):
    problem, lesson, weights = lesson_of(300, target, uneven(300))
    fitted = RBFNetwork(centres=9, ridge=0.5).fit(problem, weights, 0)
    assert fitted.centres.shape == (9, lesson.layout.width)
    heights = heights_by_scikit_learn(fitted, lesson.matrix)
    found = fitted.outputs(problem.inputs)[lesson.places]
    if target == "number":
        own = Ridge(alpha=0.5).fit(heights, lesson.targets, sample_weight=lesson.weights)
        np.testing.assert_allclose(found[:, 0], own.predict(heights), rtol=1e-9)
    else:
        own = LogisticRegression(C=2, max_iter=10_000, tol=1e-10 if target == "two" else 1e-4)
        own.fit(heights, lesson.labels, sample_weight=lesson.weights)
        np.testing.assert_allclose(found, own.predict_proba(heights), atol=1e-6)


def test_centres_lie_where_the_weight_is():
    problem, lesson, _ = lesson_of(300)
    inner = np.abs(lesson.matrix[:, 0]) < 0.5
    fitted = RBFNetwork(centres=6).fit(problem, np.where(inner, 1.0, 0.0), 0)
    own = fitted.layout.matrix(problem.inputs, np.flatnonzero(inner))
    assert np.all(fitted.centres >= own.min(axis=0) - 1e-9)
    assert np.all(fitted.centres <= own.max(axis=0) + 1e-9)
