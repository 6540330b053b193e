"""The sums of a training on a worker: each question waits for what all workers have together."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue
from typing import Any

import numpy as np

from core.base.progress import Cancelled
from core.engine.sums import Found, Made, Numbers, RowSums


class Joining(Enum):
    """How what the shares have is put together."""

    ADDED = "added"
    HIGHEST = "highest"
    GATHERED = "gathered"
    ENDED = "ended"
    """Nothing: the training is over."""

    def joined(self, own: list[Any]) -> Any:
        """What all shares have together."""
        if self is Joining.GATHERED:
            return own
        return np.asarray(np.sum(own, axis=0) if self is Joining.ADDED else np.max(own, axis=0))


@dataclass(frozen=True, eq=False)
class Contribution:
    """What a training on a share has found of its rows, to be put together with the others'."""

    joining: Joining
    own: Any


class Answering(RowSums):
    """Hands questions over to whoever asks for them, and waits for the answers.

    Answers that are there already, since a share that was lost was told them, are taken as they
    are. Where each place has a copy of all rows, a sum is what any of them has.
    """

    def __init__(self, place: int, places: int, are_copies: bool) -> None:
        self.place, self.places, self.are_copies = place, places, are_copies
        self._sum = Joining.HIGHEST if are_copies else Joining.ADDED
        self.questions: SimpleQueue[Contribution | BaseException] = SimpleQueue()
        self._answers: SimpleQueue[list[Any] | None] = SimpleQueue()
        self._known: deque[Any] = deque()
        self.is_over = threading.Event()

    def added(self, own: Numbers) -> Numbers:
        """The sum over all shares."""
        found: Numbers = self._ask(self._sum, lambda: own)
        return found

    def highest(self, own: Numbers) -> Numbers:
        """The largest of all shares."""
        found: Numbers = self._ask(Joining.HIGHEST, lambda: own)
        return found

    def gathered(self, make: Callable[[], list[Any]]) -> list[list[Any]]:
        """What all shares make."""
        found: list[list[Any]] = self._ask(Joining.GATHERED, make)
        return found

    def worked_out(self, make: Callable[[], Made], work: Callable[[list[Made]], Found]) -> Found:
        """What the client makes of what all shares have."""
        found: Found = self._ask(Joining.GATHERED, make)
        return found

    def _ask(self, joining: Joining, make: Callable[[], Any]) -> Any:
        if not self._known:
            self.questions.put(Contribution(joining, make()))
            answers = self._answers.get()
            if answers is None:
                raise Cancelled
            self._known.extend(answers)
        return self._known.popleft()

    def answer(self, answers: list[Any]) -> None:
        """What all shares have together, of this question and of those that follow."""
        self._answers.put(answers)

    def end(self) -> None:
        """Whoever waits, or asks from now on, is called off."""
        self.is_over.set()
        self._answers.put(None)
