"""The sums of a training on a worker: each question waits for what all workers have together."""

from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue

from core.base.progress import Cancelled
from core.engine.sums import Numbers, RowSums


class Joining(Enum):
    """How what the shares have is put together."""

    ADDED = "added"
    HIGHEST = "highest"
    ENDED = "ended"
    """Nothing: the training is over."""


@dataclass(frozen=True, eq=False)
class Contribution:
    """What a training on a share has found of its rows, to be put together with the others'."""

    joining: Joining
    own: Numbers


class Answering(RowSums):
    """Hands questions over to whoever asks for them, and waits for the answers."""

    def __init__(self) -> None:
        self.questions: SimpleQueue[Contribution | BaseException] = SimpleQueue()
        self._answers: SimpleQueue[Numbers | None] = SimpleQueue()

    def added(self, own: Numbers) -> Numbers:
        """The sum over all shares."""
        return self._ask(Contribution(Joining.ADDED, own))

    def highest(self, own: Numbers) -> Numbers:
        """The largest of all shares."""
        return self._ask(Contribution(Joining.HIGHEST, own))

    def _ask(self, question: Contribution) -> Numbers:
        self.questions.put(question)
        answer = self._answers.get()
        if answer is None:
            raise Cancelled
        return answer

    def answer(self, numbers: Numbers) -> None:
        """What all shares have together."""
        self._answers.put(numbers)

    def end(self) -> None:
        """Whoever waits, or asks from now on, is called off."""
        self._answers.put(None)
