"""Which class wins: the one with the highest score."""

import numpy as np

from core.base.arrays import Floats, Integers
from core.learning.graph import ModelGraph, Name


def winners(scores: Floats, commonest: int) -> Integers:
    """The class of the highest score; of equal ones the commonest class, else the first.

    >>> winners(np.array([[0.5, 0.5], [0.2, 0.8]]), 1)
    array([1, 1])
    """
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
