"""Rows of Arrow arrays as CSV: the bytes that pyarrow writes, several times as fast.

What cannot be written in the quick way, such as texts with quotes, is left to pyarrow.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import pool
from core.base.arrays import Mask
from core.reading.kernels.arguments import Bytes

_PART = 8192
_APART = 72
"""Columns whose places are a power of two apart would share a few lines of the cache."""


def csv_rows(columns: Sequence[Any]) -> Sequence[Any]:
    r"""The rows, one behind the other, in pieces of bytes.

    >>> import pyarrow
    >>> columns = [pyarrow.array([1.5, None]), pyarrow.array(["a", "b"])]
    >>> b"".join(csv_rows(columns))
    b'1.5,"a"\n,"b"\n'
    """
    laid_out = _LaidOut(columns)
    return _by_arrow(columns) if laid_out.is_odd else laid_out.pieces()


def _by_arrow(columns: Sequence[Any]) -> list[Any]:
    import pyarrow
    from pyarrow import csv

    table = pyarrow.Table.from_arrays(list(columns), [str(k) for k in range(len(columns))])
    pieces: list[Any] = [b""] * -(-table.num_rows // _PART)

    def work(first: int, last: int) -> None:
        for piece in range(first, last):
            sink = pyarrow.BufferOutputStream()
            rows = table.slice(piece * _PART, _PART)
            csv.write_csv(rows, sink, csv.WriteOptions(include_header=False))
            pieces[piece] = sink.getvalue()

    pool.over(len(pieces), work)
    return pieces


class _LaidOut:
    """Columns as the kernel takes them."""

    def __init__(self, columns: Sequence[Any]) -> None:
        self._rows = rows = len(columns[0])
        many = len(columns)
        self._kinds = np.zeros(many, np.int8)
        self._whole = np.empty((many, rows + _APART), np.int64)[:, :rows]
        self._decimals = np.empty((many, rows + _APART), np.int8)[:, :rows]
        self._letters = [np.empty(0, np.uint8)] * many
        self._bounds = np.empty((many, 2 * rows + _APART), np.int32)[:, : 2 * rows]
        self._longest = np.zeros(many, np.int64)
        self.is_odd = False
        """Whether a column is of no kind that is known here."""

        def work(first: int, last: int) -> None:
            for place in range(first, last):
                self._lay_out(place, columns[place])

        pool.over(many, work)

    def _lay_out(self, place: int, column: Any) -> None:
        import pyarrow

        from core.reading.kernels.csv_rows import find_decimals

        kind, nulls = column.type, column.null_count
        is_float, is_text = pyarrow.types.is_floating(kind), pyarrow.types.is_string(kind)
        whole, decimals = self._whole[place], self._decimals[place]
        if pyarrow.types.is_signed_integer(kind) and not nulls:
            whole[:], decimals[:] = _numbers(column, "i"), 0
            return
        if is_float:
            values = np.ascontiguousarray(_numbers(column, "f"), np.float64)
            if nulls:
                values = np.where(_is_there(column), values, np.nan)
            are_gaps = np.count_nonzero(np.isnan(values)) == nulls
            if are_gaps and find_decimals(values, whole, decimals):
                return
        if is_text:
            self._lay_out_text(place, column, is_quoted=True)
        elif is_float or pyarrow.types.is_boolean(kind):
            self._lay_out_text(place, column.cast(pyarrow.string()), is_quoted=False)
        else:
            self.is_odd = True

    def _lay_out_text(self, place: int, text: Any, is_quoted: bool) -> None:
        from core.reading.kernels.csv_rows import MISSING, QUOTED, TEXT

        _, edges, held = text.buffers()
        ends = np.frombuffer(edges, np.int32)[text.offset : text.offset + len(text) + 1]
        letters = np.frombuffer(held or b"", np.uint8)[: ends[-1]]
        if is_quoted and (letters[ends[0] :] == ord('"')).any():
            self.is_odd = True
        bounds = self._bounds[place]
        bounds[::2], bounds[1::2] = ends[:-1], ends[1:]
        self._longest[place] = np.diff(ends).max(initial=0)
        if text.null_count:
            bounds[::2][~_is_there(text)] = MISSING
        self._kinds[place] = QUOTED if is_quoted else TEXT
        self._letters[place] = letters

    def pieces(self) -> list[Bytes]:
        """The bytes of all rows, a piece a few thousand of them."""
        from core.reading.kernels.csv_rows import WIDEST, write_rows

        letters = np.concatenate(self._letters)
        origins = np.cumsum([0, *map(len, self._letters)])
        width = len(self._kinds) * (WIDEST + 3) + int(self._longest.sum())
        found: list[Bytes] = [letters] * -(-self._rows // _PART)

        def work(first: int, last: int) -> None:
            for piece in range(first, last):
                start, stop = piece * _PART, min((piece + 1) * _PART, self._rows)
                out = np.empty((stop - start) * width, np.uint8)
                size = write_rows(
                    self._kinds,
                    self._whole,
                    self._decimals,
                    letters,
                    origins,
                    self._bounds,
                    start,
                    stop,
                    out,
                )
                found[piece] = out[:size]

        pool.over(len(found), work)
        return found


def _numbers(column: Any, kind: str) -> npt.NDArray[Any]:
    """The numbers of an array, anything where there is none; `to_numpy` would load pandas first."""
    size = np.dtype(f"{kind}{column.type.bit_width // 8}")
    held = np.frombuffer(column.buffers()[1] or b"", size)
    return held[column.offset : column.offset + len(column)]


def _is_there(column: Any) -> Mask:
    """Which values of an array that lacks some are there."""
    bits = np.frombuffer(column.buffers()[0], np.uint8)
    end = column.offset + len(column)
    return np.unpackbits(bits, count=end, bitorder="little")[column.offset :].astype(bool)
