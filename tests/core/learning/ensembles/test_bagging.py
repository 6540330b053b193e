"""Bagging: samples with replacement, and votes that count the same."""

import numpy as np
import pytest

from core import Bagging, SingleLearner, Stump, Tree, fit
from core.learning.problem import Problem
from core.learning.sampling import bootstrap, round_seed
from tests.core.helpers import dataset, noisy, noisy_frame


def three_classes(rows=200, seed=0, validation_share=0.25):
    random = np.random.default_rng(seed)
    x = random.normal(size=(3, rows))
    labels = np.array([*"abc"])[(x + 0.8 * random.normal(size=x.shape)).argmax(axis=0)]
    return dataset(dict(zip("pqr", x, strict=True)), labels, validation_share)


def numbers(rows=200, validation_share=0.25):
    frame = noisy_frame(rows)
    target = frame["plain"] + 0.3 * frame["few"] + (frame["city"] == "Oslo")
    return dataset(frame.drop(columns="y"), target, validation_share)


DATA = {"two": noisy(200), "many": three_classes(), "numbers": numbers()}


@pytest.mark.parametrize("task", DATA)
@pytest.mark.parametrize("is_hard", [False, True], ids=["soft", "hard"])
def test_the_model_is_the_mean_of_its_members(task, is_hard):
    data = DATA[task]
    run = fit(data, Bagging(rounds=7, base=Tree(depth=4), is_hard=is_hard), seed=3)
    inputs = run.model.inputs(data)
    said = np.array([member.outputs(inputs) for member in run.members])
    if is_hard and task != "numbers":
        said = np.eye(said.shape[2])[said.argmax(axis=2)]
    outputs = run.model.predictor.outputs(inputs)
    assert outputs == pytest.approx(said.mean(axis=0), abs=1e-12)


@pytest.mark.parametrize("task", DATA)
def test_every_member_is_the_learner_on_a_sample_of_its_own(task):
    data = DATA[task]
    run = fit(data, Bagging(rounds=4, base=Tree(depth=4)), seed=3)
    problem = Problem.of(data)
    for number, member in enumerate(run.members, 1):
        seed = round_seed(3, number)
        sample = bootstrap(problem.training, problem.training, seed)
        expected = Tree(depth=4).fit(problem, sample, seed)
        np.testing.assert_array_equal(
            member.outputs(problem.inputs), expected.outputs(problem.inputs)
        )


def test_a_sample_draws_rows_with_replacement_and_evenly():
    counts = np.array([bootstrap(50, 50, seed) for seed in range(2_000)])
    assert (counts.sum(axis=1) == 50).all()
    # (1 - 1/50)^50 of the rows are left out.
    assert (counts == 0).mean() == pytest.approx((1 - 1 / 50) ** 50, abs=0.005)
    assert counts.mean(axis=0) == pytest.approx(np.ones(50), abs=0.1)
    assert bootstrap(50, 10, 0).sum() == 10


def test_a_smaller_share_draws_fewer_rows():
    run = fit(noisy(200), Bagging(rounds=5, sample_share=0.2), seed=1)
    for member in run.members:
        root = member.trees.roots[0]
        assert member.trees.rows[root] <= 30  # of 150 training rows a fifth are drawn


def test_weights_count_besides_the_sample():
    frame = noisy_frame(120)
    weights = np.resize([1.0, 0.0, 2.0], 120)
    data = dataset(frame.drop(columns="y").assign(w=weights), frame["y"], weight="w")
    run = fit(data, Bagging(rounds=3, base=Tree(depth=3)), seed=2)
    problem = Problem.of(data)
    for number, member in enumerate(run.members, 1):
        sample = bootstrap(120, 120, round_seed(2, number))
        expected = Tree(depth=3).fit(problem, sample * weights, 0)
        np.testing.assert_array_equal(
            member.outputs(problem.inputs), expected.outputs(problem.inputs)
        )


def test_a_sample_of_rows_that_weigh_nothing_does_no_harm():
    frame = noisy_frame(40).assign(w=[1.0, 1.0] + [0.0] * 38, y=["yes", "no"] * 20)
    data = dataset(frame.drop(columns="y"), frame["y"], weight="w")
    run = fit(data, Bagging(rounds=10, base=Tree(depth=3)))
    assert any(not bootstrap(40, 40, round_seed(0, t))[:2].any() for t in range(1, 11))
    shares = run.model.probabilities(frame)
    assert np.isfinite(shares).all()
    assert shares.sum(axis=1) == pytest.approx(np.ones(40))


def test_many_trees_do_better_on_new_rows_than_one():
    alone, many, out_of_bag = [], [], []
    for seed in range(4):
        data = noisy(1_000, seed, noise=1.0)
        alone.append(fit(data, SingleLearner(learner=Tree(depth=20))).history.validation_error(1))
        history = fit(data, Bagging(rounds=60)).history
        many.append(history.validation_error(60))
        out_of_bag.append(history.curve("out_of_bag_error")[-1])
    assert np.mean(many) < np.mean(alone) - 0.01
    # A thousand validation rows in all: the standard error of the difference is about 0.02.
    assert np.mean(out_of_bag) == pytest.approx(np.mean(many), abs=0.04)


def test_swapped_labels_are_found_out_of_bag():
    random = np.random.default_rng(7)
    is_up = np.arange(300) % 2 == 1
    a, b = random.normal(size=(2, 300)) + 5 * is_up
    swapped = random.permutation(300)[:10]
    labels = np.where(is_up ^ np.isin(np.arange(300), swapped), "up", "down")
    data = dataset({"a": a, "b": b}, labels, 0.25)
    history = fit(data, Bagging(rounds=100, base=Tree(depth=20, leaf_rows=5))).history
    suspicion, margins = history.suspicion(), history.margins(100)
    # A neighbour of a swapped row suffers from it, so that a few others may be among them.
    assert set(swapped) <= set(np.argsort(-suspicion)[:14])
    flagged = history.flagged(suspicion, margins)
    assert flagged[swapped].all()
    assert flagged.sum() <= 14
    suggested = history.suggested(100)
    assert (suggested[swapped] != data.labels[swapped]).all()


def test_a_tie_of_hard_votes_goes_to_the_commonest_class():
    data = dataset({"x": [0, 0, 0, 1, 1]}, "bbbaa")
    for rounds in (2, 4):
        run = fit(data, Bagging(rounds=rounds, base=Stump(), is_hard=True), seed=rounds)
        predicted, outputs = run.model.predicted(data)
        tied = outputs[:, 0] == outputs[:, 1]
        assert (predicted[tied] == 1).all()
        np.testing.assert_array_equal(run.history.predicted(rounds), predicted)
