"""A weighted sum of Gaussian bells: the SVM with an RBF kernel, and the RBF network."""

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
from core.learning.words.learned import Learned, Vocabulary


@dataclass(frozen=True, eq=False)
class Bells(Scored):
    """F(x) = offset + Σ_m exp(-γ |x - centre_m|²) · coefficients_m, and a link."""

    kind = "bells"

    centres: Annotated[Floats, Stored("<f8", 2)]
    gamma: float
    coefficients: Annotated[Floats, Stored("<f8", 2)]
    offset: Annotated[Floats, Stored("<f8")]

    @property
    def breadth(self) -> int:
        """A row becomes a number for every centre."""
        return max(self.layout.width, len(self.centres))

    def scores(self, inputs: Inputs, rows: slice) -> Floats:
        """F of some rows."""
        heights = bells(self.layout.matrix(inputs, rows), self.centres, self.gamma)
        return np.asarray(heights @ self.coefficients + self.offset)

    def told(self, words: Vocabulary, classes: list[str]) -> Learned:
        """How many bells there are, and how wide."""
        return Learned(
            "bells around centres",
            f"A weighted sum of {grouped(len(self.centres))} Gaussian bells around kept centres, "
            f"γ = {readable(self.gamma)}.",
        )

    def as_operators(self, columns: GraphColumns, outputs: int) -> Judged:
        """Squared distances, bells, and their weighted sum."""
        graph, centres = columns.graph, self.centres
        matrix = columns.matrix(self.layout)
        product = weighed(columns, matrix, -2 * centres.T, (centres * centres).sum(axis=1))
        squares = graph.add(
            "ReduceSum", graph.add("Mul", matrix, matrix), graph.constant([1], np.int64)
        )
        distance = graph.add("Max", graph.add("Add", product, squares), graph.constant(0.0))
        heights = graph.add("Exp", graph.add("Mul", distance, graph.constant(-self.gamma)))
        scores = weighed(columns, heights, self.coefficients, self.offset)
        return self.scored_operators(columns, scores, len(self.offset))

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if the sums could go wrong."""
        self.check_scores(features, outputs, len(self.offset))
        require(are_bounded(self.centres, self.coefficients, self.offset, np.array(self.gamma)))
        require(self.link != SHARES and self.gamma >= 0)
        require(self.centres.shape[1] == self.layout.width)
        require(self.coefficients.shape == (len(self.centres), len(self.offset)))


def bells(matrix: Floats, centres: Floats, gamma: float) -> Floats:
    """exp(-γ |x - c|²) of every row and centre; |x - c|² = |x|² + |c|² - 2 x·c."""
    squares = -2 * (matrix @ centres.T)
    squares += (matrix * matrix).sum(axis=1)[:, None] + (centres * centres).sum(axis=1)
    np.maximum(squares, 0.0, out=squares)
    squares *= -gamma
    return np.asarray(np.exp(squares, out=squares))
