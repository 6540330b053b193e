"""Boosting stumps for two classes: the whole round in one pass over the rows."""

import math
from collections.abc import Generator

import numpy as np

from core.base import pool
from core.base.arrays import Codes, Floats
from core.engine.binning import Binned
from core.engine.codes import BINS
from core.engine.questions import question
from core.engine.trees import FittedStump, Trees, trees_of_stumps
from core.learning.histories.votes import VoteHistory
from core.learning.predictors.constant import constant
from core.learning.predictors.links import LOGISTIC
from core.learning.predictors.tree_sum import TreeSum
from core.learning.problem import Problem
from core.learning.rounds import Curve, Ending, Outcome, Round
from core.learning.run import Run
from core.learning.trainer import Trainer
from core.learning.trainers.steps import (
    LEAST_ERROR,
    ROUNDING,
    Step,
    all_rounds_done,
    boosting_curves,
    no_better_than_chance,
)

_NEARLY_PERFECT = 1e-6
_REFRESH = 64
_FAR = 1e3
"""Weights that grow by more are summed up anew: rounding to the unit would grow as much."""
_UNIT = 2.0**-60
"""Weights are summed up in multiples of this; their sum is 1, and may be 4."""


class StumpBoosting(Trainer):
    """AdaBoost with stumps of least weighted error. Nothing here is random."""

    history: VoteHistory

    def __init__(
        self,
        problem: Problem,
        rounds: int,
        shrinkage: float,
        curves: tuple[Curve, ...],
        after: Run | None,
    ) -> None:
        self.problem = problem
        self._rounds, self._shrinkage = rounds, shrinkage
        self._stumps: list[FittedStump] = []
        self._lone_leaves: Floats | None = None
        self._earlier: Trees | None = None
        if after is None:
            self.history = VoteHistory(problem, curves)
        else:
            assert isinstance(after.history, VoteHistory)
            assert isinstance(after.model.predictor, TreeSum)
            self.history = after.history.continued()
            self._earlier = after.model.predictor.trees

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Do one round after the other."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        history, training = self.history, self.problem.training
        loop = _Loop(history, self.problem.data)
        self._catch_up(loop)
        while history.rounds < self._rounds:
            stump, edge = loop.best_stump()
            error = (1 - edge / loop.total) / 2
            if error >= 0.5 - ROUNDING:
                return no_better_than_chance(history.rounds)
            if error < _NEARLY_PERFECT:
                # The sum of the wrong weights itself: 1 - edge has lost its digits.
                wrong = stump.sides[loop.codes_of(stump)] != history.signs[:training]
                error = float(np.abs(loop.signed[:training][wrong]).sum()) / loop.total
                is_perfect = not history.row_weights[:training][wrong].any()
                error = 0.0 if is_perfect else max(error, LEAST_ERROR)
            step = Step.of(error, loop.total, history.log_scale, self._shrinkage)
            loop.vote(stump, step, history.next_bits(loop.agreement))
            self._stumps.append(stump)
            values = boosting_curves(history, step, *loop.wrong_weights)
            history.append(step.vote, step.right, step.wrong, step.log_scale, values)
            loop.sum_up(step, history.rounds)
            yield Round(history.rounds, values)
            if error == 0:
                return self._perfect(stump)
        return all_rounds_done(history.rounds)

    def predictor(self) -> TreeSum:
        """The sum of the stumps' votes."""
        if self.problem.classes < 2:
            return constant(self.problem)
        votes = self.history.votes[self.history.rounds - len(self._stumps) :]
        counts = self.problem.data.counts
        trees = trees_of_stumps(self._stumps, votes, self._lone_leaves, counts)
        if self._earlier:
            trees = Trees.chained([self._earlier, trees])
        offset = 0.0 if len(trees) else prior_score(self.problem)
        return TreeSum(trees, np.array([offset]), LOGISTIC, 2.0, 1)

    def _catch_up(self, loop: "_Loop") -> None:
        """Bring the loop to where an earlier run left it, to the last bit."""
        unused = np.empty((len(self.history) + 7) // 8, np.uint8)
        for number in range(loop.started, self.history.rounds):
            assert self._earlier is not None
            step = Step(math.nan, math.nan, *self.history.step(number + 1))
            loop.vote(FittedStump.of(self._earlier, number), step, unused)
            loop.sum_up(step, number + 1)

    def _perfect(self, stump: FittedStump) -> Outcome:
        """The ensemble is this stump alone; its probabilities come from smoothed leaf shares."""
        data = self.problem.data
        side = stump.sides[data.codes[stump.feature, : data.training]]
        up, down = int((side > 0).sum()), int((side < 0).sum())
        # A pure leaf of n rows has the share (n+1)/(n+2) of its class (Laplace), and
        # F = ½ ln(p/(1-p)) gives that share back.
        leaf_up, leaf_down = 0.5 * math.log(up + 1), -0.5 * math.log(down + 1)
        leaves = [leaf_up, leaf_down] if stump.left_side > 0 else [leaf_down, leaf_up]
        self._lone_leaves = np.array([[0.0], *([leaf] for leaf in leaves)])
        text = question(data.encoder.features[stump.feature], stump.sides)
        return Outcome(
            Ending.PERFECT_LEARNER,
            f"One question tells all training rows apart: {text}. The ensemble is that question "
            "alone. Does this column give the target away?",
        )


def prior_score(problem: Problem) -> float:
    """F without any learner: ½ ln of the classes' odds, smoothed by one row each."""
    up = int((problem.labels[: problem.training] == 1).sum())
    return 0.5 * math.log((up + 1) / (problem.training - up + 1))


class _Loop:
    """The state of the boosting loop: signed weights, scores, and the sums that a search needs.

    The histogram D is summed anew every `_REFRESH` rounds, counted from the start, and after a
    stump that is nearly perfect, and carried forward in between; going on from an earlier run
    starts at such a round.
    """

    def __init__(self, history: VoteHistory, data: Binned) -> None:
        rows = len(history)
        self.started = history.rounds - history.rounds % _REFRESH
        self.signed, self.agreement = history.state(self.started)
        self._history, self._data = history, data
        self._counts = data.counts_with(history.row_weights[: data.training])[data.usable]
        self._is_category = data.encoder.is_category[data.usable]
        self._spans = data.spans[data.usable]
        self._chunk = pool.chunk_rows(rows)
        self._usable = np.flatnonzero(data.usable)
        self._blocks = data.columns_of_blocks
        shape = (pool.chunk_count(rows), 4 * len(self._blocks), BINS)
        self._parts = np.empty(shape, np.int64)
        self._tallies = np.empty((len(self._parts), 3))
        self._histogram = np.empty((len(self._usable), BINS))
        self._sum_all()

    @property
    def total(self) -> float:
        """What the training rows' weights sum to: 1, but for rounding."""
        return float(self._tallies[:, 0].sum())

    @property
    def wrong_weights(self) -> tuple[float, float]:
        """The starting weight of the training and of the validation rows that are wrong now."""
        return float(self._tallies[:, 1].sum()), float(self._tallies[:, 2].sum())

    def codes_of(self, stump: FittedStump) -> Codes:
        """The training rows' codes of the feature that a stump asks about."""
        return self._data.codes[stump.feature, : self._data.training]

    def best_stump(self) -> tuple[FittedStump, float]:
        """The stump of least weighted error and its edge Σ y w h."""
        from core.engine.kernels.boosting import best_stump

        sides = np.empty(BINS, np.int8)
        place, edge = best_stump(
            self._histogram, self._counts, self._is_category, self._spans, sides
        )
        if place < 0:
            return FittedStump(-1, False, sides), edge
        return FittedStump(int(self._usable[place]), bool(self._is_category[place]), sides), edge

    def vote(self, stump: FittedStump, step: "Step", bits: Codes) -> None:
        """Let a stump vote, reweight, and count what is wrong now."""
        from core.engine.kernels.boosting import boost_chunks

        history, data = self._history, self._data

        def work(first: int, last: int) -> None:
            boost_chunks(
                data.codes,
                self._blocks,
                first,
                last,
                self._chunk,
                data.training,
                history.signs,
                history.row_weights,
                history.start_weights,
                history.tie,
                stump.feature,
                stump.sides,
                step.vote,
                step.right,
                step.wrong,
                step.log_scale,
                _UNIT,
                self.signed,
                self.agreement,
                bits,
                self._parts,
                self._tallies,
            )

        pool.over_chunks(len(history), work)

    def sum_up(self, step: "Step", rounds: int) -> None:
        """Bring the histogram up to the new weights."""
        from core.engine.kernels.boosting import carry_histogram

        if rounds % _REFRESH == 0 or step.wrong > _FAR:
            self._sum_all()
        else:
            carry_histogram(self._histogram, step.right, step.wrong, self._parts, _UNIT)

    def _sum_all(self) -> None:
        from core.engine.kernels.boosting import histogram_chunks

        data = self._data

        def work(first: int, last: int) -> None:
            histogram_chunks(
                self._blocks,
                first,
                last,
                self._chunk,
                data.training,
                self.signed,
                _UNIT,
                self._parts,
                self._tallies,
            )

        pool.over_chunks(len(self._history), work)
        self._histogram = self._parts.sum(axis=0)[: len(self._usable)] * _UNIT
