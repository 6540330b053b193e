"""Votes: predictors that each vote, by their class or by their shares."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.predictors.links import IDENTITY, LINKS, linked
from core.learning.predictors.of_members import OfMembers
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.tree_sum import TreeSum
from core.learning.predictors.winners import winners


@dataclass(frozen=True, eq=False)
class Votes(OfMembers):
    """Σ vote · (the class a member names, or its outputs), and a link to shares."""

    kind = "votes"

    votes: Annotated[Floats, Stored("<f8")]
    is_hard: bool
    commonest: int
    link: str
    scale: float

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the classes, or the number."""
        return self.judged(inputs)[1]

    def judged(self, inputs: Inputs) -> tuple[Floats, Floats]:
        """The scores decide."""
        scores: Floats | None = None
        for member, vote in zip(self.members, self.votes, strict=True):
            said = vote * said_by(member, inputs, self.is_hard, self.commonest)
            scores = said if scores is None else scores + said
        assert scores is not None
        if self.link == IDENTITY:
            scores = scores / self.votes.sum()
        return scores, linked(scores, self.link, self.scale)

    def first(self, rounds: int) -> "Votes":
        """The first members only."""
        return replace(self, members=self.members[:rounds], votes=self.votes[:rounds])

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a member could not be asked."""
        require(len(self.members) == len(self.votes) > 0 and bool(np.isfinite(self.votes).all()))
        require(self.link in LINKS and 0 <= self.commonest < outputs)
        require(float(self.votes.sum()) != 0)
        for member in self.members:
            member.check(features, outputs)


def said_by(member: Predictor, inputs: Inputs, is_hard: bool, commonest: int) -> Floats:
    """What a member says: its outputs, or 1 for the class that it names and 0 for the others."""
    if not is_hard:
        if isinstance(member, TreeSum) and member.is_plain_tree:
            return member.scores(inputs)  # the shares of a leaf sum to 1 as they are
        return member.outputs(inputs)
    scores = member.decisive(inputs)
    said = np.zeros_like(scores)
    said[np.arange(len(said)), winners(scores, commonest)] = 1.0
    return said


def voting(
    members: Sequence[Predictor],
    votes: Floats,
    is_hard: bool,
    commonest: int,
    link: str,
    scale: float,
) -> Predictor:
    """The members as one predictor: as one sum of trees where each of them is a tree."""
    trees = [member for member in members if isinstance(member, TreeSum) and member.is_plain_tree]
    if len(trees) < len(members) or not members:
        return Votes(tuple(members), np.asarray(votes, float), is_hard, commonest, link, scale)
    total = votes.sum() if link == IDENTITY else 1.0
    parts = [
        replace(
            member.trees,
            votes=np.array([vote / total]),
            values=hardened(member.trees.values, commonest) if is_hard else member.trees.values,
        )
        for member, vote in zip(trees, votes, strict=True)
    ]
    offset = np.zeros(len(trees[0].offset))
    return TreeSum(Trees.chained(parts), offset, link, scale, 1, link == IDENTITY)


def hardened(shares: Floats, commonest: int) -> Floats:
    """1 for the class with the largest share, 0 for the others."""
    hard = np.zeros_like(shares)
    hard[np.arange(len(hard)), winners(shares, commonest)] = 1.0
    return hard
