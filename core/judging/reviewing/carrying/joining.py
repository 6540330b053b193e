"""Which rows of two files have the same mark: those that have it alone, and those that share it."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers, Mask
from core.base.numbering import numbered
from core.data.splits.sameness import Hashes


@dataclass(frozen=True, eq=False)
class Join:
    """Rows of two files by their marks; both are counted from 0."""

    codes_old: Integers
    codes_new: Integers
    count_old: Integers
    """By code: how many old rows have this mark."""
    count_new: Integers

    @classmethod
    def of(cls, old: Hashes, new: Hashes) -> "Join":
        """Bring the marks of both files together.

        >>> marks = np.array([5, 7, 7, 9], np.uint64), np.array([7, 9, 7, 4], np.uint64)
        >>> join = Join.of(*marks)
        >>> join.single().tolist(), join.copies().tolist()
        ([-1, -1, -1, 1], [-1, 0, 2, -1])
        """
        codes = numbered(np.concatenate([old, new]))
        many = int(codes.max(initial=-1)) + 1
        first, second = codes[: len(old)], codes[len(old) :]
        return cls(
            first,
            second,
            np.bincount(first, minlength=many),
            np.bincount(second, minlength=many),
        )

    def single(self) -> Integers:
        """By old row the new row with its mark, if both have it alone; else -1."""
        place = np.full(len(self.count_new), -1, np.int64)
        place[self.codes_new] = np.arange(len(self.codes_new))
        is_one = (self.count_old == 1) & (self.count_new == 1)
        return np.where(is_one[self.codes_old], place[self.codes_old], -1)

    def copies(self) -> Integers:
        """By old row that shares its mark: the new row in the same place among as many; else -1."""
        is_even = (self.count_old == self.count_new) & (self.count_old > 1)
        own = np.flatnonzero(is_even[self.codes_old])
        other = np.flatnonzero(is_even[self.codes_new])
        found = np.full(len(self.codes_old), -1, np.int64)
        own = own[np.argsort(self.codes_old[own], kind="stable")]
        found[own] = other[np.argsort(self.codes_new[other], kind="stable")]
        return found

    @property
    def is_known(self) -> Mask:
        """By old row: whether some new row has its mark."""
        return np.asarray(self.count_new[self.codes_old] > 0)

    def candidates(self, most: int) -> tuple[Integers, Integers]:
        """Every pair of rows with the same mark, of marks that at most so many rows share."""
        is_few = (self.count_old > 0) & (self.count_new > 0)
        is_few &= (self.count_old <= most) & (self.count_new <= most)
        old = np.flatnonzero(is_few[self.codes_old])
        order = np.argsort(self.codes_new, kind="stable")
        start = np.concatenate([[0], np.cumsum(self.count_new)])[self.codes_old[old]]
        many = self.count_new[self.codes_old[old]]
        within = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
        return np.repeat(old, many), order[np.repeat(start, many) + within]
