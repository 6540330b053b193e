"""What becomes of two classes as the threshold falls: sorted once, asked as often as one drags."""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.judging.diagnostics.results import ranked_weights
from core.learning.deciding import Matrix

_APART = 1e-8
"""Scores whose log odds are nearer are one: no threshold is put between them."""


@dataclass(frozen=True, eq=False)
class ThresholdCounts:
    """Rows sorted by their score for the positive class: from which score on they are called so.

    >>> counts = ThresholdCounts.of([0.1, 0.4, 0.35, 0.8], [False, False, True, True])
    >>> counts.confusion(0.3).tolist()
    [[1.0, 1.0], [0.0, 2.0]]
    >>> counts.cost(((0.0, 1.0), (5.0, 0.0)), 0.3)
    0.25
    """

    scores: Floats
    """The scores that occur, falling, behind one that none reaches."""
    hits: Floats
    """The weight of the positive rows at or above each."""
    alarms: Floats
    """The weight of the other rows at or above each."""

    @classmethod
    def of(
        cls,
        scores: npt.ArrayLike,
        positive: npt.ArrayLike,
        weights: npt.ArrayLike | None = None,
    ) -> "ThresholdCounts":
        """Sort some rows; raise ValueError if there are none."""
        return cls(*ranked_weights(scores, positive, weights))

    @property
    def positives(self) -> float:
        """The weight of all positive rows."""
        return float(self.hits[-1])

    @property
    def total(self) -> float:
        """The weight of all rows."""
        return float(self.hits[-1] + self.alarms[-1])

    @property
    def rates(self) -> tuple[Floats, Floats, Floats]:
        """The share of false alarms, the recall and the precision at every score."""
        called = self.hits + self.alarms
        precision = np.divide(self.hits, called, out=np.ones_like(called), where=called > 0)
        negatives = max(float(self.alarms[-1]), 1e-300)
        return self.alarms / negatives, self.hits / max(self.positives, 1e-300), precision

    def place(self, threshold: float) -> int:
        """How far down the scores a threshold reaches."""
        return int(np.searchsorted(-self.scores, -threshold, side="right")) - 1

    def confusion(self, threshold: float) -> Floats:
        """The weight of the other and of the positive rows (down) called so (across)."""
        place = self.place(threshold)
        hits, alarms = float(self.hits[place]), float(self.alarms[place])
        return np.array(
            [[self.alarms[-1] - alarms, alarms], [self.positives - hits, hits]], np.float64
        )

    @functools.cached_property
    def usable(self) -> Integers:
        """The places behind which a threshold can stand: scores that rounding keeps apart."""
        odds = log_odds(self.scores[1:])
        apart = np.append(odds[:-1] - odds[1:] > _APART, True)
        first = [0] if self.scores[1] < 1 else []  # none is above a share of 1
        return np.concatenate([first, 1 + np.flatnonzero(apart)]).astype(np.int64)

    @functools.cached_property
    def thresholds(self) -> Floats:
        """A threshold for each usable place: halfway to the next score, where nothing is close."""
        upper = np.minimum(self.scores[self.usable], 1.0)
        after = self.usable + 1
        lower = np.where(
            after < len(self.scores), self.scores[np.minimum(after, len(self.scores) - 1)], 0.0
        )
        return np.asarray((upper + lower) / 2)

    def costs(self, costs: Matrix) -> Floats:
        """What a row costs at each usable threshold."""
        alarm, miss = costs[0][1], costs[1][0]
        own = self.usable
        paid = alarm * self.alarms[own] + miss * (self.positives - self.hits[own])
        return np.asarray(paid / self.total)

    def cost(self, costs: Matrix, threshold: float) -> float:
        """What a row costs at a threshold."""
        return float((self.confusion(threshold) * np.array(costs)).sum() / self.total)


def log_odds(shares: Floats) -> Floats:
    """ln(p / (1 - p)), as far as numbers can tell: 0 and 1 have an end."""
    return np.asarray(np.log(np.maximum(shares, 1e-300)) - np.log(np.maximum(1 - shares, 1e-17)))


def drawn_again(rows: int, groups: Integers | None, random: np.random.Generator) -> Floats:
    """How often each row is drawn, with replacement, whole groups at once (Efron 1979)."""
    if groups is None:
        return np.bincount(random.integers(0, rows, rows), minlength=rows).astype(np.float64)
    many = int(groups.max()) + 1
    often = np.bincount(random.integers(0, many, many), minlength=many)
    return np.asarray(often[groups], np.float64)


def has_both(positive: Mask, weights: Floats) -> bool:
    """Whether rows of both classes count."""
    return bool((weights[positive] > 0).any() and (weights[~positive] > 0).any())
