"""What predictors that consist of predictors have in common."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from core.base.arrays import Integers
from core.learning.predictors.predictor import Predictor


@dataclass(frozen=True, eq=False)
class OfMembers(Predictor):
    """Several predictors, one a round."""

    why_no_votes: ClassVar[str] = ""
    """Why members do not vote with one another, in a sentence; empty if they do."""

    members: tuple[Predictor, ...]

    def among(self, features: Integers, width: int) -> Self:
        """The same members, each among more columns."""
        return replace(self, members=tuple(m.among(features, width) for m in self.members))
