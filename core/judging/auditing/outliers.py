"""Outliers: rows whose values are far from those of every other row.

A row's distance is the mean distance to the nearest of some rows drawn once, Euclidean between
standardised numbers and categories as 0 or 1 (Ramaswamy, Rastogi & Shim 2000, on a sample). Time
and memory are linear in the rows.
"""

from dataclasses import dataclass

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Integers, Mask
from core.engine.libraries import one_thread
from core.engine.matrix import MatrixLayout
from core.learning.problem import Problem

NEAREST = 5
_SAMPLE = 1000
_BLOCK = 2048
_FAR = 6.0
"""On a log scale, so many times as far above the median as nine rows in ten reach ..."""
_AT_LEAST = 4.0
"""... and at least so many times the median: such rows are far from everything."""


@dataclass(frozen=True, eq=False)
class Distances:
    """How far each row is from the others, as a multiple of the median row's distance."""

    relative: Floats

    @classmethod
    def of(cls, problem: Problem, seed: int) -> "Distances":
        """Measure all rows of a problem, in its order."""
        rows = len(problem)
        layout = MatrixLayout.of(problem.inputs, np.arange(rows), np.ones(rows))
        if layout.width == 0 or rows <= NEAREST:
            return cls(np.ones(rows))
        random = np.random.default_rng([seed, 2])
        marks = np.sort(random.choice(rows, min(rows, _SAMPLE), replace=False))
        landmarks = layout.matrix(problem.inputs, marks)
        away = np.empty(rows)

        def work(first: int, last: int) -> None:
            with one_thread():
                for block in range(first, last):
                    places = np.arange(block * _BLOCK, min((block + 1) * _BLOCK, rows))
                    here = layout.matrix(problem.inputs, places)
                    away[places] = _nearest(here, places, landmarks, marks)

        pool.over(-(-rows // _BLOCK), work)
        middle = float(np.median(away))
        return cls(away / middle if middle > 0 else np.where(away > 0, np.inf, 1.0))

    @property
    def far(self) -> Mask:
        """The rows that are far from everything."""
        there = self.relative[(self.relative > 0) & np.isfinite(self.relative)]
        if not len(there):
            return np.zeros(len(self.relative), bool)
        middle, upper = np.quantile(there, [0.5, 0.9])
        limit = max(float(middle * (upper / middle) ** _FAR), _AT_LEAST)
        return np.asarray(np.isfinite(self.relative) & (self.relative > limit))


def _nearest(here: Floats, places: Integers, landmarks: Floats, marks: Integers) -> Floats:
    """The mean distance to the nearest landmarks; a row is not its own neighbour."""
    squares = (here**2).sum(axis=1)[:, None] + (landmarks**2).sum(axis=1) - 2 * here @ landmarks.T
    squares[places[:, None] == marks] = np.inf
    count = min(NEAREST, len(marks) - 1)
    near = np.partition(squares, count - 1, axis=1)[:, :count]
    return np.asarray(np.sqrt(np.maximum(near, 0.0)).mean(axis=1))
