"""Capped weights: by hand, against a plain twin, and beside AdaBoost where labels are wrong."""

import functools
import math

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, Tree, fit
from core.judging.auditing.first_ranking import first_ranking
from core.learning.ensembles.capped_adaboost import CappedAdaBoost
from core.learning.ensembles.gentleboost import GentleBoost
from tests.core.helpers import dataset, divisions, noisy, signs

TEN_POINTS = dataset(
    {"x1": [1, 3, 6, 7, 8, 2, 4, 5, 9, 10], "x2": [4, 9, 3, 10, 2, 6, 7, 8, 5, 1]}, "+++++-----"
)


def plain_madaboost(columns, labels, weights, cap, rounds):
    """The textbook: weights are multiplied on and on, and capped whenever they are used."""
    start, raw = weights / weights.sum(), np.ones(len(labels))
    errors, past = [], []
    guesses = [
        side * np.where(part, 1, -1)
        for values in columns
        for part in divisions(values)
        for side in (1, -1)
    ]
    used = start
    for _ in range(rounds):
        error, place = min((used[g != labels].sum(), i) for i, g in enumerate(guesses))
        vote = 0.5 * math.log((1 - error) / error)
        raw = raw * np.exp(-vote * labels * guesses[place])
        used = start * np.minimum(cap, raw)
        used = used / used.sum()
        errors.append(error)
        past.append(used)
    return errors, past


def test_the_first_round_of_the_ten_points_by_hand():
    # Three of ten are wrong: α = ½ ln(7/3), right rows weigh √(3/7) of the others, which stay.
    run = fit(TEN_POINTS, CappedAdaBoost(rounds=1))
    wrong = run.history.wrong(1)
    assert wrong.sum() == 3
    right = math.sqrt(3 / 7)
    expected = np.where(wrong, 1.0, right) / (3 + 7 * right)
    assert run.history.weights(1) == pytest.approx(expected, abs=1e-15)
    assert run.history.votes == pytest.approx([0.5 * math.log(7 / 3)])


@pytest.mark.parametrize("cap", [1.0, 1.5, 4.0])
def test_errors_and_weights_equal_those_of_a_plain_madaboost(cap):
    random = np.random.default_rng(3)
    features = random.normal(size=(40, 3))
    labels = np.where(features.sum(axis=1) + random.normal(size=40) > 0, "+", "-")
    weights = random.uniform(0.5, 2, 40)
    columns = {"a": features[:, 0], "b": features[:, 1], "c": features[:, 2], "w": weights}
    data = dataset(columns, labels, weight="w")
    errors, past = plain_madaboost(list(features.T), signs(data), weights, cap, 50)
    history = fit(data, CappedAdaBoost(rounds=50, cap=cap)).history
    assert history.curve("weighted_error") == pytest.approx(errors, rel=1e-9)
    for t, expected in enumerate(past, 1):
        assert history.weights(t) == pytest.approx(expected, rel=1e-9)
    means = np.mean([weights / weights.sum(), *past], axis=0)
    assert history.suspicion() == pytest.approx(means * 40, rel=1e-9)


@pytest.mark.parametrize("rounds", [1, 30])
@pytest.mark.parametrize("base", [Tree(depth=2), Tree(depth=1)])
def test_a_cap_that_no_row_reaches_is_adaboost(rounds, base):
    data = noisy(200)
    plain = fit(data, AdaBoost(rounds=rounds, base=base)).history
    capped = fit(data, CappedAdaBoost(rounds=rounds, base=base, cap=1e9)).history
    np.testing.assert_array_equal(capped.votes, plain.votes)
    np.testing.assert_array_equal(capped.weights(rounds), plain.weights(rounds))


@pytest.mark.parametrize("rule", ["samme", "m1"])
def test_many_classes_are_capped_around_what_chance_would_do(rule):
    random = np.random.default_rng(1)
    x = random.normal(size=(150, 3))
    labels = np.array(list("abc"))[np.searchsorted([-0.5, 0.5], x[:, 0] + 0.5 * x[:, 1])]
    data = dataset({"p": x[:, 0], "q": x[:, 1], "r": x[:, 2]}, labels)
    history = fit(data, CappedAdaBoost(20, base=Tree(depth=2), many_classes=rule)).history
    centre = 2 / 3 if rule == "samme" else 1 / 2
    raw = np.ones(150)
    for t in range(1, history.rounds + 1):
        wrong = history.by_row(history.named(t) != history.problem.labels)
        raw *= np.exp(2 * history.votes[t - 1] * (wrong - centre))
        used = np.minimum(1, raw)
        assert history.weights(t) == pytest.approx(used / used.sum(), rel=1e-9)


def test_all_rows_that_are_missed_weigh_the_same_however_much_they_are_missed():
    run = fit(noisy(300, noise=2), CappedAdaBoost(rounds=30))
    history, training = run.history, ~run.dataset.validation
    heavy = training & (history.margins(30) < -1e-9)
    weights = history.weights(30)
    assert heavy.sum() > 5
    assert weights[heavy] == pytest.approx(np.full(heavy.sum(), weights[training].max()))


def test_the_image_of_the_weights_holds_their_logs():
    run = fit(noisy(60), CappedAdaBoost(rounds=5))
    ranked = first_ranking(run).ranked
    image = run.history.weight_image(ranked, 5, 1000, 1000)
    for t in range(6):
        expected = np.log10(run.history.relative_weights(t)[ranked])
        assert image[:, t] == pytest.approx(expected, rel=1e-5, abs=1e-6)


def swapped(seed, kind):
    """600 rows, 15 % of their labels swapped; half of them are for validation."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(600, 10))
    label = (x[:, 0] + 0.7 * x[:, 1] > 0) if kind == "line" else (x**2).sum(axis=1) > 9.34
    noise = random.random(600) < 0.15
    frame = pd.DataFrame(x).rename(columns=str).assign(y=np.where(label ^ noise, "yes", "no"))
    return Dataset.from_frame(frame, "y", validation_share=0.5, seed=seed)


@functools.cache
def mean_error(settings, kind):
    runs = [fit(swapped(seed, kind), settings) for seed in range(4)]
    return np.mean([run.history.curve("validation_error")[-1] for run in runs])


@pytest.mark.parametrize("kind", ["line", "ball"])
def test_where_labels_are_wrong_a_cap_is_no_worse_than_none(kind):
    assert mean_error(CappedAdaBoost(rounds=150), kind) <= mean_error(AdaBoost(rounds=150), kind)


def test_where_labels_are_wrong_gentleboost_is_better_on_the_ball():
    """Not on every problem: its stumps say two numbers, and follow straight noisy lines sooner."""
    assert mean_error(GentleBoost(rounds=150), "ball") < mean_error(AdaBoost(rounds=150), "ball")
