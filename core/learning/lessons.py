"""A lesson: the rows with a weight, as a learner from a library takes them.

A weight is a count: a row of weight 3 teaches what three such rows would, and a ridge or a cost is
weighed against the sum of the weights. Whoever has weights that sum to 1, as boosting, multiplies
them by the number of rows first.
"""

import functools
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.matrix import MOST_CATEGORIES, Int32s, MatrixLayout
from core.learning.problem import Problem

_MOST_COPIES = 10_000_000
"""More rows than this are not repeated but drawn, in proportion to their weights."""
_FARTHEST = 1e6
"""Rows count as so many on average at most, and as one of so many at least: beyond, searches for
coefficients do not end, and a ridge or a cost has no say any more."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """Rows, how often each of them counts, and what they teach."""

    problem: Problem
    places: Integers
    weights: Floats

    @classmethod
    def of(cls, problem: Problem, weights: Floats) -> "Lesson":
        """The training rows that have a weight."""
        if not weights.any():  # a sample of rows that all weigh nothing teaches what all rows teach
            weights = problem.row_weights[: problem.training]
        places = np.flatnonzero(weights > 0)
        return cls(problem, places, _within_reason(weights[places]))

    def drawn(self, seed: int) -> "Lesson":
        """For learners that take no weights: whole numbers, of how often a row is there.

        Whole weights are taken as they are, equal ones as 1. Others are drawn from, as many rows
        as there are, each in proportion to its weight.
        """
        counts = self.weights
        if not (counts == np.rint(counts)).all():
            counts = counts / counts.min()
        whole = np.rint(counts)
        if not np.allclose(counts, whole, rtol=1e-9) or whole.sum() > _MOST_COPIES:
            rng = np.random.default_rng(seed)
            share = self.weights / self.weights.sum()
            whole = rng.multinomial(len(share), share).astype(np.float64)
        return replace(self, places=self.places[whole > 0], weights=whole[whole > 0])

    def at_most(self, most: int, seed: int) -> "Lesson":
        """Not more than so many rows, drawn without replacement; they keep their weights."""
        if len(self.places) <= most:
            return self
        rng = np.random.default_rng(seed)
        kept = np.sort(rng.choice(len(self.places), most, replace=False))
        return replace(self, places=self.places[kept], weights=self.weights[kept])

    def repeated(self) -> "Lesson":
        """Every row as often as its whole weight says."""
        places = np.repeat(self.places, self.weights.astype(np.int64))
        return replace(self, places=places, weights=np.ones(len(places)))

    @functools.cached_property
    def layout(self) -> MatrixLayout:
        """The layout of the rows' matrix."""
        return self.layout_with(MOST_CATEGORIES)

    def layout_with(self, most_categories: int) -> MatrixLayout:
        """A layout with at most so many categories of a column."""
        return MatrixLayout.of(self.problem.inputs, self.places, self.weights, most_categories)

    @functools.cached_property
    def matrix(self) -> Floats:
        """The rows as a matrix."""
        return self.layout.matrix(self.problem.inputs, self.places)

    @functools.cached_property
    def present(self) -> Int32s:
        """The classes that the rows have; for numbers the only output."""
        if self.problem.is_regression:
            return np.zeros(1, np.int32)
        return np.unique(self.problem.labels[self.places]).astype(np.int32)

    @property
    def outputs(self) -> int:
        """How many outputs a predictor has: a share a class, or one number."""
        return max(1, self.problem.classes)

    @functools.cached_property
    def labels(self) -> Integers:
        """The places of the rows' classes among those present."""
        return np.searchsorted(self.present, self.problem.labels[self.places])

    @functools.cached_property
    def targets(self) -> Floats:
        """The numbers to predict."""
        return self.problem.targets[self.places]

    @property
    def teaches_nothing(self) -> bool:
        """Whether there is one class only, or no column that varies."""
        is_single = not self.problem.is_regression and len(self.present) == 1
        return is_single or self.layout.width == 0

    @functools.cached_property
    def target_scale(self) -> tuple[float, float]:
        """The weighted mean and deviation of the targets; a deviation of 0 counts as 1."""
        mean = float(np.average(self.targets, weights=self.weights))
        square = float(np.average((self.targets - mean) ** 2, weights=self.weights))
        return mean, float(np.sqrt(square)) or 1.0


def _within_reason(weights: Floats) -> Floats:
    """Counts as they are; such as no table of rows could have, in proportion."""
    largest = float(weights.max(initial=0.0))
    mean = largest * float(np.mean(weights / largest)) if largest > 0 else 1.0
    within = min(max(mean, 1 / _FARTHEST), _FARTHEST)
    return weights if within == mean else weights / mean * within
