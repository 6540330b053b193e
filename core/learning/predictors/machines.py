"""Support vector machines: the score decides, and Platt's line makes a probability of it.

The score f is the machine's own decision, of each class against the rest if there are many; the
class of the highest one is named, for two classes by the sign of f. The shares are
1/(1+exp(-(a f + b))) (Platt 1999), which need not be above ½ on the same side: b moves with the
shares of the classes.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.matrix import LARGEST, are_bounded
from core.learning.predictors.kernel import Bells
from core.learning.predictors.linear import Linear
from core.learning.predictors.links import AGAINST_REST, LOGISTIC
from core.learning.predictors.scored import Scored

NEVER = -LARGEST
"""The score of a class that was not there in training."""


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

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if the sums could go wrong."""
        Bells.check(self, features, outputs)
        self.check_line(len(self.offset))
