"""The curves of single columns: their sum is the score, their mean that of the predictions."""

import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    Dataset,
    GradientBoosting,
    L2Boost,
    RandomForest,
    SingleLearner,
    Tree,
    fit,
)
from core.base.lacking import Lacking
from core.base.progress import Cancelled
from core.judging.diagnostics.additive import (
    additive_curve,
    additive_offset,
    partial_dependence,
    stumps_of,
)
from tests.core.helpers import noisy
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


def sum_of_curves(model, data, rounds=None):
    codes = model.inputs(data).codes
    total = np.tile(additive_offset(model, rounds), (len(data), 1))
    for column in range(len(codes)):
        total += additive_curve(model, column, rounds).table[codes[column]]
    return total


@pytest.mark.parametrize(
    ("data", "settings"),
    [
        (noisy(300), AdaBoost(rounds=80)),
        (three_classes(), AdaBoost(rounds=30)),
        (noisy(300), GradientBoosting(rounds=40, depth=1)),
        (three_classes(), GradientBoosting(rounds=20, depth=1)),
        (numbers(), L2Boost(rounds=20, depth=1)),
    ],
)
def test_the_curves_add_up_to_the_score(data, settings):
    model = fit(data, settings).model
    assert not isinstance(stumps_of(model), Lacking)
    inputs = model.inputs(data)
    np.testing.assert_allclose(
        sum_of_curves(model, data), model.predictor.scores(inputs), rtol=0, atol=1e-9
    )
    earlier = model.first(7).predictor.scores(inputs)
    np.testing.assert_allclose(sum_of_curves(model, data, 7), earlier, rtol=0, atol=1e-9)


def test_a_curve_by_hand():
    """Ten points, three rounds: x2 is asked about twice, with the votes 0.65 and 0.92."""
    import core

    run = fit(core.example("ten points", validation_share=0), AdaBoost(rounds=3))
    votes = run.history.votes
    trees = run.model.predictor.trees
    curve = additive_curve(run.model, 1)
    expected = np.zeros(len(curve.edges) + 1)
    for number in range(3):
        root = trees.roots[number]
        if trees.feature[root] == 1:
            side = trees.values[trees.left[root], 0]
            below = np.arange(len(expected)) <= trees.threshold[root]
            expected += votes[number] * np.where(below, side, -side)
    assert curve.stumps == 2
    np.testing.assert_allclose(curve.values[:, 0], expected)


def test_a_value_that_is_missing_has_its_own_vote():
    data = noisy(300)
    model = fit(data, AdaBoost(rounds=60)).model
    names = [column.name for column in data.features]
    curve = additive_curve(model, names.index("gaps"))
    frame = pd.DataFrame({"plain": [0.0, 0.0], "gaps": [np.nan, 0.0], "few": 1.0, "city": "Oslo"})
    scores = model.predictor.scores(model.inputs(frame))[:, 0]
    place = np.searchsorted(curve.edges, 0.0)
    difference = curve.missing[0] - curve.values[place, 0]
    assert difference == pytest.approx(scores[0] - scores[1])


@pytest.mark.parametrize("settings", [RandomForest(rounds=3), SingleLearner(learner=Tree(depth=3))])
def test_trees_of_several_questions_have_no_exact_curve(settings):
    model = fit(two_classes(), settings).model
    found = additive_curve(model, 0)
    assert isinstance(found, Lacking)
    assert "partial dependence" in found.why


@pytest.mark.parametrize("column", [0, 2])
def test_partial_dependence_is_the_mean_of_the_predictions(column):
    data = two_classes(150)
    model = fit(data, RandomForest(rounds=5)).model
    found = partial_dependence(model, data, column, rounds=4)
    frame = pd.DataFrame(
        {
            c.name: [c.categories[v] for v in c.values] if c.categories else c.values
            for c in data.features
        }
    )
    assert found.rows == 150
    for place in (0, len(found.points) // 2, -1):
        asked = frame.assign(**{found.name: found.points[place]})
        expected = model.first(4).probabilities(asked).mean(axis=0)
        np.testing.assert_allclose(found.values[place], expected)
    assert found.missing is None


def test_partial_dependence_of_an_additive_model_is_its_curve():
    data = numbers()
    model = fit(data, L2Boost(rounds=20, depth=1)).model
    found = partial_dependence(model, data, 0)
    curve = additive_curve(model, 0)
    exact = curve.values[np.searchsorted(curve.edges, found.points), 0]
    np.testing.assert_allclose(np.ptp(found.values[:, 0] - exact), 0, atol=1e-9)


def test_partial_dependence_can_be_cancelled_and_takes_odd_columns():
    data = two_classes(60)
    model = fit(data, RandomForest(rounds=2)).model

    def enough(progress):
        if progress.share >= 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        partial_dependence(model, data, 0, watch=enough)
    frame = pd.DataFrame({"x": [np.inf, 1.0, 2.0, np.nan] * 20, "z": np.arange(80.0)})
    odd = Dataset.from_frame(frame.assign(y=["a", "b", "b", "a"] * 20), "y")
    found = partial_dependence(fit(odd, RandomForest(rounds=2)).model, odd, 0, most_rows=10)
    assert found.points.tolist() == [1.0, 2.0]
    assert found.missing.shape == (2,)
    assert found.rows == 10
