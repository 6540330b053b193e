import math

import numpy as np
import pandas as pd
import pytest

from core import Dataset, Ending, SingleLearner, Task, Tree, fit, load_model, save_model, train
from core.base import pool
from core.learning.ensembles.gradient import GradientBoosting
from core.learning.ensembles.l2boost import L2Boost
from core.learning.ensembles.logitboost import LogitBoost
from tests.core.learning.ensembles.boosted_data import data, frame, same_trees

CASES = [
    ("two", GradientBoosting(rounds=25)),
    ("two", GradientBoosting(rounds=25, row_share=0.6, column_share=0.5)),
    ("two", LogitBoost(rounds=25)),
    ("two", L2Boost(rounds=25)),
    ("many", GradientBoosting(rounds=12, leaf_rows=5)),
    ("many", LogitBoost(rounds=12, depth=2)),
    ("numbers", GradientBoosting(rounds=25)),
    ("numbers", GradientBoosting(rounds=25, loss="absolute")),
    ("numbers", GradientBoosting(rounds=25, loss="huber")),
    ("numbers", L2Boost(rounds=25)),
]
NAMES = [f"{kind} {settings.name} {settings.changed()}" for kind, settings in CASES]
CLASSES = [
    ("two", GradientBoosting),
    ("many", GradientBoosting),
    ("two", LogitBoost),
    ("many", LogitBoost),
]


@pytest.mark.parametrize(("kind", "settings"), CASES, ids=NAMES)
def test_every_round_is_replayed_to_the_last_bit(kind, settings):
    run = fit(data(kind, weighted=True), settings)
    problem, history = run.history.problem, run.history
    assert np.array_equal(run.model.predictor.scores(problem.inputs), history.scores_now)
    for t in (0, 1, 7, run.rounds):
        model = run.model.first(t)
        assert np.array_equal(
            model.predictor.outputs(problem.inputs)[np.argsort(problem.data.order)],
            history.outputs(t),
        )
        decided, _ = model.predicted(run.dataset)
        assert np.array_equal(decided, history.predicted(t))


@pytest.mark.parametrize(("kind", "settings"), CASES, ids=NAMES)
def test_curves_and_hardness_are_what_the_history_gives(kind, settings):
    run = fit(data(kind, weighted=True), settings)
    history = run.history
    for t in (1, run.rounds):
        assert history.curve("training_error")[t - 1] == pytest.approx(history.error(t), rel=1e-12)
        assert history.curve("validation_error")[t - 1] == pytest.approx(
            history.validation_error(t), rel=1e-12
        )
    margins = [history.margins(t) for t in range(1, run.rounds + 1)]
    suspicion, validation = history.suspicion(), run.dataset.validation
    if kind == "numbers":
        mean = np.mean(np.abs(margins), axis=0)
        for part in (validation, ~validation):
            assert suspicion[part] == pytest.approx(mean[part] / np.median(mean[part]))
    else:
        mean = np.mean((1 - np.array(margins)) / 2, axis=0)
        assert suspicion[~validation] == pytest.approx(mean[~validation])
        # A validation row is ranked among its like, and has a number between theirs.
        order = np.argsort(mean[validation], kind="stable")
        assert (np.diff(suspicion[validation][order]) >= 0).all()
        assert suspicion[validation].max() <= suspicion[~validation].max()


@pytest.mark.parametrize(("kind", "settings"), CASES, ids=NAMES)
def test_the_loss_falls(kind, settings):
    losses = fit(data(kind), settings).history.curve("loss")
    assert losses[-1] < 0.8 * losses[0]
    if getattr(settings, "row_share", 1.0) == 1.0 and settings.name != "logitboost":
        assert (np.diff(losses) < 0).all()


@pytest.mark.parametrize(("kind", "settings"), CASES, ids=NAMES)
def test_going_on_and_threads_change_no_bit(kind, settings):
    dataset = data(kind)
    at_once = fit(dataset, settings, seed=5)
    some = train(dataset, settings, seed=5)
    for _ in range(9):
        next(some)
    assert same_trees(at_once, fit(dataset, settings, seed=5, after=some.run()))
    before = pool.threads()
    try:
        pool.set_threads(1 if before > 1 else 2)
        other = fit(dataset, settings, seed=5)
    finally:
        pool.set_threads(before)
    assert same_trees(at_once, other)
    assert np.array_equal(other.history.curve("loss"), at_once.history.curve("loss"))


@pytest.mark.parametrize(("kind", "settings"), CASES, ids=NAMES)
def test_a_saved_model_predicts_the_same(kind, settings, tmp_path):
    run = fit(data(kind), settings)
    save_model(run.model, tmp_path / "model.zip")
    rows = frame(kind, 50, seed=1)
    rows.loc[:5, "city"] = "Atlantis"
    _, expected = run.model.predicted(rows)
    _, loaded = load_model(tmp_path / "model.zip").predicted(rows)
    assert np.array_equal(loaded, expected)


def test_one_round_of_l2boost_without_shrinkage_is_the_tree():
    dataset = data("numbers", weighted=True)
    boosted = fit(dataset, L2Boost(rounds=1, shrinkage=1.0, depth=4, leaf_rows=5))
    tree = fit(dataset, SingleLearner(learner=Tree(depth=4, leaf_rows=5)))
    assert boosted.model.predict(dataset) == pytest.approx(tree.model.predict(dataset), abs=1e-9)


def test_a_first_leaf_of_logitboost_with_k_of_n_rows_gets_2k_over_n_minus_1():
    x = np.repeat([0.0, 1.0], [10, 14])
    labels = np.array(["a", "b"])[np.r_[np.arange(10) < 3, np.arange(14) < 12].astype(int)]
    table = pd.DataFrame({"x": x, "y": labels})
    run = fit(Dataset.from_frame(table, "y", validation_share=0), LogitBoost(rounds=1))
    scores = run.model.predictor.scores(run.history.problem.inputs)[:, 0]
    assert set(np.round(scores, 12)) == {round(2 * 3 / 10 - 1, 12), round(2 * 12 / 14 - 1, 12)}


def test_logitboost_for_many_classes_by_hand():
    """First round, p = 1/3: z = 3 for the own class and -1.5 for the others."""
    x = np.repeat([0.0, 1.0, 2.0], 6)
    table = pd.DataFrame({"x": x, "y": np.repeat(["a", "b", "c"], 6)})
    run = fit(Dataset.from_frame(table, "y", validation_share=0), LogitBoost(rounds=1, depth=2))
    # Every leaf is pure: f is 3 or -1.5, their mean over the classes 0, and 2/3 of it is added.
    scores = run.model.predictor.scores(run.history.problem.inputs)
    assert scores == pytest.approx(np.where(np.eye(3)[x.astype(int)] > 0, 2.0, -1.0))


def test_leaf_values_are_newton_steps():
    table = pd.DataFrame({"x": [0.0] * 4 + [1.0] * 6, "y": list("aaab") + list("bbbbba")})
    dataset = Dataset.from_frame(table, "y", validation_share=0)
    settings = GradientBoosting(rounds=1, depth=1, leaf_rows=1, penalty=0.5, shrinkage=0.3)
    scores = fit(dataset, settings).history.scores_now[:, 0]
    p = 0.6
    start = math.log(p / (1 - p))
    left = (1 - 4 * p) / (4 * p * (1 - p) + 0.5)
    right = (5 - 6 * p) / (6 * p * (1 - p) + 0.5)
    assert scores[0] == pytest.approx(start + 0.3 * left)
    assert scores[-1] == pytest.approx(start + 0.3 * right)


def test_absolute_leaves_are_medians_and_huber_leaves_lie_between():
    x = np.repeat([0.0, 1.0], 7)
    y = np.r_[[1, 2, 3, 4, 5, 6, 1000], [20, 21, 22, 23, 24, 25, 26]].astype(float)
    table = pd.DataFrame({"x": x, "y": y})
    dataset = Dataset.from_frame(table, "y", task=Task.REGRESSION, validation_share=0)

    def leaf(loss):
        settings = GradientBoosting(rounds=1, depth=1, leaf_rows=1, loss=loss, shrinkage=1.0,
                                    penalty=0.0)  # fmt: skip
        return fit(dataset, settings).model.predict(dataset)[[0, -1]]

    assert leaf("absolute") == pytest.approx([4.0, 23.0])
    assert leaf("squared") == pytest.approx([y[:7].mean(), y[7:].mean()])
    low, high = leaf("huber")
    assert 4.0 < low < y[:7].mean()
    assert high == pytest.approx(23.0)


def test_patience_ends_a_training_and_says_where_it_was_best():
    dataset = data("two", rows=200)
    settings = GradientBoosting(rounds=500, shrinkage=1.0, depth=6, leaf_rows=1, patience=5)
    run = fit(dataset, settings)
    losses = run.history.curve("validation_loss")
    best = int(np.argmin(losses)) + 1
    assert run.outcome.ending is Ending.OUT_OF_PATIENCE
    assert run.rounds == best + 5
    assert f"round {best}" in run.outcome.sentence


def test_a_training_ends_when_nothing_is_left():
    table = pd.DataFrame({"x": [0.0, 0.0, 1.0, 1.0], "y": [1.5, 1.5, 3.25, 3.25]})
    dataset = Dataset.from_frame(table, "y", task=Task.REGRESSION, validation_share=0)
    run = fit(dataset, L2Boost(rounds=50, shrinkage=1.0, leaf_rows=1))
    assert (run.rounds, run.outcome.ending) == (1, Ending.NOTHING_LEFT)
    assert run.model.predict(dataset).tolist() == [1.5, 1.5, 3.25, 3.25]


def test_rows_of_weight_0_are_not_learned_from():
    table = frame("numbers")
    table["w"] = np.where(np.arange(len(table)) % 3 == 0, 0.0, 1.0)
    table.loc[table.w == 0, "y"] = 1e6
    run = fit(
        Dataset.from_frame(table, "y", weight="w", validation_share=0), GradientBoosting(rounds=5)
    )
    assert np.abs(run.history.scores_now).max() < 100


@pytest.mark.parametrize(("kind", "ensemble"), CLASSES)
def test_as_accurate_as_scikit_learn_on_classes(kind, ensemble):
    from sklearn.ensemble import GradientBoostingClassifier

    dataset = data(kind, rows=2000, validation_share=0.5)
    settings = ensemble(rounds=30, depth=3, leaf_rows=5, shrinkage=0.2)
    ours = fit(dataset, settings).history.validation_error(30)
    table = frame(kind, rows=2000)
    features = pd.get_dummies(table.drop(columns="y")).fillna(-9)
    part = dataset.validation
    theirs = GradientBoostingClassifier(
        n_estimators=30, max_depth=3, min_samples_leaf=5, learning_rate=0.2, random_state=0
    ).fit(features[~part], table.y[~part])
    assert ours < 1 - theirs.score(features[part], table.y[part]) + 0.02


@pytest.mark.parametrize("loss", ["squared", "absolute", "huber"])
def test_as_accurate_as_scikit_learn_on_numbers(loss):
    from sklearn.ensemble import GradientBoostingRegressor

    dataset = data("numbers", rows=2000, validation_share=0.5)
    settings = GradientBoosting(rounds=60, depth=3, leaf_rows=5, loss=loss, penalty=0.0)
    ours = fit(dataset, settings).history.validation_error(60)
    table = frame("numbers", rows=2000)
    features = pd.get_dummies(table.drop(columns="y")).fillna(-9)
    part = dataset.validation
    theirs = GradientBoostingRegressor(
        n_estimators=60,
        max_depth=3,
        min_samples_leaf=5,
        random_state=0,
        loss="squared_error"
        if loss == "squared"
        else "absolute_error"
        if loss == "absolute"
        else loss,
    ).fit(features[~part], table.y[~part])
    missed = theirs.predict(features[part]) - table.y[part]
    assert ours < 1.05 * np.sqrt(np.mean(missed**2))


@pytest.mark.parametrize("penalty", [0.0, 2.0])
def test_a_leaf_of_many_classes_says_what_the_help_says(penalty):
    """S₁ / (S₀ + λ) with g = y - P and h = K/(K-1) P(1-P), which is more than the curvature."""
    codes = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1])
    labels = np.array(list("aabcbbcca"))
    table = pd.DataFrame({"x": codes, "y": labels})
    dataset = Dataset.from_frame(table, "y", validation_share=0)
    settings = GradientBoosting(
        rounds=1, depth=1, leaf_rows=1, shrinkage=1.0, penalty=penalty, row_share=1.0
    )
    run = fit(dataset, settings)
    start, after = run.history.outputs(0)[0], run.history.scores_now
    place = run.history.problem.labels == np.arange(3)[:, None]
    for output, share in enumerate(start):
        slopes = place[output] - share
        curvature = 1.5 * share * (1 - share)
        for side in (0, 1):
            here = run.history.problem.data.codes[0, :9] == side
            step = slopes[here].sum() / (curvature * here.sum() + penalty)
            found = after[here, output] - np.log(share)
            if np.ptp(after[:, output]) > 0:  # a class without a question stays where it is
                assert found == pytest.approx(np.full(here.sum(), step), abs=1e-9)
