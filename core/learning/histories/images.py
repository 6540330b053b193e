"""An image of the weights: rows by rounds, in as many pixels as there is room for."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers


def image_of_weights(
    weights: Iterable[Floats], rounds: int, ranked: Integers, height: int, width: int
) -> npt.NDArray[np.float32]:
    """log10 of relative weights, given round by round from the start, rows as `ranked` orders them.

    No larger than the data; where several rows or rounds share a pixel, the heaviest shows.

    >>> image_of_weights([np.array([1.0, 1.0]), np.array([0.1, 10.0])], 1, np.array([1, 0]), 2, 9)
    array([[ 0.,  1.],
           [ 0., -1.]], dtype=float32)
    """
    height, width = min(height, len(ranked)), min(width, rounds + 1)
    heads = -(-np.arange(height) * len(ranked) // height)
    image = np.full((height, width), -np.inf, np.float32)
    for number, relative in enumerate(weights):
        with np.errstate(divide="ignore"):  # a row of weight 0
            logs = np.log10(relative[ranked])
        column = number * width // (rounds + 1)
        np.maximum(image[:, column], np.maximum.reduceat(logs, heads), out=image[:, column])
    return image
