"""Where shares of the rows can be: what the client asks of workers, whatever they run on."""

import abc
from typing import Any

from core.base.progress import Progress


class LostError(Exception):
    """The worker that had a share is gone, or does not answer."""


class Pending(abc.ABC):
    """A call that is under way."""

    @abc.abstractmethod
    def result(self, timeout: float) -> Any:
        """What it gave or raised; TimeoutError if it takes longer, LostError if it is lost."""


class Seat(abc.ABC):
    """A share on a worker."""

    where: str
    """The worker's address."""

    @abc.abstractmethod
    def ask(self, name: str, *given: Any) -> Pending:
        """Begin a call of one of the share's methods; it waits for those before it."""

    @abc.abstractmethod
    def progress(self) -> Progress:
        """How far it is, as far as that is known; raise LostError if its worker is gone."""

    @abc.abstractmethod
    def call_off(self) -> None:
        """End the calls made so far and the training under way there, without waiting for that."""

    @abc.abstractmethod
    def leave(self) -> None:
        """End what is under way there, and forget the share."""


class Office(abc.ABC):
    """The workers that there are."""

    @abc.abstractmethod
    def places(self) -> list[str]:
        """Their addresses; raise SumsLostError if nobody can tell any more."""

    def refused(self) -> list[str]:
        """What is wrong with workers that cannot take part, in a sentence each."""
        return []

    def memory(self) -> dict[str, tuple[int, int]]:
        """How many bytes each uses, and may use (0: nobody says); none where nobody knows."""
        return {}

    @abc.abstractmethod
    def seat(self, place: str) -> Seat:
        """A share on a worker, of no rows yet; raise LostError if it is gone."""

    @abc.abstractmethod
    def close(self) -> None:
        """Leave the workers as they were."""
