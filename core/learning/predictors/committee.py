"""How those who draw a committee are shown it: members that vote, levels, or stages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.engine.inputs import Inputs

if TYPE_CHECKING:
    from core.learning.predictors.predictor import Predictor

Seen_co = TypeVar("Seen_co", covariant=True)


@dataclass(frozen=True, eq=False)
class LevelOutputs:
    """What a level of several parts says of some rows: shares of the classes, or numbers."""

    together: Floats
    parts: tuple[Floats, ...]


class CommitteeReader(Protocol[Seen_co]):
    """Is shown a committee in the one of these ways that suits it."""

    def voting(self, members: "tuple[Predictor, ...]") -> Seen_co:
        """Members that each name a class, or a number."""

    def levels(self, asked: Callable[[Inputs], Iterator[LevelOutputs]]) -> Seen_co:
        """Levels, each built upon the one before it and made of several parts."""

    def stages(self, exits: Callable[[Inputs], Integers], count: int, detected: int) -> Seen_co:
        """So many stages: `exits` tells which one, from 0, rejects a row; `count` if none does.

        What passes them all is of the class `detected`.
        """

    def none(self, why: Lacking) -> Seen_co:
        """Nobody who could agree."""
