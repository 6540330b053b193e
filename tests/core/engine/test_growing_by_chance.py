"""Growing trees by chance: random columns, a choice among the best, and random cuts."""

import math

import numpy as np
import pytest

from core.engine.growing.grower import Criterion, Growth
from core.learning.problem import Problem
from tests.core.engine.grown_trees import dataset_of, grown_on, visited
from tests.core.helpers import dataset, noisy_frame


@pytest.mark.parametrize(
    "growth",
    [
        Growth(Criterion.GINI, per_node=2),
        Growth(Criterion.GINI, among_best=3),
        Growth(Criterion.GINI, is_random=True),
    ],
    ids=["per node", "among best", "random"],
)
def test_chance_comes_from_the_seed_alone_and_leaves_still_become_pure(growth, set_threads):
    problem = Problem.of(dataset_of(noisy_frame(330)))
    ours = grown_on(problem, growth, seed=5)
    for node, rows, _ in visited(problem, ours, np.arange(problem.training)):
        kept = ours.rows[ours.starts[node] : ours.stops[node]]
        assert sorted(kept) == sorted(rows)
    leaves = ours.stats[(ours.left < 0) & (ours.stops > ours.starts)]
    assert ((leaves > 0).sum(axis=1) == 1).all()
    assert not np.array_equal(ours.feature, grown_on(problem, growth, seed=6).feature)
    for threads in (1, 2):
        set_threads(threads)
        again = grown_on(problem, growth, seed=5)
        for name in ("feature", "threshold", "left", "stats", "subsets"):
            np.testing.assert_array_equal(getattr(ours, name), getattr(again, name))


def test_random_columns_are_drawn_evenly():
    random = np.random.default_rng(0)
    columns = {f"c{place}": random.normal(size=40) for place in range(5)}
    problem = Problem.of(dataset(columns, random.choice([*"ab"], 40)))
    growth = Growth(Criterion.GINI, depth=1, per_node=1)
    asked = [grown_on(problem, growth, seed=seed).feature[0] for seed in range(1000)]
    # 200 of each, give or take four standard deviations.
    assert np.abs(np.bincount(asked, minlength=5) - 200).max() < 4 * math.sqrt(1000 * 0.2 * 0.8)


def test_a_choice_among_the_best_takes_each_of_them_about_as_often():
    random = np.random.default_rng(0)
    columns = {f"c{place}": random.normal(size=60) for place in range(20)}
    labels = random.choice([*"ab"], 60)
    alone = Growth(Criterion.GINI, depth=1)
    gains = [
        grown_on(Problem.of(dataset({name: values}, labels)), alone).gains[0]
        for name, values in columns.items()
    ]
    problem = Problem.of(dataset(columns, labels))
    growth = Growth(Criterion.GINI, depth=1, among_best=3)
    asked = [int(grown_on(problem, growth, seed=seed).feature[0]) for seed in range(300)]
    places, counts = np.unique(asked, return_counts=True)
    assert set(places.tolist()) == set(np.argsort(gains)[-3:].tolist())
    assert counts.min() > 70


@pytest.mark.parametrize("per_node", [0, 3])
@pytest.mark.parametrize("values", [3, 40])
def test_a_search_that_ends_at_the_purest_split_asks_what_a_whole_search_asks(per_node, values):
    # Only whole weights let it end early; a power of two less of each is exact, and ends nowhere.
    random = np.random.default_rng(values)
    columns = {f"c{place}": random.integers(0, values, 400) for place in range(7)}
    columns["gaps"] = np.where(random.random(400) < 0.2, np.nan, random.normal(size=400))
    problem = Problem.of(dataset(columns, random.choice([*"ab"], 400)))
    growth = Growth(Criterion.GINI, per_node=per_node)
    for seed in range(5):
        weights = random.integers(0, 4, problem.training).astype(float)
        early = grown_on(problem, growth, weights, seed=seed)
        whole = grown_on(problem, growth, weights / 1024, seed=seed)
        for name in ("feature", "threshold", "missing_left", "left", "right", "rows"):
            np.testing.assert_array_equal(getattr(early, name), getattr(whole, name))
        np.testing.assert_array_equal(early.gains, 1024 * whole.gains)
