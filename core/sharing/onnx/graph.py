"""A graph under construction: operators one behind the other."""

from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Mask
from core.base.errors import ExportError
from core.base.wording import grouped
from core.learning.graph import Name

TREES = "ai.onnx.ml"
OPERATORS = {"": 21, TREES: 5}
"""The versions of the operators: onnxruntime knows them since 1.21, of 2025."""
FORMAT = 10
"""The version of the file's own format that belongs to them."""
MOST_QUESTIONS = 5_000_000
"""So many nodes of trees a file may have: some 200 MB, and a minute to write and check."""


class Graph:
    """Collects operators, constants and inputs; every number in it has 64 bits."""

    def __init__(self, reserved: list[str]) -> None:
        """Start with the names that the graph's own values must keep clear of."""
        self._reserved = set(reserved)
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []
        self._questions = 0

    def input(self, name: str, is_text: bool) -> Name:
        """A column that is given: numbers, or texts, one a row."""
        from onnx import TensorProto, helper

        kind = TensorProto.STRING if is_text else TensorProto.DOUBLE
        self._inputs.append(helper.make_tensor_value_info(name, kind, ["rows", 1]))
        return name

    def output(self, value: Name, name: str, width: int | None, is_text: bool = False) -> None:
        """Give a value back by this name, with so many columns, or as a plain list."""
        from onnx import TensorProto, helper

        self._nodes.append(helper.make_node("Identity", [value], [name], name=name))
        kind = TensorProto.STRING if is_text else TensorProto.DOUBLE
        shape = ["rows"] if width is None else ["rows", width]
        self._outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def add(self, operator: str, *inputs: Name, domain: str = "", **attributes: Any) -> Name:
        """The result of an operator."""
        from onnx import helper

        result = self._named(operator)
        # Each with a name: onnxruntime 1.21 gives two of those without the same one.
        node = helper.make_node(
            operator, list(inputs), [result], name=result, domain=domain, **attributes
        )
        self._nodes.append(node)
        return result

    def constant(self, values: npt.ArrayLike, kind: Any = np.float64) -> Name:
        """An array that is always the same."""
        from onnx import numpy_helper

        result = self._named("constant")
        self._constants.append(numpy_helper.from_array(np.asarray(values, kind), result))
        return result

    def texts(self, values: list[str]) -> Name:
        """A list of texts that is always the same."""
        from onnx import TensorProto, helper

        result = self._named("texts")
        encoded = [value.encode() for value in values]
        self._constants.append(
            helper.make_tensor(result, TensorProto.STRING, [len(encoded)], encoded)
        )
        return result

    def number(self, name: Name) -> Name:
        """A truth value, or a whole number, as 0, 1 and so on with 64 bits."""
        from onnx import TensorProto

        return self.add("Cast", name, to=TensorProto.DOUBLE)

    def sorted(self, matrix: Name, width: int) -> tuple[Name, Name]:
        """Every row's numbers, the least first, and the column that each came from."""
        from onnx import helper

        values, places = self._named("sorted"), self._named("places")
        count = self.constant([width], np.int64)
        node = helper.make_node(
            "TopK", [matrix, count], [values, places], name=values, axis=1, largest=0
        )
        self._nodes.append(node)
        return values, places

    def joined(self, columns: list[Name]) -> Name:
        """Columns side by side."""
        return columns[0] if len(columns) == 1 else self.add("Concat", *columns, axis=1)

    def chosen(self, matrix: Name, columns: npt.ArrayLike) -> Name:
        """Some columns of a matrix, in this order."""
        return self.add("Gather", matrix, self.constant(columns, np.int64), axis=1)

    def trees(
        self,
        matrix: Name,
        roots: npt.ArrayLike,
        columns: npt.NDArray[Any],
        splits: Floats,
        is_missing_true: Mask,
        children: tuple[npt.NDArray[Any], npt.NDArray[Any]],
        are_leaves: tuple[Mask, Mask],
        targets: npt.NDArray[Any],
        weights: Floats,
        width: int,
    ) -> Name:
        """Sums of the weights of leaves; value <= split, and maybe a missing one, is true."""
        from onnx import numpy_helper

        self._questions += len(columns)
        if self._questions > MOST_QUESTIONS:
            raise ExportError(
                f"The model's trees ask more than {grouped(MOST_QUESTIONS)} questions, "
                "counted by class, "
                "which is too much for an ONNX file. Train fewer or smaller trees, or save the "
                "model file instead."
            )
        (true, false), (is_true_leaf, is_false_leaf) = children, are_leaves
        return self.add(
            "TreeEnsemble",
            matrix,
            domain=TREES,
            n_targets=width,
            aggregate_function=1,
            post_transform=0,
            tree_roots=np.asarray(roots).tolist(),
            nodes_featureids=columns.tolist(),
            nodes_modes=numpy_helper.from_array(np.zeros(len(columns), np.uint8)),
            nodes_splits=numpy_helper.from_array(splits),
            nodes_missing_value_tracks_true=is_missing_true.astype(int).tolist(),
            nodes_truenodeids=true.tolist(),
            nodes_falsenodeids=false.tolist(),
            nodes_trueleafs=is_true_leaf.astype(int).tolist(),
            nodes_falseleafs=is_false_leaf.astype(int).tolist(),
            leaf_targetids=targets.tolist(),
            leaf_weights=numpy_helper.from_array(weights),
        )

    def model(self, name: str, notes: dict[str, str]) -> Any:
        """The finished graph as an ONNX model."""
        from onnx import helper

        graph = helper.make_graph(
            self._nodes, name, self._inputs, self._outputs, initializer=self._constants
        )
        versions = [helper.make_opsetid(*version) for version in OPERATORS.items()]
        model = helper.make_model(
            graph, producer_name="Ensemble Workbench", opset_imports=versions, ir_version=FORMAT
        )
        helper.set_model_props(model, notes)
        return model

    def _named(self, operator: str) -> Name:
        name = f"{operator} {len(self._nodes) + len(self._constants) + 1}"
        while name in self._reserved:
            name += "'"
        self._reserved.add(name)
        return name
