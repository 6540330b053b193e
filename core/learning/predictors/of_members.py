"""What predictors that consist of predictors have in common."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.winners import winners
from core.learning.words.learned import Learned, Vocabulary
from core.learning.words.leaves import with_vote


@dataclass(frozen=True, eq=False)
class OfMembers(Predictor):
    """Several predictors, one a round."""

    in_rounds = True
    why_no_votes: ClassVar[str] = ""
    """Why members do not vote with one another, in a sentence; empty if they do."""

    members: tuple[Predictor, ...]

    def among(self, features: Integers, width: int) -> Self:
        """The same members, each among more columns."""
        return replace(self, members=tuple(m.among(features, width) for m in self.members))

    @property
    def rounds(self) -> int:
        """A member a round."""
        return len(self.members)

    @property
    def weighed(self) -> Floats | None:
        """The vote of every member; None where they have none."""
        return None

    def parts(self, number: int) -> int:
        """What the member of the round learned."""
        return self.members[number - 1].parts_within

    def part(self, number: int, place: int, words: Vocabulary) -> Learned:
        """What the member of the round learned, with its vote where votes differ."""
        found = self.members[number - 1].part_within(place, words)
        votes = self.weighed
        if votes is None or np.ptp(votes) <= 0:
            return found
        return replace(found, sentence=with_vote(found.sentence, float(votes[number - 1])))

    @property
    def parts_within(self) -> int:
        """Its members."""
        return len(self.members)

    def part_within(self, place: int, words: Vocabulary) -> Learned:
        """The first thing that a member learned."""
        return self.members[place].part_within(0, words)

    def voters(self) -> tuple[Predictor, ...] | Lacking:
        """The members, if they vote."""
        return Lacking(self.why_no_votes) if self.why_no_votes else self.members

    def tree_sums(self, weight: float = 1.0) -> Iterator[tuple[Trees, float]]:
        """Those of the members."""
        for member in self.members:
            yield from member.tree_sums(weight)

    def said_in(self, number: int, inputs: Inputs, commonest: int) -> Floats | Integers | None:
        """The class, or the number, that the member of the round names."""
        if number > len(self.members):
            return None
        decisive, outputs = self.members[number - 1].judged(inputs)
        if decisive.shape[1] == 1:
            return outputs
        # Of two sides, where members part the classes.
        return winners(decisive, min(commonest, decisive.shape[1] - 1))[:, None]
