"""Distributions of one number a row, counted by the rows' weights: margins, residuals."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats


@dataclass(frozen=True, eq=False)
class Distribution:
    """Different values in rising order, and the share of the weight up to each of them."""

    values: Floats
    shares: Floats
    """shares[i] = P(value <= values[i]); the last one is 1."""

    @classmethod
    def of(cls, values: Floats, weights: Floats) -> "Distribution":
        """The distribution of some rows; empty if no row has any weight.

        >>> found = Distribution.of(np.array([3.0, 1.0, 1.0]), np.array([2.0, 1.0, 1.0]))
        >>> found.values.tolist(), found.shares.tolist()
        ([1.0, 3.0], [0.5, 1.0])
        """
        there = (weights > 0) & np.isfinite(values)
        values, weights = values[there], weights[there]
        order = np.argsort(values, kind="stable")
        values, summed = values[order], np.cumsum(weights[order])
        last = np.append(np.flatnonzero(values[1:] > values[:-1]), len(values) - 1)
        if len(values) == 0:
            return cls(values, summed)
        return cls(values[last], summed[last] / summed[-1])

    def __len__(self) -> int:
        return len(self.values)

    def up_to(self, value: float) -> float:
        """P(x <= value)."""
        place = int(np.searchsorted(self.values, value, side="right"))
        return float(self.shares[place - 1]) if place else 0.0

    def histogram(self, edges: Floats) -> Floats:
        """The share between each two neighbouring edges; what lies beyond is in the outer ones.

        >>> Distribution.of(np.array([0.1, 0.9, 5.0]), np.ones(3)).histogram(
        ...     np.array([0.0, 0.5, 1.0])
        ... ).round(2).tolist()
        [0.33, 0.67]
        """
        place = np.clip(np.searchsorted(edges, self.values, side="right") - 1, 0, len(edges) - 2)
        found = np.bincount(place, np.diff(self.shares, prepend=0.0), len(edges) - 1)
        return np.asarray(found, np.float64)

    def steps(self, most: int) -> tuple[Floats, Floats]:
        """The values and the shares up to them; every few of them only, if there are more."""
        if len(self) <= most:
            return self.values, self.shares
        places = np.unique(np.linspace(0, len(self) - 1, most).round().astype(np.int64))
        return self.values[places], self.shares[places]


def share_in(values: Floats, weights: Floats, part: Floats, edges: Floats) -> Floats:
    """What some of the rows contribute to a histogram of all: `part` is their weight, else 0.

    >>> values, edges = np.array([0.1, 0.9]), np.array([0.0, 0.5, 1.0])
    >>> share_in(values, np.ones(2), np.array([1.0, 0.0]), edges).tolist()
    [0.5, 0.0]
    """
    there = (weights > 0) & np.isfinite(values)
    total = float(weights[there].sum())
    place = np.clip(np.searchsorted(edges, values[there], side="right") - 1, 0, len(edges) - 2)
    found = np.bincount(place, part[there], len(edges) - 1)
    return np.asarray(found / total if total > 0 else found, np.float64)
