"""Reduced-error pruning of CART and C4.5 on rows kept back from training."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, C45Tree, Dataset, SingleLearner, Task, Tree, fit
from core.learning.learners.pruned import Pruning
from core.learning.problem import Problem
from tests.core.helpers import dataset


def noise(rows=400, seed=0):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(random.normal(size=(rows, 4)), columns=list("abcd"))
    frame["y"] = np.where((frame["a"] > 0) ^ (random.random(rows) < 0.25), "p", "q")
    return frame


def test_the_rows_kept_back_are_drawn_by_the_seed_from_those_with_a_weight():
    problem = Problem.of(Dataset.from_frame(noise(), "y", validation_share=0))
    weights = np.where(np.arange(400) % 4 == 0, 0.0, 2.0)
    one, again, other = (Pruning.of(problem, weights, 0.3, seed) for seed in (1, 1, 2))
    assert len(one.held_back) == 90
    assert (weights[one.held_back] > 0).all()
    np.testing.assert_array_equal(one.held_back, again.held_back)
    assert set(one.held_back) != set(other.held_back)
    grows = one.growing > 0
    assert grows.sum() == 210
    assert not grows[one.held_back].any()
    assert len(Pruning.of(problem, weights, 0.0, 1).held_back) == 0


@pytest.mark.parametrize("kind", [Tree, C45Tree])
def test_a_pruned_tree_on_noise_is_smaller_and_judges_new_rows_better(kind):
    sizes, errors = [], []
    new = noise(4000, 99)
    for seed in range(5):
        data = Dataset.from_frame(noise(400, seed), "y", validation_share=0)
        for share in (0.0, 0.3):
            learner = kind(depth=30, leaf_rows=1, pruning_share=share)
            model = fit(data, SingleLearner(learner=learner), seed=seed).model
            sizes.append(len(model.predictor.trees.left))
            errors.append(np.mean(model.predict(new) != new["y"]))
    sizes, errors = np.reshape(sizes, (5, 2)), np.reshape(errors, (5, 2))
    assert (sizes[:, 1] < sizes[:, 0] / 2).all()
    # One question is all there is to learn: a fourth of the labels is noise.
    assert errors.mean(axis=0)[1] < errors.mean(axis=0)[0] - 0.05
    assert errors.mean(axis=0)[1] < 0.32


def test_a_tree_of_numbers_is_pruned_by_the_squared_error():
    random = np.random.default_rng(0)
    x = random.normal(size=(400, 3))
    target = np.where(x[:, 0] > 0, 2.0, -2.0) + random.normal(size=400)
    data = dataset(dict(zip("pqr", x.T, strict=True)), target, 0.25, task=Task.REGRESSION)
    whole, small = (
        fit(data, SingleLearner(learner=Tree(depth=30, pruning_share=share)))
        for share in (0.0, 0.3)
    )
    leaves = [(run.model.predictor.trees.left < 0).sum() for run in (whole, small)]
    assert leaves[1] < leaves[0] / 5
    assert small.history.validation_error(1) < whole.history.validation_error(1)


def test_what_the_kept_back_rows_do_not_pay_for_is_cut_off_and_the_rest_stays():
    """Rows kept back say that q alone tells: p's question below it goes."""
    random = np.random.default_rng(3)
    p, q = random.integers(0, 2, (2, 300)).astype(float)
    labels = np.where((q == 1) ^ ((p == 1) & (random.random(300) < 0.3)), "a", "b")
    problem = Problem.of(dataset({"p": p, "q": q}, labels))
    fitted = Tree(depth=5, pruning_share=0.4).fit(problem, np.ones(300), 0)
    assert fitted.trees.feature[0] == 1
    assert len(fitted.trees.left) == 3


def test_pruned_trees_can_be_boosted():
    data = Dataset.from_frame(noise(), "y")
    run = fit(data, AdaBoost(rounds=5, base=Tree(depth=6, pruning_share=0.3)))
    assert run.rounds > 0
