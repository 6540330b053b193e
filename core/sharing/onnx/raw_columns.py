"""From the columns that a file is given, by their names, to the features of a model."""

from collections.abc import Iterator, Mapping

import numpy as np

from core.base.errors import ExportError
from core.data.column import numbers_among
from core.data.derived.computed_column import ComputedColumn
from core.data.derived.derivation import OfOneColumn
from core.data.expressions.kinds import DATE, NUMBER, TEXT
from core.learning.graph import Name
from core.learning.model import Model
from core.sharing.onnx.expressions import Formula
from core.sharing.onnx.graph import Graph


def raw_inputs(model: Model) -> dict[str, bool]:
    """The columns that the file takes, by name, and which of them hold texts."""
    taken_apart = [one.source for one in model.derivations if isinstance(one, OfOneColumn)]
    if taken_apart:
        raise ExportError(
            f"The model takes dates or texts apart ({', '.join(map(repr, taken_apart))}), and ONNX "
            "cannot. Leave these columns out, or write their parts into columns of their own, and "
            "train again."
        )
    are_texts = {feature.name: feature.is_category for feature in model.encoder.features}
    for derivation in model.derivations:
        assert isinstance(derivation, ComputedColumn)
        for used in derivation.inputs:
            if used.reads is DATE:
                raise ExportError(
                    f"{derivation.source!r} is computed from the dates of {used.name!r}, and ONNX "
                    "cannot read dates. Leave it out, or write its values into a column of the "
                    "file, and train again."
                )
            are_texts.setdefault(used.name, used.reads is TEXT)
    return {name: are_texts[name] for name in model.raw_names}


def features_in(graph: Graph, model: Model, raw: Mapping[str, bool]) -> Iterator[Name]:
    """The features in the graph: columns that are given, and those that are computed of them."""
    values = {name: _given(graph, model, name, is_text) for name, is_text in raw.items()}
    are_texts = dict(raw)
    for derivation in model.derivations:
        assert isinstance(derivation, ComputedColumn)
        for used in derivation.inputs:
            _check_kind(used.name, used.reads is TEXT, are_texts)
        formula = Formula(graph, derivation, values)
        values[derivation.source] = formula.value()
        are_texts[derivation.source] = derivation.checked.kind is not NUMBER
    for feature in model.encoder.features:
        _check_kind(feature.name, feature.is_category, are_texts)
        yield values[feature.name]


def _given(graph: Graph, model: Model, name: str, is_text: bool) -> Name:
    """A column as it is given; numbers that stand for a missing value are none."""
    value = graph.input(name, is_text)
    if not is_text:
        for code in numbers_among(model.missing.get(name, ())):
            is_code = graph.add("Equal", value, graph.constant(code))
            value = graph.add("Where", is_code, graph.constant(np.nan), value)
    return value


def _check_kind(name: str, is_text: bool, are_texts: Mapping[str, bool]) -> None:
    """Refuse a computed column that is read as something else than it gives."""
    if is_text != are_texts[name]:
        what, read = ("numbers", "categories") if is_text else ("texts", "numbers")
        raise ExportError(
            f"The {what} of the computed column {name!r} are read as {read}, and ONNX cannot. Read "
            "it as it is, or leave it out, and train again."
        )
