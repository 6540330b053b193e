"""Twins: rows that have the same values in every column and yet different labels."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.dataset import Dataset
from core.data.splits.copies import accidental_copies
from core.data.splits.sameness import groups, row_hashes

_MOST_CONTRADICTED = 0.1
"""Where more rows than these are contradicted, the columns are too coarse to tell rows apart."""


@dataclass(frozen=True, eq=False)
class Twins:
    """Which rows share all their values, and which of them are contradicted by the others."""

    group: Integers
    """Rows with the same values have the same number."""
    contradicted: Mask
    """Rows whose label is not held by most rows of the same values; of two both."""
    is_accidental: Mask | None = None
    """Rows that are accidental copies, see core.data.splits.copies; None where nobody asked."""

    @classmethod
    def of(cls, dataset: Dataset, counts: Mask | None = None) -> "Twins":
        """Compare the rows of a dataset; a missing value is like another missing one.

        Only rows that count, all unless told otherwise, contradict others.
        """
        group, is_accidental = _groups(dataset), _accidental(dataset)
        if not dataset.classes:
            return cls(group, np.zeros(len(dataset), bool), is_accidental)
        counts = np.ones(len(dataset), bool) if counts is None else counts
        classes = len(dataset.classes)
        kinds, place = np.unique(
            group * classes + dataset.labels.astype(np.int64), return_inverse=True
        )
        held = np.bincount(place, counts, len(kinds))
        most = np.zeros(int(group.max(initial=-1)) + 1)
        np.maximum.at(most, kinds // classes, held)
        # A label stands unchallenged if it alone has the most rows of its group.
        is_most = held == most[kinds // classes]
        holders = np.bincount(kinds[is_most] // classes, minlength=len(most))
        stands = is_most & (holders[kinds // classes] == 1) | (most[kinds // classes] == 0)
        return cls(group, ~stands[place], is_accidental)

    @property
    def come_first(self) -> Mask:
        """The contradicted rows; none of them where contradictions are usual in this data.

        Of rows that repeat by nature some differ in their label by nature, too.
        """
        if self.contradicted.mean() > _MOST_CONTRADICTED:
            return np.zeros(len(self.contradicted), bool)
        if self.is_accidental is None:
            return self.contradicted
        return self.contradicted & self.is_accidental

    def leading(self, suspicion: Floats, labels: Integers, counts: Mask) -> Mask:
        """Those that come first and are as suspicious as any row of their values and other labels.

        Of two twins one may be right: the other one leads. Only rows that count stand in its way.
        """
        kinds, place = np.unique(
            self.group * (int(labels.max(initial=0)) + 1) + labels, return_inverse=True
        )
        _, group = np.unique(kinds // (int(labels.max(initial=0)) + 1), return_inverse=True)
        highest = np.full(len(kinds), -np.inf)
        np.maximum.at(highest, place[counts], suspicion[counts])
        best, second = np.full((2, int(group.max(initial=-1)) + 1), -np.inf)
        np.maximum.at(best, group, highest)
        is_best = highest == best[group]
        np.maximum.at(second, group[~is_best], highest[~is_best])
        is_alone = np.bincount(group[is_best], minlength=len(best)) == 1
        rival = np.where(is_best & is_alone[group], second[group], best[group])
        return np.asarray(self.come_first & (suspicion >= rival[place]))

    def take(self, rows: Integers) -> "Twins":
        """The same in another order."""
        known = None if self.is_accidental is None else self.is_accidental[rows]
        return Twins(self.group[rows], self.contradicted[rows], known)

    def of_row(self, row: int) -> Integers:
        """The other rows with the same values."""
        same = np.flatnonzero(self.group == self.group[row])
        return np.asarray(same[same != row])


def _accidental(dataset: Dataset) -> Mask:
    unit = accidental_copies(dataset.features)
    if unit is None:
        return np.zeros(len(dataset), bool)
    return np.asarray(np.bincount(unit)[unit] > 1)


def _groups(dataset: Dataset) -> Integers:
    """Numbers for rows, equal for equal values."""
    nothing = np.zeros(len(dataset), np.int64)
    found = groups(row_hashes(dataset.features, nothing))
    return np.arange(len(dataset)) if found is None else found
