"""Trees with few leaves are scikit-learn's, which grows them leaf by leaf."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from core import SingleLearner, Task, Tree, fit
from core.judging.diagnostics.reading import learned
from core.learning.problem import Problem
from tests.core.helpers import dataset, noisy


def made(classes, seed=0, rows=240):
    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, 4))
    score = x[:, 0] + x[:, 1] * x[:, 2] + 0.5 * random.normal(size=rows)
    weights = random.uniform(0.5, 2, rows)
    if classes:
        cuts = np.quantile(score, np.arange(1, classes) / classes)
        score = np.array([*"abcdef"])[np.searchsorted(cuts, score)]
    return x, score, weights


@pytest.mark.parametrize("leaves", [2, 3, 7, 20, 41])
@pytest.mark.parametrize(("classes", "criterion"), [(2, "gini"), (2, "entropy"), (4, "gini")])
def test_classes_are_parted_as_by_scikit_learn(leaves, classes, criterion):
    x, labels, weights = made(classes)
    columns = dict(zip("pqrs", x.T, strict=True))
    problem = Problem.of(dataset(columns, labels))
    ours = Tree(depth=60, leaves=leaves, criterion=criterion).fit(problem, weights, 0)
    theirs = DecisionTreeClassifier(max_leaf_nodes=leaves, criterion=criterion, random_state=0)
    theirs.fit(x, labels, sample_weight=weights)
    assert (ours.trees.left < 0).sum() == theirs.get_n_leaves() == leaves
    assert ours.outputs(problem.inputs) == pytest.approx(theirs.predict_proba(x))
    ours.trees.check(4)


@pytest.mark.parametrize("leaves", [2, 5, 16])
def test_numbers_are_parted_as_by_scikit_learn(leaves):
    x, target, weights = made(0)
    problem = Problem.of(dataset(dict(zip("pqrs", x.T, strict=True)), target, task=Task.REGRESSION))
    ours = Tree(depth=60, leaves=leaves).fit(problem, weights, 0).outputs(problem.inputs)[:, 0]
    theirs = DecisionTreeRegressor(max_leaf_nodes=leaves, random_state=0)
    assert ours == pytest.approx(theirs.fit(x, target, sample_weight=weights).predict(x))


def test_depth_and_rows_of_a_leaf_still_hold():
    x, labels, weights = made(2)
    problem = Problem.of(dataset(dict(zip("pqrs", x.T, strict=True)), labels))
    ours = Tree(depth=3, leaf_rows=9, leaves=6).fit(problem, weights, 0)
    theirs = DecisionTreeClassifier(
        max_leaf_nodes=6, max_depth=3, min_samples_leaf=9, random_state=0
    ).fit(x, labels, sample_weight=weights)
    assert ours.outputs(problem.inputs) == pytest.approx(theirs.predict_proba(x))


@pytest.mark.parametrize("leaves", [1, 2, 5])
def test_a_question_about_categories_makes_one_leaf_more(leaves):
    run = fit(noisy(300), SingleLearner(learner=Tree(depth=20, leaves=leaves)))
    assert learned(run.model, 1).tree.leaves() == leaves


def test_a_tree_that_has_fewer_leaves_is_left_as_it_is():
    problem = Problem.of(noisy(100))
    weights = problem.row_weights[: problem.training]
    whole, limited = (
        Tree(depth=3, leaves=leaves).fit(problem, weights, 0).trees for leaves in (0, 1000)
    )
    np.testing.assert_array_equal(whole.values, limited.values)


def test_what_no_question_tells_alone_is_learned_with_four_leaves():
    columns = {"p": [0.0, 0, 1, 1] * 5, "q": [0.0, 1, 0, 1] * 5}
    data = dataset(columns, ["a", "b", "b", "a"] * 5)
    run = fit(data, SingleLearner(learner=Tree(depth=9, leaves=4)))
    assert run.history.error(1) == 0
