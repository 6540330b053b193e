"""Votes: predictors that each vote, by their class or by their shares."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.base.lacking import Lacking
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.graph import GraphColumns, Judged, Name
from core.learning.predictors.links import IDENTITY, LINKS, SHARES, SOFTMAX, linked, linked_in
from core.learning.predictors.of_members import OfMembers
from core.learning.predictors.predictor import Contributions, Predictor
from core.learning.predictors.tree_sum import TreeSum
from core.learning.predictors.winners import ranked, winner_in, winners


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

    @property
    def weighed(self) -> Floats:
        """The vote of every member."""
        return self.votes

    def tree_sums(self, weight: float = 1.0) -> Iterator[tuple[Trees, float]]:
        """Those of the members, each by its vote."""
        for member, vote in zip(self.members, self.votes, strict=True):
            yield from member.tree_sums(weight * abs(float(vote)))

    @property
    def adds_scores(self) -> bool:
        """Whether the link bends what adds up."""
        return self.link not in (SHARES, IDENTITY)

    def contributions(self, inputs: Inputs) -> Contributions | Lacking:
        """Those of the members, by their votes, where shares or numbers are added up."""
        if self.is_hard:
            return Lacking(
                "Its members vote, each for one class, so what a column adds is estimated."
            )
        found: Contributions | None = None
        for member, vote in zip(self.members, self.votes, strict=True):
            # What is explained of a member has to be what it brings into the vote.
            own = (
                super().contributions(inputs)
                if member.adds_scores
                else member.contributions(inputs)
            )
            if isinstance(own, Lacking):
                return own
            own = own.times(float(vote))
            found = own if found is None else found.plus(own)
        assert found is not None
        return found if self.adds_scores else found.times(1 / float(self.votes.sum()))

    @property
    def total_votes(self) -> float | None:
        """The sum of the votes, where members vote for classes."""
        is_voting = self.is_hard and self.link in (SOFTMAX, SHARES)
        return float(np.abs(self.votes).sum()) or None if is_voting else None

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The sum of what the members say."""
        graph = columns.graph
        scores = ""
        for member, vote in zip(self.members, self.votes, strict=True):
            said = graph.add("Mul", self._said(member, columns, outputs), graph.constant(vote))
            scores = graph.add("Add", scores, said) if scores else said
        if self.link == IDENTITY:
            scores = graph.add("Div", scores, graph.constant(self.votes.sum()))
        return scores, linked_in(graph, scores, self.link, self.scale, outputs)

    def _said(self, member: Predictor, columns: GraphColumns, outputs: int) -> Name:
        """What `said_by` says of a member."""
        if not self.is_hard:
            return member.spoken_operators(columns, outputs)[1]
        graph, (decisive, _) = columns.graph, member.as_operators(columns, outputs)
        place = np.argsort(ranked(self.commonest, outputs))
        named = winner_in(graph, decisive, self.commonest, outputs, keepdims=1)
        return graph.number(graph.add("Equal", named, graph.constant(place, np.int64)))

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
        return member.spoken(inputs)
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
