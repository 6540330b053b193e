"""A cascade of stages: a row that a stage rejects costs nothing more."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.codec import Stored, require
from core.base.wording import grouped, readable
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.committee import CommitteeReader, Seen_co
from core.learning.predictors.predictor import Predictor
from core.learning.words.learned import Learned, Vocabulary
from core.learning.words.tree_reading import Leaf, PlainTree

_SURE = 0.501
"""The least share of the class that was decided for: shares never contradict the decision."""
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class RejectCascade(Predictor):
    """A row is of the detected class if Σ vote · stump(x) reaches the threshold of every stage.

    Its shares are those of the training rows that left at the same stage, or that passed all.
    """

    kind = "reject_cascade"
    in_rounds = True

    trees: Trees
    """The stumps of all stages, one behind the other."""
    detected: int
    """The class that passes: 0 or 1."""
    ends: Annotated[npt.NDArray[np.int32], Stored("<i4")]
    """How many stumps there are up to the end of each stage."""
    thresholds: Annotated[Floats, Stored("<f8")]
    rejected: Annotated[Floats, Stored("<f8")]
    """The share of the detected class among the rows that each stage rejects."""
    passed: Annotated[Floats, Stored("<f8")]
    """The share of the detected class among the rows that pass it."""

    def exits(self, inputs: Inputs) -> Integers:
        """The stage, counted from 0, that rejects each row; the number of stages if none does."""
        codes = inputs.codes
        left_at = np.full(len(inputs), len(self.ends))
        alive = np.arange(len(inputs))
        start = 0
        for stage, end in enumerate(self.ends.tolist()):
            scores = np.zeros((len(alive), 1))
            self.trees.add_to(scores, codes, start, end)
            passes = scores[:, 0] >= self.thresholds[stage]
            left_at[alive[~passes]] = stage
            alive, codes = alive[passes], np.ascontiguousarray(codes[:, passes])
            start = end
        return left_at

    def costs(self, exits: Integers) -> Integers:
        """How many stumps were asked about rows with these exits."""
        return np.asarray(self.ends[np.minimum(exits, len(self.ends) - 1)], np.int64)

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the two classes."""
        return self.shares(self.exits(inputs))

    def shares(self, exits: Integers) -> Floats:
        """The shares of the two classes for rows with these exits."""
        by_exit = np.append(
            np.minimum(self.rejected, 1 - _SURE), np.maximum(self.passed[-1], _SURE)
        )
        share = by_exit[exits]
        both = (share, 1 - share) if self.detected == 0 else (1 - share, share)
        return np.column_stack(both)

    @property
    def rounds(self) -> int:
        """A stage a round."""
        return len(self.ends)

    def parts(self, number: int) -> int:
        """The stumps of a stage."""
        return int(np.diff(self.ends, prepend=0)[number - 1])

    def part(self, number: int, place: int, words: Vocabulary) -> Learned:
        """A stump of a stage."""
        starts = np.concatenate([[0], self.ends])
        stumps = int(starts[number] - starts[number - 1])
        trees, where = self.trees, int(starts[number - 1]) + place
        passes, other = words.classes[self.detected], words.classes[1 - self.detected]

        def leaf(node: int) -> Leaf:
            is_for = bool(trees.values[node, 0] > 0)
            label = self.detected if is_for else 1 - self.detected
            return Leaf(f"votes {passes if is_for else other}", label, float(trees.values[node, 0]))

        tree = PlainTree(trees, where, words.features, leaf, words.gaps)
        sentence = (
            f"Stump {grouped(place + 1)} of {grouped(stumps)} of stage {grouped(number)}, "
            "with the vote "
            f"{readable(float(trees.votes[where]))}. A row passes as {passes} if the votes reach "
            f"{readable(float(self.thresholds[number - 1]))}; else it is rejected."
        )
        return Learned(f"stage {grouped(number)}, stump {grouped(place + 1)}", sentence, tree)

    def shown_to(self, reader: CommitteeReader[Seen_co]) -> Seen_co:
        """Its stages."""
        return reader.stages(self.exits, len(self.ends), self.detected)

    def tree_sums(self, weight: float = 1.0) -> Iterator[tuple[Trees, float]]:
        """The stumps of all stages."""
        yield self.trees, weight

    def said_in(self, number: int, inputs: Inputs, commonest: int) -> Floats | Integers | None:
        """Whether the stage lets pass a row, whatever the stages before it did."""
        ends = [0, *self.ends.tolist()]
        scores = np.zeros((len(inputs), 1))
        self.trees.add_to(scores, inputs.codes, ends[number - 1], ends[number])
        return np.asarray(scores >= self.thresholds[number - 1], np.int64)

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """All stages at once, and the first one that rejects; rejecting early saves nothing."""
        graph, start = columns.graph, 0
        rejects = []
        for end, threshold in zip(self.ends.tolist(), self.thresholds, strict=True):
            own = self.trees.some(slice(start, end))
            score = columns.sums(own, np.zeros(1))
            # A threshold is the sum of a training row: what is equal but for rounding reaches it.
            least = threshold - _ROUNDING * np.abs(own.votes).sum()
            rejects.append(graph.number(graph.add("Less", score, graph.constant(least))))
            start = end
        passed = graph.add("Add", columns.zeros(1), graph.constant(1.0))
        exits = graph.add("ArgMax", graph.joined([*rejects, passed]), axis=1, keepdims=0)
        by_exit = graph.constant(self.shares(np.arange(len(rejects) + 1)))
        shares = graph.add("Gather", by_exit, exits, axis=0)
        return shares, shares

    def among(self, features: Integers, width: int) -> "RejectCascade":
        """The same stumps about more columns."""
        return replace(self, trees=self.trees.among(features))

    def first(self, rounds: int) -> "RejectCascade":
        """The first stages only."""
        return replace(
            self,
            trees=self.trees.first(int(self.ends[rounds - 1])),
            ends=self.ends[:rounds],
            thresholds=self.thresholds[:rounds],
            rejected=self.rejected[:rounds],
            passed=self.passed[:rounds],
        )

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a row could not go through the stages."""
        self.trees.check(features)
        require(outputs == 2 and self.detected in (0, 1) and self.trees.values.shape[1] == 1)
        require(not self.trees.output.any())
        stages = len(self.ends)
        require(stages == len(self.thresholds) == len(self.rejected) == len(self.passed) > 0)
        require(bool(np.all(np.diff(self.ends, prepend=0) > 0)))
        require(int(self.ends[-1]) == len(self.trees))
        require(bool(np.isfinite(self.thresholds).all()))
        for shares in (self.rejected, self.passed):
            require(bool(np.all((shares >= 0) & (shares <= 1))))
