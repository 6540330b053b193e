"""The history of some rows of a run: those that are looked at, where all of them are too many."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.lacking import Lacking
from core.data.dataset import Dataset
from core.learning.histories.history import AtRound, History
from core.learning.histories.quantities import Quantity
from core.learning.problem import Problem


class DrawnHistory(History):
    """What some rows of another history went through; curves and errors stay those of all rows.

    It grows with the other one.
    """

    def __init__(self, whole: History, drawn: Dataset, rows: Integers) -> None:
        """`drawn` are the `rows` of the whole's dataset, in their order."""
        self.whole, self.rows = whole, rows
        super().__init__(Problem.of(drawn), whole.curves)
        self._whole_places = whole.places_of(rows[self.order])

    @property
    def rounds(self) -> int:
        """How many rounds there are so far."""
        return self.whole.rounds

    @rounds.setter
    def rounds(self, _rounds: int) -> None:
        """They are the other's."""

    @property
    def of_all_rows(self) -> History:
        """The other one."""
        return self.whole

    def __getattr__(self, name: str) -> Any:
        """What only some kinds of histories know is not about single rows."""
        if name.startswith("_") or "whole" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.whole, name)

    def lacks(self, quantity: Quantity) -> Lacking | None:
        """Why a quantity has no meaning here; None if it is there."""
        return self.whole.lacks(quantity)

    def has(self, quantity: Quantity) -> bool:
        """Whether a quantity is there to be asked for."""
        return self.whole.has(quantity)

    @property
    def judges_unseen(self) -> bool:
        """Whether `suggested` asks members that never saw a training row."""
        return self.whole.judges_unseen

    def curve(self, name: str) -> Floats:
        """A curve's values, of all rows."""
        return self.whole.curve(name)

    def error(self, t: int) -> float:
        """The error of all training rows."""
        return self.whole.error(t)

    def validation_error(self, t: int) -> float:
        """The error of all validation rows."""
        return self.whole.validation_error(t)

    def _predicted(self, t: int) -> npt.NDArray[Any]:
        return np.asarray(self.whole._predicted(t)[self._whole_places])

    def _margins(self, t: int) -> Floats:
        return np.asarray(self.whole._margins(t)[self._whole_places])

    def _doubts(self) -> Floats:
        return np.asarray(self.whole._doubts()[self._whole_places])

    def misses(self, places: Integers) -> Floats:
        """What rows at some places of the training order add to an error after every round."""
        return self.whole.misses(self._whole_places[places])

    def error_on(self, places: Integers, t: int) -> float:
        """The error of rows at some places of the training order."""
        return self.whole.error_on(self._whole_places[places], t)

    def wrong_at(self, rounds: Sequence[int], rows: Integers) -> Mask:
        """Which of these rows are wrong after each of some rounds, ascending: a line a round."""
        return self.whole.wrong_at(rounds, self.rows[rows])

    def suspicion(self) -> Floats:
        """That which each of the rows has among all."""
        return np.asarray(self.whole.suspicion()[self.rows])

    def ranked(self) -> Integers:
        """The rows, most suspicious first, each among all rows."""
        return np.argsort(-self.suspicion(), kind="stable")

    def flagged(self, suspicion: Floats, margins: Floats) -> Mask:
        """Which rows deserve a look."""
        return self.whole.flagged(suspicion, margins)

    def weights(self, t: int) -> Floats:
        """The weights; those of all training rows, drawn or not, sum to 1."""
        return np.asarray(self.whole.weights(t)[self.rows])

    def relative_weights(self, t: int) -> Floats:
        """As multiples of the average weight of all rows of the part."""
        return np.asarray(self.whole.relative_weights(t)[self.rows])

    def weight_image(
        self, ranked: Integers, t: int, height: int, width: int
    ) -> npt.NDArray[np.float32]:
        """log10 of the relative weights, rows as `ranked` orders them, rounds 0 to t across."""
        return self.whole.weight_image(self.rows[ranked], t, height, width)

    def relative_paths(self, rows: Integers, t: int) -> Floats:
        """The relative weights of some rows after rounds 0 to t."""
        return self.whole.relative_paths(self.rows[rows], t)

    def shares(self, t: int) -> Floats:
        """The probability of every class after t rounds."""
        return np.asarray(self.whole.shares(t)[self.rows])

    def agreement(self, t: int) -> Floats:
        """The sum y F(x) after t rounds."""
        return np.asarray(self.whole.agreement(t)[self.rows])

    def outside(self, number: int) -> Mask:
        """Which training rows, in training order, the member of a round never saw."""
        return np.asarray(self.whole.outside(number)[self._whole_places[: self.training]])

    def suggested(self, t: int) -> npt.NDArray[Any]:
        """What the ensemble would give each row."""
        return np.asarray(self.whole.suggested(t)[self.rows])

    def at(self, t: int) -> AtRound:
        """Weights, margins and suggestions after t rounds, computed together."""
        here = self.whole.at(t)
        return AtRound(
            None if here.weights is None else np.asarray(here.weights[self.rows]),
            np.asarray(here.margins[self.rows]),
            np.asarray(here.suggested[self.rows]),
        )
