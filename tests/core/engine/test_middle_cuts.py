"""Cuts lie in the middle of the node's own gap."""

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

from core import AdaBoost, Bagging, C45Tree, Dataset, SingleLearner, Stump, Tree, fit
from core.engine.growing.grower import Criterion, Growth
from core.engine.kernels.growing.cuts import middle_cut
from core.learning.problem import Problem
from tests.core.engine.grown_trees import grown_on
from tests.core.helpers import dataset


def span_of(values):
    """What is known of the codes of these values, each of which has one."""
    values = np.asarray(values, float)
    span = np.full((3, 256), np.inf)
    span[:2, : len(values)] = values
    span[2, : len(values) - 1] = values[:-1] / 2 + values[1:] / 2
    return span


@pytest.mark.parametrize(("last", "following", "expected"), [
    (0, 1, 0),  # neighbours: the edge between them
    (0, 4, 2),  # the middle of 0 and 10 is 5: nearest are 2.5 and 6
    (1, 4, 2),  # 5.5
    (0, 3, 0),  # the middle of 0 and 3 is 1.5: the edges are 0.5, 1.5, 2.5
    (3, -1, 253),  # no value behind it: all values belong to the left
])  # fmt: skip
def test_the_edge_nearest_to_the_middle_is_taken(last, following, expected):
    values = [0, 1, 2, 3, 10]
    found = middle_cut(span_of(values), last, following)
    if following < 0:
        assert found == expected
        return
    edges = span_of(values)[2]
    middle = (values[last] + values[following]) / 2
    away = np.abs(edges[last:following] - middle)
    assert abs(edges[found] - middle) == away.min()
    assert last <= found < following


def test_of_two_edges_equally_near_the_upper_one_is_taken():
    # Whole numbers: the middle of 2 and 6 is 4, and "at most 4" is the question.
    assert middle_cut(span_of(range(10)), 2, 6) == 4


def thresholds(trees, encoder):
    """Where each node of numbers cuts."""
    inner = np.flatnonzero(trees.left >= 0)
    return {
        int(node): encoder.features[trees.feature[node]].edges[trees.threshold[node]]
        for node in inner
    }


def assert_cuts_are_central(problem, grown):
    """No edge of the encoder lies nearer to the middle of a node's gap."""
    values = [column.values for column in problem.dataset.features]
    for node in np.flatnonzero(grown.left >= 0):
        feature = grown.feature[node]
        rows = problem.data.order[grown.rows[grown.starts[node] : grown.stops[node]]]
        own = values[feature][rows]
        edges = problem.data.encoder.features[feature].edges
        cut = edges[grown.threshold[node]]
        low, high = own[own <= cut].max(), own[own > cut].min()
        between = edges[(edges >= low) & (edges < high)]
        assert abs(cut - (low + high) / 2) == pytest.approx(
            np.abs(between - (low + high) / 2).min(), abs=1e-12
        )


def continuous(rows, seed=0):
    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, 4))
    labels = np.where(x[:, 0] * x[:, 1] + 0.5 * random.normal(size=rows) > 0, "a", "b")
    return x, labels


GROWTHS = [
    Growth(Criterion.GINI),
    Growth(Criterion.ENTROPY, depth=4),
    Growth(Criterion.NUMBERS, depth=5),
    Growth(Criterion.GINI, per_node=2),
    Growth(Criterion.GINI, among_best=2),
    Growth(Criterion.NUMBERS, depth=4, penalty=1.0, min_rows=5),
]


@pytest.mark.parametrize("growth", GROWTHS)
def test_every_node_cuts_in_the_middle_of_its_own_gap(growth):
    x, labels = continuous(200)
    problem = Problem.of(dataset(dict(zip("pqrs", x.T, strict=True)), labels))
    assert_cuts_are_central(problem, grown_on(problem, growth, seed=1))


def test_every_node_of_many_rows_does_so_too():
    """Whole numbers of which not all are left in a node; the root is split level by level."""
    random = np.random.default_rng(0)
    x = np.round(random.normal(size=(9000, 3)) * 15)
    labels = np.where(x[:, 0] * x[:, 1] + 50 * random.normal(size=9000) > 0, "a", "b")
    problem = Problem.of(dataset(dict(zip("pqr", x.T, strict=True)), labels))
    for growth in GROWTHS:
        assert_cuts_are_central(problem, grown_on(problem, growth, seed=1))


def test_with_more_values_than_codes_a_bins_own_values_bound_the_gap():
    x = np.linspace(0, 10, 2001)
    problem = Problem.of(dataset({"x": x}, np.where(x < 5, "a", "b")))
    weights = ((x < 0.5) | (x > 8)).astype(float)
    grown = grown_on(problem, Growth(Criterion.GINI), weights)
    edges = problem.data.encoder.features[0].edges
    assert len(edges) == 253
    # The largest value on the left is 0.495 and the smallest on the right 8.005; bins are 0.04.
    assert edges[grown.threshold[0]] == pytest.approx(4.25, abs=0.04)


def test_a_single_tree_predicts_new_rows_nearly_as_scikit_learns():
    """Where both trees are the same, so are the cuts, up to half a gap between two values."""
    x, labels = continuous(250, 3)
    new, _ = continuous(4000, 4)
    ours = fit(
        Dataset.from_frame(
            pd.DataFrame(x, columns=[*"pqrs"]).assign(y=labels), "y", validation_share=0
        ),
        SingleLearner(learner=Tree(depth=4)),
    )
    theirs = DecisionTreeClassifier(max_depth=4, random_state=0).fit(x, labels)
    said = ours.model.predict(pd.DataFrame(new, columns=[*"pqrs"]))
    assert np.mean(said != theirs.predict(new)) < 0.01


@pytest.mark.parametrize("learner", [Tree(depth=2), C45Tree(leaf_rows=1), Stump()])
def test_only_rows_with_a_weight_bound_a_gap(learner):
    """Of 0, 1, ..., 9 only 0 and 8 are learned from: the middle is 4."""
    problem = Problem.of(dataset({"x": np.arange(10.0)}, [*"aaaaaaaabb"]))
    weights = np.zeros(10)
    weights[[0, 8]] = 1.0
    trees = learner.fit(problem, weights, 0).trees
    assert thresholds(trees, problem.data.encoder)[0] == pytest.approx(4.5)


def test_boosted_stumps_cut_in_the_middle_of_the_rows_that_count():
    columns = {"x": np.arange(10.0), "w": np.r_[1.0, np.zeros(7), 1.0, 1.0]}
    data = dataset(columns, [*"aaaaaaaabb"], weight="w")
    trees = fit(data, AdaBoost(rounds=1)).model.predictor.trees
    assert thresholds(trees, Problem.of(data).data.encoder)[0] == pytest.approx(4.5)


def test_training_rows_are_predicted_as_they_were_learned():
    """By codes while learning, by raw values afterwards."""
    x, labels = continuous(700, 8)
    frame = pd.DataFrame(x, columns=[*"pqrs"]).assign(y=labels)
    data = Dataset.from_frame(frame, "y", validation_share=0)
    run = fit(data, Bagging(rounds=5))
    np.testing.assert_array_equal(
        run.model.predict(frame), np.array(data.classes)[run.history.predicted(5)]
    )
