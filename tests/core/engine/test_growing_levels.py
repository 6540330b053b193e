"""Big nodes are split level by level and small subtrees apart: neither may change the tree."""

import numpy as np
import pandas as pd
import pytest

from core import Dataset
from core.base import pool
from core.engine.growing import histograms, levels, pieces
from core.engine.growing.grower import Criterion, Growth, grow, grow_numbers
from core.learning.problem import Problem


def problem(classes, rows=3000, seed=0):
    """Numbers with many and few values, gaps, categories; whole weights, so that sums are exact."""
    random = np.random.default_rng(seed)
    a, b = random.normal(size=rows), random.integers(0, 6, rows).astype(float)
    c = random.normal(size=rows).round(1)
    city = np.array(list("abcdefg"), dtype=object)[random.integers(0, 7, rows)]
    score = a + (b > 2) + (city > "d") + random.normal(size=rows)
    c[random.random(rows) < 0.2] = np.nan
    cuts = np.quantile(score, np.arange(1, classes) / classes)
    table = pd.DataFrame({"a": a, "b": b, "c": c, "city": city})
    table["y"] = [f"class {label}" for label in np.searchsorted(cuts, score)]
    table["w"] = random.integers(1, 4, rows)
    return Problem.of(Dataset.from_frame(table, "y", weight="w", validation_share=0))


WAYS = [
    (2, Growth(Criterion.GINI, depth=5)),
    (2, Growth(Criterion.ENTROPY, depth=60)),
    (2, Growth(Criterion.GINI, per_node=2)),
    (2, Growth(Criterion.GINI, depth=9, per_node=2, among_best=2)),
    (2, Growth(Criterion.GINI, is_random=True)),
    (3, Growth(Criterion.GINI, depth=6, min_rows=7)),
    (3, Growth(Criterion.ENTROPY, per_node=3)),
    (2, Growth(Criterion.NUMBERS, depth=6, min_rows=5, penalty=1.0)),
    (2, Growth(Criterion.NUMBERS, depth=8, among_best=2)),
]


def grown(given, growth, parallel=True):
    rows = np.flatnonzero(np.arange(len(given)) % 5).astype(np.uint32)
    if growth.criterion is Criterion.NUMBERS:
        targets = given.row_weights * (given.labels * 2 - 1)
        return grow(given.data, growth, rows, given.row_weights, targets, seed=3, parallel=parallel)
    return grow(
        given.data,
        growth,
        rows,
        given.row_weights,
        labels=given.labels,
        classes=given.classes,
        seed=3,
        parallel=parallel,
    )


def said(tree, given):
    """The statistics of the leaf that each row reaches."""
    scores = np.zeros((len(given), tree.stats.shape[1]))
    tree.tree(tree.stats).add_to(scores, given.data.codes)
    return scores


def same(one, two):
    return all(np.array_equal(array, getattr(two, name)) for name, array in vars(one).items())


@pytest.fixture
def _levels(monkeypatch):
    """So few rows are many that small data has several levels of big nodes, in several pieces."""
    monkeypatch.setattr(levels, "_MANY_ROWS", 100)
    monkeypatch.setattr(levels, "_MANY_OWN", 100)
    monkeypatch.setattr(levels, "_MANY_PACKED", 100)
    monkeypatch.setattr(pieces, "_PIECE", 64)


@pytest.mark.usefixtures("_levels")
@pytest.mark.parametrize(("classes", "growth"), WAYS)
def test_the_same_tree_on_any_number_of_threads(classes, growth):
    given = problem(classes)
    alone = grown(given, growth, parallel=False)
    before = pool.threads()
    try:
        for threads in (2, 5):
            pool.set_threads(threads)
            assert same(alone, grown(given, growth))
    finally:
        pool.set_threads(before)


@pytest.mark.parametrize(("classes", "growth"), WAYS)
def test_level_by_level_gives_the_tree_of_the_plain_way(classes, growth, monkeypatch):
    given = problem(classes)
    plain = grown(given, growth)
    monkeypatch.setattr(levels, "_MANY_ROWS", 100)
    monkeypatch.setattr(levels, "_MANY_OWN", 100)
    monkeypatch.setattr(levels, "_MANY_PACKED", 100)
    monkeypatch.setattr(pieces, "_PIECE", 64)
    by_levels = grown(given, growth)
    assert len(plain.left) == len(by_levels.left)
    assert said(plain, given) == pytest.approx(said(by_levels, given))


@pytest.mark.usefixtures("_levels")
@pytest.mark.parametrize(("classes", "growth"), WAYS)
def test_nodes_hold_the_rows_and_sums_that_they_say(classes, growth):
    given = problem(classes)
    tree = grown(given, growth)
    tree.tree(tree.stats).check(4)
    inner = np.flatnonzero(tree.left >= 0)
    assert np.array_equal(np.sort(tree.rows), np.flatnonzero(np.arange(len(given)) % 5))
    begins, ends = tree.spoken_for  # an empty branch speaks for the rows of the node it hangs on
    for node in range(len(tree.left)):
        rows = tree.rows[begins[node] : ends[node]]
        weights = given.row_weights[rows]
        if growth.criterion is Criterion.NUMBERS:
            expected = [weights.sum(), (weights * (2 * given.labels[rows] - 1)).sum()]
        else:
            expected = np.bincount(given.labels[rows], weights, classes)
        assert tree.stats[node] == pytest.approx(expected)
        assert len(rows) >= growth.min_rows
    starts, stops = tree.starts, tree.stops
    assert np.array_equal(starts[tree.left[inner]], starts[inner])
    assert np.array_equal(stops[tree.left[inner]], starts[tree.right[inner]])
    assert np.array_equal(stops[tree.right[inner]], stops[inner])
    # A row reaches the leaf in which it is kept.
    leaves = np.flatnonzero(tree.left < 0)
    kept = np.zeros((len(given), tree.stats.shape[1]))
    for leaf in leaves:
        kept[tree.rows[starts[leaf] : stops[leaf]]] = tree.stats[leaf]
    assert np.array_equal(said(tree, given)[tree.rows], kept[tree.rows])


def test_histograms_that_do_not_fit_make_the_levels_smaller(monkeypatch):
    given = problem(2)
    expected = grown(given, WAYS[0][1])
    monkeypatch.setattr(levels, "_MANY_ROWS", 100)
    monkeypatch.setattr(levels, "_MANY_OWN", 100)
    monkeypatch.setattr(levels, "_MANY_PACKED", 100)
    monkeypatch.setattr(histograms, "_BYTES", 5 * 4 * 256 * 3 * 8)
    tight = grown(given, WAYS[0][1])
    assert said(expected, given) == pytest.approx(said(tight, given))


def test_a_node_of_one_class_is_a_leaf_although_its_histogram_was_subtracted(monkeypatch):
    monkeypatch.setattr(levels, "_MANY_ROWS", 50)
    random = np.random.default_rng(0)
    x, noise = random.integers(0, 100, 1000) / 100, random.normal(size=1000)
    table = pd.DataFrame({"x": x, "noise": noise, "y": np.where(x < 0.4, "a", "b")})
    table["w"] = random.random(1000) / 7
    given = Problem.of(Dataset.from_frame(table, "y", weight="w", validation_share=0))
    tree = grow(
        given.data,
        Growth(Criterion.GINI),
        np.arange(1000, dtype=np.uint32),
        given.row_weights,
        labels=given.labels,
    )
    assert len(tree.left) == 3


def test_only_the_columns_that_are_given_are_asked_about():
    given = problem(2)
    pairs = np.column_stack([given.row_weights, given.row_weights * given.labels])
    rows = np.arange(len(given), dtype=np.uint32)
    growth = Growth(Criterion.NUMBERS, depth=4)
    tree = grow_numbers(given.data, growth, rows, pairs, columns=np.array([1, 2]))
    assert set(tree.feature[tree.left >= 0].tolist()) == {1, 2}


@pytest.mark.parametrize("growth", [WAYS[0][1], WAYS[2][1], WAYS[7][1]])
def test_many_rows_are_shared_piece_by_piece_and_gathered_for_subtrees(growth):
    given = problem(2, rows=70_000)
    alone = grown(given, growth, parallel=False)
    leaves = np.flatnonzero(alone.left < 0)
    reached = np.zeros((len(given), 1))
    alone.tree(np.arange(len(alone.left), dtype=float)[:, None]).add_to(reached, given.data.codes)
    for leaf in leaves:
        rows = alone.rows[alone.starts[leaf] : alone.stops[leaf]]
        assert (reached[rows, 0] == leaf).all()
    before = pool.threads()
    try:
        pool.set_threads(3)
        assert same(alone, grown(given, growth))
    finally:
        pool.set_threads(before)
