"""The decision tree CART (Breiman, Friedman, Olshen & Stone 1984), on binned columns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats
from core.data.dataset import Dataset
from core.engine.best_first import best_first
from core.engine.growing.grower import Criterion, Grown, Growth, grow
from core.engine.growing.together import Repeated
from core.engine.trees import Trees
from core.learning.learner import Learner
from core.learning.learners.pruned import Pruning, share_for_pruning
from core.learning.predictors.constant import constant
from core.learning.predictors.links import IDENTITY, SHARES
from core.learning.predictors.tree_sum import TreeSum
from core.learning.problem import Problem
from core.learning.sampling import Counts, weighed
from core.learning.settings import setting

GINI, ENTROPY = "gini", "entropy"
_MANY_ROWS, _FEW = 1 << 18, 8


@dataclass(frozen=True)
class Tree(Learner):
    """Splits again and again, each time where the classes, or the numbers, part best.

    Classes part by the Gini index or the entropy, numbers by the variance. Missing values go
    to the side that is better; categories are split into two subsets. A node goes on while it is
    impure and a question is left, as far as the depth, the leaves and their rows allow.

    >>> import core
    >>> data = core.example("moons")
    >>> core.fit(data, core.SingleLearner(learner=Tree(depth=4))).history.error(1) < 0.15
    True
    """

    name = "tree"
    title = "Decision tree"
    summary = "Questions upon questions, each about one column."
    source = "Breiman, Friedman, Olshen & Stone 1984"

    depth: int = setting(
        3, "How many questions may follow one another.", low=1, high=60, tuned=(1, 20)
    )
    leaf_rows: int = setting(
        1,
        "How many rows a leaf has at least.",
        low=1,
        high=1_000_000,
        tuned=(1, 100),
        is_log=True,
    )
    criterion: str = setting(
        GINI,
        "What makes a split of classes good.",
        choices=(GINI, ENTROPY),
        advanced=True,
        tuned=(GINI, ENTROPY),
    )
    leaves: int = setting(
        0,
        "How many leaves there are at most: of all leaves, the one whose question gains most is "
        "split next; 0 for no limit.",
        low=0,
        high=1_000_000,
        advanced=True,
        zero="no limit",
    )
    pruning_share: float = share_for_pruning()

    def asks_for_sums(self, dataset: Dataset) -> bool:
        """A level asks for histograms; pruning would ask for rows."""
        return not self.pruning_share

    def fit(self, problem: Problem, weights: Floats, seed: int) -> TreeSum:
        """Grow a tree on the rows that have a weight, and prune it on those kept back."""
        pruning = Pruning.of(problem, weights, self.pruning_share, seed)
        # A tree of so many leaves cannot be deeper.
        depth = min(self.depth, self.leaves - 1) if self.leaves else self.depth
        growth = Growth(
            criterion_for(problem, self.criterion), depth=depth, min_rows=self.leaf_rows
        )
        fitted = as_predictor(problem, grow_on(problem, growth, pruning.growing, seed))
        tree = fitted.trees
        if not len(tree):
            return fitted
        if self.leaves:
            tree = best_first(tree, self.leaves)
        return replace(fitted, trees=pruning.pruned(tree))


def criterion_for(problem: Problem, name: str) -> Criterion:
    """The criterion of this name, or the variance where numbers are to be predicted."""
    if problem.is_regression:
        return Criterion.NUMBERS
    return Criterion.ENTROPY if name == ENTROPY else Criterion.GINI


def grow_on(
    problem: Problem, growth: Growth, weights: Floats, seed: int, parallel: bool = True
) -> Grown:
    """Grow a tree on the training rows that have a weight."""
    rows = np.flatnonzero(weights > 0).astype(np.uint32)
    if problem.is_regression:
        targets = weights * problem.centred
        return grow(
            problem.data,
            growth,
            rows,
            weights,
            targets=targets,
            seed=seed,
            parallel=parallel,
            sums=problem.row_sums,
        )
    return grow(
        problem.data,
        growth,
        rows,
        weights,
        labels=problem.labels,
        classes=problem.classes,
        seed=seed,
        parallel=parallel,
        sums=problem.row_sums,
    )


def grow_on_sample(problem: Problem, growth: Growth, drawn: Counts, seed: int) -> Grown:
    """Grow a tree on a sample, by one thread; `drawn` tells how often each training row is in it.

    Of few of very many rows each stands alone in the memory, and a tree asks for them again and
    again: their codes are put side by side first.
    """
    start = problem.row_weights[: problem.training]
    rows = np.flatnonzero(drawn)
    if len(drawn) < _MANY_ROWS or len(rows) > len(drawn) // _FEW:
        return grow_on(problem, growth, weighed(drawn, start), seed, parallel=False)
    rows = rows[start[rows] > 0]
    weights = drawn[rows] * start[rows]
    is_number = problem.is_regression
    return grow(
        problem.data.beside(rows),
        growth,
        np.arange(len(rows), dtype=np.uint32),
        weights,
        targets=weights * (problem.targets[rows] - problem.centre) if is_number else None,
        labels=None if is_number else problem.labels[rows],
        classes=problem.classes,
        seed=seed,
        parallel=False,
    )


def grow_several(
    problem: Problem, rows: Repeated, growth: Growth, weights: Floats, seeds: Sequence[int]
) -> Trees | None:
    """Trees on few training rows, which are there once for each; a line of the weights a tree.

    None if a tree has no row that counts.
    """
    if not weights.any(axis=1).all():
        return None
    targets = weights * problem.centred if problem.is_regression else None
    grown = rows.grown(growth, weights, seeds, targets, problem.classes)
    return grown.trees(leaf_values(problem, grown.nodes))


def leaf_values(problem: Problem, grown: Grown) -> Floats:
    """What each node says: the shares of the classes, or the mean."""
    if problem.is_regression:
        return np.asarray(problem.centre + grown.stats[:, 1:] / grown.stats[:, :1])
    return np.asarray(grown.stats / grown.stats.sum(axis=1, keepdims=True))


def as_predictor(problem: Problem, grown: Grown) -> TreeSum:
    """One tree as a predictor; a sample may have drawn no row that counts."""
    if not grown.sizes[0]:
        return constant(problem)
    values = leaf_values(problem, grown)
    link = IDENTITY if problem.is_regression else SHARES
    return TreeSum(grown.tree(values), np.zeros(values.shape[1]), link, 1.0, 1)
