"""Sums over all rows of a training, wherever the rows are.

A trainer that asks its rows for nothing but sums can be run in several places at once, each with
some of the rows: whoever it asks adds up what all of them have. The sums are of whole numbers, so
they are the same bits however the rows are shared out, and every place goes on in the same way.
"""

import abc
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import numpy.typing as npt

from core.base.errors import WorkbenchError

Numbers = npt.NDArray[Any]
Made = TypeVar("Made")
Found = TypeVar("Found")


class SumsLostError(WorkbenchError):
    """Nobody answers any more; the message says who is gone. What was learned so far is there."""


class RowSums(abc.ABC):
    """Whoever answers sums over all rows. All places ask the same questions in the same order."""

    is_alone: ClassVar[bool] = False
    """Whether all rows are here, and nowhere else."""
    are_copies: bool = False
    """Whether every place has a copy of all rows; else each has some of them."""
    place: int = 0
    """Which of how many places this is: members that are trained apart are dealt out to them.
    Whoever only looks on has the place -1."""
    places: int = 1

    @abc.abstractmethod
    def added(self, own: Numbers) -> Numbers:
        """What these whole numbers of the rows here are together with those of all other rows."""

    @abc.abstractmethod
    def highest(self, own: Numbers) -> Numbers:
        """The same for the largest of them, place by place."""

    @abc.abstractmethod
    def gathered(self, make: Callable[[], list[Any]]) -> list[list[Any]]:
        """What each place makes, in the order of the places; it is made only if it is needed."""

    @abc.abstractmethod
    def worked_out(self, make: Callable[[], Made], work: Callable[[list[Made]], Found]) -> Found:
        """What is made of what all places have: one of them does it, the others are told."""

    @abc.abstractmethod
    def end(self) -> None:
        """Nothing more will be asked."""


class Alone(RowSums):
    """All rows are here.

    >>> import numpy as np
    >>> ALONE.added(np.array([1, 2])).tolist()
    [1, 2]
    """

    is_alone = True

    def added(self, own: Numbers) -> Numbers:
        """They are all there are."""
        return own

    def highest(self, own: Numbers) -> Numbers:
        """They are all there are."""
        return own

    def gathered(self, make: Callable[[], list[Any]]) -> list[list[Any]]:
        """There is no other place."""
        return [make()]

    def worked_out(self, make: Callable[[], Made], work: Callable[[list[Made]], Found]) -> Found:
        """There is no other place."""
        return work([make()])

    def end(self) -> None:
        """There is nobody to be told."""


ALONE = Alone()
