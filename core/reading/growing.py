"""Columns of numbers that grow as a file is read, in room for as many rows as it seems to have.

Parts of a column that are put together at the end would live beside the whole of it, and the
memory of both would have to be fetched.
"""

from collections.abc import Sequence

import numpy as np

from core.base import pool
from core.base.arrays import Floats

_SPARE = 1.05
_MOST_UNUSED = 0.2


class GrowingColumns:
    """So many columns of numbers, all of the same length."""

    def __init__(self, count: int) -> None:
        self._columns: list[Floats] = [np.empty(0)] * count
        self._rows = 0

    def append(self, blocks: Sequence[Floats], share: float) -> None:
        """Take in what follows, a block a line a column; `share` of the file is read by then."""
        starts = np.cumsum([self._rows, *(block.shape[1] for block in blocks)]).tolist()
        rows = starts[-1]

        def work(first: int, last: int) -> None:
            for slot in range(first, last):
                column = self._with_room(slot, rows, share)
                for start, block in zip(starts, blocks, strict=False):
                    column[start : start + block.shape[1]] = block[slot]

        pool.over(len(self._columns), work)
        self._rows = rows

    def _with_room(self, slot: int, rows: int, share: float) -> Floats:
        column = self._columns[slot]
        if rows > len(column):
            # Lines may be shorter from here on: what seemed enough need not be.
            grown = np.empty(int(rows * max(_SPARE, min(_SPARE / max(share, 1e-9), 1e3))))
            grown[: self._rows] = column[: self._rows]
            self._columns[slot] = column = grown
        return column

    def column(self, slot: int) -> Floats:
        """The values of a column, once all are there; what was not needed is given back."""
        column = self._columns[slot]
        if self._rows < (1 - _MOST_UNUSED) * len(column):
            self._columns[slot] = column = column[: self._rows].copy()
        return column[: self._rows]
