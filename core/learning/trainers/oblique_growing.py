"""Growing trees whose questions add up several columns (Breiman 2001, Forest-RC)."""

import functools
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.engine.growing.grower import Criterion
from core.engine.kernels.arguments import ObliqueNodes, ObliqueRules, WeighedRows
from core.engine.matrix import MatrixLayout
from core.learning.predictors.oblique import ObliqueTree
from core.learning.problem import Problem


@dataclass(frozen=True)
class ObliqueGrowth:
    """The way an oblique tree is grown."""

    criterion: Criterion
    tries: int
    """How many random sums a node tries."""
    combined: int
    """How many columns a sum has."""
    depth: int
    min_rows: int

    @functools.cached_property
    def rules(self) -> ObliqueRules:
        """As the kernel takes them."""
        return ObliqueRules(
            criterion=int(self.criterion),
            depth=self.depth,
            min_rows=self.min_rows,
            tries=self.tries,
            combined=self.combined,
        )


@dataclass(frozen=True, eq=False)
class ObliqueData:
    """The training rows as a matrix, made once for all trees of a forest."""

    layout: MatrixLayout
    matrix: Floats

    @classmethod
    def of(cls, problem: Problem) -> "ObliqueData":
        """All training rows that count."""
        weights = problem.row_weights[: problem.training]
        rows = np.flatnonzero(weights > 0)
        layout = MatrixLayout.of(problem.inputs, rows, weights[rows])
        return cls(layout, layout.matrix(problem.inputs, slice(0, problem.training)))


def grow_oblique_tree(
    problem: Problem, data: ObliqueData, growth: ObliqueGrowth, weights: Floats, seed: int
) -> ObliqueTree:
    """Grow one tree on the training rows that have a weight."""
    from core.engine.kernels import oblique

    is_number = problem.is_regression
    channels = 2 if is_number else problem.classes
    targets = weights * problem.centred if is_number else np.empty(0)
    labels = np.empty(0, np.int64) if is_number else problem.labels
    rows = np.flatnonzero(weights > 0).astype(np.uint32)
    tree = ObliqueNodes.room(2 * len(rows) + 1, growth.combined)
    weighed = WeighedRows(weights, targets, labels, channels)
    nodes = oblique.grow_oblique(data.matrix, rows, weighed, growth.rules, seed, tree)
    stats = np.empty((nodes, channels))
    oblique.sum_up_nodes(
        rows, tree.starts, tree.stops, weights, targets, labels, int(growth.criterion), stats
    )
    if is_number:
        values = problem.centre + stats[:, 1:] / stats[:, :1]
    else:
        values = stats / stats.sum(axis=1, keepdims=True)
    return ObliqueTree(
        data.layout,
        tree.columns[:nodes].copy(),
        tree.coefficients[:nodes].copy(),
        tree.thresholds[:nodes].copy(),
        tree.left[:nodes].copy(),
        values,
    )
