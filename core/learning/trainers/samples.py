"""The samples that the members of a committee learn from."""

import functools
import math

from core.base import pool
from core.base.arrays import Floats
from core.learning.problem import Problem
from core.learning.sampling import Counts, bootstrap_counts, round_seed, weighed

MOST_AHEAD = 16
"""No more members than these are trained ahead of their votes where that takes a moment."""
_FEW_ROWS = 1_000_000
"""Of so many rows as many samples may be kept."""


class Samples:
    """The samples of the members of a committee, the last ones kept: each is asked for twice."""

    def __init__(self, problem: Problem, share: float, seed: int) -> None:
        self._problem, self._seed = problem, seed
        self._count = sample_size(share, problem.overall.training)
        # Asked for in training, and soon after to judge by.
        kept = 2 * pool.threads()
        if problem.training <= _FEW_ROWS:
            kept = max(kept, MOST_AHEAD)
        self.counts = functools.lru_cache(maxsize=kept)(self._counts)

    def _counts(self, number: int) -> Counts:
        """How often each training row is in the sample of a round."""
        problem = self._problem
        own, rows = round_seed(self._seed, number), problem.overall.training
        counts = bootstrap_counts(rows, self._count, own, problem.training_groups)
        return counts if problem.positions is None else counts[problem.positions]

    def weights(self, number: int) -> Floats:
        """The weights of the training rows in the sample of a round."""
        return weighed(self.counts(number), self._problem.row_weights[: self._problem.training])


def sample_size(share: float, rows: int) -> int:
    """How many rows a share of them is, at least one."""
    return max(1, math.ceil(share * rows))
