"""Growing trees: against trying everything, and by hand."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Task
from core.engine.growing.grower import Criterion, Growth
from core.learning.problem import Problem
from tests.core.engine.grown_trees import (
    dataset_of,
    goes_left,
    grown_on,
    has_empty_branch,
    targets_of,
    visited,
)
from tests.core.helpers import dataset, divisions, noisy_frame, raw_columns, small_data

ALL = list(Criterion)


def contributions(problem, criterion, weights, rows):
    """What every row adds to a node's statistics."""
    if criterion is Criterion.NUMBERS:
        return np.column_stack([weights, weights * targets_of(problem)])[rows]
    return weights[rows, None] * np.eye(problem.classes)[problem.labels[rows]]


def purity(stats, criterion):
    """How pure some rows are, times their weight, by the formulas of the books."""
    with np.errstate(divide="ignore", invalid="ignore"):
        if criterion is Criterion.NUMBERS:
            return np.nan_to_num(stats[..., 1] ** 2 / stats[..., 0])
        total = stats.sum(axis=-1)
        shares = stats / total[..., None]
        if criterion is Criterion.GINI:
            return np.nan_to_num(-total * (1 - (shares**2).sum(axis=-1)))
        return np.nan_to_num(total * np.nansum(shares * np.log(shares), axis=-1))


def gains_of(criterion, added, parts):
    """What it gains to part the rows, for each way to part them."""
    left, total = parts @ added, added.sum(axis=0)
    found = purity(left, criterion) + purity(total - left, criterion) - purity(total, criterion)
    return np.asarray(found)


def best_gain(problem, criterion, rows, added, min_rows=1):
    """The most that any question about one column gains, by trying each; None without any."""
    columns = raw_columns(problem.dataset, problem.data.order[rows])
    parts = [
        part
        for values in columns
        for part in divisions(values)
        if min_rows <= part.sum() <= len(part) - min_rows
    ]
    return gains_of(criterion, added, np.array(parts, float)).max() if parts else None


def own_gains(grown):
    """The gain of each node's question, which stands at the first of its nodes."""
    gains = grown.gains.copy()
    for node in np.flatnonzero(grown.left >= 0):
        if has_empty_branch(grown, node):
            gains[grown.left[node]] = gains[node]
    return gains


def assert_every_split_is_the_best(problem, growth, weights):
    grown = grown_on(problem, growth, weights)
    criterion, seen = growth.criterion, 0
    # With a least number of rows the best subset need not be one that an order finds.
    is_exact = growth.min_rows == 1 or not problem.data.encoder.is_category.any()
    gains = own_gains(grown)
    for node, rows, depth in visited(problem, grown, np.flatnonzero(weights > 0)):
        seen += 3 if grown.subset[node] >= 0 else 1
        kept = grown.rows[grown.starts[node] : grown.stops[node]]
        assert sorted(kept) == sorted(rows)
        added = contributions(problem, criterion, weights, rows)
        expected = added.sum(axis=0)
        assert grown.stats[node] == pytest.approx(expected, rel=1e-9, abs=1e-12)
        slack = 1e-9 * (abs(purity(expected, criterion)) + weights[rows].sum())
        best = best_gain(problem, criterion, rows, added, growth.min_rows)
        if grown.left[node] < 0:
            assert gains[node] == 0
            is_forced = depth == growth.depth or len(rows) < 2 * growth.min_rows
            assert is_forced or best is None or best <= slack or not is_exact
            continue
        left = goes_left(grown, node, problem.data.codes[:, rows])
        assert growth.min_rows <= left.sum() <= len(rows) - growth.min_rows
        own = gains_of(criterion, added, left.astype(float))
        assert gains[node] == pytest.approx(own, rel=1e-6, abs=slack)
        assert gains[node] <= best + slack
        if is_exact:
            assert gains[node] == pytest.approx(best, rel=1e-6, abs=slack)
    assert seen == len(grown.feature)


@pytest.mark.parametrize("criterion", ALL)
@settings(max_examples=40)
@given(data=small_data(), min_rows=st.integers(1, 3), depth=st.integers(1, 4))
def test_every_node_of_small_data_has_the_best_of_all_questions(data, criterion, min_rows, depth):
    """All thresholds, all subsets of categories, both sides for missing values: two classes."""
    problem = Problem.of(data)
    if problem.classes == 2:
        growth = Growth(criterion, depth=depth, min_rows=min_rows)
        assert_every_split_is_the_best(problem, growth, problem.row_weights[: problem.training])


@pytest.mark.parametrize("criterion", ALL)
def test_every_node_of_larger_data_has_the_best_of_all_questions(criterion):
    problem = Problem.of(dataset_of(noisy_frame(330)))
    weights = np.random.default_rng(0).choice([0.0, 0.5, 1.0, 3.0], problem.training)
    assert_every_split_is_the_best(problem, Growth(criterion, depth=6), weights)
    frame = noisy_frame(330).drop(columns="city")
    numbers = Problem.of(dataset_of(frame))
    for min_rows in (2, 3, 10):
        growth = Growth(criterion, depth=5, min_rows=min_rows)
        assert_every_split_is_the_best(numbers, growth, weights)


def numbers_frame(rows, seed=0):
    frame = noisy_frame(rows, seed)
    target = frame["plain"] ** 2 + 0.2 * frame["few"] + (frame["city"] == "Oslo")
    return frame.assign(y=target + 0.1 * np.random.default_rng(seed).normal(size=rows))


def test_every_node_of_a_regression_has_the_best_of_all_questions():
    problem = Problem.of(dataset_of(numbers_frame(300)))
    assert problem.is_regression
    growth = Growth(Criterion.NUMBERS, depth=6)
    assert_every_split_is_the_best(problem, growth, problem.row_weights[: problem.training])


def test_many_rows_are_split_as_well_as_few():
    """Large nodes are split in another way than small ones: level by level, by differences."""
    random = np.random.default_rng(2)
    rows = 9_000
    columns = {
        "a": random.integers(0, 12, rows).astype(float),
        "b": np.where(random.random(rows) < 0.1, np.nan, random.integers(0, 7, rows)),
        "c": random.choice([*"pqrs"], rows),
    }
    score = columns["a"] * (columns["c"] == "p") + np.nan_to_num(columns["b"], nan=9.0)
    labels = np.where(score + 3 * random.normal(size=rows) > np.median(score), "+", "-")
    problem = Problem.of(dataset(columns, labels))
    weights = random.choice([0.5, 1.0, 2.0], rows)
    for criterion in ALL:
        assert_every_split_is_the_best(problem, Growth(criterion, depth=4), weights)


def test_the_missing_values_side_is_learned():
    x = [np.nan, np.nan, 1, 1, 1, 2, 2]
    for labels, missing_left in (("--++---", False), ("++++---", True)):
        problem = Problem.of(dataset({"x": x}, labels))
        grown = grown_on(problem, Growth(Criterion.GINI, depth=1))
        assert grown.threshold[0] == 0
        assert grown.missing_left[0] == missing_left
    problem = Problem.of(dataset({"x": x}, "++-----"))  # missing against all values
    grown = grown_on(problem, Growth(Criterion.GINI))
    assert len(grown.feature) == 3
    assert sorted(grown.stops[1:] - grown.starts[1:]) == [2, 5]


def test_without_missing_values_in_training_they_go_where_most_rows_go():
    for values, labels, missing_left in (
        ([1, 2, 2, 2], "+---", False),
        ([1, 1, 1, 2], "---+", True),
    ):
        problem = Problem.of(dataset({"x": values}, labels))
        assert grown_on(problem, Growth(Criterion.GINI)).missing_left[0] == missing_left


def test_a_category_that_no_row_of_a_node_has_is_answered_as_by_the_node():
    problem = Problem.of(dataset({"c": [*"aaabb"], "d": [*"zzzzz"]}, "+++--"))
    for how in ({}, {"is_random": True}):
        grown = grown_on(problem, Growth(Criterion.GINI, **how))
        for code in (200, 254, 255):
            assert not goes_left(grown, 0, np.full((2, 1), code, np.uint8))[0]
        empty = grown.right[0]
        assert grown.left[empty] == -1
        assert grown.stats[empty].tolist() == grown.stats[0].tolist() == [3, 2]
        assert (grown.stops - grown.starts)[empty] == 0


# Against scikit-learn


RESTAURANT = """
alt bar fri hun pat  price rain res type    wait
yes no  no  yes some high  no   yes french  yes
yes no  no  yes full low   no   no  thai    no
no  yes no  no  some low   no   no  burger  yes
yes no  yes yes full low   no   no  thai    yes
yes no  yes no  full high  no   yes french  no
no  yes no  yes some mid   yes  yes italian yes
no  yes no  no  none low   yes  no  burger  no
no  no  no  yes some mid   yes  yes thai    yes
no  yes yes no  full low   yes  no  burger  no
yes yes yes yes full high  no   yes italian no
no  no  no  no  none low   no   no  thai    no
yes yes yes yes full low   no   no  burger  yes
"""


def test_the_first_question_about_a_restaurant_is_how_many_guests_there_are():
    """Twelve visits (Russell & Norvig): of those with some guests all waited, 4 of 12.

    Information gain of 'some' against the rest, in bits: 1 - 8/12 H(2/8) = 0.459.
    """
    lines = [line.split() for line in RESTAURANT.strip().splitlines()]
    frame = pd.DataFrame(lines[1:], columns=lines[0])
    problem = Problem.of(dataset(frame.drop(columns="wait"), frame["wait"]))
    grown = grown_on(problem, Growth(Criterion.ENTROPY))
    names = [feature.name for feature in problem.data.encoder.features]
    assert names[grown.feature[0]] == "pat"
    bits = grown.gains[0] / 12 / math.log(2)
    assert bits == pytest.approx(1 - 8 / 12 * (0.25 * 2 + 0.75 * math.log2(4 / 3)), abs=1e-12)
    assert bits == pytest.approx(0.459, abs=1e-3)
    own = grown.left[0]  # behind the question whether the category was seen at all
    children = [grown.left[own], grown.right[own]]
    assert sorted(grown.stops[children] - grown.starts[children]) == [4, 8]
    leaves = grown.stats[(grown.left < 0) & (grown.stops > grown.starts)]
    assert ((leaves > 0).sum(axis=1) == 1).all()  # every visit is told right


def test_the_gain_of_one_split_as_computed_by_hand():
    problem = Problem.of(dataset({"x": [1, 2, 3, 4]}, "aabb"))
    assert grown_on(problem, Growth(Criterion.GINI)).gains[0] == pytest.approx(4 * 0.5)
    assert grown_on(problem, Growth(Criterion.ENTROPY)).gains[0] == pytest.approx(4 * math.log(2))
    problem = Problem.of(dataset({"x": [1, 2, 3, 4]}, [0.5, 0.5, 2.5, 2.5], task=Task.REGRESSION))
    # The variance is 1, times 4 rows.
    assert grown_on(problem, Growth(Criterion.NUMBERS)).gains[0] == pytest.approx(4)


def test_the_penalty_shrinks_the_gain_of_gradient_boosting():
    """½ is left out: G_l²/(H_l+λ) + G_r²/(H_r+λ) - G²/(H+λ) (Chen & Guestrin 2016)."""
    problem = Problem.of(dataset({"x": [1, 2, 3, 4]}, [0.5, 0.5, 2.5, 2.5], task=Task.REGRESSION))
    grown = grown_on(problem, Growth(Criterion.NUMBERS, depth=1, penalty=1.0))
    assert grown.gains[0] == pytest.approx(1 / 3 + 25 / 3 - 36 / 5)


def test_many_classes_part_by_subsets_that_a_plain_order_finds():
    """Each category has one class of its own: the best question frees one or more of them."""
    problem = Problem.of(dataset({"c": [*"pqrs"] * 6}, [*"aabc"] * 6))
    grown = grown_on(problem, Growth(Criterion.GINI))
    weights = np.ones(24)
    added = contributions(problem, Criterion.GINI, weights, np.arange(24))
    best = best_gain(problem, Criterion.GINI, np.arange(24), added)
    assert grown.gains[0] == pytest.approx(best)
    leaves = grown.stats[(grown.left < 0) & (grown.stops > grown.starts)]
    assert ((leaves > 0).sum(axis=1) == 1).all()


# Limits, weights, and chance


@pytest.mark.parametrize("min_rows", [1, 4, 25])
@pytest.mark.parametrize("depth", [1, 3, 30])
def test_leaves_have_enough_rows_and_are_not_too_deep(min_rows, depth):
    problem = Problem.of(dataset_of(noisy_frame(300)))
    grown = grown_on(problem, Growth(Criterion.GINI, depth=depth, min_rows=min_rows))
    deepest = 0
    for node, rows, level in visited(problem, grown, np.arange(problem.training)):
        assert len(rows) >= min_rows
        assert grown.left[node] < 0 or len(rows) >= 2 * min_rows
        deepest = max(deepest, level)
    assert deepest <= depth
    assert depth in (deepest, 30) or min_rows == 25


def test_a_split_must_gain_more_than_the_least_gain():
    problem = Problem.of(dataset_of(noisy_frame(300)))
    gains = grown_on(problem, Growth(Criterion.GINI)).gains
    middle = float(np.median(gains[gains > 0]))
    fewer = grown_on(problem, Growth(Criterion.GINI, min_gain=middle)).gains
    assert (fewer[fewer > 0] > middle).all()
    assert 0 < (fewer > 0).sum() < (gains > 0).sum()


@pytest.mark.parametrize("criterion", ALL)
def test_weights_equal_repeated_rows(criterion):
    frame = noisy_frame(150)
    weights = np.resize([1, 3, 2, 1], 150)
    weighted = Problem.of(dataset(frame.drop(columns="y").assign(w=weights), frame["y"],
                                  weight="w"))  # fmt: skip
    repeated = frame.loc[np.repeat(frame.index, weights)]
    repeated = Problem.of(dataset(repeated.drop(columns="y"), repeated["y"]))
    growth = Growth(criterion, depth=6)
    ours, theirs = grown_on(weighted, growth), grown_on(repeated, growth)
    assert len(ours.feature) == len(theirs.feature)
    assert ours.stats == pytest.approx(theirs.stats)
    assert ours.gains == pytest.approx(theirs.gains, abs=1e-9)


@pytest.mark.parametrize("criterion", ALL)
def test_rows_that_are_not_given_are_not_seen(criterion):
    frame = noisy_frame(200)
    problem = Problem.of(dataset(frame.drop(columns="y"), frame["y"]))
    weights = np.where(np.arange(200) % 3 == 0, 0.0, 1.0)
    other = Problem.of(
        dataset(
            frame.drop(columns="y"), frame["y"].where(weights > 0, frame["y"].iloc[::-1].to_numpy())
        )
    )
    ours = grown_on(problem, Growth(criterion), weights)
    theirs = grown_on(other, Growth(criterion), weights)
    for name in ("feature", "threshold", "left", "stats", "gains", "subsets"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))


def test_the_number_of_threads_does_not_change_a_large_tree(set_threads):
    problem = Problem.of(dataset_of(noisy_frame(20_000)))
    set_threads(1)
    alone = grown_on(problem, Growth(Criterion.ENTROPY, depth=12))
    set_threads(2)
    shared = grown_on(problem, Growth(Criterion.ENTROPY, depth=12))
    for name in ("rows", "feature", "threshold", "left", "stats", "gains", "subsets"):
        np.testing.assert_array_equal(getattr(alone, name), getattr(shared, name))
