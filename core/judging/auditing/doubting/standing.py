"""How judges stand to the labels of a file, before any model of how labels come about."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers

_SUREST = 0.3
"""So many of the rows in which a class is named are its surest ones."""


@dataclass(frozen=True)
class LabelStanding:
    """What the shares that judges give to classes, and the labels, tell at a glance."""

    classes: int
    surest: float
    """The share of labels that are contradicted where the judges are surest of each class.

    There labels do not differ by nature, so it is the wrong ones that do (anchor rows: Liu & Tao
    2016). Half a row is added to either side: of few rows not even nothing is sure."""
    contradicted: float
    """The share of rows whose label is not the likeliest class."""
    torn: float
    """The mean share of the class that the judges hold for the second likeliest."""

    @classmethod
    def of(
        cls, shares: Floats, labels: Integers, rows: int | None = None, counts: float = 1.0
    ) -> "LabelStanding":
        """Of the labels of some rows, each of which counts as so much of one.

        Others, of so many in all, are contradicted by nobody.

        >>> shares = np.array([[0.9, 0.1], [0.6, 0.4], [0.2, 0.8], [0.3, 0.7]])
        >>> LabelStanding.of(shares, np.array([1, 0, 1, 0]))
        LabelStanding(classes=2, surest=0.5, contradicted=0.5, torn=0.25)
        """
        named, sure = shares.argmax(axis=1), shares.max(axis=1)
        against = named != labels
        place = np.lexsort((-sure, named))
        many = np.bincount(named, minlength=shares.shape[1])
        within = np.arange(len(labels)) - np.repeat(np.cumsum(many) - many, many)
        first = place[within < np.ceil(_SUREST * many[named[place]])]
        rows = max(1, len(labels) if rows is None else rows)
        return cls(
            shares.shape[1],
            (counts * float(against[first].sum()) + 0.5) / (counts * len(first) + 1),
            float(against.sum()) / rows,
            float(np.partition(shares, -2, axis=1)[:, -2].sum()) / rows,
        )
