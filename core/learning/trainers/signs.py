"""The squared loss on two classes as the numbers -1 and 1 (Bühlmann & Yu 2003)."""

import numpy as np

from core.base.arrays import Floats
from core.learning.predictors.links import HALVED
from core.learning.problem import Problem
from core.learning.trainers.losses import PlainLoss


class SignLoss(PlainLoss):
    """(y - F)²/2 of y = -1 or 1; F starts at the mean of y, and its sign decides.

    The slopes are (w, w (y - F)): a leaf says the weighted mean of what is still missed.
    """

    link = HALVED

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem, 1)
        self._signs = np.where(problem.labels == 1, 1.0, -1.0)
        training = slice(None, problem.training)
        mean = np.average(self._signs[training], weights=problem.row_weights[training])
        self.offset = np.array([float(mean)])

    def _judge_block(
        self, scores: Floats, start: int, stop: int, hardness: Floats, tally: Floats
    ) -> None:
        from core.engine.kernels import gradient as tallies

        problem, rows = self.problem, slice(start, stop)
        own, signs, score = problem.row_weights[rows], self._signs[rows], scores[rows, 0]
        residual = signs - score
        agreement = signs * score
        end = max(0, min(stop, problem.training) - start)
        self.slopes[0, start : start + end, 0] = own[:end]
        self.slopes[0, start : start + end, 1] = own[:end] * residual[:end]
        # The share of the other class, as the link tells it.
        hardness[rows] += np.clip((1 - agreement) / 2, 0, 1)
        losses = own * residual**2 / 2
        is_tie = (agreement == 0) & (problem.labels[rows] != problem.commonest)
        wrong = own * ((agreement < 0) | is_tie)
        tally[tallies.LOSS], tally[tallies.VALIDATION_LOSS] = losses[:end].sum(), losses[end:].sum()
        tally[tallies.ERROR], tally[tallies.VALIDATION_ERROR] = wrong[:end].sum(), wrong[end:].sum()
