"""What predictors from a matrix share: scores by blocks of rows, and a link to shares."""

import abc
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Integers
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.libraries import one_thread
from core.engine.matrix import Int32s, MatrixLayout
from core.learning.graph import GraphColumns, Judged, Name
from core.learning.predictors.links import IDENTITY, LINKS, ONE_SCORE, classes_of, linked, linked_in
from core.learning.predictors.predictor import Predictor
from core.learning.words.learned import Learned, Vocabulary

_BLOCK = 4096
_BLOCK_NUMBERS = 1 << 21


@dataclass(frozen=True, eq=False)
class Scored(Predictor):
    """Scores of the classes that were there in training, or of the number; other classes get 0."""

    layout: MatrixLayout
    link: str
    present: Annotated[Int32s, Stored("<i4")]
    """The class of each column that the link gives."""
    classes: int
    """How many classes there are, present or not; 1 for a number."""

    @abc.abstractmethod
    def scores(self, inputs: Inputs, rows: slice) -> Floats:
        """The scores of some rows."""

    @property
    def breadth(self) -> int:
        """How many numbers a row becomes on the way."""
        return self.layout.width

    def log_odds(self, scores: Floats) -> Floats:
        """What is linked to shares: the scores themselves, unless they are calibrated first."""
        return scores

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the classes, or the number."""
        return self._linked(inputs, None)

    def _linked(self, inputs: Inputs, decisive: Floats | None) -> Floats:
        """The outputs; what decides is noted, where a place for it is given."""
        outputs = np.zeros((len(inputs), self.classes))
        if self.layout.width:
            _ = inputs.codes  # made here: below, the threads of the pool are taken
        # Blocks that depend on the predictor alone: the same rows give the same bits.
        block = max(64, min(_BLOCK, _BLOCK_NUMBERS // max(1, self.breadth)))

        def work(first: int, last: int) -> None:
            for start in range(first * block, min(last * block, len(inputs)), block):
                rows = slice(start, min(start + block, len(inputs)))
                scores = self.scores(inputs, rows)
                outputs[rows, self.present] = linked(self.log_odds(scores), self.link, 1.0)
                if decisive is not None:
                    both = np.column_stack([-scores, scores]) if self.link in ONE_SCORE else scores
                    decisive[rows, self.present] = both

        with one_thread():
            pool.over(-(-len(inputs) // block), work)
        return outputs

    def part_within(self, place: int, words: Vocabulary) -> Learned:
        """What there is to say of it."""
        classes = [words.classes[label] for label in self.present] if words.classes else []
        return self.told(words, classes)

    def told(self, words: Vocabulary, classes: list[str]) -> Learned:
        """What there is to say of it; `classes` are those that were there in training."""
        return Learned(self.kind, "There is nothing shorter to say of it.")

    def voters(self) -> tuple[Predictor, ...]:
        """A learner alone is the only member."""
        return (self,)

    def scored_operators(self, columns: GraphColumns, scores: Name, width: int) -> Judged:
        """What every predictor from a matrix does with so many scores."""
        linked_scores = linked_in(columns.graph, scores, self.link, 1.0, width)
        shares = self.spread(columns, linked_scores)
        return shares, shares

    def spread(self, columns: GraphColumns, told: Name) -> Name:
        """What is told of the classes present, in the places of all classes; 0 for the others."""
        present = self.present
        if len(present) == self.classes:
            return told
        spread = np.zeros((len(present), self.classes))
        spread[np.arange(len(present)), present] = 1.0
        return columns.graph.add("MatMul", told, columns.graph.constant(spread))

    def among(self, features: Integers, width: int) -> "Scored":
        """The same matrix from more columns."""
        return replace(self, layout=self.layout.among(features))

    def check_scores(self, features: int, outputs: int, scores: int) -> None:
        """Raise ValueError if the layout, or so many scores a row, could not be used."""
        self.layout.check(features)
        require(self.link in LINKS and self.classes == outputs)
        require(scores >= 1 and len(self.present) == classes_of(self.link, scores))
        require(scores == 1 or self.link not in (*ONE_SCORE, IDENTITY))
        require(self.link != IDENTITY or outputs == 1)
        require(bool(np.all((self.present >= 0) & (self.present < outputs))))
        require(bool(np.all(np.diff(self.present) > 0)))
