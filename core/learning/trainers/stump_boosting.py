"""Boosting stumps for two classes: a whole round in one kernel."""

import contextlib
import functools
import math
from collections.abc import Generator

import numpy as np

from core.base import pool
from core.base.arrays import Codes, Floats, Integers
from core.engine.codes import BINS
from core.engine.growing import grids
from core.engine.kernels.arguments import (
    BoostedRows,
    BoostingState,
    SearchedColumns,
    VotingStump,
)
from core.engine.questions import question
from core.engine.trees import FittedStump, Trees, trees_of_stumps
from core.learning.histories.votes import ROUNDS_A_BLOCK, VoteHistory
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
_WEIGHT_BITS = 62
"""Bits of a sum of row weights, in multiples of a unit."""
_CHUNK = 4096
"""What is known of so many rows stays in the second cache while they are weighed anew."""
_WIDE = 8
"""With so many blocks of columns a thread, columns are shared out instead of rows."""


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
        with contextlib.closing(_Loop(self.history, self.problem)) as loop:
            self._catch_up(loop)
            return (yield from self._boosted(loop))

    def _boosted(self, loop: "_Loop") -> Generator[Round, None, Outcome]:
        history = self.history
        while history.rounds < self._rounds:
            stump, edge = loop.best_stump()
            error = (1 - edge / loop.total) / 2
            if error >= 0.5 - ROUNDING:
                return no_better_than_chance(history.rounds)
            if error < _NEARLY_PERFECT:
                # The sum of the wrong weights itself: 1 - edge has lost its digits.
                error = loop.missed_weight(stump) / loop.total
            step = Step.of(error, loop.total, history.log_scale, self._shrinkage)
            loop.vote(stump, step, history.rounds)
            self._stumps.append(stump)
            values = boosting_curves(history, step, *loop.wrong_weights)
            history.append(step.vote, step.right, step.wrong, step.log_scale, values)
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
        for number in range(loop.started, self.history.rounds):
            assert self._earlier is not None
            step = Step(math.nan, math.nan, *self.history.step(number + 1))
            loop.vote(FittedStump.of(self._earlier, number), step, number)

    def _perfect(self, stump: FittedStump) -> Outcome:
        """The ensemble is this stump alone; its probabilities come from smoothed leaf shares."""
        data = self.problem.data
        side = stump.sides[data.codes[stump.feature, : data.training]]
        sides = np.array([(side > 0).sum(), (side < 0).sum()])
        up, down = self.problem.sums.added(sides).tolist()
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
    down, up = problem.overall.class_rows.tolist()
    return 0.5 * math.log((up + 1) / (down + 1))


class _Loop:
    """The state of the boosting loop: signed weights, scores, and the sums that a search needs.

    The histogram D is summed anew every `_REFRESH` rounds, counted from the start, and after a
    stump that is nearly perfect, and carried forward in between; going on from an earlier run
    starts at such a round.
    """

    def __init__(self, history: VoteHistory, problem: Problem) -> None:
        rows, data = len(history), problem.data
        self._history, self._sums, self._taught = history, problem.sums, problem.overall.training
        self.started = history.rounds - history.rounds % _REFRESH
        self.signed, self.agreement = history.state(self.started)
        self._data, self._usable = data, np.flatnonzero(data.usable)
        weights = history.row_weights
        self._rows = BoostedRows(
            data.codes,
            history.signs,
            weights,
            history.start_weights,
            float(weights[0]) if len(weights) and not np.ptp(weights) else 0.0,
            problem.overall.training_weight,
            int(history.tie),
            data.training,
            _CHUNK,
            _UNIT,
            grids.unit(problem.overall.weight, _WEIGHT_BITS),
        )
        self._columns = SearchedColumns.of(
            data.columns_of_blocks,
            data.counts_with(history.row_weights[: data.training])[data.usable],
            data.encoder.is_category[data.usable],
            data.spans[data.usable],
        )
        self._threads = pool.threads()
        self._state = self._room(rows)
        if self._sums.place < 0:  # who only looks on is told the sums, and adds nothing up
            self._columns = self._columns._replace(blocks=self._columns.blocks[:0])
        self._gather(np.empty((0, 0), np.uint8))
        nobody = Step(math.nan, math.nan, 0.0, 0.0, 0.0, 0.0)
        no_stump = FittedStump(-1, False, np.empty(BINS, np.int8))
        self._boost(no_stump, nobody, 0, is_anew=True)

    def _room(self, rows: int) -> BoostingState:
        chunks, training = -(-rows // _CHUNK), self._data.training
        blocks, threads = len(self._columns.blocks), self._threads
        is_wide = self._sums.is_alone and blocks >= _WIDE * threads
        listed = training if is_wide else threads * _CHUNK
        return BoostingState(
            self.signed,
            self.agreement,
            np.full(chunks, self.started % ROUNDS_A_BLOCK),
            np.empty(listed, np.uint32),
            np.empty(listed, np.int64),
            np.empty(chunks, np.int64),
            np.zeros((0 if is_wide else threads, 4 * blocks, BINS), np.int64),
            np.zeros((threads, 3), np.int64),
            np.empty(1, np.int64),
            np.empty(1),
            np.empty(BINS, np.int8),
        )

    @property
    def total(self) -> float:
        """What the training rows' weights sum to: 1, but for rounding."""
        return self._tallies[0] * _UNIT

    @property
    def wrong_weights(self) -> tuple[float, float]:
        """The starting weight of the training and of the validation rows that are wrong now."""
        unit = self._rows.weight_unit
        return self._tallies[1] * unit, self._tallies[2] * unit

    def missed_weight(self, stump: FittedStump) -> float:
        """What the training rows weigh that a stump gets wrong; 0 if there are none that count."""
        training, history = self._data.training, self._history
        codes = self._data.codes[stump.feature, :training]
        wrong = stump.sides[codes] != history.signs[:training]
        wrong &= history.row_weights[:training] > 0
        weights = np.abs(self.signed[:training][wrong])
        found = np.array([weights.max(initial=0.0), float(len(weights) > 0)])
        heaviest, are_there = self._sums.highest(found).tolist()
        if not are_there:
            return 0.0
        unit = grids.unit(heaviest, _WEIGHT_BITS - grids.count_bits(self._taught))
        units = np.array([np.rint(weights / unit).astype(np.int64).sum()])
        return max(float(self._sums.added(units)[0]) * unit, LEAST_ERROR)

    def best_stump(self) -> tuple[FittedStump, float]:
        """The stump of least weighted error and its edge Σ y w h."""
        place, sides = int(self._state.chosen[0]), self._state.sides.copy()
        edge = float(self._state.edge[0])
        if place < 0:
            return FittedStump(-1, False, sides), edge
        is_category = bool(self._columns.is_category[place])
        return FittedStump(int(self._usable[place]), is_category, sides), edge

    def vote(self, stump: FittedStump, step: Step, rounds: int) -> None:
        """Let the stump after so many rounds vote, reweight, count errors, and find the next one.

        Its bits are written into the history.
        """
        bits, agreement = self._history.block_after(rounds)
        line = rounds % ROUNDS_A_BLOCK
        if bits is not self._voting.bits:
            self.close()
            self._gather(bits)
            if line == 0:
                self.agreement[:] = agreement
                self._state.agreed[:] = 0
        self._boost(stump, step, line, (rounds + 1) % _REFRESH == 0 or step.wrong > _FAR)

    def _gather(self, bits: Codes) -> None:
        """A new team, for rounds whose bits go there: who helped with others sees those alone."""
        from core.engine.kernels.team import BOARD

        self._board: Integers = np.zeros(BOARD + self._threads, np.int64)
        self._expected = self._board[BOARD:]
        self._voting = VotingStump.room(bits)

    def _boost(self, stump: FittedStump, step: Step, line: int, is_anew: bool) -> None:
        from core.engine.kernels.stump_rounds import COLUMNS, ROWS

        voting = self._voting
        voting.asked[:] = stump.feature, is_anew, line
        voting.sides[:] = stump.sides
        voting.step[:] = step.right, step.wrong, step.log_scale
        voting.votes[line : line + 1] = step.vote
        work = functools.partial(self._work, self._board, voting)
        for helper in np.flatnonzero(self._expected == 0)[1:].tolist():
            self._expected[helper] = 1  # before it comes: it tells when it leaves
            if not pool.invite(helper, functools.partial(work, helper)):
                self._expected[helper] = 0
        if self._sums.is_alone:
            work(0)
            self._tallies: list[int] = self._state.tallies.sum(axis=0).tolist()
        else:
            work(0, ROWS, ROWS)
            self._add_up()
            work(0, COLUMNS, COLUMNS)

    def _work(
        self, board: Integers, voting: VotingStump, number: int, first: int = 0, last: int = 1
    ) -> None:
        """Lead a round, as the thread of number 0, or help whoever does; kinds first to last."""
        from core.engine.kernels.stump_rounds import boost

        boost(number, first, last, board, self._rows, voting, self._columns, self._state)

    def _add_up(self) -> None:
        """Make the histograms and tallies those of all rows, wherever they are."""
        state = self._state
        own = np.concatenate([state.tallies.sum(axis=0), state.parts.sum(axis=0).ravel()])
        together = self._sums.added(own)
        tallied = state.tallies.shape[1]
        self._tallies = together[:tallied].tolist()
        state.parts[:] = 0
        state.parts[0] = together[tallied:].reshape(state.parts.shape[1:])

    def close(self) -> None:
        """There is no more to do for the team: nobody stays."""
        from core.engine.kernels.team import call_off

        call_off(self._board)
