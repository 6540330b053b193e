"""The decision stump: a tree with a single question (Iba & Langley 1992)."""

from dataclasses import dataclass, replace

import numpy as np

from core.base import pool
from core.base.arrays import Floats
from core.data.dataset import Dataset
from core.engine.codes import BINS
from core.engine.growing import grids
from core.engine.growing.grower import Growth
from core.engine.trees import FittedStump, Trees, trees_of_stumps, with_empty_branch
from core.learning.learner import Learner
from core.learning.learners.tree import GINI, Tree, as_predictor, criterion_for, grow_on
from core.learning.predictors.links import SHARES
from core.learning.predictors.tree_sum import TreeSum
from core.learning.problem import Problem


@dataclass(frozen=True)
class Stump(Learner):
    """One question about one column: a threshold, or a subset of categories.

    For two classes the stump of least weighted error over all columns, thresholds, directions,
    subsets and sides for missing values; otherwise the one that parts the rows best.
    """

    name = "stump"
    title = "Decision stump"
    summary = "One question about one column."
    source = "Iba & Langley 1992"

    def with_depth(self, depth: int) -> Tree:
        """A tree: a stump has no depth to be chosen."""
        return Tree(depth=depth)

    def asks_for_sums(self, dataset: Dataset) -> bool:
        """As a tree does; the stump of least weighted error has a trainer of its own."""
        return len(dataset.classes) > 2

    def fit(self, problem: Problem, weights: Floats, seed: int) -> TreeSum:
        """Take the best stump."""
        stump = best_stump(problem, weights) if problem.classes == 2 else None
        if stump is None:
            growth = Growth(criterion_for(problem, GINI), depth=1)
            return as_predictor(problem, grow_on(problem, growth, weights, seed))
        return TreeSum(_tree_of(stump, problem, weights), np.zeros(2), SHARES, 1.0, 1)


def _tree_of(stump: FittedStump, problem: Problem, weights: Floats) -> Trees:
    """The stump as a tree whose nodes hold the shares of the classes and count their rows."""
    codes = problem.data.codes[stump.feature, : problem.training]
    labels = problem.labels[: problem.training]
    shares, rows = np.empty((3, 2)), np.empty(3, np.int32)
    for place, side in ((0, 0), (1, stump.left_side), (2, -stump.left_side)):
        here = weights * (stump.sides[codes] == side) if side else weights
        counted = np.bincount(labels, here, 2)
        shares[place] = counted / counted.sum() if counted.sum() > 0 else 0.5
        rows[place] = int((here > 0).sum())
    tree = replace(trees_of_stumps([stump], np.ones(1), shares), rows=rows)
    if not stump.is_category:
        return tree
    there = np.bincount(codes[weights > 0], minlength=BINS) > 0
    return with_empty_branch(tree, there)


def best_stump(problem: Problem, weights: Floats) -> FittedStump | None:
    """The stump of least weighted error for two classes; None if no column has two sides."""
    from core.engine.kernels import boosting

    data = problem.data
    signed = weights * np.where(problem.labels[: problem.training] == 1, 1.0, -1.0)
    rows, usable, blocks = problem.training, np.flatnonzero(data.usable), data.columns_of_blocks
    parts = np.empty((pool.chunk_count(rows), 4 * len(blocks), BINS), np.int64)
    chunk, unit = pool.chunk_rows(rows), grids.unit(float(weights.sum()), 60)

    def work(first: int, last: int) -> None:
        boosting.histogram_chunks(blocks, first, last, chunk, rows, signed, unit, parts)

    pool.over_chunks(rows, work)
    sides = np.empty(BINS, np.int8)
    is_category = data.encoder.is_category[usable]
    counts = data.counts_with(weights)[usable]
    sums = parts.sum(axis=0)[: len(usable)] * unit
    place, _ = boosting.best_stump(sums, counts, is_category, data.spans[usable], sides)
    return FittedStump(int(usable[place]), bool(is_category[place]), sides) if place >= 0 else None
