"""A sum of trees: boosted trees, forests, and a single tree."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.predictors.links import IDENTITY, LINKS, ONE_SCORE, SHARES, classes_of, linked
from core.learning.predictors.predictor import Predictor


@dataclass(frozen=True, eq=False)
class TreeSum(Predictor):
    """F(x) = offset + Σ vote · tree(x), and a link from F to shares of classes."""

    kind = "tree_sum"

    trees: Trees
    offset: Annotated[Floats, Stored("<f8")]
    link: str
    scale: float
    per_round: int
    """How many trees a round has."""
    is_mean: bool = False
    """Whether the votes are shares of 1, which the first trees alone must share anew."""

    def scores(self, inputs: Inputs) -> Floats:
        """F of every row, a column an output."""
        scores = np.tile(self.offset, (len(inputs), 1))
        self.trees.add_to(scores, inputs.codes)
        return scores

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the classes, or the number."""
        return linked(self.scores(inputs), self.link, self.scale)

    def judged(self, inputs: Inputs) -> tuple[Floats, Floats]:
        """The scores decide: shares that are equal to the last digit may have unequal scores."""
        scores = self.scores(inputs)
        return self._by_class(scores), linked(scores, self.link, self.scale)

    def decisive(self, inputs: Inputs) -> Floats:
        """The scores, a column a class."""
        return self._by_class(self.scores(inputs))

    def _by_class(self, scores: Floats) -> Floats:
        return np.column_stack([-scores, scores]) if self.link in ONE_SCORE else scores

    @property
    def is_plain_tree(self) -> bool:
        """Whether it is one tree whose leaves say what it says: shares, or a number."""
        is_alone = len(self.trees) == 1 and self.link in (SHARES, IDENTITY)
        return is_alone and float(self.trees.votes[0]) == 1 and not self.offset.any()

    def among(self, features: Integers, width: int) -> "TreeSum":
        """The same trees about more columns."""
        return replace(self, trees=self.trees.among(features))

    def first(self, rounds: int) -> "TreeSum":
        """The trees of the first rounds."""
        trees = self.trees.first(rounds * self.per_round)
        if self.is_mean and len(trees):
            trees = replace(trees, votes=trees.votes / trees.votes.sum())
        return replace(self, trees=trees)

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a walk through the trees could go wrong."""
        self.trees.check(features)
        width = self.trees.values.shape[1]
        require(self.link in LINKS and self.per_round >= 1)
        require(bool(np.isfinite(self.offset).all()) and len(self.offset) >= 1)
        require(classes_of(self.link, len(self.offset)) == outputs)
        require(self.link not in ONE_SCORE or len(self.offset) == 1)
        require(self.link != IDENTITY or len(self.offset) == 1)
        require(width in (1, len(self.offset)))
        require(not self.is_mean or bool(np.all(self.trees.votes > 0)))
        require(bool(np.all((self.trees.output >= 0) & (self.trees.output < len(self.offset)))))
