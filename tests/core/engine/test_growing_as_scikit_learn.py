"""The trees are scikit-learn's, where it has the same: no categories, nothing missing."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from core.engine.growing.grower import Criterion, Growth
from core.learning.problem import Problem
from tests.core.engine.grown_trees import goes_left, grown_on, visited
from tests.core.helpers import dataset

CLASSES = [Criterion.GINI, Criterion.ENTROPY]


def continuous(rows, classes, seed):
    """Few rows, so that codes are exact, and weights without ties."""
    random = np.random.default_rng(seed)
    features = random.normal(size=(rows, 4))
    score = features[:, 0] + features[:, 1] * features[:, 2] + 0.5 * random.normal(size=rows)
    weights = random.uniform(0.5, 2, rows)
    if classes == 0:
        return features, score, weights
    cuts = np.quantile(score, np.arange(1, classes) / classes)
    return features, np.array([*"abcdef"])[np.searchsorted(cuts, score)], weights


def assert_same_tree(problem, grown, theirs, features, node=0, other=0):
    tree = theirs.tree_
    size = grown.stops[node] - grown.starts[node]
    assert size == tree.n_node_samples[other]
    assert (grown.left[node] < 0) == (tree.children_left[other] < 0)
    if grown.left[node] < 0:
        return
    assert grown.feature[node] == tree.feature[other]
    rows = grown.rows[grown.starts[node] : grown.stops[node]]
    cut = features[rows, tree.feature[other]] <= tree.threshold[other]
    np.testing.assert_array_equal(goes_left(grown, node, problem.data.codes[:, rows]), cut)
    for ours, their in ((grown.left, tree.children_left), (grown.right, tree.children_right)):
        assert_same_tree(problem, grown, theirs, features, ours[node], their[other])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("criterion", CLASSES)
def test_the_tree_is_scikit_learns(criterion, classes, seed):
    features, labels, weights = continuous(200, classes, seed)
    data = dataset(dict(zip("pqrs", features.T, strict=True)) | {"w": weights}, labels, weight="w")
    problem = Problem.of(data)
    grown = grown_on(problem, Growth(criterion, depth=5, min_rows=6))
    theirs = DecisionTreeClassifier(
        criterion=criterion.name.lower(), max_depth=5, min_samples_leaf=6, random_state=0
    )
    theirs.fit(features, labels, sample_weight=weights)
    assert len(grown.feature) == theirs.tree_.node_count
    assert_same_tree(problem, grown, theirs, features)
    shares = grown.stats / grown.stats.sum(axis=1, keepdims=True)
    for node, rows, _ in visited(problem, grown, np.arange(200)):
        if grown.left[node] < 0:
            expected = theirs.predict_proba(features[rows])
            assert np.tile(shares[node], (len(rows), 1)) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(3))
def test_the_regression_tree_is_scikit_learns(seed):
    features, target, weights = continuous(200, 0, seed)
    data = dataset(dict(zip("pqrs", features.T, strict=True)) | {"w": weights}, target, weight="w")
    problem = Problem.of(data)
    grown = grown_on(problem, Growth(Criterion.NUMBERS, depth=5, min_rows=6))
    theirs = DecisionTreeRegressor(max_depth=5, min_samples_leaf=6, random_state=0)
    theirs.fit(features, target, sample_weight=weights)
    assert_same_tree(problem, grown, theirs, features)
    for node, rows, _ in visited(problem, grown, np.arange(200)):
        if grown.left[node] < 0:
            mean = grown.stats[node, 1] / grown.stats[node, 0]
            assert theirs.predict(features[rows]) == pytest.approx(np.full(len(rows), mean))


@pytest.mark.parametrize("criterion", CLASSES)
def test_a_tree_of_any_depth_makes_no_mistake_where_scikit_learns_makes_none(criterion):
    features, labels, _ = continuous(250, 3, 7)
    problem = Problem.of(dataset(dict(zip("pqrs", features.T, strict=True)), labels))
    grown = grown_on(problem, Growth(criterion))
    leaves = grown.stats[grown.left < 0]
    assert ((leaves > 0).sum(axis=1) == 1).all()
    theirs = DecisionTreeClassifier(random_state=0).fit(features, labels)
    assert theirs.score(features, labels) == 1


# By hand
