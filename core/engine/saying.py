"""What is said of rows, asked for some of them at a time."""

from collections.abc import Callable

from core.base.arrays import Floats

Saying = Callable[[int, int], Floats]
"""says(start, stop) gives what is said of these rows, a row a row, a column an output."""


def said_before(said: Floats) -> Saying:
    """What was said of all rows at once.

    >>> import numpy as np
    >>> said_before(np.array([[1.0], [2.0], [3.0]]))(1, 3).tolist()
    [[2.0], [3.0]]
    """
    return lambda start, stop: said[start:stop]
