"""Which class wins: the one with the highest score."""

import numpy as np

from core.base.arrays import Floats, Integers


def winners(scores: Floats, commonest: int) -> Integers:
    """The class of the highest score; of equal ones the commonest class, else the first.

    >>> winners(np.array([[0.5, 0.5], [0.2, 0.8]]), 1)
    array([1, 1])
    """
    # Column by column: numpy is slow along an axis of few.
    named = np.full(len(scores), commonest)
    highest = scores[:, commonest]
    for column in range(scores.shape[1]):
        higher = scores[:, column] > highest
        named = np.where(higher, column, named)
        highest = np.maximum(highest, scores[:, column])
    return named
