"""Weights that are not kept but computed again, round by round, whenever they are asked for."""

import abc
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.learning.histories.history import History
from core.learning.histories.images import image_of_weights


class ReplayedWeights(History):
    """Pictures and paths of weights for a history that can go through its rounds once more."""

    def weight_image(
        self, ranked: Integers, t: int, height: int, width: int
    ) -> npt.NDArray[np.float32]:
        """log10 of the relative weights, rows as `ranked` orders them, rounds 0 to t across."""
        self.check_round(t)
        return image_of_weights(self._every_round(t), t, ranked, height, width)

    def relative_paths(self, rows: Integers, t: int) -> Floats:
        """The relative weights of some rows after rounds 0 to t: a row a row, a column a round."""
        self.check_round(t)
        return np.column_stack([relative[rows] for relative in self._every_round(t)])

    @abc.abstractmethod
    def _every_round(self, t: int) -> Iterator[Floats]:
        """The relative weights, by row, from the start to round t."""
