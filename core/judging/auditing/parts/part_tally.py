"""What each part of data on the disk gives back of an audit: its most suspicious rows, and counts.

Two of them, of different rows, can be put together, and give what both parts would have given as
one: neither the cutting nor the order decides anything.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Integers, Mask

Suspicions = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class PartTally:
    """Of some rows the most suspicious, worst first, and how many of each class are flagged."""

    suspicion: Suspicions
    rows: Integers
    """Rows of the dataset."""
    places: Integers
    """Where they stand in training order."""
    judged: Integers
    """How many rows each class has."""
    flagged: Integers
    """How many of them are flagged."""

    @classmethod
    def none(cls, classes: int) -> "PartTally":
        """Of no row yet."""
        nothing: Integers = np.empty(0, np.int64)
        counts: Integers = np.zeros(classes, np.int64)
        return cls(np.empty(0, np.float32), nothing, nothing, counts, counts)

    @classmethod
    def of(
        cls,
        suspicion: Suspicions,
        rows: Integers,
        places: Integers,
        labels: Integers,
        is_settled: Mask,
        cut: np.float32,
        classes: int,
        most: int,
    ) -> "PartTally":
        """Of the rows of one part; those that are settled are neither listed nor flagged."""
        is_flagged = ~is_settled & (suspicion >= cut)
        found = cls(
            suspicion[~is_settled],
            rows[~is_settled],
            places[~is_settled],
            np.bincount(labels, minlength=classes),
            np.bincount(labels[is_flagged], minlength=classes),
        )
        return found.most(most)

    def most(self, many: int) -> "PartTally":
        """The same with so many of its rows at most, worst first; of equals the first rows."""
        some = np.arange(len(self.rows))
        if len(some) > many:
            lowest = np.partition(self.suspicion, len(some) - many)[len(some) - many]
            some = np.flatnonzero(self.suspicion >= lowest)
        some = some[np.lexsort((self.rows[some], -self.suspicion[some]))][:many]
        return PartTally(
            self.suspicion[some], self.rows[some], self.places[some], self.judged, self.flagged
        )

    def with_others(self, other: "PartTally", most: int) -> "PartTally":
        """What both know."""
        joined = PartTally(
            np.concatenate([self.suspicion, other.suspicion]),
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.places, other.places]),
            self.judged + other.judged,
            self.flagged + other.flagged,
        )
        # To sort a full list again for every part would take longer than to judge it.
        return joined if len(joined.rows) <= 2 * most else joined.most(most)
