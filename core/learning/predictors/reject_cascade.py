"""A cascade of stages: a row that a stage rejects costs nothing more."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.codec import Stored, require
from core.engine.inputs import Inputs
from core.engine.trees import Trees
from core.learning.predictors.predictor import Predictor

_SURE = 0.501
"""The least share of the class that was decided for: shares never contradict the decision."""


@dataclass(frozen=True, eq=False)
class RejectCascade(Predictor):
    """A row is of the detected class if Σ vote · stump(x) reaches the threshold of every stage.

    Its shares are those of the training rows that left at the same stage, or that passed all.
    """

    kind = "reject_cascade"

    trees: Trees
    """The stumps of all stages, one behind the other."""
    detected: int
    """The class that passes: 0 or 1."""
    ends: Annotated[npt.NDArray[np.int32], Stored("<i4")]
    """How many stumps there are up to the end of each stage."""
    thresholds: Annotated[Floats, Stored("<f8")]
    rejected: Annotated[Floats, Stored("<f8")]
    """The share of the detected class among the rows that each stage rejects."""
    passed: Annotated[Floats, Stored("<f8")]
    """The share of the detected class among the rows that pass it."""

    def exits(self, inputs: Inputs) -> Integers:
        """The stage, counted from 0, that rejects each row; the number of stages if none does."""
        codes = inputs.codes
        left_at = np.full(len(inputs), len(self.ends))
        alive = np.arange(len(inputs))
        start = 0
        for stage, end in enumerate(self.ends.tolist()):
            scores = np.zeros((len(alive), 1))
            self.trees.add_to(scores, codes, start, end)
            passes = scores[:, 0] >= self.thresholds[stage]
            left_at[alive[~passes]] = stage
            alive, codes = alive[passes], np.ascontiguousarray(codes[:, passes])
            start = end
        return left_at

    def costs(self, exits: Integers) -> Integers:
        """How many stumps were asked about rows with these exits."""
        return np.asarray(self.ends[np.minimum(exits, len(self.ends) - 1)], np.int64)

    def outputs(self, inputs: Inputs) -> Floats:
        """The shares of the two classes."""
        return self.shares(self.exits(inputs))

    def shares(self, exits: Integers) -> Floats:
        """The shares of the two classes for rows with these exits."""
        by_exit = np.append(
            np.minimum(self.rejected, 1 - _SURE), np.maximum(self.passed[-1], _SURE)
        )
        share = by_exit[exits]
        both = (share, 1 - share) if self.detected == 0 else (1 - share, share)
        return np.column_stack(both)

    def among(self, features: Integers, width: int) -> "RejectCascade":
        """The same stumps about more columns."""
        return replace(self, trees=self.trees.among(features))

    def first(self, rounds: int) -> "RejectCascade":
        """The first stages only."""
        return replace(
            self,
            trees=self.trees.first(int(self.ends[rounds - 1])),
            ends=self.ends[:rounds],
            thresholds=self.thresholds[:rounds],
            rejected=self.rejected[:rounds],
            passed=self.passed[:rounds],
        )

    def check(self, features: int, outputs: int) -> None:
        """Raise ValueError if a row could not go through the stages."""
        self.trees.check(features)
        require(outputs == 2 and self.detected in (0, 1) and self.trees.values.shape[1] == 1)
        require(not self.trees.output.any())
        stages = len(self.ends)
        require(stages == len(self.thresholds) == len(self.rejected) == len(self.passed) > 0)
        require(bool(np.all(np.diff(self.ends, prepend=0) > 0)))
        require(int(self.ends[-1]) == len(self.trees))
        require(bool(np.isfinite(self.thresholds).all()))
        for shares in (self.rejected, self.passed):
            require(bool(np.all((shares >= 0) & (shares <= 1))))
