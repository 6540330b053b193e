"""The weighted median of several predictions (Drucker 1997)."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from core.base import pool
from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.of_members import OfMembers

_BLOCK = 4096


@dataclass(frozen=True, eq=False)
class Median(OfMembers):
    """The least number with at least half of the votes at or below it."""

    kind = "median"

    votes: Annotated[Floats, Stored("<f8")]

    def outputs(self, inputs: Inputs) -> Floats:
        """One number a row."""
        said = np.column_stack([member.outputs(inputs)[:, 0] for member in self.members])
        return weighted_medians(said, self.votes)[:, None]

    @property
    def weighed(self) -> Floats:
        """The vote of every member."""
        return self.votes

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The first of the sorted numbers that half of the votes do not exceed."""
        graph, count = columns.graph, len(self.members)
        said = graph.joined([member.as_operators(columns, outputs)[1] for member in self.members])
        values, places = graph.sorted(said, count)
        votes = graph.add("Gather", graph.constant(self.votes), places, axis=0)
        below = graph.add("CumSum", votes, graph.constant(1, np.int64))
        half = graph.add("Mul", graph.chosen(below, [count - 1]), graph.constant(0.5))
        reaches = graph.number(graph.add("GreaterOrEqual", below, half))
        place = graph.add("ArgMax", reaches, axis=1, keepdims=1, select_last_index=0)
        median = graph.add("GatherElements", values, place, axis=1)
        return median, median

    def first(self, rounds: int) -> "Median":
        """The first members only."""
        return replace(self, members=self.members[:rounds], votes=self.votes[:rounds])

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a member could not be asked."""
        require(outputs == 1 and len(self.members) == len(self.votes) > 0)
        require(bool(np.isfinite(self.votes).all() and np.all(self.votes > 0)))
        for member in self.members:
            member.check(features, outputs)


def weighted_medians(said: Floats, votes: Floats) -> Floats:
    """Of every row the least number with at least half of the votes at or below it.

    >>> weighted_medians(np.array([[3.0, 1.0, 2.0]]), np.array([1.0, 1.0, 5.0])).tolist()
    [2.0]
    >>> weighted_medians(np.array([[3.0, 1.0]]), np.ones(2)).tolist()
    [1.0]
    """
    found = np.empty(len(said))

    def work(first: int, last: int) -> None:
        for start in range(first * _BLOCK, min(last * _BLOCK, len(said)), _BLOCK):
            own = said[start : start + _BLOCK]
            order = np.argsort(own, axis=1, kind="stable")
            below = np.cumsum(votes[order], axis=1)
            place = np.argmax(below >= below[:, -1:] / 2, axis=1)
            every = np.arange(len(own))
            found[start : start + _BLOCK] = own[every, order[every, place]]

    pool.over(-(-len(said) // _BLOCK), work)
    return found
