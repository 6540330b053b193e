"""GentleBoost against a round by hand, a plain twin, and what its loss and weights must keep to."""

import math

import numpy as np
import pandas as pd
import pytest

from core import Dataset, fit
from core.judging.auditing.first_ranking import first_ranking
from core.learning.ensembles.gentleboost import GentleBoost
from tests.core.helpers import dataset, divisions, noisy, scores_of, signs

TEN_POINTS = dataset(
    {"x1": [1, 3, 6, 7, 8, 2, 4, 5, 9, 10], "x2": [4, 9, 3, 10, 2, 6, 7, 8, 5, 1]}, "+++++-----"
)


def plain_gentleboost(columns, labels, weights, rounds):
    """The paper's loop: F and the weights after every round, every stump being tried."""
    weights, scores = weights / weights.sum(), np.zeros(len(labels))
    past = []
    for _ in range(rounds):
        best = None
        for values in columns:
            for part in divisions(values):
                fitted = np.where(
                    part,
                    np.average(labels, weights=weights * part),
                    np.average(labels, weights=weights * ~part),
                )
                squares = (weights * (labels - fitted) ** 2).sum()
                if best is None or squares < best[0] - 1e-12:
                    best = squares, fitted
        scores = scores + best[1]
        weights = weights * np.exp(-labels * best[1])
        weights /= weights.sum()
        past.append((scores, weights))
    return past


def weighted_numbers(rows=40, names="-+"):
    random = np.random.default_rng(3)
    features = random.normal(size=(rows, 3))
    place = np.searchsorted([0.0] if len(names) == 2 else [-0.6, 0.7],
                            features.sum(axis=1) + random.normal(size=rows))  # fmt: skip
    weights = random.uniform(0.5, 2, rows)
    columns = {"a": features[:, 0], "b": features[:, 1], "c": features[:, 2], "w": weights}
    return features, weights, dataset(columns, np.array(list(names))[place], weight="w")


def test_the_first_round_of_the_ten_points_by_hand():
    # x1 > 8.5 parts two minuses from five pluses and three minuses: the mean of y, which is 1 for
    # a minus, is 1 there and (3 - 5) / 8 in the rest. (x2 > 8.5 does as well; the first is taken.)
    run = fit(TEN_POINTS, GentleBoost(rounds=1))
    assert scores_of(run.model, TEN_POINTS) == pytest.approx([-0.25] * 8 + [1.0] * 2)
    raw = [math.exp(-0.25)] * 5 + [math.exp(0.25)] * 3 + [math.exp(-1)] * 2
    assert run.history.weights(0) == pytest.approx([0.1] * 10)
    assert run.history.weights(1) == pytest.approx(np.array(raw) / sum(raw), abs=1e-15)
    assert run.history.curve("loss") == pytest.approx([sum(raw) / 10])
    assert run.history.error(1) == pytest.approx(0.3)
    expected = 1 / (1 + np.exp(-2 * np.array([-0.25] * 8 + [1.0] * 2)))
    assert run.model.probabilities(TEN_POINTS)[:, 1] == pytest.approx(expected)


def test_scores_and_weights_equal_those_of_the_plain_loop_in_every_round():
    features, weights, data = weighted_numbers()
    past = plain_gentleboost(list(features.T), signs(data), weights, 60)
    run = fit(data, GentleBoost(rounds=60))
    for t, (scores, expected) in enumerate(past, 1):
        assert run.history.weights(t) == pytest.approx(expected, rel=1e-9)
        assert scores_of(run.model.first(t), data) == pytest.approx(scores, rel=1e-9, abs=1e-12)
    means = [weights / weights.sum(), *(expected for _, expected in past)]
    assert run.history.suspicion() == pytest.approx(np.mean(means, axis=0) * len(data), rel=1e-9)


def test_many_classes_are_one_against_the_rest():
    features, weights, data = weighted_numbers(60, "abc")
    run = fit(data, GentleBoost(rounds=15))
    scores, totals = np.zeros((60, 3)), np.zeros(60)
    for place, name in enumerate("abc"):
        y = np.where(data.labels == place, 1.0, -1.0)
        scores[:, place] = plain_gentleboost(list(features.T), y, weights, 15)[-1][0]
        totals += np.exp(-y * scores[:, place])
        alone = fit(
            dataset(
                {"a": features[:, 0], "b": features[:, 1], "c": features[:, 2], "w": weights},
                np.where(y > 0, "is", "-"),
                weight="w",
            ),
            GentleBoost(rounds=15),
        )
        ours = run.model.predictor.scores(run.model.inputs(data))[:, place]
        assert ours == pytest.approx(scores_of(alone.model, data), rel=1e-9), name
        assert ours == pytest.approx(scores[:, place], rel=1e-9)
    together = weights * totals
    assert run.history.weights(15) == pytest.approx(together / together.sum(), rel=1e-9)
    shares = 1 / (1 + np.exp(-2 * scores))
    expected = shares / shares.sum(axis=1, keepdims=True)
    assert run.model.probabilities(data) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("settings", [GentleBoost(rounds=40), GentleBoost(40, depth=3),
                                      GentleBoost(40, shrinkage=0.3)])  # fmt: skip
def test_the_loss_never_rises_and_the_error_is_never_above_it(settings):
    history = fit(noisy(400), settings).history
    loss = history.curve("loss")
    assert (np.diff([1.0, *loss]) <= 1e-12).all()
    assert (history.curve("training_error") <= loss).all()


def test_weights_stay_true_where_products_of_factors_are_lost():
    # Told apart by one question: every round lowers all weights by e^-1, far below any float.
    columns = {"x": [0, 0, 0, 1, 1, 1], "z": [0, 1, 0, 1, 0, 1]}
    run = fit(dataset(columns, "aaabbb"), GentleBoost(rounds=800))
    assert run.rounds == 800
    assert run.history.weights(800) == pytest.approx([1 / 6] * 6, abs=1e-9)
    assert run.history.curve("loss")[-1] == 0
    assert np.isfinite(run.history.suspicion()).all()


def test_a_validation_row_has_the_weight_that_it_would_have_had():
    run = fit(noisy(300, validation_share=0.4), GentleBoost(rounds=30))
    data, scores = run.dataset, scores_of(run.model, run.dataset)
    raw = np.exp(-signs(data) * scores)
    expected = raw / raw[~data.validation].sum()
    assert run.history.weights(30) == pytest.approx(expected, rel=1e-9)
    late = np.average(raw[data.validation])
    assert run.history.curve("validation_loss")[-1] == pytest.approx(late, rel=1e-9)


def test_the_image_of_the_weights_holds_their_logs():
    run = fit(noisy(60), GentleBoost(rounds=5))
    ranked = first_ranking(run).ranked
    image = run.history.weight_image(ranked, 5, 1000, 1000)
    assert image.shape == (60, 6)
    for t in range(6):
        expected = np.log10(run.history.relative_weights(t)[ranked])
        assert image[:, t] == pytest.approx(expected, rel=1e-5, abs=1e-6)


def test_the_paths_of_rows_are_their_weights_round_by_round():
    history = fit(noisy(60), GentleBoost(rounds=12)).history
    rows = np.array([40, 3, 17])
    paths = history.relative_paths(rows, 12)
    for t in range(13):
        np.testing.assert_array_equal(paths[:, t], history.relative_weights(t)[rows])


def test_swapped_labels_are_the_heaviest_rows():
    random = np.random.default_rng(0)
    x = random.normal(size=(400, 3))
    label = x[:, 0] + x[:, 1] > 0
    swapped = np.abs(x[:, 0] + x[:, 1]) > 1.2
    swapped &= random.random(400) < 0.1
    frame = pd.DataFrame(x, columns=list("abc")).assign(y=np.where(label ^ swapped, "no", "yes"))
    data = Dataset.from_frame(frame, "y", validation_share=0)
    found = first_ranking(fit(data, GentleBoost(rounds=30)))
    first = found.ranked[: swapped.sum()]
    assert swapped[first].mean() > 0.8
    assert found.flagged[swapped].mean() > 0.8
