"""The decision tree as a learner."""

import dataclasses

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from core import SingleLearner, Task, Tree, fit
from core.learning.problem import Problem
from tests.core.helpers import dataset, noisy, noisy_frame


def three_classes(rows=150, seed=0):
    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, 3))
    labels = np.array([*"abc"])[(x + 0.3 * random.normal(size=x.shape)).argmax(axis=1)]
    return x, labels


def fitted(tree, data, weights=None):
    problem = Problem.of(data)
    weights = problem.row_weights[: problem.training] if weights is None else weights
    predictor = tree.fit(problem, weights, 0)
    predictor.check(len(problem.data.codes), max(1, problem.classes))
    return problem, predictor


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("depth", [1, 3, 6])
def test_the_shares_are_those_of_scikit_learns_tree(criterion, depth):
    x, labels = three_classes()
    weights = np.random.default_rng(1).uniform(0.5, 2, len(x))
    columns = dict(zip("pqr", x.T, strict=True))
    tree = Tree(depth=depth, leaf_rows=4, criterion=criterion)
    problem, predictor = fitted(tree, dataset(columns, labels), weights)
    theirs = DecisionTreeClassifier(
        criterion=criterion, max_depth=depth, min_samples_leaf=4, random_state=0
    ).fit(x, labels, sample_weight=weights)
    assert predictor.outputs(problem.inputs) == pytest.approx(theirs.predict_proba(x), abs=1e-9)


def test_numbers_are_the_means_of_scikit_learns_tree():
    x, _ = three_classes()
    target = x[:, 0] ** 2 + x[:, 1] + 0.1 * np.random.default_rng(0).normal(size=len(x))
    data = dataset(dict(zip("pqr", x.T, strict=True)), target)
    problem, predictor = fitted(Tree(depth=5, leaf_rows=4), data)
    theirs = DecisionTreeRegressor(max_depth=5, min_samples_leaf=4, random_state=0).fit(x, target)
    assert predictor.outputs(problem.inputs)[:, 0] == pytest.approx(theirs.predict(x))


def test_a_leaf_says_the_weighted_shares_of_its_rows():
    data = dataset({"x": [1, 1, 1, 2]}, "abba")
    problem, predictor = fitted(Tree(depth=1), data, np.array([1.0, 2.0, 3.0, 2.0]))
    shares = [[1 / 6, 5 / 6]] * 3 + [[1.0, 0.0]]
    assert predictor.outputs(problem.inputs) == pytest.approx(np.array(shares))
    assert predictor.trees.rows.tolist() == [4, 3, 1]


def test_a_leaf_says_the_weighted_mean_of_its_numbers():
    data = dataset({"x": [1, 1, 2, 2]}, [0.0, 3.0, 10.0, 20.0], task=Task.REGRESSION)
    problem, predictor = fitted(Tree(depth=1), data, np.array([2.0, 1.0, 1.0, 3.0]))
    assert predictor.outputs(problem.inputs)[:, 0] == pytest.approx([1, 1, 17.5, 17.5])


def test_validation_rows_and_rows_of_weight_zero_are_not_seen():
    data = noisy(200)
    problem = Problem.of(data)
    weights = np.where(np.arange(problem.training) % 3 == 0, 0.0, 1.0)
    unseen = np.ones(len(problem), bool)
    unseen[: problem.training] = weights == 0
    labels = np.where(unseen, 1 - problem.labels, problem.labels)
    other = dataclasses.replace(problem, labels=labels)
    ours, theirs = (Tree(depth=8).fit(p, weights, 0) for p in (problem, other))
    np.testing.assert_array_equal(ours.outputs(problem.inputs), theirs.outputs(problem.inputs))


def test_the_seed_does_not_matter():
    problem = Problem.of(noisy(200))
    weights = problem.row_weights[: problem.training]
    ours, theirs = (Tree(depth=8).fit(problem, weights, seed).trees for seed in (0, 7))
    np.testing.assert_array_equal(ours.feature, theirs.feature)
    np.testing.assert_array_equal(ours.threshold, theirs.threshold)


def test_deeper_trees_tell_more_training_rows_apart():
    data = noisy(300)
    errors = [
        fit(data, SingleLearner(learner=Tree(depth=depth))).history.error(1)
        for depth in (1, 2, 4, 8, 20)
    ]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] == 0


def test_unseen_categories_and_missing_values_are_predicted():
    run = fit(noisy(300), SingleLearner(learner=Tree(depth=8)))
    new = noisy_frame(50, seed=3)
    new.loc[:9, "city"] = "Atlantis"
    new.loc[5:20, ["plain", "gaps"]] = np.nan
    shares = run.model.probabilities(new)
    assert shares.sum(axis=1) == pytest.approx(np.ones(50))
