"""What a predictor writes itself to: a graph of operators, and the columns that flow into it.

The operators' names are those of ONNX (onnx.ai), the one format there is today. The graph itself,
which knows onnx, is made elsewhere: see core.sharing.onnx.
"""

from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.engine.binning import Encoder
from core.engine.matrix import MatrixLayout
from core.engine.trees import Int32s, Trees

Name = str
"""The name of a value that flows through the graph."""
Judged = tuple[Name, Name]
"""What decides between the classes, and the outputs."""


class ModelGraph(Protocol):
    """Collects operators and constants; every number in it has 64 bits."""

    def add(self, operator: str, *inputs: Name, domain: str = "", **attributes: Any) -> Name:
        """The result of an operator."""

    def constant(self, values: npt.ArrayLike, kind: Any = np.float64) -> Name:
        """An array that is always the same."""

    def number(self, name: Name) -> Name:
        """A truth value, or a whole number, as 0, 1 and so on with 64 bits."""

    def sorted(self, matrix: Name, width: int) -> tuple[Name, Name]:
        """Every row's numbers, the least first, and the column that each came from."""

    def joined(self, columns: list[Name]) -> Name:
        """Columns side by side."""

    def chosen(self, matrix: Name, columns: npt.ArrayLike) -> Name:
        """Some columns of a matrix, in this order."""


class GraphColumns(Protocol):
    """The columns of an encoder in a graph, as predictors ask about them."""

    @property
    def graph(self) -> ModelGraph:
        """The graph that they are columns of."""

    def zeros(self, width: int) -> Name:
        """Nothing but 0, for as many rows as there are."""

    def matrix(self, layout: MatrixLayout) -> Name:
        """The matrix of a layout: numbers standardised and 0 where missing, then flags."""

    def numbers(self, layout: MatrixLayout) -> Name:
        """The number columns of a layout, standardised, NaN where a value is missing."""

    def flags(self, layout: MatrixLayout) -> Name:
        """The flag columns of a layout."""

    def sums(self, trees: Trees, offset: Floats) -> Name:
        """offset + Σ vote · tree(x), a column an output."""

    def sums_in_order(self, trees: Trees, values: Floats, groups: int) -> Name:
        """Σ tree(x) of each group of trees and each of the values of a node, bit for bit as here.

        For sums that are asked about in turn.
        """

    def walked(
        self, asked: Name, column: Integers, split: Floats, left: Int32s, values: Floats
    ) -> Name:
        """What the leaves of one tree say whose node k asks if a column of `asked` is <= split[k].

        The right child follows the left one; `left` is -1 in leaves.
        """

    def behind(self, encoder: Encoder, values: tuple[Name, ...]) -> Self:
        """These columns, and derived ones behind them."""

    def instead(self, encoder: Encoder, values: tuple[Name, ...]) -> Self:
        """Derived columns, and none of these."""


def weighed(columns: GraphColumns, matrix: Name, coefficients: Floats, offset: Floats) -> Name:
    """offset + matrix · coefficients."""
    graph = columns.graph
    product = graph.add("MatMul", matrix, graph.constant(coefficients))
    return graph.add("Add", product, graph.constant(offset))
