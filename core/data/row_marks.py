"""A mark for every row of a table: whoever decided something about a row knows it again by it.

A mark depends on the values as they were read, of every column: the bits of a number, the letters
of a text. It does not depend on whether a column was taken for numbers or for texts of numbers, on
the order of the categories, or on any other row. Of rows whose values are on the disk alone it is
that of the file and the line.
"""

import hashlib
import math

import numpy as np

from core.base.arrays import Integers
from core.data.column import Column
from core.data.splits.sameness import Hashes, stirred, value_bits
from core.data.table import Table

_PLACES = 0x307


def row_marks(table: Table, rows: Integers) -> Hashes:
    """The marks of these rows as they were read, 64 bits each.

    >>> import pandas as pd
    >>> table = Table.from_frame(pd.DataFrame({"x": [1, 2, 1], "y": ["a", "b", "a"]}))
    >>> one, two, three = row_marks(table, np.arange(3)).tolist()
    >>> one == three, one == two
    (True, False)
    """
    if table.is_on_disk:
        lines = table.lines[rows]
        order = np.argsort(lines, kind="stable")
        placed = np.empty(len(rows), np.uint64)
        placed[order] = table.hashes(lines[order], _PLACES)
        return placed
    marks = np.zeros(len(rows), np.uint64)
    for column in table.as_read.columns:
        marks ^= _bits(column, rows)
        stirred(marks)
    return marks


def _bits(column: Column, rows: Integers) -> Hashes:
    values = column.values[rows]
    if column.is_number:
        return value_bits(values, is_number=True)
    used, places = np.unique(values, return_inverse=True)
    texts = ["" if code < 0 else column.categories[code] for code in used.tolist()]
    return np.array([_text_bits(text) for text in texts], np.uint64)[places]


def _text_bits(text: str) -> int:
    """64 bits of a text; those of the number, or of a missing one, where it is one."""
    try:
        number = float(text) if text.strip() else math.nan
    except ValueError:
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return int.from_bytes(digest, "little")
    return int(value_bits(np.array([number]), is_number=True)[0])
