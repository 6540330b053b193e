"""Support vector machines: the score decides, and Platt's line makes a probability of it.

The score f is the machine's own decision, of each class against the rest if there are many; the
class of the highest one is named, for two classes by the sign of f. The shares are
1/(1+exp(-(a f + b))) (Platt 1999), which need not be above ½ on the same side: b moves with the
shares of the classes.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.codec import Stored, require
from core.base.wording import grouped, readable
from core.engine.inputs import Inputs
from core.engine.matrix import LARGEST, are_bounded
from core.learning.graph import GraphColumns, Judged, Name
from core.learning.predictors.kernel import Bells
from core.learning.predictors.linear import Linear
from core.learning.predictors.links import AGAINST_REST, LOGISTIC, linked_in
from core.learning.predictors.predictor import Slacks
from core.learning.predictors.scored import Scored
from core.learning.words.learned import Learned, Vocabulary

NEVER = -LARGEST
"""The score of a class that was not there in training."""
_NOTHING = 1e-9
"""A slack below this is rounding."""


class Machine(Scored):
    """What both kinds of machine do with their scores."""

    slope: Annotated[Floats, Stored("<f8")]
    """Platt's a and b, of each score."""
    shift: Annotated[Floats, Stored("<f8")]

    def log_odds(self, scores: Floats) -> Floats:
        """Platt's line."""
        return np.asarray(self.slope * scores + self.shift)

    def judged(self, inputs: Inputs) -> tuple[Floats, Floats]:
        """The scores decide."""
        scores = np.full((len(inputs), self.classes), NEVER)
        return scores, self._linked(inputs, scores)

    def slacks(self, inputs: Inputs, labels: Integers) -> Slacks:
        """ξ = max(0, 1 - y f(x)), and the rows that each machine rests on."""
        scores = self.scores(inputs, slice(None))
        machines = self.present[-1:] if scores.shape[1] == 1 else self.present
        slacks = np.maximum(0.0, 1 - np.where(labels[:, None] == machines, scores, -scores))
        slacks[slacks < _NOTHING] = 0.0
        return Slacks(machines, scores, slacks, self.rests_on(inputs, slacks))

    def rests_on(self, inputs: Inputs, slacks: Floats) -> Mask:
        """The rows with a slack: of the squared hinge, a row on the margin holds nothing."""
        return np.asarray(slacks > 0)

    def scored_operators(self, columns: GraphColumns, scores: Name, width: int) -> Judged:
        """Platt's line makes the shares, and the scores decide."""
        graph = columns.graph
        odds = graph.add("Mul", scores, graph.constant(self.slope))
        odds = graph.add("Add", odds, graph.constant(self.shift))
        shares = self.spread(columns, linked_in(graph, odds, self.link, 1.0, width))
        if self.link == LOGISTIC:
            scores = graph.joined([graph.add("Neg", scores), scores])
        never = np.full(self.classes, NEVER)
        never[self.present] = 0.0
        return graph.add("Add", self.spread(columns, scores), graph.constant(never)), shares

    def check_line(self, scores: int) -> None:
        """Raise ValueError if Platt's line does not fit so many scores."""
        require(self.link in (LOGISTIC, AGAINST_REST))
        require(self.slope.shape == self.shift.shape == (scores,))
        require(are_bounded(self.slope, self.shift))


@dataclass(frozen=True, eq=False)
class LinearMachine(Machine, Linear):
    """f(x) = offset + x · coefficients."""

    kind = "linear_machine"

    slope: Annotated[Floats, Stored("<f8")]
    shift: Annotated[Floats, Stored("<f8")]

    def rule(self, classes: list[str]) -> str:
        """What of the scores names the class."""
        return f"; {_deciding(classes)} decides"

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if the sums could go wrong."""
        Linear.check(self, features, outputs)
        self.check_line(len(self.offset))


@dataclass(frozen=True, eq=False)
class BellMachine(Machine, Bells):
    """f(x) = offset + Σ_m exp(-γ |x - centre_m|²) · coefficients_m; centres are support vectors."""

    kind = "bell_machine"

    slope: Annotated[Floats, Stored("<f8")]
    shift: Annotated[Floats, Stored("<f8")]

    def told(self, words: Vocabulary, classes: list[str]) -> Learned:
        """How many support vectors there are."""
        return Learned(
            "support vectors",
            f"A weighted sum of Gaussian bells around {grouped(len(self.centres))} support "
            "vectors, "
            f"γ = {readable(self.gamma)}; {_deciding(classes)} decides.",
        )

    def rests_on(self, inputs: Inputs, slacks: Floats) -> Mask:
        """The rows that are centres of a machine: a kernel machine keeps what it rests on."""
        held = [
            {centre.tobytes() for centre in self.centres[own != 0]} for own in self.coefficients.T
        ]
        rows = [row.tobytes() for row in self.layout.matrix(inputs, slice(None))]
        return np.array([[row in own for own in held] for row in rows], bool).reshape(len(rows), -1)

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if the sums could go wrong."""
        Bells.check(self, features, outputs)
        self.check_line(len(self.offset))


def _deciding(classes: list[str]) -> str:
    """What of a machine's scores names the class."""
    return "its sign" if len(classes) == 2 else "the highest of the classes' sums"
