"""Columns of several pieces put one behind the other."""

from collections.abc import Sequence

import numpy as np

from core.base import room
from core.data.column import Column, Kind


def stacked(pieces: Sequence[Column]) -> Column:
    """One column of all pieces of it, which are of one kind; categories are those of any of them.

    >>> import pandas as pd
    >>> some = [Column.from_series("x", pd.Series(list(text))) for text in ("ba", "cb")]
    >>> made = stacked(some)
    >>> made.categories, made.values.tolist()
    (('a', 'b', 'c'), [1, 0, 2, 1])
    """
    first = pieces[0]
    rows = sum(map(len, pieces))
    if first.is_number:
        numbers = room.empty(rows)
        np.concatenate([piece.values for piece in pieces], out=numbers)
        is_single = all(piece.is_single for piece in pieces)
        return Column(first.name, Kind.NUMBER, numbers, is_single=is_single)
    categories = tuple(sorted({text for piece in pieces for text in piece.categories}))
    place = {text: position for position, text in enumerate(categories)}
    codes, start = room.empty(rows, np.int32), 0
    for piece in pieces:
        lookup = np.array([*(place[text] for text in piece.categories), -1], np.int32)
        codes[start : start + len(piece)] = lookup[piece.values]
        start += len(piece)
    return Column(first.name, Kind.CATEGORY, codes, categories)
