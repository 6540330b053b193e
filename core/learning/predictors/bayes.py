"""Naive Bayes: a Gaussian for every number and a table of shares for every category."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from core.base.arrays import Floats
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.matrix import are_bounded
from core.learning.predictors.links import SOFTMAX
from core.learning.predictors.scored import Scored


@dataclass(frozen=True, eq=False)
class Bayes(Scored):
    """ln P(k) + Σ ln P(x_j | k), a column a class; what is missing or unseen is left out."""

    kind = "bayes"

    means: Annotated[Floats, Stored("<f8", 2)]
    """The mean of each number column of the layout (a row) for each class present (a column)."""
    variances: Annotated[Floats, Stored("<f8", 2)]
    log_shares: Annotated[Floats, Stored("<f8", 2)]
    """ln P(category | class) of each flag of the layout; 0 for flags of missing values."""
    log_priors: Annotated[Floats, Stored("<f8")]

    def scores(self, inputs: Inputs, rows: slice) -> Floats:
        """The log of P(k) P(x | k) of some rows, up to what is the same for all classes."""
        scores = self.layout.flags(inputs, rows) @ self.log_shares + self.log_priors
        numbers = self.layout.numbers(inputs, rows)
        for value, mean, variance in zip(numbers.T, self.means, self.variances, strict=True):
            there = ~np.isnan(value)
            squares = (value[there, None] - mean) ** 2 / variance
            scores[there] -= 0.5 * (squares + np.log(2 * math.pi * variance))
        return np.asarray(scores)

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if the sums could go wrong."""
        self.check_scores(features, outputs, len(self.log_priors))
        classes = len(self.log_priors)
        require(self.link == SOFTMAX)
        require(self.means.shape == self.variances.shape == (len(self.layout.number), classes))
        require(self.log_shares.shape == (len(self.layout.flag), classes))
        require(are_bounded(self.means, self.variances, self.log_shares, self.log_priors))
        require(bool(np.all(self.variances >= 1e-60)))
