"""What the learner learned: a mean a class, over the codes of the columns."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.learning.predictors.predictor import Predictor


@dataclass(frozen=True, eq=False)
class Means(Predictor):
    """Shares of the classes: softmax of minus the distance to each class's mean."""

    kind = "nearest_mean"
    means: Annotated[Floats, Stored("<f8", 2)]
    features: Annotated[Integers, Stored("<i8", 1)]

    def outputs(self, inputs: Inputs) -> Floats:
        """A share for each class."""
        codes = inputs.codes[self.features].T.astype(np.float64)
        away = np.linalg.norm(codes[:, None, :] - self.means, axis=2)
        raised = np.exp(-(away - away.min(axis=1, keepdims=True)) / 16)
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if predicting could go wrong."""
        require(self.means.shape == (outputs, len(self.features)))
        require(bool(np.isfinite(self.means).all()))
        require(bool(np.all((self.features >= 0) & (self.features < features))))

    def among(self, features: Integers, width: int) -> "Means":
        """The same for rows of so many columns."""
        return Means(self.means, np.asarray(features)[self.features])
