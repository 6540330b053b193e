"""A tree whose questions add up several columns."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.matrix import Int32s, MatrixLayout
from core.learning.graph import GraphColumns, Judged
from core.learning.predictors.predictor import Predictor
from core.learning.words.learned import Learned, Vocabulary
from core.learning.words.leaves import share_leaves, tree_sentence
from core.learning.words.tree_reading import SumTree, formula

_BLOCK = 4096


@dataclass(frozen=True, eq=False)
class ObliqueTree(Predictor):
    """Node k asks whether Σ coefficient · column is at most its threshold; left[k] is -1 in leaves.

    The right child follows the left one, and both follow their parent.
    """

    kind = "oblique_tree"

    layout: MatrixLayout
    columns: Annotated[Int32s, Stored("<i4", 2)]
    coefficients: Annotated[Floats, Stored("<f8", 2)]
    thresholds: Annotated[Floats, Stored("<f8")]
    left: Annotated[Int32s, Stored("<i4")]
    values: Annotated[Floats, Stored("<f8", 2)]
    """What each node says: shares of the classes, or a number."""

    def outputs(self, inputs: Inputs) -> Floats:
        """The values of the leaves that the rows end in."""
        from core.engine.kernels.oblique import walk_oblique

        outputs = np.empty((len(inputs), self.values.shape[1]))
        for start in range(0, len(inputs), _BLOCK):
            places = slice(start, min(start + _BLOCK, len(inputs)))
            matrix = self.layout.matrix(inputs, places)
            leaf = np.empty(len(matrix), np.int64)
            walk_oblique(matrix, self.columns, self.coefficients, self.thresholds, self.left, leaf)
            outputs[places] = self.values[leaf]
        return outputs

    def part_within(self, place: int, words: Vocabulary) -> Learned:
        """The tree, in the columns' own units."""

        def asks(node: int) -> str:
            columns, coefficients = self.columns[node], self.coefficients[node]
            split = float(self.thresholds[node])
            return formula(self.layout, words.features, columns, coefficients, split)

        leaf = share_leaves(self.values, words.classes)
        tree = SumTree(asks, self.left, self.left + np.int32(1), leaf)
        return Learned("oblique tree", tree_sentence(tree), tree)

    def voters(self) -> tuple[Predictor, ...]:
        """A learner alone is the only member."""
        return (self,)

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """The sums that the nodes ask about, and the walk through them."""
        graph, inner = columns.graph, np.flatnonzero(self.left >= 0)
        column = np.zeros(len(self.left), np.int64)
        column[inner] = np.arange(len(inner))
        total = columns.zeros(1)
        matrix = columns.matrix(self.layout) if len(inner) else total
        for part in range(self.columns.shape[1] if len(inner) else 0):
            # In the order of the kernel that walks the tree: not one bit may differ.
            asked = graph.chosen(matrix, self.columns[inner, part])
            term = graph.add("Mul", asked, graph.constant(self.coefficients[inner, part]))
            total = graph.add("Add", total, term)
        said = columns.walked(total, column, self.thresholds, self.left, self.values)
        return said, said

    def among(self, features: Integers, width: int) -> "ObliqueTree":
        """The same matrix from more columns."""
        return replace(self, layout=self.layout.among(features))

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a walk could leave the arrays or loop."""
        self.layout.check(features)
        nodes = len(self.left)
        inner = np.flatnonzero(self.left >= 0)
        require(nodes >= 1 and len(self.thresholds) == nodes)
        require(self.columns.shape == self.coefficients.shape and len(self.columns) == nodes)
        require(self.values.shape == (nodes, outputs))
        require(bool(np.all(self.left[inner] > inner) and np.all(self.left + 1 < nodes)))
        require(len(inner) == 0 or self.layout.width > 0)
        require(bool(np.all((self.columns >= 0) & (self.columns < max(1, self.layout.width)))))
        for array in (self.coefficients, self.thresholds, self.values):
            require(bool(np.isfinite(array).all()))
