"""A cascade of forests: every level sees the columns and the class vectors of the level before."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from core.base import pool
from core.base.arrays import Codes, Floats, Integers
from core.base.codec import Stored, require
from core.base.wording import grouped
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.committee import CommitteeReader, LevelOutputs, Seen_co
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.stacked import NumberEncoder
from core.learning.words.learned import Learned, Vocabulary
from core.learning.words.leaves import shares_leaf, tree_sentence
from core.learning.words.tree_reading import Leaf, PlainTree


@dataclass(frozen=True, eq=False)
class ForestLevel:
    """The forests of a level: a class vector each, the mean of its trees' leaf shares."""

    trees: Trees
    """Forest by forest. A node's value is its row of `shares`: most leaves are of one class."""
    forests: int
    columns: NumberEncoder
    """How the class vectors of the level before become codes; none at the first level."""
    shares: Annotated[Floats, Stored("<f8", 2)]

    def vectors(self, codes: Codes) -> Floats:
        """The class vectors of every row, forest by forest."""
        from core.engine.kernels.forests import add_shares

        trees, rows = self.trees, codes.shape[1]
        nodes = trees.nodes
        per_forest = len(trees) // self.forests
        vectors = np.zeros((rows, self.forests * self.shares.shape[1]))
        chunk = pool.chunk_rows(rows)

        def work(first: int, last: int) -> None:
            start, stop = first * chunk, min(last * chunk, rows)
            add_shares(nodes, trees.values, self.shares, codes, per_forest, start, stop, vectors)

        pool.over_chunks(rows, work)
        return vectors / per_forest

    def only(self, trees: Integers) -> "ForestLevel":
        """The level with some of the trees, as many of each forest."""
        return replace(self, trees=self.trees.some(trees))

    def joined(self, codes: Codes, vectors: Floats | None) -> Codes:
        """The codes of the columns, and below them those of the class vectors before."""
        from core.learning.predictors.derived_columns import number_columns

        if vectors is None:
            return codes
        added = self.columns.encoder().encode(number_columns(vectors), np.arange(len(vectors)))
        return np.vstack([codes, added])

    def tree(self, number: int, place: int, words: Vocabulary) -> Learned:
        """One of its trees, in words; it is the level of this number."""
        forest, tree_place = divmod(place, len(self.trees) // self.forests)
        if number > 1:
            words = self._after_another(words)

        def leaf(node: int) -> Leaf:
            return shares_leaf(self.shares[int(self.trees.values[node, 0])], words.classes)

        # Pure leaves of a class are one node in all branches: their rows are not counted apart.
        tree = PlainTree(self.trees, place, words.features, leaf, words.gaps, counts_rows=False)
        title = f"level {number}, forest {forest + 1}, tree {grouped(tree_place + 1)}"
        return Learned(title, tree_sentence(tree), tree)

    def _after_another(self, words: Vocabulary) -> Vocabulary:
        """The words with those for the class vectors of the level before."""
        derived, classes = self.columns.encoder().features, words.classes
        names = [
            f"forest {1 + column // len(classes)} on {classes[column % len(classes)]}"
            for column in range(len(derived))
        ]
        columns = tuple(replace(own, name=name) for own, name in zip(derived, names, strict=True))
        return words.among(columns, behind=True)

    def check(self, features: int, columns: int, classes: int) -> None:
        """Raise ValueError if a walk through the level's trees could go wrong."""
        self.columns.check(columns)
        self.trees.check(features + columns)
        require(self.forests >= 1 and len(self.trees) > 0 and len(self.trees) % self.forests == 0)
        require(self.trees.values.shape[1] == 1 and self.shares.shape[1] == classes)
        require(bool(np.all((self.shares >= 0) & (self.shares <= 1))))
        leaf = self.trees.values
        require(bool(np.all((leaf >= 0) & (leaf < len(self.shares)) & (leaf == np.floor(leaf)))))


@dataclass(frozen=True, eq=False)
class CascadeForest(Predictor):
    """The mean of the class vectors of the last level (Zhou & Feng 2017)."""

    kind = "cascade_forest"
    in_rounds = True

    levels: tuple[ForestLevel, ...]

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the classes."""
        vectors = list(self._vectors(inputs))[-1]
        return mean_vector(vectors, self.levels[-1].forests)

    def _vectors(self, inputs: Inputs) -> Iterator[Floats]:
        """The class vectors of every level."""
        vectors: Floats | None = None
        for level in self.levels:
            vectors = level.vectors(level.joined(inputs.codes, vectors))
            yield vectors

    @property
    def rounds(self) -> int:
        """A level a round."""
        return len(self.levels)

    def parts(self, number: int) -> int:
        """The trees of a level."""
        return len(self.levels[number - 1].trees)

    def part(self, number: int, place: int, words: Vocabulary) -> Learned:
        """A tree of a level."""
        return self.levels[number - 1].tree(number, place, words)

    def shown_to(self, reader: CommitteeReader[Seen_co]) -> Seen_co:
        """Its levels."""
        return reader.levels(self._asked)

    def _asked(self, inputs: Inputs) -> Iterator[LevelOutputs]:
        for level, vectors in zip(self.levels, self._vectors(inputs), strict=True):
            each = np.split(vectors, level.forests, axis=1)
            yield LevelOutputs(mean_vector(vectors, level.forests), tuple(each))

    def tree_sums(self, weight: float = 1.0) -> Iterator[tuple[Trees, float]]:
        """The trees of every level; the later ones also ask about what the level before said."""
        for level in self.levels:
            yield level.trees, weight

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """Level by level, each asked about the class vectors of the one before."""
        graph, vectors, forests = columns.graph, "", 0
        for level in self.levels:
            seen = columns
            if vectors:
                told = (graph.chosen(vectors, [place]) for place in range(forests * outputs))
                seen = columns.behind(level.columns.encoder(), tuple(told))
            trees, forests = level.trees, level.forests
            values = level.shares[trees.values[:, 0].astype(np.int64)]
            total = seen.sums_in_order(trees, values, forests)
            vectors = graph.add("Div", total, graph.constant(len(trees) // forests))
        shares = ""
        for forest in range(forests):
            own = graph.chosen(vectors, np.arange(outputs) + forest * outputs)
            shares = graph.add("Add", shares, own) if shares else own
        shares = graph.add("Div", shares, graph.constant(forests))
        return shares, shares

    def among(self, features: Integers, width: int) -> "CascadeForest":
        """The same levels; class vectors come behind all columns, however many there are."""
        levels = []
        for level in self.levels:
            behind = width + np.arange(len(level.columns.counts))
            own = np.concatenate([features, behind])
            levels.append(replace(level, trees=level.trees.among(own)))
        return CascadeForest(tuple(levels))

    def first(self, rounds: int) -> "CascadeForest":
        """The first levels only."""
        return CascadeForest(self.levels[:rounds])

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a row could not go from level to level."""
        require(len(self.levels) > 0)
        columns = 0
        for level in self.levels:
            level.check(features, columns, outputs)
            columns = level.forests * outputs


def mean_vector(vectors: Floats, forests: int) -> Floats:
    """The mean of the forests' class vectors."""
    return np.asarray(vectors.reshape(len(vectors), forests, -1).mean(axis=1))
