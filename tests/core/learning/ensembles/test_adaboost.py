"""AdaBoost against rounds computed by hand, a plain twin, scikit-learn, and its named endings."""

import math

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import AdaBoostClassifier

from core import Dataset, Ending, SettingsError
from tests.core.helpers import (
    dataset,
    divisions,
    noisy,
    noisy_frame,
    plain_adaboost,
    run_of,
    scores_of,
    signs,
    stump_votes,
)

TEN_POINTS = dataset(
    {"x1": [1, 3, 6, 7, 8, 2, 4, 5, 9, 10], "x2": [4, 9, 3, 10, 2, 6, 7, 8, 5, 1]}, "+++++-----"
)
XOR = dataset({"x1": [1, -1, 0, 0], "x2": [0, 0, 1, -1]}, "++--")


@pytest.mark.parametrize(
    ("data", "errors", "votes"),
    [
        (TEN_POINTS, [3 / 10, 3 / 14, 3 / 22], [0.42, 0.65, 0.92]),
        (XOR, [1 / 4, 1 / 6, 1 / 10], [0.55, 0.80, 1.10]),
    ],
    ids=["ten points", "xor"],
)
def test_three_rounds_as_computed_by_hand(data, errors, votes):
    run = run_of(data, 3)
    assert run.history.curve("weighted_error") == pytest.approx(errors, abs=1e-12)
    assert run.history.votes.round(2) == pytest.approx(votes, abs=1e-12)
    assert [run.history.error(t) > 0 for t in range(4)] == [True, True, True, False]
    assert run.outcome.ending is Ending.ALL_ROUNDS
    assert list(run.model.predict(data)) == [data.label_text(row) for row in range(len(data))]


def test_xor_is_asked_at_the_half():
    encoders = run_of(XOR, 1).model.encoder.features
    assert [list(feature.edges) for feature in encoders] == [[-0.5, 0.5], [-0.5, 0.5]]


def test_the_first_reweighting_of_the_ten_points():
    run = run_of(TEN_POINTS, 1)
    wrong = run.history.wrong(1)
    assert wrong.sum() == 3
    assert run.history.weights(0) == pytest.approx([1 / 10] * 10)
    assert run.history.weights(1) == pytest.approx(np.where(wrong, 1 / 6, 1 / 14))


def test_a_wrong_row_among_four_then_weighs_three_times_another():
    run = run_of(dataset({"x": [0, 0, 0, 1]}, "+--+"), 1)
    assert run.history.wrong(1).tolist() == [True, False, False, False]
    assert run.history.weights(1) == pytest.approx([1 / 2, 1 / 6, 1 / 6, 1 / 6])


def test_the_vote_is_half_the_log_odds_and_the_bound_the_product_of_z():
    run = run_of(noisy(300), 50)
    error = run.history.curve("weighted_error")
    assert run.history.votes == pytest.approx(0.5 * np.log((1 - error) / error), rel=1e-12)
    z = 2 * np.sqrt(error * (1 - error))
    assert run.history.curve("bound") == pytest.approx(np.cumprod(z), rel=1e-12)


def weighted_numbers(rows=40):
    """Numbers and weights without ties, so that every round has one best stump only."""
    random = np.random.default_rng(3)
    features = random.normal(size=(rows, 3))
    labels = np.where(features.sum(axis=1) + random.normal(size=rows) > 0, "+", "-")
    weights = random.uniform(0.5, 2, rows)
    columns = {"a": features[:, 0], "b": features[:, 1], "c": features[:, 2], "w": weights}
    return features, weights, dataset(columns, labels, weight="w")


def test_errors_votes_and_weights_equal_those_of_a_plain_adaboost():
    features, weights, data = weighted_numbers()
    errors, votes, last = plain_adaboost(list(features.T), signs(data), weights, 25)
    history = run_of(data, 25).history
    assert history.curve("weighted_error") == pytest.approx(errors, rel=1e-9)
    assert history.votes == pytest.approx(votes, rel=1e-9)
    assert history.weights(25) == pytest.approx(last, rel=1e-9)


class PlainStump(ClassifierMixin, BaseEstimator):
    """The stump of least weighted error: scikit-learn's own takes the one of least Gini."""

    def fit(self, X, y, sample_weight):
        self.classes_ = np.unique(y)
        self.best_ = min(
            (sample_weight[np.where(part, low, high) != y].sum(), place, X[part, place].max(), low)
            for place in range(X.shape[1])
            for part in divisions(X[:, place])
            for low, high in (self.classes_, self.classes_[::-1])
        )
        return self

    def predict(self, X):
        _, place, cut, low = self.best_
        high = self.classes_[self.classes_ != low][0]
        return np.where(X[:, place] <= cut, low, high)


def test_errors_votes_and_predictions_equal_those_of_scikit_learn():
    features, weights, data = weighted_numbers()
    theirs = AdaBoostClassifier(PlainStump(), n_estimators=25)
    theirs.fit(features, data.labels, sample_weight=weights)
    ours = run_of(data, 25)
    assert ours.history.curve("weighted_error") == pytest.approx(theirs.estimator_errors_, rel=1e-9)
    # Their votes leave out the ½.
    assert 2 * ours.history.votes == pytest.approx(theirs.estimator_weights_, rel=1e-9)
    staged = [np.mean(labels != data.labels) for labels in theirs.staged_predict(features)]
    unweighted = [np.mean(ours.history.wrong(t)) for t in range(1, 26)]
    assert unweighted == pytest.approx(staged)


def test_integer_weights_equal_repeated_rows():
    random = np.random.default_rng(5)
    rows = 32
    columns = {"a": random.normal(size=rows), "b": random.normal(size=rows)}
    labels = np.where(columns["a"] + columns["b"] + random.normal(size=rows) > 0, "+", "-")
    weights = np.resize([1, 2, 4, 1], rows)  # they sum to a power of 2: the start is exact
    weighted = run_of(dataset(columns | {"w": weights}, labels, weight="w"), 30)
    frame = pd.DataFrame(columns).assign(y=labels)
    repeated = Dataset.from_frame(
        frame.loc[np.repeat(frame.index, weights)], "y", validation_share=0
    )
    repeated = run_of(repeated, 30)
    for curve in ("weighted_error", "vote", "training_error", "bound"):
        expected = repeated.history.curve(curve)
        assert weighted.history.curve(curve) == pytest.approx(expected, rel=1e-9)
    assert scores_of(weighted.model, frame) == pytest.approx(
        scores_of(repeated.model, frame), rel=1e-9
    )
    assert weighted.history.weights(30).sum() == pytest.approx(1)


def test_rows_of_weight_zero_change_nothing():
    frame = noisy_frame(120)
    ghosts = frame.iloc[::3]
    ghosts = ghosts.assign(w=0.0, y=np.where(ghosts["y"] == "yes", "no", "yes"))
    haunted = pd.concat([frame.assign(w=1.0), ghosts], ignore_index=True)
    history = run_of(Dataset.from_frame(haunted, "y", weight="w", validation_share=0), 40).history
    expected = run_of(Dataset.from_frame(frame, "y", validation_share=0), 40).history
    assert history.votes == pytest.approx(expected.votes, rel=1e-9)
    assert history.error(40) == pytest.approx(expected.error(40))
    assert history.weights(40)[:120] == pytest.approx(expected.weights(40), rel=1e-9)
    assert not history.weights(40)[120:].any()


@pytest.mark.parametrize("labels", ["--++++", "++----"])
@pytest.mark.parametrize(
    "values",
    [
        [1, 1, 2, 2, 2, 2],
        [2, 2, 1, 1, 1, 1],
        ["a", "b", "c", "c", "d", "d"],
        [None, None, "c", "c", "d", "d"],
        [np.nan, np.nan, 1, 2, 3, 4],
        [-math.inf, -math.inf, 1, 2, 3, math.inf],
    ],
    ids=["low", "high", "categories", "missing category", "missing number", "infinite"],
)
def test_a_perfect_stump_stands_alone_with_vote_one_and_smoothed_leaf_shares(values, labels):
    data = dataset({"x": values, "constant": 1.0}, labels)
    run = run_of(data, 10)
    assert run.outcome.ending is Ending.PERFECT_LEARNER
    assert "One question tells all training rows apart: x" in run.outcome.sentence
    assert not run.outcome.can_go_on
    assert (run.rounds, run.history.votes.tolist()) == (1, [1.0])
    assert run.history.curve("weighted_error").tolist() == [0.0]
    assert run.history.weights(1) == pytest.approx([1 / 6] * 6)
    # A leaf of n rows gives its class (n + 1) / (n + 2).
    own = run.model.probabilities(data)[np.arange(6), data.labels]
    assert own == pytest.approx([3 / 4, 3 / 4, 5 / 6, 5 / 6, 5 / 6, 5 / 6])
    assert run.history.error(1) == 0


def test_a_perfect_stump_that_is_found_late_still_ends_the_training():
    # The first column is wrong about a row so light that rounding hides it.
    columns = {"a": [0, 0, 0, 1, 1, 1], "b": [1, 0, 0, 1, 1, 1], "w": [1e-20, 1, 1, 1, 1, 1]}
    run = run_of(dataset(columns, "+--+++", weight="w"), 10)
    assert run.outcome.ending is Ending.PERFECT_LEARNER
    assert run.rounds == len(run.model.predictor.trees) == 2
    assert np.isfinite(scores_of(run.model, run.dataset)).all()


def test_no_stump_better_than_chance_ends_the_training_before_the_first_round():
    data = dataset({"x": [0, 0, 1, 1], "c": ["a", "a", "b", "b"]}, "+-+-")
    run = run_of(data, 10)
    assert run.outcome.ending is Ending.NO_BETTER_THAN_CHANCE
    assert run.outcome.sentence.startswith("Training ended because the weak learner does no better")
    assert run.rounds == 0
    assert run.model.probabilities(data) == pytest.approx(np.full((4, 2), 1 / 2))


def test_no_stump_better_than_chance_may_end_the_training_later():
    run = run_of(dataset({"x": [0, 0, 0, 1]}, "+--+"), 10)
    assert run.outcome.ending is Ending.NO_BETTER_THAN_CHANCE
    assert "Training ended after 1 round" in run.outcome.sentence
    assert run.rounds == len(run.model.predictor.trees) == 1


@pytest.mark.parametrize("revise", [False, True], ids=["in the file", "by relabelling"])
def test_a_single_class_is_a_named_ending(revise):
    data = dataset({"x": [1, 2, 3]}, "aab" if revise else "aaa")
    data = data.relabelled({4: "a"}) if revise else data
    run = run_of(data, 10)
    assert run.outcome.ending is Ending.SINGLE_CLASS
    assert run.outcome.sentence.startswith("Every training row is 'a'")
    assert (run.rounds, list(run.model.predict(data))) == (0, ["a", "a", "a"])
    shares = run.model.probabilities(data)
    assert shares == pytest.approx(np.tile([4 / 5, 1 / 5] if revise else [1.0], (3, 1)))
    assert not run.history.wrong(0).any()


def test_a_class_whose_rows_all_weigh_nothing_is_not_there():
    run = run_of(dataset({"x": [1, 2, 3, 4], "w": [1, 1, 0, 0]}, "aabb", weight="w"), 10)
    assert run.outcome.ending is Ending.SINGLE_CLASS


@pytest.mark.parametrize(
    "columns",
    [{"x": [1, 1, 1, 1]}, {"x": ["a"] * 4}, {"x": [np.nan] * 4}],
    ids=["one number", "one category", "all missing"],
)
def test_no_usable_feature_is_a_named_ending(columns):
    data = dataset(columns, "aaab")
    run = run_of(data, 10)
    assert run.outcome.ending is Ending.NO_USABLE_FEATURE
    assert run.outcome.sentence.startswith("No column has two different values")
    # Without a stump the shares of the classes remain, smoothed.
    assert run.model.probabilities(data) == pytest.approx(np.tile([4 / 6, 2 / 6], (4, 1)))
    assert list(run.model.predict(data)) == ["a"] * 4


def test_other_tasks_are_refused_in_a_sentence():
    sentence = "AdaBoost is for two classes or many classes, and 'y' holds many numbers"
    with pytest.raises(SettingsError, match=sentence):
        run_of(dataset({"x": range(6)}, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), 10)


@pytest.mark.parametrize("excluded", [True, False], ids=["excluded", "of weight 0"])
def test_data_without_training_rows_that_count_is_refused_in_a_sentence(excluded):
    columns, labels = {"x": np.arange(40) % 7}, "ab" * 20
    data = dataset(columns, labels, 0.25)
    if excluded:
        data = data.excluding(data.lines[~data.validation])
    else:
        data = dataset(columns | {"w": data.validation * 1.0}, labels, 0.25, weight="w")
    with pytest.raises(SettingsError, match="No training row has a weight above 0"):
        run_of(data, 10)


def test_a_tie_goes_to_the_commonest_class():
    data = dataset({"x": [0, 0, 0, 1]}, "bbba")
    history = run_of(data, 1).history
    assert history.wrong(0).tolist() == [False, False, False, True]
    assert history.error(0) == 1 / 4


@pytest.mark.parametrize(
    ("labels", "votes"),
    [
        ("--++---", [-1, -1, 1, 1, 1, -1, -1]),  # as the high values
        ("++++---", [1, 1, 1, 1, 1, -1, -1]),  # as the low values
        ("++-+---", [1, 1, -1, -1, -1, -1, -1]),  # unlike all values
    ],
)
def test_the_side_of_missing_values_is_learned(labels, votes):
    data = dataset({"x": [np.nan, np.nan, 1, 1, 1, 2, 2]}, labels)
    # '+' is the first class by name, and so the one that a negative score stands for.
    assert (-stump_votes(run_of(data, 1), 1)).tolist() == votes
