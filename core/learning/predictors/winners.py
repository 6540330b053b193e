"""Which class wins: the one with the highest score."""

import numpy as np

from core.base import room
from core.base.arrays import Floats, Integers
from core.learning.graph import ModelGraph, Name

_PIECE = 1 << 20
"""So many rows are decided at a time: all at once would take several times the room."""


def winners(scores: Floats, commonest: int) -> Integers:
    """The class of the highest score; of equal ones the commonest class, else the first.

    >>> winners(np.array([[0.5, 0.5], [0.2, 0.8]]), 1)
    array([1, 1])
    """
    if len(scores) <= _PIECE:
        return _winners(scores, commonest)
    named: Integers = room.empty(len(scores), np.int64)
    for start in range(0, len(scores), _PIECE):
        some = slice(start, start + _PIECE)
        named[some] = _winners(scores[some], commonest)
    return named


def _winners(scores: Floats, commonest: int) -> Integers:
    if scores.shape[1] == 2:
        is_other = scores[:, 1 - commonest] > scores[:, commonest]
        return np.asarray(is_other != bool(commonest), np.int64)
    # Column by column: numpy is slow along an axis of few.
    named = np.full(len(scores), commonest)
    highest = scores[:, commonest]
    for column in range(scores.shape[1]):
        if column == commonest:
            continue
        higher = scores[:, column] > highest
        named = np.where(higher, column, named)
        highest = np.maximum(highest, scores[:, column])
    return named


def winner_in(graph: ModelGraph, scores: Name, commonest: int, classes: int, keepdims: int) -> Name:
    """The place, in `ranked`, of the class that core.learning.predictors.winners.winners names."""
    ranking = graph.chosen(scores, ranked(commonest, classes))
    return graph.add("ArgMax", ranking, axis=1, keepdims=keepdims, select_last_index=0)


def ranked(commonest: int, classes: int) -> list[int]:
    """The classes in the order in which ties are decided."""
    return [commonest, *(place for place in range(classes) if place != commonest)]
