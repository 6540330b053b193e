"""The cascade of forests: vectors by folds, levels that pay, and how good it is."""

import functools
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import core
from core import RandomForest, SettingsError
from core.engine.growing.grower import Criterion, Growth, grow
from core.learning.ensembles.deep_forest import DeepForest
from core.learning.learners.tree import leaf_values
from core.learning.predictors.stacked import NumberEncoder
from core.learning.problem import Problem
from core.learning.trainers.compact_trees import LeanTree, level_of
from tests.core.learning.ensembles.made_up import check_history_and_file, cloud

SMALL = DeepForest(trees=8, folds=3)
NONE = NumberEncoder(np.empty(0), np.empty(0, np.int32))


def crossed(rows=900, seed=0, validation_share=0.33):
    """Four classes from the signs of two sums of columns, with noise."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, 8))
    one, two = x[:, :4].sum(axis=1), x[:, 2:6].sum(axis=1)
    y = np.array(["n", "e", "s", "w"])[2 * (one > 0) + (two > 0)]
    frame = pd.DataFrame(x, columns=list("abcdefgh")).assign(y=y)
    return core.Dataset.from_frame(frame, "y", validation_share=validation_share)


@functools.cache
def trained(seed, judge="validation", validation_share=0.33):
    data = crossed(seed=seed, validation_share=validation_share)
    return core.fit(data, replace(SMALL, judge=judge))


def test_at_least_as_good_as_one_forest_with_as_many_trees():
    deep, flat = [], []
    for seed in range(3):
        run = trained(seed)
        deep.append(run.history.validation_error(run.rounds))
        forest = core.fit(run.dataset, RandomForest(rounds=4 * 3 * 8), seed=seed)
        flat.append(forest.history.validation_error(forest.rounds))
    assert np.mean(deep) < np.mean(flat) + 0.01


def test_a_second_level_improves_on_the_first():
    histories = [trained(seed).history for seed in range(3)]
    first = np.mean([history.validation_error(1) for history in histories])
    # A level that would not pay on the validation rows is left out, so that there may be one only.
    second = np.mean([history.validation_error(min(2, history.rounds)) for history in histories])
    assert second < first - 0.01


def test_out_of_fold_is_no_brighter_than_validation():
    runs = [trained(seed, "folds") for seed in range(3)]
    told = np.mean([run.history.curve("out_of_bag_error")[-1] for run in runs])
    seen = np.mean([run.history.validation_error(run.rounds) for run in runs])
    assert told > seen - 0.02


def test_a_rows_class_vectors_come_from_trees_that_never_saw_it():
    # Labels at random: trees that saw a row know its label, all others only guess.
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.normal(size=400), "y": rng.choice(["a", "b"], 400)})
    data = core.Dataset.from_frame(frame, "y", validation_share=0)
    run = core.fit(data, replace(SMALL, rounds=1))
    vectors = run.history.carried[-1]
    assert run.history.error(1) < 0.3
    assert 0.4 < run.history.curve("out_of_bag_error")[0] < 0.6
    own = vectors.unseen.reshape(400, 4, 2)[np.arange(400), :, data.labels]
    assert own.mean() == pytest.approx(0.5, abs=0.05)


def test_a_level_is_the_mean_of_its_forests_and_they_of_their_trees():
    data = cloud("many")
    run = core.fit(data, replace(SMALL, rounds=1, pairs=1, folds=2))
    level = run.model.predictor.levels[0]
    codes = run.model.inputs(data).codes
    assert (level.forests, len(level.trees)) == (2, 2 * 2 * 8)
    by_tree = [level.only(np.array([t, t])).vectors(codes)[:, :3] for t in range(32)]
    np.testing.assert_allclose(run.model.probabilities(data), np.mean(by_tree, axis=0), atol=1e-12)
    np.testing.assert_allclose(
        level.vectors(codes)[:, 3:], np.mean(by_tree[16:], axis=0), atol=1e-12
    )


@pytest.mark.parametrize("is_random", [False, True])
@pytest.mark.parametrize("min_rows", [1, 20])
def test_a_lean_tree_says_what_the_tree_says(is_random, min_rows):
    problem = Problem.of(cloud("many"))
    growth = Growth(Criterion.GINI, min_rows=min_rows, is_random=is_random)
    rows = np.arange(problem.training, dtype=np.uint32)
    grown = [
        grow(
            problem.data, growth, rows, np.ones(len(rows)), labels=problem.labels, classes=3, seed=s
        )
        for s in (1, 2)
    ]
    level = level_of([LeanTree.of(one) for one in grown], 2, 3, NONE)
    level.check(len(problem.data.codes), 0, 3)
    vectors = level.vectors(problem.data.codes)
    for place, one in enumerate(grown):
        expected = np.zeros((len(problem), 3))
        one.tree(leaf_values(problem, one)).add_to(expected, problem.data.codes)
        np.testing.assert_allclose(vectors[:, 3 * place : 3 * place + 3], expected, atol=1e-12)
    if min_rows == 1:
        assert len(level.trees.left) < 0.7 * sum(len(one.left) for one in grown)


@pytest.mark.parametrize("task", ["two", "many"])
def test_history_and_file_agree_with_the_model(task, tmp_path):
    run = core.fit(cloud(task), SMALL)
    check_history_and_file(run, tmp_path / "m.ensemble")


@pytest.mark.parametrize(
    ("judge", "share", "curve"),
    [
        ("validation", 0.33, "validation_error"),
        ("folds", 0.33, "out_of_bag_error"),
        ("validation", 0.0, "out_of_bag_error"),  # no validation rows: folds decide
    ],
)
def test_a_level_that_does_not_pay_is_left_out(judge, share, curve):
    run = trained(1, judge, share)
    errors = run.history.curve(curve)
    assert run.rounds < 10
    assert (np.diff(errors) <= 0).all()
    words = "a validation" if curve == "validation_error" else "an out-of-fold"
    assert f"Level {run.rounds + 1} would have {words} error of" in run.outcome.sentence
    assert not run.outcome.can_go_on
    assert len(run.model.predictor.levels) == run.rounds


def test_going_on_is_the_same_as_never_having_stopped():
    whole = trained(0)
    data = whole.dataset
    assert whole.rounds >= 2
    one = core.fit(data, replace(SMALL, rounds=1))
    assert one.outcome.can_go_on
    went_on = core.fit(data, SMALL, after=one)
    np.testing.assert_array_equal(
        went_on.model.probabilities(data), whole.model.probabilities(data)
    )
    assert went_on.outcome == whole.outcome
    assert one.history.carried[-1] is not None  # the earlier run can go on again


def test_the_same_bits_on_one_and_two_threads_and_other_bits_for_another_seed(set_threads):
    data = crossed(rows=300)
    shares = []
    for count, seed in ((1, 0), (2, 0), (2, 1)):
        set_threads(count)
        shares.append(core.fit(data, replace(SMALL, rounds=2), seed=seed).model.probabilities(data))
    np.testing.assert_array_equal(shares[0], shares[1])
    assert (shares[1] != shares[2]).any()


def test_rows_of_weight_zero_are_not_seen():
    rng = np.random.default_rng(0)
    x = rng.normal(size=300)
    is_out = rng.random(300) < 0.3
    y = np.where((x > 0) ^ is_out, "b", "a")
    frame = pd.DataFrame({"x": x, "y": y, "w": np.where(is_out, 0.0, 1.0)})
    data = core.Dataset.from_frame(frame, "y", weight="w", validation_share=0)
    run = core.fit(data, SMALL)
    assert run.history.error(run.rounds) == 0
    np.testing.assert_array_equal(run.model.predict(data)[is_out] == y[is_out], False)


def test_it_is_for_classes():
    with pytest.raises(SettingsError, match="is for two classes or many classes"):
        core.fit(cloud("number"), DeepForest())


def test_damaged_parts_are_refused():
    predictor = core.fit(crossed(rows=300), replace(SMALL, rounds=2)).model.predictor
    predictor.check(8, 4)
    level = predictor.levels[-1]
    wrong_leaves = replace(level.trees, values=level.trees.values + 1e6)
    half_leaves = replace(level.trees, values=level.trees.values + 0.5)
    for wrong in (
        {"trees": wrong_leaves},
        {"trees": half_leaves},
        {"forests": 0},
        {"forests": 5},
        {"columns": NONE},
        {"shares": level.shares * 2},
        {"shares": level.shares[:, :3]},
        {"shares": level.shares * np.nan},
    ):
        damaged = replace(predictor, levels=(predictor.levels[0], replace(level, **wrong)))
        with pytest.raises(ValueError, match="fit together"):
            damaged.check(8, 4)
    with pytest.raises(ValueError, match="fit together"):
        replace(predictor, levels=()).check(8, 4)
