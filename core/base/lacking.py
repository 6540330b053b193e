"""What has no meaning for an ensemble is lacking: a value that says why, where an answer would be.

Whoever asks passes the sentence on to a person, or goes another way. Nothing went wrong, so nothing
is raised; `present` is for those to whom it would be a mistake.
"""

from dataclasses import dataclass
from typing import TypeVar

from core.base.errors import NoMeaningError

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Lacking:
    """Stands where a quantity would be.

    >>> print(Lacking("The learners of this ensemble saw all rows, so none is out of bag."))
    The learners of this ensemble saw all rows, so none is out of bag.
    """

    why: str
    """Why there is none, in a sentence for a person."""

    def __str__(self) -> str:
        return self.why


def present(found: Answer | Lacking) -> Answer:
    """An answer that must be there; raise NoMeaningError with the reason if it is lacking.

    >>> present(3)
    3
    """
    if isinstance(found, Lacking):
        raise NoMeaningError(found.why)
    return found
