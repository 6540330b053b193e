"""A sum of trees: boosted trees, forests, and a single tree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Self

import numpy as np

from core.base import room
from core.base.arrays import Floats, Integers
from core.base.codec import Stored, require
from core.base.lacking import Lacking
from core.base.wording import readable
from core.engine.inputs import Inputs
from core.engine.saying import Saying
from core.engine.shapley import contributions, expected
from core.engine.trees import Trees
from core.learning.graph import GraphColumns, Judged, Name
from core.learning.predictors.links import (
    IDENTITY,
    LINKS,
    LOGISTIC,
    ONE_SCORE,
    SHARES,
    SOFTMAX,
    classes_of,
    linked,
    linked_in,
)
from core.learning.predictors.packed_trees import PackedTrees
from core.learning.predictors.predictor import Contributions, Packed, Predictor, SumOfTrees
from core.learning.words.learned import Learned, Vocabulary
from core.learning.words.leaves import added, share_leaves, tree_sentence, with_vote
from core.learning.words.tree_reading import Leaf, LeafReader, PlainTree


@dataclass(frozen=True, eq=False)
class TreeSum(Predictor):
    """F(x) = offset + Σ vote · tree(x), and a link from F to shares of classes."""

    kind = "tree_sum"
    in_rounds = True

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
        shape = len(inputs), len(self.offset)
        is_zero = not self.offset.any()
        scores = room.empty(shape) if is_zero else room.copied(np.broadcast_to(self.offset, shape))
        self.trees.add_to(scores, inputs.codes, is_fresh=is_zero)
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

    def spoken(self, inputs: Inputs) -> Floats:
        """The shares of a leaf sum to 1 as they are."""
        return self.scores(inputs) if self.is_plain_tree else self.outputs(inputs)

    def saying(self, inputs: Inputs) -> Saying:
        """One tall tree is asked piece by piece: what it says is never there as a whole."""
        by_piece = self.trees.saying(inputs.codes) if self.is_plain_tree else None
        return by_piece or super().saying(inputs)

    def among(self, features: Integers, width: int) -> "TreeSum":
        """The same trees about more columns."""
        return replace(self, trees=self.trees.among(features))

    @property
    def rounds(self) -> int:
        """As many as there are trees for."""
        return len(self.trees) // self.per_round

    def parts(self, number: int) -> int:
        """The trees of a round."""
        return self.per_round

    def part(self, number: int, place: int, words: Vocabulary) -> Learned:
        """One of the trees of a round."""
        return self.part_within((number - 1) * self.per_round + place, words)

    @property
    def parts_within(self) -> int:
        """All of its trees."""
        return max(1, len(self.trees))

    def part_within(self, place: int, words: Vocabulary) -> Learned:
        """One of its trees."""
        return tree_in_words(self, place, words)

    def voters(self) -> tuple[Predictor, ...] | Lacking:
        """The trees, where each names a class, or a number, by itself."""
        if not self._votes_tree_by_tree:
            return super().voters()
        none = np.zeros_like(self.offset)
        return tuple(
            replace(
                self, trees=replace(self.trees.some(slice(k, k + 1)), votes=np.ones(1)), offset=none
            )
            for k in range(len(self.trees))
        )

    @property
    def _votes_tree_by_tree(self) -> bool:
        if self.per_round != 1 or not len(self.trees):
            return False
        if self.link == SHARES or (self.link == SOFTMAX and not self.offset.any()):
            return bool(self.trees.values.shape[1] == len(self.offset))
        if self.link == LOGISTIC:  # boosted stumps: every leaf is -1 or 1
            return self._are_votes
        return self.link == IDENTITY and not self.offset.any()

    @property
    def _are_votes(self) -> bool:
        return bool(np.isin(np.abs(self.trees.values), (0.0, 1.0)).all())

    def lean(self) -> "TreeSum":
        """One tree with its own nodes: asked one by one, each would pack the nodes of all."""
        return replace(self, trees=self.trees.alone()) if len(self.trees) == 1 else self

    @classmethod
    def packed(cls, members: Sequence[Self]) -> Packed | None:
        """Sums that differ in their trees and their offset alone, one behind the other."""
        alike = {member._look for member in members}
        return PackedTrees.of(members) if len(alike) == 1 else None

    @property
    def _look(self) -> tuple[int, int, str, float, int, bool]:
        """What the members that are kept together have in common."""
        width = self.trees.values.shape[1]
        return (len(self.offset), width, self.link, self.scale, self.per_round, self.is_mean)

    def tree_sums(self, weight: float = 1.0) -> Iterator[tuple[Trees, float]]:
        """Its trees."""
        yield self.trees, weight

    def additive(self) -> SumOfTrees | Lacking:
        """It is nothing but a sum of trees."""
        return SumOfTrees(self.trees, self.offset)

    @property
    def adds_scores(self) -> bool:
        """Whether the link bends what adds up."""
        return self.link not in (SHARES, IDENTITY)

    def contributions(self, inputs: Inputs) -> Contributions | Lacking:
        """Those of its trees (core.engine.shapley); of two classes one says it all."""
        trees, offset = self.trees, self.offset
        cover = trees.cover
        if cover is None:
            return Lacking(
                "This model was saved before the rows behind each answer were kept, so what a "
                "column adds is estimated. Train it again to have it exactly."
            )
        is_two_shares = self.link == SHARES and len(offset) == 2
        if is_two_shares and len(trees):
            trees, offset = replace(trees, values=trees.values[:, 1:].copy()), offset[1:]
        base = offset + expected(trees, cover, len(offset))
        values = contributions(trees, cover, inputs.codes, len(offset))
        if self.link == SHARES:
            # Every leaf's shares sum to 1, so that the scores of a row sum to the same of any row.
            total = float(self.offset.sum() + self.trees.votes.sum())
            base, values = base / total, values / total
        if is_two_shares and len(trees):
            return Contributions(
                np.concatenate([1 - base, base]), np.concatenate([-values, values], axis=2)
            )
        if self.link in ONE_SCORE:
            base, values = np.append(-base, base), np.concatenate([-values, values], axis=2)
        return Contributions(base, values)

    def tree_of(self, number: int) -> tuple[Trees, int] | Lacking:
        """The first tree of the round."""
        return (self.trees, (number - 1) * self.per_round) if number >= 1 else super().tree_of(0)

    @property
    def total_votes(self) -> float | None:
        """The sum of the votes, where each tree votes for a class."""
        if self.per_round != 1 or self.offset.any() or self.link not in (LOGISTIC, SOFTMAX):
            return None
        # The scores of two classes are -F and F: their difference counts every vote twice.
        total = float(np.abs(self.trees.votes).sum()) * (2 if self.link == LOGISTIC else 1)
        return (total or None) if self._are_votes else None

    @property
    def has_half_log_odds(self) -> bool:
        """Whether the link is the logistic one."""
        return self.link == LOGISTIC

    def said_in(self, number: int, inputs: Inputs, commonest: int) -> Floats | Integers | None:
        """What the trees of the round add to the scores."""
        if not len(self.trees):
            return None
        scores = np.zeros((len(inputs), len(self.offset)))
        first = (number - 1) * self.per_round
        self.trees.add_to(scores, inputs.codes, first, first + self.per_round)
        return scores

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The sum, and its link."""
        if len(self.trees) == 1:
            return self._leaf_operators(columns)
        graph = columns.graph
        scores = columns.sums(self.trees, self.offset)
        shares = linked_in(graph, scores, self.link, self.scale, len(self.offset))
        if self.link in ONE_SCORE:
            scores = graph.joined([graph.add("Neg", scores), scores])
        return scores, shares

    def spoken_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The leaves as they are, where it is one tree."""
        decisive, shares = self.as_operators(columns, outputs)
        return decisive, decisive if self.is_plain_tree else shares

    def _leaf_operators(self, columns: GraphColumns) -> Judged:
        """A tree alone: its leaves hold what they say, linked beforehand."""
        trees = self.trees
        scores = np.tile(self.offset, (len(trees.values), 1))
        if trees.values.shape[1] == 1:
            scores[:, trees.output[0]] += trees.votes[0] * trees.values[:, 0]
        else:
            scores += trees.votes[0] * trees.values
        shares = linked(scores, self.link, self.scale)
        if self.link in ONE_SCORE:
            scores = np.column_stack([-scores, scores])

        def said(values: Floats) -> Name:
            tree = replace(trees, votes=np.ones(1), values=values, output=np.zeros(1, np.int32))
            return columns.sums(tree, np.zeros(values.shape[1]))

        told = said(shares)
        return (told if np.array_equal(scores, shares) else said(scores)), told

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


# In words


def tree_in_words(predictor: TreeSum, number: int, words: Vocabulary) -> Learned:
    """A tree of a sum, by what its leaves do there: vote, hold shares, or add to a score."""
    trees = predictor.trees
    if number >= len(trees):
        return Learned("no learner", "There is no question in it: it says the same of every row.")
    vote, output = float(trees.votes[number]), int(trees.output[number])
    width, outputs = trees.values.shape[1], len(predictor.offset)
    leaf, adds = _leaves(predictor, number, words)
    tree = PlainTree(trees, number, words.features, leaf, words.gaps)
    title = "stump" if tree.leaves() == 2 else "tree"
    sentence = tree_sentence(tree)
    if width == 1 and outputs > 1 and words.classes:
        title = f"tree for {words.classes[output]}"
        sentence = f"{sentence} It adds to the score of {words.classes[output]}."
    elif adds and words.classes:
        sentence = f"{sentence} It adds to the score of {words.classes[-1]}."
    elif adds:
        sentence = f"{sentence} Its leaves add to the number."
    elif predictor.link in (LOGISTIC, SOFTMAX):
        sentence = with_vote(sentence, vote)
    return Learned(title, sentence, tree)


def _leaves(predictor: TreeSum, number: int, words: Vocabulary) -> tuple[LeafReader, bool]:
    """How the leaves of a tree read, and whether they add to a score rather than vote."""
    trees, classes = predictor.trees, words.classes
    vote, output = float(trees.votes[number]), int(trees.output[number])
    values, several = trees.values, len(predictor.offset) > 1
    if values.shape[1] > 1:
        return share_leaves(values, classes, is_hard=predictor.link == SOFTMAX), False
    if not classes:
        is_plain = predictor.is_mean or (vote == 1 and not predictor.offset.any())
        if is_plain:
            return lambda node: Leaf(readable(values[node, 0]), None, float(values[node, 0])), False
        return lambda node: added(float(values[node, 0]) * vote, None, None), True
    if several:
        return lambda node: added(float(values[node, 0]) * vote, output, None), True
    root = trees.roots[number]
    below = (
        values[[trees.left[root], trees.right[root]], 0] if trees.left[root] >= 0 else values[:0]
    )
    if predictor.link == LOGISTIC and len(below) and bool(np.all(np.abs(below) == 1)):

        def voted(node: int) -> Leaf:
            label = int(values[node, 0] > 0)
            return Leaf(f"votes {classes[label]}", label, float(values[node, 0]) * vote)

        return voted, False
    return lambda node: added(float(values[node, 0]) * vote, 1, 0), True
