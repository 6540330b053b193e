"""Two classes and hard votes: everything from one bit a row a round.

With hard votes α_t and y, h_t in {-1, 1}, a bit that says whether h_t was right gives back
yF_t = Σ ±α_s, and with it the margin yF_t / Σα_s and the weight w_0 exp(-yF_t) / Z. The training
loop multiplies and renormalises; this works in logs, and the tests hold the two together.
"""

import functools
import threading
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from core.base import pool, room
from core.base.arrays import Floats, Integers, Mask
from core.base.codec import Arrays, ReadArray, require
from core.learning.histories.history import AtRound, History, flagged_by_weight
from core.learning.histories.parts import brought_to, level, levelled_logs
from core.learning.histories.quantities import Quantity
from core.learning.predictors.links import LOGISTIC, linked
from core.learning.problem import Problem
from core.learning.rounds import Curve

_BLOCK = 128
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
        self._levels = _Levels(self)

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
        other._blocks = list(self._blocks)
        if self.rounds % _BLOCK:
            other._blocks[-1] = self._blocks[-1].copy()
        other._agreement_at = list(self._agreement_at)
        return other

    def stored(self) -> Arrays:
        """The votes, and whether each was right: a bit a row a round."""
        bits = np.concatenate([np.empty((0, self._row_bytes), np.uint8), *self._blocks])
        return super().stored() | {_RIGHT_BITS: bits[: self.rounds]}

    def restore(self, read: ReadArray, turned: Mask | None = None) -> None:
        """The running sums at the start of every block follow from the votes before it."""
        super().restore(read, turned)
        bits = read(_RIGHT_BITS, "|u1", 2)
        require(bits.shape == (self.rounds, self._row_bytes))
        if turned is not None:  # what was right by the one label is wrong by the other
            bits = bits ^ np.packbits(turned, bitorder="little")
        for first in range(0, self.rounds, _BLOCK):
            self._agreement_at.append(self._agreement(first))
            block = np.zeros((_BLOCK, self._row_bytes), np.uint8)
            own = bits[first : first + _BLOCK]
            block[: len(own)] = own
            self._blocks.append(block)

    @property
    def _row_bytes(self) -> int:
        return (len(self) + 7) // 8

    def next_bits(self, agreement: Floats) -> npt.NDArray[np.uint8]:
        """Where the bits of the next round are to be written; `agreement` is yF before it."""
        if self.rounds % _BLOCK == 0 and len(self._blocks) == self.rounds // _BLOCK:
            self._blocks.append(room.zeros((_BLOCK, self._row_bytes), np.uint8))
            self._agreement_at.append(room.copied(agreement))
        row: npt.NDArray[np.uint8] = self._blocks[-1][self.rounds % _BLOCK]
        return row

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
        for first in range(0, t, _BLOCK):
            sums = self._agreement_of(places, first, min(t - first, _BLOCK))
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
        relative = self._weights_of(agreement, t) * self.taught
        if self.training < len(self):
            logs = levelled_logs(self.log_relative(agreement, t), self.training)
            relative[self.training :] = np.exp(logs[self.training :])
        return relative

    def log_relative(self, agreement: Floats, t: int) -> Floats:
        """The logs of all rows' weights over the average training weight, as they would be."""
        scale = float(self._facts[t - 1, 3]) if t else 0.0
        return np.asarray(self._log_start - agreement - scale + np.log(self.taught))

    def _agreement_of(self, places: Integers, first: int, count: int) -> Floats:
        """The sums y F of some rows after the rounds of the block that follows round `first`."""
        block = first // _BLOCK
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
            for first in range(0, len(found), _BLOCK):
                sums = self._agreement_of(some, first, min(len(found) - first, _BLOCK))
                wrong = (sums < 0) | ((sums == 0) & is_tie_wrong)
                found[first : first + len(sums)] += wrong @ weights
        return found

    def at(self, t: int) -> AtRound:
        """All from one replay of the votes."""
        agreement, labels = self._agreement(t), self.problem.labels
        wrong = self._wrong_of(agreement)
        return AtRound(
            self.by_row(self._relative(agreement, t)),
            self.by_row(self._margins_of(agreement, t)),
            self.by_row(np.where(wrong, 1 - labels, labels)),
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

    def training_margins(self, t: int) -> Floats:
        """The margins of the training rows alone, in training order."""
        return self._margins_of(self._agreement(t, self.training), t)

    def _weights_of(self, agreement: Floats, t: int) -> Floats:
        from core.engine.kernels.history import weights_from_agreement

        if not self.problem.sums.is_alone:  # the other rows' weights are not here to be summed up
            return np.asarray(np.exp(self.log_relative(agreement, t)) / self.taught)
        weights: Floats = weights_from_agreement(self._log_start, agreement, self.training)
        return weights

    def _margins_of(self, agreement: Floats, t: int) -> Floats:
        """The share yF / Σα: 1 if all votes are right about the row, negative if it is wrong."""
        total = np.abs(self.votes[:t]).sum()
        # Clipped: two sums of the same votes may differ in the last bit.
        if total <= 0:
            return agreement
        margins = agreement / total
        return np.asarray(np.clip(margins, -1, 1, out=margins))

    def _predicted(self, t: int) -> Integers:
        return np.where(self._wrong(t), 1 - self.problem.labels, self.problem.labels)

    def _wrong(self, t: int) -> Mask:
        return self._wrong_of(self._agreement(t))

    def wrong_at(self, rounds: Sequence[int], rows: Integers) -> Mask:
        """From round to round, over the bytes that hold the bits of these rows."""
        places = self.places_of(rows)
        found = np.empty((len(rounds), len(places)), bool)
        if not len(places):
            return found
        start, stop = int(places.min()) // 8 * 8, int(places.max()) + 1
        is_tie_wrong = (self.signs != self.tie)[places]
        agreement, reached = np.zeros(stop - start), 0
        for line, t in enumerate(rounds):
            self.check_round(t)
            while reached < t:
                if reached % _BLOCK == 0:
                    agreement = self._agreement_at[reached // _BLOCK][start:stop].copy()
                passed = min(t, reached - reached % _BLOCK + _BLOCK)
                self._add_rounds(agreement, reached, passed, start)
                reached = passed
            own = agreement[places - start]
            found[line] = (own < 0) | ((own == 0) & is_tie_wrong)
        return found

    def _wrong_of(self, agreement: Floats) -> Mask:
        return np.asarray((agreement < 0) | ((agreement == 0) & (self.signs != self.tie)))

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
            return np.asarray(replay.sums * (self.taught / (replay.rounds + 1)))

    def advance(self, replay: "_Replay", t: int) -> None:
        """Bring a replay forward to round t."""
        while replay.rounds < t:
            block, inside = divmod(replay.rounds, _BLOCK)
            count = min(t - replay.rounds, _BLOCK - inside)
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
        place = np.full(len(self), -1, np.int32)
        place[ranked] = np.arange(len(ranked)) * height // max(1, len(ranked))
        columns = (np.arange(t + 1) * width // (t + 1)).astype(np.int32)
        pixel_rows = place[self.order]
        image = np.full((height, width), -np.inf, np.float32)
        log_weights = self._log_start + np.log(self.taught)
        first = levelled_logs(log_weights, self.training)
        np.maximum.at(image[:, 0], pixel_rows[pixel_rows >= 0], first[pixel_rows >= 0])
        shifts, tops = self._levels.upto(t) if self.training < len(self) else np.zeros((2, t + 1))
        with np.errstate(divide="ignore"):
            logs = np.log(self._facts[:t, 1:3])
        done = 0
        while done < t:
            block, inside = divmod(done, _BLOCK)
            count = min(t - done, _BLOCK - inside)
            bits = self._blocks[block][inside : inside + count]
            rights, wrongs = logs[done : done + count].T.copy()
            part = slice(done + 1, done + count + 1)
            weight_image(
                bits,
                count,
                rights,
                wrongs,
                columns[part],
                pixel_rows,
                log_weights,
                self.training,
                shifts[part],
                tops[part],
                image,
            )
            done += count
        return np.asarray(image / np.log(10), np.float32)

    @functools.cached_property
    def _log_start(self) -> Floats:
        with np.errstate(divide="ignore"):  # a row of weight 0 stays at 0
            return np.asarray(np.log(self.start_weights))

    def _agreement(self, t: int, rows: int | None = None) -> Floats:
        """The sum y F after t rounds, in training order; of the first rows only if told so."""
        self.check_round(t)
        if t == 0:
            return np.zeros(len(self) if rows is None else rows)
        block = (t - 1) // _BLOCK
        agreement = self._agreement_at[block][:rows].copy()
        self._add_rounds(agreement, block * _BLOCK, t)
        return agreement

    def add_round(self, agreement: Floats, t: int) -> None:
        """From the sum y F after t - 1 rounds to that after t."""
        self._add_rounds(agreement, t - 1, t)

    def _add_rounds(self, agreement: Floats, first_round: int, t: int, start: int = 0) -> None:
        """Add the votes of some rounds of one block to the sums of the rows from `start` on."""
        from core.engine.kernels.history import add_agreement

        block, inside = divmod(first_round, _BLOCK)
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
        self.agreement = np.zeros(len(history))
        self.signed = history.start_weights * history.signs
        self.sums = history.start_weights.copy()


class _Levels:
    """What brings validation rows to the level of the training rows, round by round.

    Computed when first asked for, and taken further as rounds arrive. Any thread may ask.
    """

    def __init__(self, history: VoteHistory) -> None:
        self._history, self._lock = history, threading.Lock()
        self._agreement = np.zeros(len(history))
        self._found: list[tuple[float, float]] = []

    def upto(self, t: int) -> Floats:
        """Two rows: what is added to the logs after rounds 0 to t, and where they end."""
        with self._lock:
            while len(self._found) <= t:
                self._find_next()
            return np.array(self._found[: t + 1]).T

    def _find_next(self) -> None:
        history, t = self._history, len(self._found)
        if t:
            history.add_round(self._agreement, t)
        logs = history.log_relative(self._agreement, t)
        self._found.append(level(logs, history.training))
