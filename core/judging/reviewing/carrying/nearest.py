"""Rows that changed in a few cells: the nearest one by what it shares, if it is the only one.

Candidates are rows that share a whole block of columns: the columns are dealt out to four blocks,
and a row that changed in at most three cells shares one of them for certain. How much a shared
value tells is its information, -log2 of its frequency (Fellegi and Sunter, 1969): of n rows,
n * 2^-bits share as much by chance. A row is taken if that is less than one in a hundred, if two
thirds of the cells are the same, and if no other row of either file comes near. Else nothing is
guessed.
"""

import math
from collections.abc import Sequence

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.numbering import numbered
from core.base.progress import Progress, Watch, unwatched
from core.data.splits.sameness import Hashes
from core.judging.reviewing.carrying.cell_marks import TableMarks, spread
from core.judging.reviewing.carrying.joining import Join

_BLOCKS = 4
_MOST_ALIKE = 8
"""A block that more rows share says nothing."""
_SAME_CELLS = 2 / 3
_BY_CHANCE = 0.01
_GAP = 3.0
"""Bits by which the best row must be ahead of the second."""


class Nearest:
    """Looks for the rows of an old file among those of a new one, by some columns."""

    def __init__(
        self,
        old: TableMarks,
        new: TableMarks,
        columns: Sequence[tuple[str, str]],
        watch: Watch = unwatched,
    ) -> None:
        self._old, self._new, self._columns, self._watch = old, new, list(columns), watch
        self._bits: dict[str, Floats] = {}

    @property
    def enough(self) -> float:
        """The bits that two rows must share."""
        return math.log2(max(1, len(self._new)) / _BY_CHANCE)

    def shared_bits(
        self, columns: Sequence[tuple[str, str]], rows: Integers, others: Integers
    ) -> tuple[Floats, Integers]:
        """How much pairs of rows have in common: in bits, and in cells."""
        bits, same = np.zeros(len(rows)), np.zeros(len(rows), np.int64)
        for first, second in columns:
            is_same = self._old[first].at(rows) == self._new[second].at(others)
            bits += np.where(is_same, self._information(second)[others], 0.0)
            same += is_same
        return bits, same

    def find(self, rows: Integers, others: Integers) -> tuple[Integers, Mask]:
        """By old row the new row that it became, else -1; and which have several that may be it.

        That no other row comes near is asked of all rows, not only of those that are left: where
        rows resemble one another, being the nearest says little.
        """
        found, is_open = np.full(len(rows), -1, np.int64), np.zeros(len(rows), bool)
        if not self._columns or not len(rows) or not len(others):
            return found, is_open
        first, second = self._candidates(rows, others)
        self._watch(Progress(0, 0, "comparing rows that changed"))
        bits, same = self.shared_bits(self._columns, first, second)
        ahead = np.minimum(_lead(first, bits, len(self._old)), _lead(second, bits, len(self._new)))
        place = np.full(len(self._old), -1, np.int64)
        place[rows] = np.arange(len(rows))
        is_left = np.zeros(len(self._new), bool)
        is_left[others] = True
        is_near = (bits >= self.enough) & (same >= _SAME_CELLS * len(self._columns))
        is_near &= (place[first] >= 0) & is_left[second]
        is_clear = is_near & (ahead >= _GAP)
        found[place[first[is_clear]]] = second[is_clear]
        is_open[place[first[is_near]]] = True
        is_open &= found < 0
        return found, is_open

    def _candidates(self, rows: Integers, others: Integers) -> tuple[Integers, Integers]:
        """Pairs that share a block: of the rows that are left with all, and of all with these."""
        order = sorted(self._columns, key=lambda pair: -float(self._information(pair[1]).mean()))
        dealt = [order[start::_BLOCKS] for start in range(_BLOCKS)]
        everyone = np.arange(len(self._old)), np.arange(len(self._new))
        sums = [self._sums(block, *everyone) for block in dealt if block]
        whole = sum(own for own, _ in sums), sum(other for _, other in sums)
        blocks = [*sums, *((whole[0] - own, whole[1] - other) for own, other in sums)]
        pairs: list[Integers] = []
        for place, (own, other) in enumerate(blocks):
            self._watch(Progress(place, len(blocks), "looking for rows that changed"))
            for left, right in ((rows, everyone[1]), (everyone[0], others)):
                one, two = Join.of(own[left], other[right]).candidates(_MOST_ALIKE)
                pairs.append(left[one] * len(self._new) + right[two])
        keys = np.unique(np.concatenate(pairs))
        return keys // len(self._new), keys % len(self._new)

    def _sums(
        self, block: Sequence[tuple[str, str]], rows: Integers, others: Integers
    ) -> tuple[Hashes, Hashes]:
        own, other = np.zeros(len(rows), np.uint64), np.zeros(len(others), np.uint64)
        for first, second in block:
            place = self._columns.index((first, second))
            own += spread(self._old[first].at(rows), place)
            other += spread(self._new[second].at(others), place)
        return own, other

    def _information(self, name: str) -> Floats:
        """By new row, how much its value in a column tells, in bits."""
        if name not in self._bits:
            codes = numbered(self._new[name].all())
            share = np.bincount(codes) / max(1, len(codes))
            self._bits[name] = -np.log2(share)[codes]
        return self._bits[name]


def _lead(side: Integers, bits: Floats, many: int) -> Floats:
    """By pair, how far it is ahead of the best other one of its row; without another, all of it."""
    order = np.lexsort((-bits, side))
    own, sorted_bits = side[order], bits[order]
    is_first = np.ones(len(own), bool)
    is_first[1:] = own[1:] != own[:-1]
    best, second = np.zeros(many), np.zeros(many)
    best[own[is_first]] = sorted_bits[is_first]
    is_second = np.zeros(len(own), bool)
    is_second[1:] = is_first[:-1] & ~is_first[1:]
    second[own[is_second]] = sorted_bits[is_second]
    # The best is held against the second, every other one against the best.
    place = np.empty(len(own), bool)
    place[order] = is_first
    return np.where(place, bits - second[side], bits - best[side])
