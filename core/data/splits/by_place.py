"""Rows drawn by a hash of where they stand: each without a look at any other row."""

import numpy as np

from core.base.arrays import Integers, Mask
from core.data.column import Column
from core.data.files import Hashes, digest64, shares
from core.data.split import Split
from core.data.table import Table

_STREAM = 0x5EED


def by_place(table: Table, lines: Integers, split: Split, group: Column | None) -> Mask:
    """Which of these rows of a table are for validation, those of one group all on one side."""
    drawn = unit_hashes(table, lines, group, _STREAM, split.seed)
    return np.asarray(shares(drawn) < split.share)


def unit_hashes(table: Table, lines: Integers, group: Column | None, *stream: int) -> Hashes:
    """The hash of each row's group, by its name; without one, of the row's file and line.

    >>> import pandas as pd
    >>> table = Table.from_frame(pd.DataFrame({"who": ["a", "b", "a", None, None]}))
    >>> found = unit_hashes(table, table.lines, table.column("who"), 0)
    >>> found[0] == found[2], len(set(found.tolist()))
    (np.True_, 4)
    """
    if group is None:
        return table.hashes(lines, *stream)
    named = group.as_categories()
    known = [digest64(text, *stream) for text in named.categories]
    hashes = np.array([*known, 0], np.uint64)[named.values]
    missing = named.values < 0
    if missing.any():
        hashes[missing] = table.hashes(lines[missing], *stream)
    return hashes
