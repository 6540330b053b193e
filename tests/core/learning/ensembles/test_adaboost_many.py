"""Boosting any learner, for two and for many classes: M1, SAMME, shrinkage, resampling."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from core import AdaBoost, Ending, Stump, Tree, fit
from core.learning.problem import Problem
from core.learning.rounds import BOUND
from core.learning.sampling import sampled
from core.learning.trainers.vote_boosting import Boosted, VoteBoosting
from tests.core.helpers import dataset, noisy, run_of, scores_of, small_data


def three_classes(rows=200, seed=0, noise=0.6, validation_share=0.25):
    random = np.random.default_rng(seed)
    x = random.normal(size=(3, rows))
    labels = np.array([*"abc"])[(x + noise * random.normal(size=x.shape)).argmax(axis=0)]
    return dataset(dict(zip("pqr", x, strict=True)), labels, validation_share)


def continuous_two(rows=60, seed=3):
    """Two classes, and weights without ties, so that every round has one best stump only."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, 3))
    labels = np.where(x.sum(axis=1) + random.normal(size=rows) > 0, "+", "-")
    columns = dict(zip("pqr", x.T, strict=True)) | {"w": random.uniform(0.5, 2, rows)}
    return dataset(columns, labels, weight="w")


def boosted(data, base, rounds, is_samme, shrinkage=1.0):
    """The general way of boosting, also where stumps have a quicker one."""
    how = Boosted(base, rounds, shrinkage, False, is_samme)
    trainer = VoteBoosting(Problem.of(data), how, AdaBoost.curves, 0, None)
    for _ in trainer.rounds():
        pass
    return trainer


# Two classes


@pytest.mark.parametrize("shrinkage", [1.0, 0.3])
@pytest.mark.parametrize("is_samme", [False, True], ids=["m1", "samme"])
def test_on_two_classes_m1_samme_and_adaboost_with_stumps_are_one_model(is_samme, shrinkage):
    data = continuous_two()
    ours = fit(data, AdaBoost(rounds=20, shrinkage=shrinkage))
    other = boosted(data, Stump(), 20, is_samme, shrinkage)
    for curve in AdaBoost.curves:
        expected = ours.history.curve(curve.name)
        found = other.history.curve(curve.name)
        assert found == pytest.approx(expected, rel=1e-9, nan_ok=True)
    for t in (1, 7, 20):
        assert other.history.weights(t) == pytest.approx(ours.history.weights(t), rel=1e-9)
        assert other.history.margins(t) == pytest.approx(ours.history.margins(t), abs=1e-9)
    # P ∝ exp(2 s_k) with s_+ - s_- = F is the logistic of 2F.
    shares = other.predictor().outputs(other.problem.inputs)
    assert shares == pytest.approx(ours.model.probabilities(data), rel=1e-9)


@pytest.mark.parametrize("many_classes", ["samme", "m1"])
def test_the_way_for_many_classes_does_not_matter_for_two(many_classes):
    data = noisy(150)
    for base in (Stump(), Tree(depth=2)):
        one = fit(data, AdaBoost(rounds=10, base=base, many_classes=many_classes))
        other = fit(data, AdaBoost(rounds=10, base=base))
        np.testing.assert_array_equal(one.history.votes, other.history.votes)
        np.testing.assert_array_equal(one.history.weights(10), other.history.weights(10))


def test_after_a_learner_wrong_on_1126_of_7337_wrong_weighs_to_right_as_6211_to_1126():
    rows, wrong = 7337, 1126
    x = np.arange(rows) < 3000
    labels = np.where(x, "p", "n")
    labels[:wrong] = "n"
    data = dataset({"x": x.astype(float)}, labels)
    for history in (run_of(data, 1).history, boosted(data, Stump(), 1, True).history):
        is_wrong = history.wrong(1)
        assert is_wrong.sum() == wrong
        weights = history.weights(1)
        ratio = weights[is_wrong].mean() / weights[~is_wrong].mean()
        assert ratio == pytest.approx((rows - wrong) / wrong, rel=1e-12)
        assert ratio == pytest.approx(6211 / 1126)
        assert weights[is_wrong].sum() == pytest.approx(0.5)


# Many classes


@pytest.mark.parametrize("many_classes", ["samme", "m1"])
def test_votes_are_those_of_the_formula_and_reweighting_makes_the_learner_as_good_as_chance(
    many_classes,
):
    run = fit(three_classes(), AdaBoost(rounds=25, base=Tree(depth=3), many_classes=many_classes))
    history, training = run.history, run.history.training
    assert run.rounds == 25
    extra = math.log(2) if many_classes == "samme" else 0.0
    chance = 2 / 3 if many_classes == "samme" else 1 / 2
    labels = history.problem.labels[:training]
    for t in range(1, run.rounds + 1):
        error = history.curve("weighted_error")[t - 1]
        expected = 0.5 * (math.log((1 - error) / error) + extra)
        assert history.votes[t - 1] == pytest.approx(expected, rel=1e-12)
        wrong = history.named(t)[:training] != labels
        weights = history.weights(t)[history.order][:training]
        assert weights[wrong].sum() == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize("depth", [1, 2])
def test_errors_votes_and_predictions_equal_those_of_scikit_learns_samme(depth):
    random = np.random.default_rng(1)
    x = random.normal(size=(120, 3))
    labels = np.array([*"abc"])[(x + 0.5 * random.normal(size=x.shape)).argmax(axis=1)]
    weights = random.uniform(0.5, 2, 120)
    columns = dict(zip("pqr", x.T, strict=True)) | {"w": weights}
    data = dataset(columns, labels, weight="w")
    ours = fit(data, AdaBoost(rounds=12, base=Tree(depth=depth, leaf_rows=5)))
    tree = DecisionTreeClassifier(max_depth=depth, min_samples_leaf=5, random_state=0)
    theirs = AdaBoostClassifier(tree, n_estimators=12, random_state=0)
    theirs.fit(x, labels, sample_weight=weights)
    assert ours.history.curve("weighted_error") == pytest.approx(theirs.estimator_errors_, rel=1e-7)
    # Their votes leave out the ½.
    assert 2 * ours.history.votes == pytest.approx(theirs.estimator_weights_, rel=1e-7)
    for t, predicted in enumerate(theirs.staged_predict(x), 1):
        names = np.array(data.classes)[ours.history.predicted(t)]
        np.testing.assert_array_equal(names, predicted)


def test_samme_takes_learners_that_m1_must_refuse():
    """Ten classes: a stump can only name two of them, and is wrong about most rows."""
    x = np.arange(200) % 10
    data = dataset({"x": x.astype(float)}, [f"c{k}" for k in x])
    m1 = fit(data, AdaBoost(rounds=20, many_classes="m1"))
    assert (m1.outcome.ending, m1.rounds) == (Ending.NO_BETTER_THAN_CHANCE, 0)
    assert m1.outcome.sentence.startswith("Training ended because the weak learner does no better")
    assert m1.model.probabilities(data) == pytest.approx(np.full((200, 10), 0.1))
    samme = fit(data, AdaBoost(rounds=20))
    assert samme.rounds > 1
    assert samme.history.curve("weighted_error")[0] == pytest.approx(0.8)
    assert samme.history.error(samme.rounds) < 0.8


def test_the_bound_is_there_for_m1_and_not_for_samme():
    data = three_classes()
    samme = fit(data, AdaBoost(rounds=5, base=Tree(depth=2)))
    assert BOUND not in samme.history.curves
    assert (
        BOUND in fit(data, AdaBoost(rounds=5, base=Tree(depth=2), many_classes="m1")).history.curves
    )


def test_probabilities_are_proportional_to_exp_of_twice_the_scores():
    data = three_classes()
    run = fit(data, AdaBoost(rounds=15, base=Tree(depth=2)))
    inputs, scores = run.model.inputs(data), np.zeros((200, 3))
    for vote, member in zip(run.history.votes, run.members, strict=True):
        scores += vote * np.eye(3)[member.outputs(inputs).argmax(axis=1)]
    expected = np.exp(2 * scores)
    expected /= expected.sum(axis=1, keepdims=True)
    assert run.model.probabilities(data) == pytest.approx(expected, rel=1e-9)


def test_boosting_trees_beats_one_of_them():
    data = three_classes(800)
    run = fit(data, AdaBoost(rounds=60, base=Tree(depth=2)))
    errors = run.history.curve("validation_error")
    assert errors[-1] < errors[0] - 0.03
    assert run.history.error(60) < run.history.error(1) - 0.05


# Shrinkage and the bound


@pytest.mark.parametrize("shrinkage", [1.0, 0.5, 0.1])
@pytest.mark.parametrize("base", [Stump(), Tree(depth=2)], ids=["stump", "tree"])
def test_the_bound_is_the_product_of_z(base, shrinkage):
    run = fit(noisy(300), AdaBoost(rounds=40, base=base, shrinkage=shrinkage))
    error, vote = run.history.curve("weighted_error"), run.history.votes
    alpha = 0.5 * np.log((1 - error) / error)
    assert vote == pytest.approx(shrinkage * alpha, rel=1e-9)
    z = (1 - error) * np.exp(-shrinkage * alpha) + error * np.exp(shrinkage * alpha)
    assert run.history.curve("bound") == pytest.approx(np.cumprod(z), rel=1e-9)
    assert (run.history.curve("training_error") <= run.history.curve("bound") + 1e-12).all()


@settings(max_examples=40)
@given(small_data(), st.sampled_from([1.0, 0.4]), st.sampled_from([Stump(), Tree(depth=2)]))
def test_the_training_error_never_exceeds_the_bound(data, shrinkage, base):
    run = fit(data, AdaBoost(rounds=8, base=base, shrinkage=shrinkage))
    bound = run.history.curve("bound")
    assert (run.history.curve("training_error") <= bound + 1e-12).all()


@pytest.mark.parametrize("many_classes", ["m1", "samme"])
def test_with_shrinkage_weights_follow_the_votes(many_classes):
    settings = AdaBoost(rounds=20, base=Tree(depth=3), shrinkage=0.2, many_classes=many_classes)
    run = fit(three_classes(), settings)
    history, training = run.history, run.history.training
    weights = history.start_weights.copy()
    for t in range(1, 21):
        wrong = history.named(t) != history.problem.labels
        error = weights[:training][wrong[:training]].sum()
        assert history.curve("weighted_error")[t - 1] == pytest.approx(error, abs=1e-12)
        weights = weights * np.exp(2 * history.votes[t - 1] * wrong)
        weights /= weights[:training].sum()
    assert history.weights(20)[history.order] == pytest.approx(weights, rel=1e-9)


# Endings


def test_a_perfect_deep_tree_stands_alone_and_says_so():
    data = three_classes(100, validation_share=0)
    run = fit(data, AdaBoost(rounds=10, base=Tree(depth=30)))
    assert run.outcome.ending is Ending.PERFECT_LEARNER
    assert run.outcome.sentence == (
        "The first decision tree gets every training row right, so the ensemble is that one "
        "alone. A weaker learner, a smaller depth for instance, leaves boosting something to do."
    )
    assert not run.outcome.can_go_on
    assert (run.rounds, run.history.votes.tolist(), run.history.error(1)) == (1, [1.0], 0)
    assert run.history.weights(1) == pytest.approx(np.full(100, 0.01))
    # A pure leaf of n rows gives its class (n + 1) / (n + 3).
    tree = run.members[0].trees
    inputs = run.model.inputs(data)
    shares = run.model.probabilities(data)
    leaf_rows = np.zeros((100, 1))
    replace(tree, values=tree.rows[:, None].astype(float)).add_to(leaf_rows, inputs.codes)
    own = shares[np.arange(100), data.labels]
    assert own == pytest.approx((leaf_rows[:, 0] + 1) / (leaf_rows[:, 0] + 3))


def test_a_perfect_tree_that_comes_late_outvotes_all_before_it():
    runs = [
        fit(
            noisy(60, seed=seed, noise=4.0, validation_share=0),
            AdaBoost(rounds=25, base=Tree(depth=5)),
        )
        for seed in range(80, 100)
    ]
    late = [run for run in runs if run.outcome.ending is Ending.PERFECT_LEARNER and run.rounds > 1]
    assert late
    for run in late:
        assert f"Training ended after {run.rounds:,} rounds: the last decision tree gets every" in (
            run.outcome.sentence
        )
        assert run.history.error(run.rounds) == run.history.curve("bound")[-1] == 0
        votes = run.history.votes
        assert votes[-1] > votes[:-1].sum()
        np.testing.assert_array_equal(run.model.predicted(run.dataset)[0], run.dataset.labels)


def test_rows_of_weight_zero_do_not_keep_a_learner_from_being_perfect():
    columns = {"a": [1, 1, 2, 2, 3, 3, 1], "w": [1, 1, 1, 1, 1, 1, 0]}
    run = fit(dataset(columns, "aabbccb", weight="w"), AdaBoost(rounds=10, base=Tree(depth=3)))
    assert (run.outcome.ending, run.rounds) == (Ending.PERFECT_LEARNER, 1)


@pytest.mark.parametrize(
    ("data", "ending"),
    [
        (dataset({"x": [1, 2, 3]}, "aaa"), Ending.SINGLE_CLASS),
        (dataset({"x": [1, 1, 1]}, "abc"), Ending.NO_USABLE_FEATURE),
        (dataset({"x": [0, 0, 0, 1, 1, 1]}, "abcabc"), Ending.NO_BETTER_THAN_CHANCE),
    ],
)
def test_nothing_to_learn_is_a_named_ending(data, ending):
    run = fit(data, AdaBoost(rounds=5, base=Tree(depth=2)))
    assert (run.outcome.ending, run.rounds) == (ending, 0)
    assert list(run.model.predict(data)) == ["a"] * len(data)
    shares = run.model.probabilities(data)
    assert shares.sum(axis=1) == pytest.approx(np.ones(len(data)))


# Resampling


def test_resampling_draws_rows_in_proportion_to_their_weights():
    weights = np.array([0.1, 0.0, 0.4, 0.5])
    counts = np.array([sampled(weights, 100, seed) for seed in range(500)])
    assert (counts.sum(axis=1) == 100).all()
    assert counts.mean(axis=0) == pytest.approx(100 * weights, abs=1)
    assert not counts[:, 1].any()


@pytest.mark.parametrize("base", [Stump(), Tree(depth=2)], ids=["stump", "tree"])
def test_resampling_judges_its_learners_by_the_weights_of_all_rows(base):
    data = noisy(400)
    run = fit(data, AdaBoost(rounds=20, base=base, resampling=True), seed=1)
    other = fit(data, AdaBoost(rounds=20, base=base, resampling=True), seed=2)
    history, training = run.history, run.history.training
    for t in range(1, run.rounds + 1):
        wrong = (history.named(t) != history.problem.labels)[:training]
        weights = history.weights(t - 1)[history.order][:training]
        found = history.curve("weighted_error")[t - 1]
        assert found == pytest.approx(weights[wrong].sum(), abs=1e-12)
        vote = 0.5 * math.log((1 - found) / found)
        assert history.votes[t - 1] == pytest.approx(vote, rel=1e-12)
    assert run.history.error(run.rounds) < 0.3
    assert not np.array_equal(run.history.votes, other.history.votes)
    again = fit(data, AdaBoost(rounds=20, base=base, resampling=True), seed=1)
    np.testing.assert_array_equal(again.history.votes, run.history.votes)


def test_a_weighing_stump_is_never_worse_in_its_round_than_a_resampled_one():
    data = continuous_two(200)
    weighed = fit(data, AdaBoost(rounds=1))
    drawn = [fit(data, AdaBoost(rounds=1, resampling=True), seed=seed) for seed in range(5)]
    least = weighed.history.curve("weighted_error")[0]
    errors = [run.history.curve("weighted_error")[0] for run in drawn if run.rounds]
    assert min(errors) >= least - 1e-12


def test_going_on_gives_the_same_bits():
    data = three_classes()
    for how in (
        {"base": Tree(depth=2)},
        {"base": Tree(depth=2), "resampling": True, "many_classes": "m1", "shrinkage": 0.5},
    ):
        run = None
        for rounds in (1, 9, 20):
            run = fit(data, AdaBoost(rounds=rounds, **how), seed=5, after=run)
        whole = fit(data, AdaBoost(rounds=20, **how), seed=5)
        np.testing.assert_array_equal(run.history.votes, whole.history.votes)
        np.testing.assert_array_equal(
            run.history.weights(run.rounds), whole.history.weights(run.rounds)
        )
        np.testing.assert_array_equal(
            run.model.probabilities(data), whole.model.probabilities(data)
        )
    # A run with the votes of stumps goes on as one too.
    first = fit(noisy(100), AdaBoost(rounds=5, shrinkage=0.5))
    second = fit(first.dataset, AdaBoost(rounds=12, shrinkage=0.5), after=first)
    whole = fit(first.dataset, AdaBoost(rounds=12, shrinkage=0.5))
    np.testing.assert_array_equal(scores_of(second.model, first.dataset),
                                  scores_of(whole.model, first.dataset))  # fmt: skip
