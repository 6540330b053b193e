"""From raw columns, as a graph is given them, to what predictors ask about.

A category is looked up by its name: its place among those known, the place behind them for any
other name, and the next one for an empty text, which stands for a missing value. Merged spellings
and words for missing values are further names.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.base.arrays import Codes, Mask
from core.base.errors import ExportError
from core.engine.binning import Encoder
from core.engine.codes import MISSING, OTHER
from core.engine.matrix import FAR, MatrixLayout
from core.learning.graph import Name
from core.sharing.onnx.graph import TREES, Graph


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns of an encoder in a graph: numbers and texts, one a row."""

    graph: Graph
    encoder: Encoder
    values: tuple[Name, ...]
    spellings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By column, texts that are taken for another one."""
    missing: Mapping[str, Collection[str]] = field(default_factory=dict)
    """By column, texts that stand for a missing value."""
    _places: dict[int, Name] = field(default_factory=dict)

    def zeros(self, width: int) -> Name:
        """Nothing but 0, for as many rows as there are."""
        graph = self.graph
        rows = graph.add("Shape", self.values[0], start=0, end=1)
        shape = graph.add("Concat", rows, graph.constant([width], np.int64), axis=0)
        return graph.add("Expand", graph.constant([[0.0]]), shape)

    def place(self, feature: int) -> Name:
        """The place of each row's category."""
        if feature not in self._places:
            known = self.encoder.features[feature].categories
            places = self._texts(feature)
            self._places[feature] = self.graph.add(
                "LabelEncoder",
                self.values[feature],
                domain=TREES,
                keys_strings=list(places),
                values_int64s=list(places.values()),
                default_int64=len(known),
            )
        return self._places[feature]

    def _texts(self, feature: int) -> dict[str, int]:
        """The place of every text that is known; merged spellings have that of what they mean."""
        own = self.encoder.features[feature]
        other, missing = len(own.categories), len(own.categories) + 1
        places = {name: place for place, name in enumerate(own.categories)} | {"": missing}
        places |= dict.fromkeys(self.missing.get(own.name, ()), missing)
        merged = self.spellings.get(own.name, {})
        return places | {text: places.get(meant, other) for text, meant in merged.items()}

    def codes(self, feature: int) -> Codes:
        """The code that stands at each place of a category."""
        known = len(self.encoder.features[feature].categories)
        return np.array([*range(known), OTHER, MISSING], np.uint8)

    def members(self, feature: int, subsets: Mask) -> Name:
        """For each subset of a category's codes a column: 0 for those in it, 1 for the others."""
        graph = self.graph
        table = graph.constant(~subsets[:, self.codes(feature)].T, np.uint8)
        row = graph.add("Reshape", self.place(feature), graph.constant([-1], np.int64))
        return graph.number(graph.add("Gather", table, row, axis=0))

    def matrix(self, layout: MatrixLayout) -> Name:
        """The matrix of a layout: numbers standardised and 0 where missing, then flags."""
        graph, parts = self.graph, []
        if len(layout.number):
            numbers = self.numbers(layout)
            nothing = graph.constant(0.0)
            parts.append(graph.add("Where", graph.add("IsNaN", numbers), nothing, numbers))
        if len(layout.flag):
            parts.append(self.flags(layout))
        return graph.joined(parts)

    def numbers(self, layout: MatrixLayout) -> Name:
        """The number columns of a layout, standardised, NaN where a value is missing."""
        graph = self.graph
        raw = graph.joined([self.values[feature] for feature in layout.number])
        away = graph.add("Sub", raw, graph.constant(layout.mean))
        scaled = graph.add("Div", away, graph.constant(layout.deviation))
        near = graph.add("Clip", scaled, graph.constant(-FAR), graph.constant(FAR))
        # What Clip does to NaN is not said anywhere.
        return graph.add("Where", graph.add("IsNaN", raw), raw, near)

    def flags(self, layout: MatrixLayout) -> Name:
        """The flag columns of a layout."""
        return self.graph.joined(
            [
                self.graph.number(self._has(int(feature), int(code)))
                for feature, code in zip(layout.flag, layout.code, strict=True)
            ]
        )

    def _has(self, feature: int, code: int) -> Name:
        if self.encoder.is_category[feature]:
            place = np.flatnonzero(self.codes(feature) == code)
            if len(place):
                return self.graph.add(
                    "Equal", self.place(feature), self.graph.constant(place, np.int64)
                )
        elif code == MISSING:
            return self.graph.add("IsNaN", self.values[feature])
        raise ExportError("The model asks for a code that no value has; train it again.")
