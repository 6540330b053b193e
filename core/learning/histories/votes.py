"""Two classes and hard votes: everything from one bit a row a round.

With hard votes α_t and y, h_t in {-1, 1}, a bit that says whether h_t was right gives back
yF_t = Σ ±α_s, and with it the margin yF_t / Σα_s and the weight w_0 exp(-yF_t) / Z. The training
loop multiplies and renormalises; this works in logs, and the tests hold the two together.
"""

import functools
import threading
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from core.base import pool, room
from core.base.arrays import Floats, Integers, Mask, Signs
from core.base.codec import Arrays, ReadArray, require
from core.learning.histories.history import AtRound, History, flagged_by_weight
from core.learning.histories.levels import WeightLevels
from core.learning.histories.parts import ToldLevel, brought_to
from core.learning.histories.quantities import Quantity
from core.learning.predictors.links import LOGISTIC, linked
from core.learning.problem import Problem
from core.learning.rounds import Curve

ROUNDS_A_BLOCK = 128
"""Rounds a block of bits; the running sums are kept at each block's start."""
_SOME_ROWS = 8192
_RIGHT_BITS = "bits"
"""The stored array that tells whether each vote was right by a row's label."""


class VoteHistory(History):
    """The history of two-class boosting with hard votes."""

    builds_up = True
    are_stumps = True
    gives = frozenset({Quantity.WEIGHTS, Quantity.SHARES, Quantity.AGREEMENT, Quantity.HARD_VOTES})

    def __init__(self, problem: Problem, curves: tuple[Curve, ...]) -> None:
        super().__init__(problem, curves, facts=4)
        self.signs = np.where(problem.labels == 1, np.int8(1), np.int8(-1))
        self.tie = 1 if problem.commonest == 1 else -1
        total = problem.overall.training_weight
        self.start_weights: Floats = room.empty(len(self))
        np.divide(self.row_weights, total, out=self.start_weights)
        self._blocks: list[npt.NDArray[np.uint8]] = []
        self._agreement_at: list[Floats] = []
        self._suspicion_lock = threading.Lock()
        self._replayed: _Replay | None = None
        self._levels = WeightLevels(self)

    @property
    def nbytes(self) -> int:
        """The memory that the bits and the running sums take."""
        return sum(block.nbytes for block in self._blocks) + sum(
            sums.nbytes for sums in self._agreement_at
        )

    def continued(self) -> "VoteHistory":
        """A history that goes on from here and shares what is finished."""
        other = VoteHistory(self.problem, self.curves)
        other._follow(self)
        other._blocks = self._blocks[: -(-self.rounds // ROUNDS_A_BLOCK)]
        if self.rounds % ROUNDS_A_BLOCK:
            other._blocks[-1] = self._blocks[-1].copy()
        other._agreement_at = self._agreement_at[: len(other._blocks)]
        return other

    def stored(self) -> Arrays:
        """The votes, and whether each was right: a bit a row a round."""
        bits = room.empty((self.rounds, self._row_bytes), np.uint8)
        for first, block in zip(range(0, self.rounds, ROUNDS_A_BLOCK), self._blocks, strict=False):
            bits[first : first + ROUNDS_A_BLOCK] = block[: self.rounds - first]
        return super().stored() | {_RIGHT_BITS: bits}

    def restore(self, read: ReadArray, turned: Mask | None = None) -> None:
        """The running sums at the start of every block follow from the votes before it."""
        super().restore(read, turned)
        bits = read(_RIGHT_BITS, "|u1", 2)
        require(bits.shape == (self.rounds, self._row_bytes))
        if turned is not None:  # what was right by the one label is wrong by the other
            bits = bits ^ np.packbits(turned, bitorder="little")
        for first in range(0, self.rounds, ROUNDS_A_BLOCK):
            self._agreement_at.append(self._agreement(first))
            block = np.zeros((ROUNDS_A_BLOCK, self._row_bytes), np.uint8)
            own = bits[first : first + ROUNDS_A_BLOCK]
            block[: len(own)] = own
            self._blocks.append(block)

    @property
    def _row_bytes(self) -> int:
        return (len(self) + 7) // 8

    def block_after(self, t: int) -> tuple[npt.NDArray[np.uint8], Floats]:
        """Where the bits of the round after round t are to be written, and y F at its start.

        A line a round; the lines of several rounds, from a multiple of their number on.
        """
        block = t // ROUNDS_A_BLOCK
        if block == len(self._blocks):
            agreement = room.copied(self._agreement_at[-1]) if block else room.zeros(len(self))
            if block:
                self._add_rounds(agreement, t - ROUNDS_A_BLOCK, t)
            self._blocks.append(room.zeros((ROUNDS_A_BLOCK, self._row_bytes), np.uint8))
            self._agreement_at.append(agreement)
        return self._blocks[block], self._agreement_at[block]

    def append(
        self, vote: float, right: float, wrong: float, log_scale: float, values: Mapping[str, float]
    ) -> None:
        """Finish a round whose bits are written, with its factors and its curves."""
        self._append_facts([vote, right, wrong, log_scale], values)

    @property
    def log_scale(self) -> float:
        """The log of what exp(-yF) w_0 is to be divided by to give the weights that stand now."""
        return float(self._facts[self.rounds - 1, 3]) if self.rounds else 0.0

    @property
    def votes(self) -> Floats:
        """The vote α of every round."""
        rounds = self.rounds
        return self._facts[:rounds, 0]

    def weights(self, t: int) -> Floats:
        """Every row's weight after t rounds; those of the training rows sum to 1."""
        return self.by_row(self._weights_of(self._agreement(t), t))

    def relative_paths(self, rows: Integers, t: int) -> Floats:
        """The relative weights of some rows after rounds 0 to t, from their bits alone."""
        self.check_round(t)
        places = self.places_of(rows)
        agreement = np.zeros((len(places), t + 1))
        for first in range(0, t, ROUNDS_A_BLOCK):
            sums = self._agreement_of(places, first, min(t - first, ROUNDS_A_BLOCK))
            agreement[:, first + 1 : first + len(sums) + 1] = sums.T
        scales = np.concatenate([[0.0], self._facts[:t, 3]])
        logs = self._log_start[places][:, None] - agreement - scales + np.log(self.taught)
        others = places >= self.training
        if others.any():
            logs[others] = brought_to(logs[others], *self._levels.upto(t))
        return np.asarray(np.exp(logs))

    def relative_weights(self, t: int) -> Floats:
        """The weights as multiples of the average weight of the row's own part."""
        return self.by_row(self._relative(self._agreement(t), t))

    def _relative(self, agreement: Floats, t: int) -> Floats:
        """The relative weights in training order; in logs, where no weight is too large."""
        relative = self._weights_of(agreement, t)
        relative *= self.taught
        if self.training == len(self):
            return relative
        told = ToldLevel(len(self), self.training)
        for some in room.pieces(0, len(self)):
            told.take(some.start, self.log_relative(agreement[some], t, some))
        level = told.found()
        for some in room.pieces(self.training, len(self)):
            logs = self.log_relative(agreement[some], t, some)
            relative[some] = np.exp(brought_to(logs, *level))
        return relative

    def log_relative(self, agreement: Floats, t: int, rows: slice) -> Floats:
        """The logs of rows' weights over the average training weight, as they would be.

        The sums yF are those of these rows.
        """
        scale = float(self._facts[t - 1, 3]) if t else 0.0
        return np.asarray(self._log_start[rows] - agreement - scale + np.log(self.taught))

    def _agreement_of(self, places: Integers, first: int, count: int) -> Floats:
        """The sums y F of some rows after the rounds of the block that follows round `first`."""
        block = first // ROUNDS_A_BLOCK
        bits = self._blocks[block][:count, places >> 3] >> (places & 7).astype(np.uint8) & 1
        votes = self._facts[first : first + count, 0, None]
        steps = np.where(bits, votes, -votes)
        steps[0] += self._agreement_at[block][places]
        return np.cumsum(steps, axis=0)

    def misses(self, places: Integers) -> Floats:
        """From the bits of these rows alone, some thousands of rows at a time."""
        found = np.zeros(self.rounds)
        for start in range(0, len(places), _SOME_ROWS):
            some = places[start : start + _SOME_ROWS]
            weights, is_tie_wrong = self.row_weights[some], self.signs[some] != self.tie
            for first in range(0, len(found), ROUNDS_A_BLOCK):
                sums = self._agreement_of(some, first, min(len(found) - first, ROUNDS_A_BLOCK))
                wrong = (sums < 0) | ((sums == 0) & is_tie_wrong)
                found[first : first + len(sums)] += wrong @ weights
        return found

    def at(self, t: int) -> AtRound:
        """All from one replay of the votes."""
        agreement = self._agreement(t)
        return AtRound(
            self.by_row(self._relative(agreement, t)),
            self.by_row(self._margins_of(agreement, t)),
            self.by_row(self._predicted_by(agreement)),
        )

    def scores(self, t: int) -> Floats:
        """F = Σ α h(x), positive for the second class."""
        return self.by_row(self._agreement(t) * self.signs)

    def shares(self, t: int) -> Floats:
        """P = 1/(1+exp(-2F)) (Friedman, Hastie & Tibshirani 2000)."""
        return linked(self.scores(t)[:, None], LOGISTIC, 2.0)

    def agreement(self, t: int) -> Floats:
        """The sum y F(x) after t rounds."""
        return self.by_row(self._agreement(t))

    def _margins(self, t: int) -> Floats:
        return self._margins_of(self._agreement(t), t)

    def training_margins(self, rounds: Sequence[int]) -> list[Floats]:
        """From round to round, in one pass over the bits."""
        found: list[Floats] = [room.empty(self.training) for _ in rounds]

        def work(start: int, stop: int) -> None:
            for t, margins, agreement in zip(
                rounds, found, self._passing(rounds, start, stop), strict=True
            ):
                margins[start:stop] = self._margins_of(agreement, t)

        pool.over_rows(self.training, work)
        return found

    def _weights_of(self, agreement: Floats, t: int) -> Floats:
        from core.engine.kernels.history import weights_from_agreement

        if not self.problem.sums.is_alone:  # the other rows' weights are not here to be summed up
            return room.filled(
                len(self),
                lambda some: np.exp(self.log_relative(agreement[some], t, some)) / self.taught,
            )
        weights: Floats = room.empty(len(self))
        weights_from_agreement(self._log_start, agreement, self.training, weights)
        return weights

    def _margins_of(self, agreement: Floats, t: int) -> Floats:
        """The share yF / Σα: 1 if all votes are right about the row, negative if it is wrong."""
        total = np.abs(self.votes[:t]).sum()
        # Clipped: two sums of the same votes may differ in the last bit.
        if total <= 0:
            return agreement
        return room.filled(len(agreement), lambda some: np.clip(agreement[some] / total, -1, 1))

    def _predicted(self, t: int) -> Integers:
        return self._predicted_by(self._agreement(t))

    def _predicted_by(self, agreement: Floats) -> Integers:
        labels, signs = self.problem.labels, self.signs

        def predicted(some: slice) -> Integers:
            is_wrong = self._are_wrong(agreement[some], signs[some])
            return np.where(is_wrong, 1 - labels[some], labels[some])

        return room.filled(len(self), predicted, labels.dtype)

    def _wrong(self, t: int) -> Mask:
        return self._are_wrong(self._agreement(t), self.signs)

    def wrong_at(self, rounds: Sequence[int], rows: Integers) -> Mask:
        """From round to round, over the bytes that hold the bits of these rows."""
        places = self.places_of(rows)
        found = np.empty((len(rounds), len(places)), bool)
        if not len(places):
            return found
        begin, end = int(places.min()) // 8 * 8, int(places.max()) + 1
        is_run = end - int(places[0]) == len(places) and bool((np.diff(places) == 1).all())

        def work(first: int, last: int) -> None:
            start, stop = begin + first, begin + last
            own: Integers | slice  # a slice is read and written far sooner
            asked: Integers | slice
            if is_run:
                own = slice(max(0, int(places[0]) - start), stop - start)
                asked = slice(max(0, start - int(places[0])), stop - int(places[0]))
            else:
                asked = np.flatnonzero((places >= start) & (places < stop))
                own = places[asked] - start
            is_tie_wrong = (self.signs[start:stop] != self.tie)[own]
            for line, agreement in zip(found, self._passing(rounds, start, stop), strict=True):
                sums = agreement[own]
                line[asked] = (sums < 0) | ((sums == 0) & is_tie_wrong)

        pool.over_rows(end - begin, work)
        return found

    def _passing(self, rounds: Sequence[int], start: int, stop: int) -> Iterator[Floats]:
        """The sums y F of rows from a whole byte on, after each of some rounds, ascending.

        It is the same array each time.
        """
        agreement, reached = np.zeros(stop - start), 0
        for t in rounds:
            self.check_round(t)
            while reached < t:
                if reached % ROUNDS_A_BLOCK == 0:
                    agreement[:] = self._agreement_at[reached // ROUNDS_A_BLOCK][start:stop]
                passed = min(t, reached - reached % ROUNDS_A_BLOCK + ROUNDS_A_BLOCK)
                self._add_rounds(agreement, reached, passed, start)
                reached = passed
            yield agreement

    def _are_wrong(self, agreement: Floats, signs: Signs) -> Mask:
        return np.asarray((agreement < 0) | ((agreement == 0) & (signs != self.tie)))

    def flagged(self, suspicion: Floats, margins: Floats) -> Mask:
        """The rows that are heavy and that most votes contradict."""
        return flagged_by_weight(suspicion, margins)

    def _doubts(self) -> Floats:
        """The mean weight: it ranks rows with wrong labels better than the last weight does."""
        with self._suspicion_lock:
            if self._replayed is None:
                self._replayed = _Replay(self)
            replay = self._replayed
            self.advance(replay, self.rounds)
            mean = self.taught / (replay.rounds + 1)
            return room.filled(len(self), lambda some: replay.sums[some] * mean)

    def advance(self, replay: "_Replay", t: int) -> None:
        """Bring a replay forward to round t."""
        while replay.rounds < t:
            block, inside = divmod(replay.rounds, ROUNDS_A_BLOCK)
            count = min(t - replay.rounds, ROUNDS_A_BLOCK - inside)
            self._replay_block(replay, self._blocks[block][inside : inside + count])
            replay.rounds += count

    def _replay_block(self, replay: "_Replay", bits: npt.NDArray[np.uint8]) -> None:
        from core.engine.kernels.history import replay_weights

        facts = self._facts[replay.rounds : replay.rounds + len(bits), :4]
        votes, rights, wrongs, scales = facts.T.copy()
        chunk = pool.chunk_rows(len(self))

        def work(first: int, last: int) -> None:
            replay_weights(
                bits,
                len(bits),
                votes,
                rights,
                wrongs,
                scales,
                self.signs,
                self.start_weights,
                first * chunk,
                min(last * chunk, len(self)),
                replay.agreement,
                replay.signed,
                replay.sums,
            )

        pool.over_chunks(len(self), work)

    def state(self, t: int) -> tuple[Floats, Floats]:
        """The values y w and y F as the training loop had them after round t, bit for bit."""
        if t == 0:
            return self.start_weights * self.signs, np.zeros(len(self))
        replay = _Replay(self)
        self.advance(replay, t)
        return replay.signed, replay.agreement

    def step(self, t: int) -> tuple[float, float, float, float]:
        """The vote of round t, what it multiplied weights by, and the log of the scale since."""
        vote, right, wrong, log_scale = self._facts[t - 1, :4].tolist()
        return vote, right, wrong, log_scale

    def weight_image(
        self, ranked: Integers, t: int, height: int, width: int
    ) -> npt.NDArray[np.float32]:
        """log10 of the relative weights, rows as `ranked` orders them, rounds 0 to t across.

        No larger than the data; where several rows or rounds share a pixel, the heaviest shows.
        """
        from core.engine.kernels.history import weight_image

        self.check_round(t)
        height, width = min(height, len(ranked)), min(width, t + 1)
        place = room.filled(len(self), lambda _: -1, np.int32)
        place[ranked] = np.arange(len(ranked)) * height // max(1, len(ranked))
        columns = (np.arange(t + 1) * width // (t + 1)).astype(np.int32)
        image = np.full((height, width), -np.inf, np.float32)
        shifts, tops = self._levels.upto(t) if self.training < len(self) else np.zeros((2, t + 1))
        with np.errstate(divide="ignore"):
            logs = np.log(self._facts[:t, 1:3])
        for some in room.pieces(0, len(self)):
            pixel_rows = place[self.order[some]]
            is_drawn = pixel_rows >= 0
            if not is_drawn.any():
                continue
            log_weights = self._log_start[some] + np.log(self.taught)
            start = log_weights.copy()
            others = slice(max(0, self.training - some.start), None)
            start[others] = brought_to(start[others], shifts[0], tops[0])
            np.maximum.at(image[:, 0], pixel_rows[is_drawn], start[is_drawn])
            for done in range(0, t, ROUNDS_A_BLOCK):
                count = min(t - done, ROUNDS_A_BLOCK)
                rights, wrongs = logs[done : done + count].T.copy()
                part = slice(done + 1, done + count + 1)
                weight_image(
                    self._blocks[done // ROUNDS_A_BLOCK],
                    count,
                    rights,
                    wrongs,
                    columns[part],
                    some.start,
                    pixel_rows,
                    log_weights,
                    self.training,
                    shifts[part],
                    tops[part],
                    image,
                )
        return np.asarray(image / np.log(10), np.float32)

    @functools.cached_property
    def _log_start(self) -> Floats:
        logs: Floats = room.empty(len(self))
        with np.errstate(divide="ignore"):  # a row of weight 0 stays at 0
            return np.log(self.start_weights, out=logs)

    def _agreement(self, t: int) -> Floats:
        """The sum y F after t rounds, in training order."""
        self.check_round(t)
        if t == 0:
            return room.zeros(len(self))
        block = (t - 1) // ROUNDS_A_BLOCK
        agreement: Floats = room.copied(self._agreement_at[block])
        self._add_rounds(agreement, block * ROUNDS_A_BLOCK, t)
        return agreement

    def add_round(self, agreement: Floats, t: int, start: int) -> None:
        """From the sums y F of rows from `start` on after t - 1 rounds to those after t."""
        self._add_rounds(agreement, t - 1, t, start)

    def _add_rounds(self, agreement: Floats, first_round: int, t: int, start: int = 0) -> None:
        """Add the votes of some rounds of one block to the sums of the rows from `start` on."""
        from core.engine.kernels.history import add_agreement

        block, inside = divmod(first_round, ROUNDS_A_BLOCK)
        count = t - first_round
        bits = self._blocks[block][inside : inside + count, start // 8 :]
        votes = self._facts[first_round:t, 0].copy()
        rows = len(agreement)
        chunk = pool.chunk_rows(rows)

        def work(first: int, last: int) -> None:
            stop = min(last * chunk, rows)
            add_agreement(bits, count, votes, first * chunk, stop, agreement)

        pool.over_chunks(rows, work)


class _Replay:
    """The training loop's state at some round, with the sum of all weights until there."""

    def __init__(self, history: VoteHistory) -> None:
        self.rounds = 0
        self.agreement = room.zeros(len(history))
        self.signed = room.copied(history.start_weights)
        self.signed *= history.signs
        self.sums = room.copied(history.start_weights)
