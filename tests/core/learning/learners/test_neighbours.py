import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

import core
from core.learning.learners.neighbours import NearestNeighbours
from core.learning.predictors.linear import Linear
from tests.core.learning.learners.library_data import data_of, lesson_of


@pytest.mark.parametrize("neighbours", [1, 2, 7, 400])
@pytest.mark.parametrize("target", ["two", "three"])
def test_shares_are_those_of_scikit_learn(target, neighbours):
    problem, lesson, weights = lesson_of(300, target)
    found = NearestNeighbours(neighbours=neighbours).fit(problem, weights, 0)
    own = KNeighborsClassifier(min(neighbours, 300)).fit(lesson.matrix, lesson.labels)
    np.testing.assert_allclose(
        found.outputs(problem.inputs), own.predict_proba(lesson.matrix), atol=1e-9
    )


def test_numbers_are_those_of_scikit_learn():
    problem, lesson, weights = lesson_of(300, "number")
    found = NearestNeighbours(neighbours=4).fit(problem, weights, 0).outputs(problem.inputs)
    own = KNeighborsRegressor(4).fit(lesson.matrix, lesson.targets)
    np.testing.assert_allclose(found[:, 0], own.predict(lesson.matrix), rtol=1e-9)


@pytest.mark.parametrize("target", ["three", "number"])
def test_a_row_drawn_twice_counts_twice(target):
    counts = np.random.default_rng(5).integers(0, 3, 300).astype(float)
    counts[counts.cumsum() > 300] = 0
    problem, _, _ = lesson_of(300, target)
    fitted = NearestNeighbours(neighbours=5).fit(problem, counts, 0)
    everything = fitted.layout.matrix(problem.inputs, slice(None))
    places = np.repeat(np.arange(300), counts.astype(int))
    if target == "number":
        own = KNeighborsRegressor(5).fit(everything[places], problem.targets[places])
        expected = own.predict(everything)[:, None]
    else:
        own = KNeighborsClassifier(5).fit(everything[places], problem.labels[places])
        expected = own.predict_proba(everything)
    np.testing.assert_allclose(fitted.outputs(problem.inputs), expected, atol=1e-9)


def test_other_weights_are_drawn_from_in_proportion():
    problem, _, _ = lesson_of(300)
    weights = np.where(np.arange(300) < 150, 0.9, 0.1) + 0.001 * np.arange(300)
    fitted = NearestNeighbours().fit(problem, weights, 0)
    assert fitted.counts.sum() == 300
    kept = fitted.layout.matrix(problem.inputs, slice(None, 150))
    drawn = sum(
        int(count)
        for point, count in zip(fitted.points, fitted.counts, strict=True)
        if (kept == point).all(axis=1).any()
    )
    assert drawn / 300 == pytest.approx(weights[:150].sum() / weights.sum(), abs=0.06)


def test_no_more_rows_are_kept_than_allowed():
    problem, _, weights = lesson_of(300)
    fitted = NearestNeighbours(most_rows=40).fit(problem, weights, 0)
    assert len(fitted.points) == 40
    assert not isinstance(fitted, Linear)


def test_bagging_leaves_the_nearest_neighbour_as_it_is():
    # Breiman 1996: the nearest neighbour is in 63 % of the samples, so most votes are its.
    data = data_of(400, "two")
    base = NearestNeighbours(neighbours=1)
    bagged = core.fit(data, core.Bagging(base=base, rounds=101, is_hard=True)).model
    alone = core.fit(data, core.SingleLearner(learner=base)).model
    new = data_of(500, "two", seed=9, validation_share=0)
    assert np.mean(bagged.predict(new) == alone.predict(new)) >= 0.99
