"""Reduced-error pruning: by hand, and what must always hold."""

import numpy as np
import pytest

from core import Tree
from core.engine.pruning import pruned
from core.learning.ensembles.cv_committee import pruned_by
from core.learning.histories.history import rmse, share_wrong
from core.learning.predictors.winners import winners
from core.learning.problem import Problem
from tests.core.learning.ensembles.made_up import cloud, line


def error(problem, member, rows):
    outputs = member.outputs(problem.inputs.take(rows))
    weights = problem.row_weights[rows]
    if problem.is_regression:
        return rmse(outputs[:, 0], problem.targets[rows], weights)
    return share_wrong(winners(outputs, problem.commonest) != problem.labels[rows], weights)


def least_error(problem, tree, node, rows):
    """The least error of all prunings of a subtree, by trying each."""
    value = tree.values[node]
    if problem.is_regression:
        here = ((value[0] - problem.targets[rows]) ** 2).sum()
    else:
        here = (winners(value[None], problem.commonest) != problem.labels[rows]).sum()
    if tree.left[node] < 0:
        return here
    codes = problem.data.codes[tree.feature[node], rows]
    if tree.subset[node] >= 0:
        bits = np.unpackbits(tree.subsets[tree.subset[node]], bitorder="little")
        is_left = bits[codes] == 1
    else:
        is_left = np.where(codes == 255, tree.missing_left[node], codes <= tree.threshold[node])
    both = least_error(problem, tree, tree.left[node], rows[is_left]) + least_error(
        problem, tree, tree.right[node], rows[~is_left]
    )
    return min(here, both)


@pytest.mark.parametrize("task", ["two", "many", "number"])
@pytest.mark.parametrize("seed", range(4))
def test_the_pruned_tree_has_the_least_error_of_all_on_the_pruning_rows(task, seed):
    problem = Problem.of(cloud(task, seed=seed))
    rng = np.random.default_rng(seed)
    held_out = np.sort(rng.choice(problem.training, problem.training // 3, replace=False))
    weights = np.ones(problem.training)
    weights[held_out] = 0
    grown = Tree(depth=30).fit(problem, weights, 0)
    cut = pruned_by(problem, grown, held_out)
    cut.check(len(problem.data.codes), problem.classes or 1)
    assert len(cut.trees.left) < len(grown.trees.left)
    assert error(problem, cut, held_out) <= error(problem, grown, held_out)
    least = least_error(problem, grown.trees, 0, held_out)
    if problem.is_regression:
        assert error(problem, cut, held_out) == pytest.approx(np.sqrt(least / len(held_out)))
    else:
        assert round(error(problem, cut, held_out) * len(held_out)) == least


def test_by_hand_a_question_that_only_fits_noise_goes_and_one_that_pays_stays():
    # Training rows 0..7 with a wrong label at 2; the rows at even places prune.
    labels = ["a", "a", "b", "a", "b", "b", "b", "b"]
    problem = Problem.of(line(labels))
    grown = Tree(depth=5).fit(problem, np.ones(8), 0)
    assert len(grown.trees.left) == 7
    held_out = np.array([0, 1, 3, 5, 7])  # without the wrong one
    cut = pruned_by(problem, grown, held_out)
    assert len(cut.trees.left) == 3
    assert cut.outputs(problem.inputs).argmax(axis=1).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_a_node_that_no_row_reaches_becomes_a_leaf_and_without_rows_the_root_does():
    problem = Problem.of(line(["a", "b"] * 8))
    grown = Tree(depth=9).fit(problem, np.ones(16), 0)
    cut = pruned_by(problem, grown, np.empty(0, np.int64))
    assert len(cut.trees.left) == 1
    np.testing.assert_array_equal(cut.outputs(problem.inputs), np.full((16, 2), 0.5))


def test_only_a_single_tree_can_be_pruned():
    problem = Problem.of(line(["a", "b"] * 8))
    trees = Tree().fit(problem, np.ones(16), 0).trees
    with pytest.raises(ValueError, match="only a single tree"):
        pruned(trees.chained([trees, trees]), problem.data.codes, lambda values, rows: rows * 0.0)
