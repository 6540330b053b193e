"""The columns of a model in a graph, as predictors ask about them: with all that trees ask."""

from dataclasses import replace
from typing import Self

from core.base.arrays import Floats, Integers
from core.engine.binning import Encoder
from core.engine.trees import Int32s, Trees
from core.learning.graph import Name
from core.sharing.onnx import trees as tree_operators
from core.sharing.onnx.columns import Columns


class ModelColumns(Columns):
    """What core.learning.graph asks of columns, in ONNX."""

    def sums(self, trees: Trees, offset: Floats) -> Name:
        """offset + Σ vote · tree(x), a column an output."""
        return tree_operators.sums(self, trees, offset)

    def sums_in_order(self, trees: Trees, values: Floats, groups: int) -> Name:
        """Σ tree(x) of each group of trees and each value of a node, bit for bit as here."""
        return tree_operators.sums_in_order(self, trees, values, groups)

    def walked(
        self, asked: Name, column: Integers, split: Floats, left: Int32s, values: Floats
    ) -> Name:
        """What the leaves of a tree say whose node k asks if a column of `asked` is <= split[k]."""
        return tree_operators.walked(self, asked, column, split, left, values)

    def behind(self, encoder: Encoder, values: tuple[Name, ...]) -> Self:
        """These columns, and derived ones behind them."""
        both = Encoder((*self.encoder.features, *encoder.features))
        return replace(self, encoder=both, values=(*self.values, *values))

    def instead(self, encoder: Encoder, values: tuple[Name, ...]) -> Self:
        """Derived columns, and none of these."""
        return type(self)(self.graph, encoder, values)
