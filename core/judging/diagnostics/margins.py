"""Margins: by how much the votes for a row's own class outweigh those for the best other.

The margin of a row is the share of the votes for its label minus the largest share for another
class: 1 if all votes are right, negative if the ensemble is wrong (Schapire, Freund, Bartlett & Lee
1998). Training rows of committees on samples are judged out of bag.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.diagnostics.run_access import (
    Part,
    class_history_of,
    labels_of,
    round_of,
    rows_of,
    weights_of,
)
from core.learning.histories.history import History
from core.learning.run import Run


@dataclass(frozen=True, eq=False)
class MarginDistribution:
    """Margins in rising order, with the share of the weight that lies up to each of them."""

    margins: Floats
    shares: Floats
    """shares[i] = P(margin <= margins[i]); the last one is 1."""
    classes: Integers
    """The class of each of these rows."""

    def below(self, margin: float) -> float:
        """The share of the rows whose margin is at most this: P(margin <= θ)."""
        place = int(np.searchsorted(self.margins, margin, side="right"))
        return float(self.shares[place - 1]) if place else 0.0

    @property
    def least(self) -> float:
        """The smallest margin."""
        return float(self.margins[0])

    @property
    def mean(self) -> float:
        """The mean margin."""
        return float((self.margins * np.diff(self.shares, prepend=0.0)).sum())

    def histogram(self, bins: int = 40) -> tuple[Floats, Floats]:
        """The edges of equal bins from -1 to 1, and the share of the weight in each."""
        counted, edges = np.histogram(
            np.clip(self.margins, -1, 1), bins, (-1.0, 1.0), weights=np.diff(self.shares, prepend=0)
        )
        return edges, counted


def margin_distribution(
    thing: Run | History, t: int | None = None, part: Part = Part.TRAINING, label: str | None = None
) -> MarginDistribution:
    """The margins after t rounds, or after the last; of all classes, or of the rows of one.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> found = margin_distribution(run)
    >>> found.below(0.0), round(found.least, 3)
    (0.0, 0.075)
    """
    history = class_history_of(thing)
    rows = rows_of(history, part)
    labels, weights = labels_of(history), weights_of(history)
    if label is not None:
        names = history.problem.dataset.classes
        if label not in names:
            raise ValueError(f"{label!r} is no class. The classes are: {', '.join(names)}.")
        rows = rows & (labels == names.index(label))
    rows = rows & (weights > 0)
    if not rows.any():
        raise ValueError(f"None of the {part.value} rows is {label!r}.")
    margins = history.margins(round_of(history, t))[rows]
    order = np.argsort(margins, kind="stable")
    summed = np.cumsum(weights[rows][order])
    return MarginDistribution(margins[order], summed / summed[-1], labels[rows][order])


def margins_by_class(
    thing: Run | History, t: int | None = None, part: Part = Part.TRAINING
) -> dict[str, MarginDistribution]:
    """The distribution of every class that has rows in this part.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> {name: len(found.margins) for name, found in margins_by_class(run).items()}
    {'+': 5, '-': 5}
    """
    history = class_history_of(thing)
    rows = rows_of(history, part) & (weights_of(history) > 0)
    there = set(labels_of(history)[rows].tolist())
    names = history.problem.dataset.classes
    return {
        name: margin_distribution(history, t, part, name)
        for place, name in enumerate(names)
        if place in there
    }
