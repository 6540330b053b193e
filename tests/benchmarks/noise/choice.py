"""Honest choosing: what a constant is worth on tables that had no say in it.

Every cell (a table, a kind of noise, a rate, a seed) has been ranked with every choice of the
order's constants. Chosen on these sets: the one choice with the highest mean, which flatters. Left
out: for each family the choice that is best on all other families. A family is a data set with all
its variations, and every family counts alike.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from core.judging.auditing.confusion import Tempering, confusions, suspected

CHOICES = tuple(
    Tempering(surest, least, power)
    for surest in (0.1, 0.2, 0.3, 0.5)
    for least in (8, 25, 40)
    for power in (0.0, 0.25, 0.5, 0.75, 1.0)
)


def ranked_by_all(shares: np.ndarray, given: np.ndarray) -> list[np.ndarray]:
    """The suspicion of every row by every choice."""
    return [
        suspected(shares, given, confusions(shares, given, None, how)).suspicion for how in CHOICES
    ]


@dataclass(frozen=True, eq=False)
class Chosen:
    """The average precision of every cell, twice, and which choices were made."""

    here: np.ndarray
    """By the choice that is best on all cells."""
    left_out: np.ndarray
    """By the choice that is best on all families but the cell's own."""
    best: Tempering
    picked: Counter

    @classmethod
    def of(cls, families: list[str], precision: np.ndarray) -> "Chosen":
        """From a row a cell and a column a choice.

        With two families each gets what is best for the other one:

        >>> found = Chosen.of(["a", "b"], np.array([[0.5, 0.9], [0.8, 0.6]]))
        >>> found.here.tolist(), found.left_out.tolist()
        ([0.9, 0.6], [0.5, 0.6])
        """
        best, elsewhere = best_elsewhere(families, precision)
        left_out = precision[np.arange(len(families)), elsewhere]
        picks = dict(zip(families, elsewhere.tolist(), strict=True))
        picked = Counter(CHOICES[pick] for pick in picks.values())
        return cls(precision[:, best], left_out, CHOICES[best], picked)


def best_elsewhere(names: list[str], precision: np.ndarray) -> tuple[int, np.ndarray]:
    """The best choice of all, and for each cell the one that is best without those of its name."""
    known = np.array(names)
    groups = list(dict.fromkeys(names))
    means = np.array([precision[known == name].mean(axis=0) for name in groups])
    best = int(means.mean(axis=0).argmax())
    elsewhere = np.full(len(names), best)
    for place, name in enumerate(groups):
        others = np.delete(means, place, axis=0)
        if len(others):
            elsewhere[known == name] = int(others.mean(axis=0).argmax())
    return best, elsewhere


def by_family(families: list[str], values: np.ndarray, some: np.ndarray) -> float:
    """The mean over families of the mean over their cells, of some cells."""
    names = np.array(families)
    means = [
        values[some & (names == name)].mean()
        for name in dict.fromkeys(families)
        if (some & (names == name)).any()
    ]
    return float(np.mean(means)) if means else np.nan
