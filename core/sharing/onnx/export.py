"""Taking a model away in ONNX, the format that other programs and languages predict with.

The file takes the raw columns by their names, a column of numbers (64 bits, NaN where one is
missing) or of texts (empty where one is missing) each, and gives `label` and `probabilities`, or
`predicted`. The label follows the model's rule, if it has one. Before the file is kept it is run
by onnxruntime and held against the model itself.
"""

import os
from typing import Any

from core.base.errors import ExportError
from core.base.files import written_whole
from core.learning.model import Data, Model
from core.learning.predictors.winners import ranked, winner_in
from core.sharing.onnx.checking import check
from core.sharing.onnx.graph import Graph
from core.sharing.onnx.model_columns import ModelColumns
from core.sharing.onnx.raw_columns import features_in, raw_inputs

LABEL, PROBABILITIES, PREDICTED = "label", "probabilities", "predicted"


def export_onnx(model: Model, path: str | os.PathLike[str], data: Data) -> None:
    """Write a model as ONNX, checked on rows of this data; raise ExportError if it cannot be.

    >>> import core, tempfile
    >>> data = core.example("moons")
    >>> model = core.fit(data, core.AdaBoost(rounds=5)).model
    >>> export_onnx(model, tempfile.mkdtemp() + "/moons.onnx", data)
    """
    graph = onnx_bytes(model)
    check(model, graph, data)
    with written_whole(path) as aside:
        aside.write_bytes(graph)


def onnx_bytes(model: Model) -> bytes:
    """The model as the bytes of an ONNX file, not checked yet."""
    import onnx

    made = _graph(model)
    try:
        onnx.checker.check_model(made)
        return bytes(made.SerializeToString())
    except ValueError as error:  # how protobuf says that it is too much
        raise ExportError(
            f"The model is too large for an ONNX file ({error}). Train fewer or smaller trees."
        ) from error


def output_names(model: Model) -> list[str]:
    """What the file's outputs are called: as always, unless a column has the same name."""
    taken = {*model.raw_names, *(feature.name for feature in model.encoder.features)}
    names = [LABEL, PROBABILITIES] if model.classes else [PREDICTED]
    return [next(found for found in _variants(name) if found not in taken) for name in names]


def _variants(name: str) -> Any:
    while True:
        yield name
        name += "_"


def _graph(model: Model) -> Any:
    features = model.encoder.features
    if not features:
        raise ExportError("The model uses no column at all, so there is nothing to ask it about.")
    for feature in features:
        if not feature.name:
            raise ExportError("A column has no name, and ONNX needs one. Name it, and train again.")
        if "" in feature.categories:
            raise ExportError(
                f"In {feature.name!r} an empty text is a category, and ONNX cannot tell it from a "
                "missing value. Write something there, or nothing at all, and train again."
            )
    names = output_names(model)
    raw = raw_inputs(model)
    graph = Graph([*names, *raw])
    given = tuple(features_in(graph, model, raw))
    width = max(1, len(model.classes))
    columns = ModelColumns(graph, model.encoder, given, model.spellings, model.missing)
    decisive, outputs = model.predictor.as_operators(columns, width)
    if model.classes:
        if model.rule is not None:
            place, order = model.rule.decided_in(graph, outputs), list(range(width))
        else:
            place = winner_in(graph, decisive, model.commonest, width, keepdims=0)
            order = ranked(model.commonest, width)
        labels = graph.texts([model.classes[number] for number in order])
        graph.output(graph.add("Gather", labels, place, axis=0), names[0], None, is_text=True)
    graph.output(outputs, names[-1], width)
    facts = {"target": model.target, "rounds": f"{model.rounds}"}
    if model.rule is not None:
        facts["rule"] = model.rule.sentence(model.classes)
    return graph.model(model.settings.title, facts)
