"""Pruning what a learner grew on some of its rows by the others (Quinlan 1987)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from core.base.arrays import Floats, Integers
from core.data.splits.grouping import kept_back
from core.engine.pruning import pruned
from core.engine.trees import Trees
from core.learning.predictors.winners import winners
from core.learning.problem import Problem
from core.learning.settings import setting


def share_for_pruning() -> Any:
    """The setting of how many rows judge instead of teaching."""
    return setting(
        0.0,
        "How many rows are kept back for reduced-error pruning; 0 for none.",
        low=0.0,
        high=0.5,
        advanced=True,
        zero="none",
    )


@dataclass(frozen=True, eq=False)
class Pruning:
    """Which training rows a tree is grown on, and which judge its questions."""

    problem: Problem
    weights: Floats
    held_back: Integers

    @classmethod
    def of(cls, problem: Problem, weights: Floats, share: float, seed: int) -> "Pruning":
        """Keep back a share of the rows that have a weight, drawn by the seed; 0 keeps none."""
        none = np.empty(0, np.int64)
        if share <= 0:
            return cls(problem, weights, none)
        rows = np.flatnonzero(weights > 0)
        if len(rows) < 2:
            return cls(problem, weights, none)
        groups = None if problem.groups is None else problem.groups[rows]
        return cls(problem, weights, rows[kept_back(groups, share, len(rows), seed)])

    @property
    def growing(self) -> Floats:
        """The weights to grow a tree with: those of the rows kept back are 0."""
        if not len(self.held_back):
            return self.weights
        weights = self.weights.copy()
        weights[self.held_back] = 0.0
        return weights

    def pruned(self, tree: Trees) -> Trees:
        """The tree without the questions that do not pay on the rows kept back."""
        if not len(self.held_back):
            return tree
        return pruned(tree, self.problem.data.codes[:, self.held_back], self._loss)

    def _loss(self, values: Floats, places: Integers) -> Floats:
        """The weight of the rows that are wrong, or the weighted squared error."""
        problem, rows = self.problem, self.held_back[places]
        if problem.is_regression:
            with np.errstate(over="ignore"):  # a square that is too large costs endlessly much
                misses = (values[:, 0] - problem.targets[rows]) ** 2
                return np.asarray(self.weights[rows] * misses)
        is_wrong = winners(values, problem.commonest) != problem.labels[rows]
        return np.asarray(self.weights[rows] * is_wrong)
