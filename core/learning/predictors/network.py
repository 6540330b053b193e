"""A multi-layer perceptron: layers of weighted sums, bent by an activation in between."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.base.wording import grouped, readable
from core.engine.inputs import Inputs
from core.engine.matrix import are_bounded
from core.learning.graph import GraphColumns, Judged, weighed
from core.learning.predictors.links import SHARES
from core.learning.predictors.scored import Scored
from core.learning.words.learned import Learned, Vocabulary, largest_facts

RELU, TANH = "relu", "tanh"
ACTIVATIONS = (RELU, TANH)
MOST_HIDDEN = 3


@dataclass(frozen=True, eq=False)
class Layer:
    """x · coefficients + offset."""

    coefficients: Annotated[Floats, Stored("<f8", 2)]
    offset: Annotated[Floats, Stored("<f8")]


@dataclass(frozen=True, eq=False)
class Network(Scored):
    """Hidden layers with an activation (max(0, x) or tanh), and a last one without."""

    kind = "network"

    layers: tuple[Layer, ...]
    activation: str

    @property
    def breadth(self) -> int:
        """A row becomes as many numbers as the widest layer has units."""
        return max(self.layout.width, *(len(layer.offset) for layer in self.layers))

    def scores(self, inputs: Inputs, rows: slice) -> Floats:
        """What the last layer says of some rows."""
        values = self.layout.matrix(inputs, rows)
        for number, layer in enumerate(self.layers):
            if number:
                values = np.tanh(values) if self.activation == TANH else np.maximum(values, 0.0)
            values = values @ layer.coefficients + layer.offset
        return values

    def told(self, words: Vocabulary, classes: list[str]) -> Learned:
        """Its layers, and the columns that weigh most in the first one."""
        widths = [self.layout.width, *(len(layer.offset) for layer in self.layers)]
        first = np.abs(self.layers[0].coefficients).mean(axis=1)
        return Learned(
            "neural network",
            f"Layers of {' → '.join(f'{grouped(width)}' for width in widths)} units, "
            f"{self.activation} in between. Below: the mean |coefficient| of each column in "
            "the first layer.",
            facts=largest_facts(
                words.columns_of(self.layout),
                first,
                lambda column: readable(float(first[column]), 3),
            ),
        )

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """Layer by layer."""
        values = columns.matrix(self.layout)
        for number, layer in enumerate(self.layers):
            if number:
                values = columns.graph.add("Tanh" if self.activation == TANH else "Relu", values)
            values = weighed(columns, values, layer.coefficients, layer.offset)
        return self.scored_operators(columns, values, len(self.layers[-1].offset))

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if the sums could go wrong."""
        require(1 <= len(self.layers) <= MOST_HIDDEN + 1)
        require(self.activation in ACTIVATIONS and self.link != SHARES)
        self.check_scores(features, outputs, len(self.layers[-1].offset))
        width = self.layout.width
        for layer in self.layers:
            require(layer.coefficients.shape == (width, len(layer.offset)))
            require(are_bounded(layer.coefficients, layer.offset))
            width = len(layer.offset)
