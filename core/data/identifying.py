"""Identifiers: values that name a row and say nothing about it."""

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from core.data.column import Column

FEW_ROWS = 20
"""In fewer rows different whole numbers are nothing special."""
_MOST_COPIES = 0.01
"""The share of numbers that may be there twice."""
_WORDS = frozenset(
    (
        "id",
        "ids",
        "uid",
        "uuid",
        "guid",
        "key",
        "pk",
        "index",
        "idx",
        "nr",
        "no",
        "row",
        "rowid",
        "record",
        "ref",
        "reference",
        "serial",
    )
)


def sounds_like_identifier(name: str) -> bool:
    """Whether the name of a column says that it numbers or names the rows.

    >>> [sounds_like_identifier(name) for name in ("id", "customerId", "order_no", "Unnamed: 0")]
    [True, True, True, True]
    >>> [sounds_like_identifier(name) for name in ("idle", "paid", "number of rooms", "x1")]
    [False, False, False, False]
    """
    if not name.strip() or re.fullmatch(r"Unnamed: \d+", name):
        return True  # how an index is written when it has no name
    parts = [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)]
    return bool(parts) and parts[-1] in _WORDS


def counts_up(column: Column) -> bool:
    """Whether each number is the one before it and 1, as in a row's number."""
    if not column.is_number or len(column) < FEW_ROWS:
        return False
    # The first rows tell of most columns that they do not.
    return all(_rise_by_one(part) for part in (column.values[:FEW_ROWS], column.values))


def _rise_by_one(values: npt.NDArray[Any]) -> bool:
    # Beyond 2^53 there is no number that is 1 more.
    return bool((np.abs(values) < 2**53).all()) and bool((np.diff(values) == 1).all())


def nearly_all_differ(column: Column) -> bool:
    """Whether all numbers are whole, none is missing, and hardly any stands there twice.

    A file may hold some rows once more.
    """
    if not column.is_number or len(column) < FEW_ROWS:
        return False
    return all(_are_whole_and_differ(part) for part in (column.values[:FEW_ROWS], column.values))


def _are_whole_and_differ(values: npt.NDArray[Any]) -> bool:
    if not (np.isfinite(values).all() and (values == np.floor(values)).all()):
        return False
    ordered = np.sort(values)
    return int((ordered[1:] == ordered[:-1]).sum()) < _MOST_COPIES * len(values)
