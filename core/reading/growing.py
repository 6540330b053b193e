"""Columns that grow as a file is read, in room for as many rows as it seems to have.

Parts of a column that are put together at the end would live beside the whole of it, and the
memory of both would have to be fetched.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from core.base import pool

Scalar = TypeVar("Scalar", bound=np.generic)
_SPARE = 1.05
_MOST_UNUSED = 0.2


class GrowingColumn(Generic[Scalar]):
    """Values of one kind, as many as have been taken in."""

    def __init__(self, kind: type[Scalar]) -> None:
        self._values: npt.NDArray[Scalar] = np.empty(0, kind)
        self._rows = 0

    def append(self, blocks: Sequence[npt.NDArray[Scalar]], share: float) -> None:
        """Take in what follows; `share` of the file is read by then."""
        first, rows = self._rows, self._rows + sum(map(len, blocks))
        if rows > len(self._values):
            # Lines may be shorter from here on: what seemed enough need not be.
            room = int(rows * max(_SPARE, min(_SPARE / max(share, 1e-9), 1e3)))
            grown = np.empty(room, self._values.dtype)
            grown[:first] = self._values[:first]
            self._values = grown
        for block in blocks:
            self._values[first : first + len(block)] = block
            first += len(block)
        self._rows = rows

    def values(self) -> npt.NDArray[Scalar]:
        """The values, once all are there; what was not needed is given back."""
        if self._rows < (1 - _MOST_UNUSED) * len(self._values):
            self._values = self._values[: self._rows].copy()
        return self._values[: self._rows]


def append_all(
    columns: "Sequence[GrowingColumn[Any]]",
    blocks: Sequence[Sequence[npt.NDArray[Any]]],
    share: float,
) -> None:
    """Append to each column its own blocks, side by side."""

    def work(first: int, last: int) -> None:
        for column, own in zip(columns[first:last], blocks[first:last], strict=True):
            column.append(own, share)

    pool.over(len(columns), work, one_by_one=True)
