"""A tree goes on while a node is impure and a question is left, although none gains anything."""

import itertools

import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    C45Tree,
    Dataset,
    GentleBoost,
    GradientBoosting,
    LogitBoost,
    RandomForest,
    SingleLearner,
    Stump,
    Task,
    Tree,
    fit,
)
from core.engine.growing.grower import Criterion, Growth
from core.learning.problem import Problem
from core.learning.rounds import Ending
from tests.core.engine.grown_trees import grown_on
from tests.core.helpers import dataset


def parity(bits, copies=1, kind="number"):
    """Every corner of a cube as often; the class is whether an odd number of bits is set."""
    corners = np.array(list(itertools.product([0, 1], repeat=bits)) * copies)
    frame = pd.DataFrame(corners, columns=[f"x{place}" for place in range(bits)])
    if kind == "category":
        frame = frame.map(lambda bit: "on" if bit else "off")
    frame["y"] = np.where(corners.sum(axis=1) % 2 == 1, "odd", "even")
    return Dataset.from_frame(frame, "y", validation_share=0)


SINGLE = {
    "cart": Tree(depth=10),
    "entropy": Tree(depth=10, criterion="entropy"),
    "id3": C45Tree(criterion="gain", leaf_rows=1),
    "c45": C45Tree(leaf_rows=1),
}


@pytest.mark.parametrize("kind", ["number", "category"])
@pytest.mark.parametrize("copies", [1, 7])
@pytest.mark.parametrize("bits", [2, 3])
@pytest.mark.parametrize("learner", SINGLE.values(), ids=SINGLE)
def test_single_trees_learn_what_only_all_columns_together_tell(learner, bits, copies, kind):
    run = fit(parity(bits, copies, kind), SingleLearner(learner=learner))
    assert run.history.error(1) == 0


@pytest.mark.parametrize("bits", [2, 3])
def test_c45_as_it_is_learns_it_from_rows_that_repeat(bits):
    run = fit(parity(bits, 2), SingleLearner(learner=C45Tree()))
    assert run.history.error(1) == 0


def boosted(depth, leaf_rows=1):
    return [
        AdaBoost(rounds=20, base=Tree(depth=depth)),
        GradientBoosting(rounds=20, depth=depth, leaf_rows=leaf_rows),
        LogitBoost(rounds=20, depth=depth),
        GentleBoost(rounds=20, depth=depth),
    ]


@pytest.mark.parametrize("copies", [1, 40, 1100])
@pytest.mark.parametrize("bits", [2, 3])
@pytest.mark.parametrize("place", range(4))
def test_boosting_of_trees_that_are_deep_enough_learns_it(place, bits, copies):
    run = fit(parity(bits, copies), boosted(bits)[place])
    assert run.rounds > 0
    assert run.history.error(run.rounds) == 0


def test_gradient_boosting_with_its_own_least_leaf_learns_it_from_enough_rows():
    run = fit(parity(2, 30), GradientBoosting(rounds=30, depth=2))
    assert run.history.error(run.rounds) == 0


@pytest.mark.parametrize("place", range(1, 4))
def test_trees_that_are_too_shallow_say_so_at_once(place):
    run = fit(parity(3, 5), boosted(2)[place])
    assert run.rounds == 0
    assert run.outcome.ending is Ending.NOTHING_LEFT


def test_a_stump_that_tells_nothing_ends_adaboost_in_a_sentence():
    for base in (Stump(), Tree(depth=1)):
        run = fit(parity(2, 5), AdaBoost(rounds=5, base=base))
        assert run.rounds == 0
        assert "chance" in run.outcome.sentence


def test_columns_that_are_constant_in_a_node_are_passed_over_by_a_forest():
    """Each node draws one column; where that one is used up, another is drawn."""
    run = fit(parity(3, 20), RandomForest(rounds=5, columns=1, bootstrap=False))
    for number in range(1, 6):
        assert run.history.error(number) == 0


@pytest.mark.parametrize(
    "growth",
    [
        Growth(Criterion.GINI),
        Growth(Criterion.ENTROPY),
        Growth(Criterion.GINI, per_node=1),
        Growth(Criterion.NUMBERS, depth=2),
    ],
)
def test_nodes_of_many_rows_go_on_as_small_ones_do(growth, set_threads):
    problem = Problem.of(parity(2, 1500))
    trees = []
    for threads in (1, 8):
        set_threads(threads)
        trees.append(grown_on(problem, growth, seed=3))
    for name in ("feature", "threshold", "left", "stats", "gains"):
        np.testing.assert_array_equal(getattr(trees[0], name), getattr(trees[1], name))
    leaves = trees[0].stats[trees[0].left < 0]
    assert len(leaves) == 4
    if growth.criterion is not Criterion.NUMBERS:
        assert ((leaves > 0).sum(axis=1) == 1).all()


def test_questions_behind_which_nothing_is_gained_are_taken_back():
    """Both classes alike everywhere: whatever is asked, nothing is learned."""
    everything = list(itertools.product("pqrs", [1.0, 2.0, 3.0], "ab"))
    frame = pd.DataFrame(everything, columns=["c", "x", "y"])
    data = Dataset.from_frame(frame, "y", validation_share=0)
    for learner in (Tree(depth=20), C45Tree(leaf_rows=1), C45Tree(criterion="gain", leaf_rows=1)):
        trees = fit(data, SingleLearner(learner=learner)).model.predictor.trees
        assert len(trees.left) == 1
        assert trees.values.tolist() == [[0.5, 0.5]]


def test_rows_that_do_not_differ_are_a_leaf():
    data = dataset({"x": [1.0] * 8 + [2.0] * 8}, "ab" * 4 + "a" * 8)
    trees = fit(data, SingleLearner(learner=Tree(depth=60))).model.predictor.trees
    assert len(trees.left) == 3


def test_equal_numbers_are_a_leaf_whatever_their_weights():
    """w y / w is not always y to the last bit; the variance is 0 all the same."""
    random = np.random.default_rng(0)
    columns = {"x": random.normal(size=200), "w": random.uniform(0.1, 3, 200)}
    data = dataset(columns, np.full(200, 0.1), weight="w", task=Task.REGRESSION)
    problem = Problem.of(data)
    grown = grown_on(problem, Growth(Criterion.NUMBERS))
    assert len(grown.left) == 1


def test_numbers_that_no_single_column_tells_are_learned_too():
    corners = np.array(list(itertools.product([0.0, 1.0], repeat=2)) * 3)
    target = np.where(corners.sum(axis=1) == 1, 5.0, -1.0)
    data = dataset(dict(zip("pq", corners.T, strict=True)), target, task=Task.REGRESSION)
    run = fit(data, SingleLearner(learner=Tree(depth=2)))
    assert run.history.error(1) == 0


def test_a_gain_that_a_penalty_made_negative_ends_a_node():
    """All rows pull the same way: parting them costs what the penalty takes twice."""
    data = dataset({"x": [1.0, 2.0, 3.0, 4.0]}, [1.0, 1.0, 1.0, 1.001], task=Task.REGRESSION)
    grown = grown_on(Problem.of(data), Growth(Criterion.NUMBERS, penalty=1.0))
    assert len(grown.left) == 1
    grown = grown_on(Problem.of(data), Growth(Criterion.NUMBERS))
    assert len(grown.left) == 3


def test_rows_are_parted_as_evenly_as_can_be_where_nothing_is_gained():
    """A board of 4 x 4 fields: a line at a time would take six questions in a row."""
    fields = np.array(list(itertools.product(range(4), repeat=2)))
    labels = np.where(fields.sum(axis=1) % 2 == 1, "a", "b")
    data = dataset(dict(zip("pq", fields.T.astype(float), strict=True)), labels)
    assert fit(data, SingleLearner(learner=Tree(depth=5))).history.error(1) == 0


def test_weights_count_as_copies_where_nothing_is_gained():
    fields = np.array(list(itertools.product(range(4), repeat=2)))
    labels = np.where(fields.sum(axis=1) % 2 == 1, "a", "b")
    columns = dict(zip("pq", fields.T.astype(float), strict=True))
    weights = np.where(fields[:, 0] < 2, 1, 3)
    problem = Problem.of(dataset(columns | {"w": weights}, labels, weight="w"))
    repeated = {name: np.repeat(values, weights) for name, values in columns.items()}
    other = Problem.of(dataset(repeated, np.repeat(labels, weights)))
    ours, theirs = (grown_on(one, Growth(Criterion.GINI)) for one in (problem, other))
    for name in ("feature", "threshold", "left", "stats"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))


@pytest.mark.parametrize("learner", [Tree(depth=60), C45Tree(leaf_rows=1)])
def test_rows_of_next_to_no_weight_do_not_make_a_tree_grow(learner):
    """As boosting leaves them behind: nothing that they could teach is more than rounding."""
    random = np.random.default_rng(0)
    problem = Problem.of(dataset({"x": random.normal(size=400)}, ["a", "b"] * 200))
    weights = np.where(np.arange(400) % 2 == 0, 1.0, 1e-18)
    assert len(learner.fit(problem, weights, 0).trees.left) == 1
