"""The level of the validation rows' weights, of two classes and hard votes, after every round."""

import threading
from typing import TYPE_CHECKING

import numpy as np

from core.base import pool, room
from core.base.arrays import Floats
from core.learning.histories.parts import ToldLevel

if TYPE_CHECKING:
    from core.learning.histories.votes import VoteHistory

_ROUNDS_AT_ONCE = 64
"""So many rounds' levels are found in one pass over the rows."""


class WeightLevels:
    """What brings validation rows to the level of the training rows, round by round.

    Computed when first asked for, and taken further as rounds arrive. Any thread may ask.
    """

    def __init__(self, history: "VoteHistory") -> None:
        self._history, self._lock = history, threading.Lock()
        self._agreement = room.zeros(len(history))
        self._found: list[tuple[float, float]] = []

    def upto(self, t: int) -> Floats:
        """Two rows: what is added to the logs after rounds 0 to t, and where they end."""
        with self._lock:
            while len(self._found) <= t:
                self._find(min(t + 1 - len(self._found), _ROUNDS_AT_ONCE))
            return np.array(self._found[: t + 1]).T

    def _find(self, count: int) -> None:
        """The next rounds' levels; of some rows at a time there is more than a number a row."""
        history, first = self._history, len(self._found)
        told = [ToldLevel(len(history), history.training) for _ in range(count)]

        def work(start: int, stop: int) -> None:
            for some in room.pieces(start, stop):
                agreement = self._agreement[some]
                for t, level in enumerate(told, first):
                    if t:
                        history.add_round(agreement, t, some.start)
                    level.take(some.start, history.log_relative(agreement, t, some))

        pool.over_rows(len(history), work)
        self._found += [level.found() for level in told]
