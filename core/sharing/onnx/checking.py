"""Holding an ONNX file against the model that it was made from."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from core.base.arrays import Floats, Mask
from core.base.errors import ExportError
from core.base.wording import grouped
from core.data.column import Column
from core.data.table import Table
from core.engine.binning import FeatureEncoder
from core.engine.codes import MOST_VALUES
from core.learning.model import Data, Model
from core.sharing.onnx.raw_columns import raw_inputs

_ROWS = 1000
_CHANGED = 0.15
"""How many of the values of the rows that are changed on purpose."""
_AT_ONCE = 256
_CLOSE = 1e-6
_TIE = 1e-9
"""Shares, or logs of expected costs, that are nearer to each other are a tie, which rounding may
decide."""

Values = dict[str, npt.NDArray[Any]]


def check(model: Model, graph: bytes, data: Data) -> None:
    """Raise ExportError if the graph predicts anything else than the model, but for rounding.

    Both predict a thousand rows of the data, and the same rows with values that are missing, that
    were never seen, and that lie on the very edges where a tree decides.
    """
    rows = probes(model, data)
    labels, outputs = _run(model, graph, rows)
    decided, expected = model.predicted(pd.DataFrame(rows))
    wrong = ~_are_close(outputs, expected)
    if model.classes:
        named = pd.Index(model.classes).get_indexer(pd.Index(labels))
        every = np.arange(len(named))
        gained = -model.rule.expected(expected) if model.rule else expected
        is_tie = gained[every, decided] - gained[every, named] < _TIE
        wrong |= (named != decided) & ~((named >= 0) & is_tie)
    if wrong.any():
        first = int(np.argmax(wrong))
        raise ExportError(
            f"The ONNX file predicts {grouped(int(wrong.sum()))} of {grouped(len(wrong))} "
            "rows otherwise than "
            f"the model, so it was not written. The first one: {_described(rows, first)}. Please "
            "report this with the model file."
        )


def probes(model: Model, data: Data) -> Values:
    """The rows that are predicted, by column: some of the data, and the same ones changed."""
    if isinstance(data, pd.DataFrame):
        data = Table.from_frame(data)
    model.inputs(data)  # what cannot be read is refused now
    columns = model.raw_columns(data)
    chosen = np.arange(len(data))
    if len(chosen) > _ROWS:
        chosen = np.sort(np.random.default_rng(0).choice(chosen, _ROWS, replace=False))
    random = np.random.default_rng(1)
    features = {feature.name: feature for feature in model.encoder.features}
    found: Values = {}
    for name, is_text in raw_inputs(model).items():
        column = columns[name].as_categories() if is_text else columns[name].as_numbers()
        values = column.values[chosen]
        if is_text:
            values = np.array([*column.categories, None], dtype=object)[values]
        feature = features.get(name) or _as_feature(column)
        changed = values.copy()
        places = np.flatnonzero(random.random(len(values)) < _CHANGED)
        changed[places] = random.choice(_hard_values(feature), len(places))
        found[name] = np.concatenate([values, changed])
    return found


def _as_feature(column: Column) -> FeatureEncoder:
    """A column that is computed with, and not learned from: any of its values may be an edge."""
    if not column.is_number:
        return FeatureEncoder(column.name, True, np.empty(0), column.categories[:MOST_VALUES])
    edges = np.unique(column.values[~column.missing]).astype(np.float64)
    return FeatureEncoder(column.name, False, edges[:: max(1, len(edges) // MOST_VALUES)], ())


def _hard_values(feature: FeatureEncoder) -> npt.NDArray[Any]:
    """Values that are missing, unseen, endless, or as near to an edge as can be."""
    if feature.is_category:
        unseen = "unseen " + "".join(feature.categories[:3])
        return np.array([None, None, unseen, unseen, *feature.categories], dtype=object)
    edges = feature.edges[np.isfinite(feature.edges)]
    near = [edges, np.nextafter(edges, np.inf), np.nextafter(edges, -np.inf)]
    rare = [np.nan, np.inf, -np.inf, 0.0, -0.0]
    return np.concatenate([*near, np.repeat(rare, max(1, len(edges) // 5))])


def _run(model: Model, graph: bytes, rows: Values) -> tuple[npt.NDArray[Any], Floats]:
    """What onnxruntime makes of the rows: the labels, none for a number, and the outputs."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    given = {name: _fed(rows[name], is_text) for name, is_text in raw_inputs(model).items()}
    count = len(next(iter(given.values())))
    parts = [
        session.run(
            None, {name: values[start : start + _AT_ONCE] for name, values in given.items()}
        )
        for start in range(0, max(1, count), _AT_ONCE)
    ]
    labels = np.concatenate([part[0] for part in parts]) if model.classes else np.empty(0, object)
    return labels, np.concatenate([part[-1] for part in parts])


def _fed(values: npt.NDArray[Any], is_category: bool) -> npt.NDArray[Any]:
    if is_category:
        values = np.array(["" if value is None else value for value in values], dtype=object)
    return values[:, None]


def _are_close(outputs: Floats, expected: Floats) -> Mask:
    """Whether each row is the same but for rounding; numbers may be large."""
    if outputs.shape != expected.shape:
        return np.zeros(len(expected), bool)
    away = np.abs(outputs - expected)
    return np.asarray(np.all(away <= _CLOSE * np.maximum(1.0, np.abs(expected)), axis=1))


def _described(rows: Values, row: int, most: int = 8) -> str:
    shown = [f"{name} = {values[row]}" for name, values in list(rows.items())[:most]]
    return ", ".join(shown) + (" and so on" if len(rows) > most else "")
