"""Stages of one tree each: a stage answers for the rows that it is sure of, and passes the rest."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.codec import require
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.committee import CommitteeReader, LevelOutputs, Seen_co
from core.learning.predictors.predictor import Predictor
from core.learning.words.learned import Learned, Vocabulary
from core.learning.words.leaves import share_leaves, tree_sentence
from core.learning.words.tree_reading import PlainTree


@dataclass(frozen=True, eq=False)
class SureFirst(Predictor):
    """A row has the shares of the first stage that is sure of it, or else of the last."""

    kind = "test_sure_first"
    in_rounds = True

    trees: Trees
    """A tree a stage; its leaves hold the shares of the classes."""
    sure: float

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the classes."""
        *_, last = self._after_each(inputs)
        return last[0]

    def decided(self, inputs: Inputs) -> Floats:
        """The stage, counted from 0, that answers for each row."""
        *_, last = self._after_each(inputs)
        return last[1]

    def _after_each(self, inputs: Inputs) -> Iterator[tuple[Floats, Integers, Floats]]:
        """After each stage the shares so far, who gave them, and what the stage says itself."""
        width = self.trees.values.shape[1]
        shares, by = np.zeros((len(inputs), width)), np.zeros(len(inputs), np.int64)
        is_open = np.ones(len(inputs), bool)
        for stage in range(len(self.trees)):
            own = np.zeros((len(inputs), width))
            self.trees.add_to(own, inputs.codes, stage, stage + 1)
            shares, by = np.where(is_open[:, None], own, shares), np.where(is_open, stage, by)
            is_open = is_open & (own.max(axis=1) < self.sure)
            yield shares, by, own

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a walk could go wrong."""
        self.trees.check(features)
        require(len(self.trees) > 0 and self.trees.values.shape[1] == outputs >= 2)
        require(bool(np.all(self.trees.votes == 1)) and 0 <= self.sure <= 1)

    def among(self, features: Integers, width: int) -> "SureFirst":
        """The same trees about more columns."""
        return replace(self, trees=self.trees.among(features))

    @property
    def rounds(self) -> int:
        """A stage a round."""
        return len(self.trees)

    def first(self, rounds: int) -> "SureFirst":
        """The first stages only."""
        return replace(self, trees=self.trees.first(rounds))

    def part(self, number: int, place: int, words: Vocabulary) -> Learned:
        """The tree of a stage."""
        leaf = share_leaves(self.trees.values, words.classes)
        tree = PlainTree(self.trees, number - 1, words.features, leaf, words.gaps)
        sentence = f"{tree_sentence(tree)} It answers where a share reaches {self.sure:.0%}."
        return Learned(f"stage {number}", sentence, tree)

    def shown_to(self, reader: CommitteeReader[Seen_co]) -> Seen_co:
        """Levels of one tree."""
        return reader.levels(self._levels)

    def _levels(self, inputs: Inputs) -> Iterator[LevelOutputs]:
        for shares, _, own in self._after_each(inputs):
            yield LevelOutputs(shares, (own,))

    def tree_sums(self, weight: float = 1.0) -> Iterator[tuple[Trees, float]]:
        """The trees of all stages."""
        yield self.trees, weight

    def said_in(self, number: int, inputs: Inputs, commonest: int) -> Floats:
        """What the tree of a stage says of every row."""
        own = np.zeros((len(inputs), self.trees.values.shape[1]))
        self.trees.add_to(own, inputs.codes, number - 1, number)
        return own

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """From the last stage to the first: its own shares where it is sure of a row."""
        graph, shares = columns.graph, ""
        for stage in reversed(range(len(self.trees))):
            own = columns.sums(self.trees.some(slice(stage, stage + 1)), np.zeros(outputs))
            largest = graph.add("ReduceMax", own, graph.constant([1], np.int64))
            is_sure = graph.add("GreaterOrEqual", largest, graph.constant(self.sure))
            shares = graph.add("Where", is_sure, own, shares) if shares else own
        return shares, shares
