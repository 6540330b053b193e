"""What the kernel of lines is handed: what belongs together, as one named tuple."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask

Bytes = npt.NDArray[np.uint8]
Int32s = npt.NDArray[np.int32]


class ByteDialect(NamedTuple):
    """How a file is written, by its bytes."""

    separator: int
    """Between values, around them, and before a sign that is meant; -1 for none."""
    quote: int
    escape: int

    is_run: bool
    """Whether any number of separators is one, and whether blanks around values are none."""
    trims: bool

    leads: Mask
    """For each byte, whether it takes the next one with it, as in Shift-JIS."""
    comment: Bytes
    """What a line starts with that is passed over; empty for nothing."""


class Numerals(NamedTuple):
    """How numbers are written."""

    decimal: int
    thousands: Bytes
    words: Bytes
    """What is no number and counts as missing, one word behind the other, and their bounds."""
    bounds: Integers


class WantedColumns(NamedTuple):
    """What is done with each column, and in which row of `ValueRoom` its values go."""

    kinds: npt.NDArray[np.int8]
    slots: Int32s


class ValueRoom(NamedTuple):
    """Room for what is read."""

    numbers: Floats
    """The values: numbers, NaN for a missing one, and texts by their entries, -1 for none."""
    codes: Int32s

    starts: Integers
    """Where each row begins, how long it is, and on which line it stands, counted from 0."""
    lengths: Int32s
    lines: Int32s


class NoteRoom(NamedTuple):
    """Room for what is noted on the way, a row a note."""

    entries: Integers
    """A text: twice its column, and 1 if quotes stand in it; first byte; length; hash. The table,
    a power of two of zeros, finds it by its hash."""
    table: Int32s
    hard: Integers
    """A number that takes more than bytes to understand: column, row, first byte, length."""
    ragged: Integers
    """A row with too few or too many fields: which, first byte, length, line, fields."""
    spoiled: Integers
    """Per column, filled with -1: the line and the first byte of the first value that is no
    number, and whether it is a code."""
