"""The early-reject cascade: rates reached, costs saved, and one stage by hand."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import core
from core import AdaBoost, SettingsError
from core.learning.ensembles.early_reject import EarlyRejectCascade
from core.learning.problem import Problem
from core.learning.trainers.rejecting import Rates, detecting_threshold, trained_stage
from tests.core.learning.ensembles.made_up import check_history_and_file, cloud, line


def rare(rows=2000, seed=0, validation_share=0.25):
    """One row in ten is detected, in a ball in the middle, with noise."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, 4))
    far = (x[:, :2] ** 2).sum(axis=1) + 0.1 * rng.normal(size=rows)
    y = np.where(far < 0.2, "here", "nothing")
    frame = pd.DataFrame(x, columns=list("abcd")).assign(y=y)
    return core.Dataset.from_frame(frame, "y", validation_share=validation_share)


@pytest.mark.parametrize("detection", [0.9, 0.995, 1.0])
def test_every_stage_reaches_its_detection_rate_on_the_rows_that_reach_it(detection):
    data = rare()
    settings = EarlyRejectCascade(rounds=6, detection_rate=detection, false_positive_rate=0.4)
    run = core.fit(data, settings)
    predictor = run.model.predictor
    exits = predictor.exits(run.model.inputs(data))[~data.validation]
    is_detected = data.labels[~data.validation] == data.classes.index("here")
    assert run.rounds >= 3
    for stage in range(run.rounds):
        reached = exits >= stage
        own = exits[reached & is_detected] > stage
        others = exits[reached & ~is_detected] > stage
        assert own.mean() >= detection
        stumps = np.diff(predictor.ends, prepend=0)[stage]
        assert others.mean() <= 0.4 or stumps == settings.stumps
    rates = run.history.curve("detection_rate")
    assert (rates >= detection ** np.arange(1, run.rounds + 1)).all()
    assert rates[-1] == pytest.approx((exits[is_detected] == run.rounds).mean())
    passed = run.history.curve("false_positive_rate")
    assert passed[-1] == pytest.approx((exits[~is_detected] == run.rounds).mean())
    assert (np.diff(passed) < 0).all()


def test_the_commoner_class_costs_an_ever_smaller_share_of_all_stumps():
    data = rare()
    run = core.fit(data, EarlyRejectCascade(rounds=6))
    predictor, history = run.model.predictor, run.history
    share = history.curve("rejected_class_cost") / predictor.ends
    assert share[0] == 1
    assert (np.diff(share) < 0).all()
    assert share[-1] < 0.3
    exits = predictor.exits(run.model.inputs(data))
    cost = np.array([predictor.ends[min(stage, run.rounds - 1)] for stage in exits])
    training = ~data.validation
    is_detected = data.labels == data.classes.index("here")
    assert history.curve("mean_cost")[-1] == pytest.approx(cost[training].mean())
    assert history.curve("rejected_class_cost")[-1] == pytest.approx(
        cost[training & ~is_detected].mean()
    )
    assert cost[training & is_detected].mean() > 2 * cost[training & ~is_detected].mean()
    assert history.curve("columns_used")[0] <= 4


def test_a_stage_is_adaboost_whose_classes_weigh_the_same():
    data = rare(validation_share=0)
    problem = Problem.of(data)
    stage = trained_stage(problem, np.ones(len(data)), 0, Rates(1, 1.0, 0.0, 7))
    balanced = core.fit(data, AdaBoost(rounds=7, balanced=True))
    np.testing.assert_allclose(-np.array(stage.votes), balanced.history.votes, rtol=1e-9)


def test_one_stage_by_hand():
    # Weights 1/8 for each of four b and 1/12 for six a: the best cut leaves one b (error 1/8).
    data = line(["b", "a", "a", "a", "a", "a", "a", "b", "b", "b"])
    run = core.fit(data, EarlyRejectCascade(rounds=1, detection_rate=0.7, false_positive_rate=0.5))
    predictor = run.model.predictor
    assert predictor.detected == 1
    assert predictor.ends.tolist() == [1]
    vote = 0.5 * math.log(7)
    np.testing.assert_allclose(predictor.trees.votes, [vote])
    np.testing.assert_allclose(predictor.thresholds, [vote])
    assert run.model.predict(data).tolist() == ["a"] * 7 + ["b"] * 3
    # Smoothed by a row of each class: (1 + 1) / (7 + 2) and (3 + 1) / (3 + 2).
    np.testing.assert_allclose(run.model.probabilities(data)[:, 1], [2 / 9] * 7 + [4 / 5] * 3)
    assert run.history.curve("detection_rate")[0] == 0.75


def test_the_threshold_is_the_highest_that_keeps_the_rate():
    rng = np.random.default_rng(0)
    for _ in range(50):
        scores, rate = rng.integers(0, 6, 20).astype(float), rng.random()
        weights = rng.integers(0, 3, 20).astype(float) + 1e-3
        threshold = detecting_threshold(scores, weights, rate)
        assert weights[scores >= threshold].sum() >= rate * weights.sum() * (1 - 1e-9)
        assert weights[scores > threshold].sum() < rate * weights.sum()
    assert detecting_threshold(np.arange(3.0), np.full(3, 0.1), 1.0) == 0


def test_history_and_file_agree_with_the_model(tmp_path):
    run = core.fit(rare(), EarlyRejectCascade(rounds=4))
    check_history_and_file(run, tmp_path / "m.ensemble")


def test_shares_never_contradict_the_decision():
    data = rare()
    model = core.fit(data, EarlyRejectCascade(rounds=1, false_positive_rate=0.9)).model
    decided, shares = model.predicted(data)
    np.testing.assert_array_equal(decided, shares.argmax(axis=1))
    np.testing.assert_allclose(shares.sum(axis=1), 1)


def test_going_on_is_the_same_as_never_having_stopped():
    data = rare()
    whole = core.fit(data, EarlyRejectCascade(rounds=5))
    some = core.fit(data, EarlyRejectCascade(rounds=2))
    went_on = core.fit(data, EarlyRejectCascade(rounds=5), after=some)
    np.testing.assert_array_equal(
        went_on.model.predictor.thresholds, whole.model.predictor.thresholds
    )
    for curve in whole.history.curves:
        np.testing.assert_array_equal(
            went_on.history.curve(curve.name), whole.history.curve(curve.name)
        )
    assert some.rounds == 2


def test_it_ends_when_nothing_is_left_to_reject():
    data = line(["a"] * 12 + ["b"] * 5)
    run = core.fit(data, EarlyRejectCascade())
    assert run.rounds == 1
    assert not run.outcome.can_go_on
    assert "every training row of 'a' is rejected" in run.outcome.sentence


def test_it_ends_when_no_stage_can_reject_anything():
    frame = pd.DataFrame({"x": [0.0, 1.0] * 10, "y": ["a", "a", "a", "b"] * 4 + ["a", "b"] * 2})
    data = core.Dataset.from_frame(frame, "y", validation_share=0)
    run = core.fit(data, EarlyRejectCascade(detection_rate=1.0))
    assert "reject no row" in run.outcome.sentence
    assert not run.outcome.can_go_on


def test_the_same_bits_on_one_and_two_threads(set_threads):
    data = rare(rows=12_000)
    runs = []
    for count in (1, 2):
        set_threads(count)
        runs.append(core.fit(data, EarlyRejectCascade(rounds=3)))
    one, two = (run.model.predictor for run in runs)
    np.testing.assert_array_equal(one.thresholds, two.thresholds)
    np.testing.assert_array_equal(one.trees.votes, two.trees.votes)


@pytest.mark.parametrize("task", ["many", "number"])
def test_it_is_for_two_classes(task):
    with pytest.raises(SettingsError, match="is for two classes"):
        core.fit(cloud(task), EarlyRejectCascade())


def test_damaged_parts_are_refused():
    predictor = core.fit(rare(), EarlyRejectCascade(rounds=3)).model.predictor
    predictor.check(4, 2)
    for wrong in (
        {"ends": predictor.ends[::-1].copy()},
        {"ends": predictor.ends[:-1]},
        {"ends": predictor.ends + 1},
        {"thresholds": np.full(3, np.nan)},
        {"passed": predictor.passed + 1},
        {"detected": 2},
    ):
        with pytest.raises(ValueError, match="do not fit"):
            replace(predictor, **wrong).check(4, 2)
    with pytest.raises(ValueError, match="do not fit"):
        predictor.check(4, 3)
