"""Several small trees at once: each is the tree that is grown alone."""

import numpy as np
import pandas as pd
import pytest

from core import Dataset, Task
from core.engine.growing.grower import Criterion, Growth
from core.engine.growing.together import Repeated, are_few
from core.learning.learners.tree import as_predictor, grow_on, grow_several, leaf_values
from core.learning.problem import Problem

_SEEDS = (5, 6, 7)


def _problem(classes):
    rng = np.random.default_rng(8)
    frame = pd.DataFrame(rng.normal(size=(400, 4)), columns=list("klmn"))
    frame["name"] = rng.choice(list("abcdefgh"), 400)
    score = frame["k"] + frame["l"] * frame["m"] + (frame["name"] > "d") + rng.normal(size=400) / 3
    frame.loc[::7, "k"] = np.nan
    frame["y"] = score if classes == 0 else np.digitize(score, np.quantile(score, [0.3, 0.6]))
    if classes == 2:
        frame["y"] = np.where(frame["y"] > 0, "yes", "no")
    task = Task.REGRESSION if classes == 0 else None
    return Problem.of(Dataset.from_frame(frame, "y", validation_share=0, task=task))


def _samples(problem):
    rng = np.random.default_rng(0)
    return rng.poisson(1.0, size=(len(_SEEDS), problem.training)).astype(float)


@pytest.mark.parametrize("classes", [0, 2, 3])
@pytest.mark.parametrize("how", [{"per_node": 2}, {"is_random": True}, {}])
def test_each_of_several_trees_is_the_one_that_is_grown_alone(classes, how):
    problem = _problem(classes)
    criterion = Criterion.GINI if classes else Criterion.NUMBERS
    growth, weights = Growth(criterion, min_rows=2, **how), _samples(problem)
    if not classes:  # sums of whole numbers are the same on any grid
        problem.__dict__["centred"] = np.rint(4 * problem.centred) / 4
    rows = Repeated.of(problem.data, len(_SEEDS), problem.labels if classes else None)
    together = grow_several(problem, rows, growth, weights, _SEEDS)
    assert together is not None
    assert len(together) == len(_SEEDS)
    together.check(len(problem.data.codes))
    for own, seed, said in zip(weights, _SEEDS, together.each_of(problem.data.codes), strict=True):
        alone = as_predictor(problem, grow_on(problem, growth, own, seed, parallel=False))
        assert len(alone.trees.left) > 20
        assert np.array_equal(said, alone.scores(problem.inputs))


def test_fewer_trees_than_there_are_copies_of_the_rows():
    problem = _problem(2)
    growth, weights = Growth(Criterion.GINI), _samples(problem)
    rows = Repeated.of(problem.data, 10, problem.labels)
    together = rows.grown(growth, weights, _SEEDS)
    assert len(together.roots) == len(_SEEDS)
    assert np.array_equal(
        together.nodes.sizes[together.roots], (weights > 0).sum(axis=1)
    )  # every tree has its own rows, all of them
    values = leaf_values(problem, together.nodes)
    assert np.allclose(values.sum(axis=1), 1)


def test_a_tree_without_a_row_that_counts_is_left_to_others():
    problem, growth = _problem(2), Growth(Criterion.GINI)
    weights = _samples(problem)
    weights[1] = 0
    rows = Repeated.of(problem.data, len(_SEEDS), problem.labels)
    assert grow_several(problem, rows, growth, weights, _SEEDS) is None


def test_what_several_outputs_say_is_told_tree_by_tree():
    problem = _problem(2)
    trees = as_predictor(problem, grow_on(problem, Growth(Criterion.GINI), np.ones(400), 0)).trees
    doubled = type(trees).chained([trees, trees])
    codes = problem.data.codes
    total = np.zeros((codes.shape[1], 2))
    doubled.add_to(total, codes)
    said = [each.copy() for each in doubled.each_of(codes)]
    assert np.array_equal(said[0], said[1])
    assert np.array_equal(said[0] + said[1], total)


def test_many_rows_are_not_repeated():
    values = np.arange(5000.0)
    frame = pd.DataFrame({"x": values, "y": values % 2})
    problem = Problem.of(Dataset.from_frame(frame, "y", validation_share=0))
    assert not are_few(problem.data)
    assert are_few(_problem(2).data)
