"""Many classes and hard votes: the predicted class of every row and round, in few bits.

A round's vote α goes to the class that its learner names; the scores are s_k = Σ α [h(x) = k].
A row's weight is w_0 exp(2 Σ α [h(x) ≠ y]), divided by the sum over the training rows: for two
classes the weights of AdaBoost, since e^α against e^-α is e^2α against 1.

Weights may be capped: w_0 min(cap, exp(2 Σ α ([h(x) ≠ y] - centre))), divided by their sum. With
the centre ½ that is w_0 min(cap, exp(-y F(x))) for two classes (Domingo & Watanabe 2000).
"""

import functools
import math
import threading
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from core.base import pool, room
from core.base.arrays import Floats, Integers, Mask
from core.base.codec import Arrays, ReadArray, require
from core.engine.growing.grids import exact_sum
from core.learning.histories.history import History, class_margins, flagged_by_weight
from core.learning.histories.images import image_of_weights
from core.learning.histories.parts import brought_to, level, levelled
from core.learning.histories.quantities import Quantity
from core.learning.histories.tracks import Track
from core.learning.predictors.links import SOFTMAX, linked
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.winners import winners
from core.learning.problem import Problem
from core.learning.rounds import Curve

Planes = npt.NDArray[np.uint8]

_MOST_LOG = 700.0
_ROOM = 32
"""For so many rounds room is taken at once."""


class ClassVoteHistory(History):
    """The history of boosting with hard votes for classes."""

    builds_up = True
    gives = frozenset({Quantity.WEIGHTS, Quantity.SHARES, Quantity.AGREEMENT, Quantity.HARD_VOTES})

    def __init__(
        self,
        problem: Problem,
        curves: tuple[Curve, ...],
        cap: float = math.inf,
        centre: float = 0.5,
    ) -> None:
        super().__init__(problem, curves, facts=1)
        self._cap, self._log_cap, self._centre = cap, math.log(cap), centre
        self.start_weights: Floats = room.empty(len(self))
        np.divide(self.row_weights, problem.overall.training_weight, out=self.start_weights)
        counts = self.start_weights[: self.training] > 0
        self._counts: Mask | bool = True if counts.all() else counts
        """Which training rows count; as one word if all do, which numpy takes far sooner."""
        self._bits = max(1, (problem.classes - 1).bit_length())
        self._planes: list[Planes] = []
        self._free: list[Planes] = []
        self._votes: list[float] = []
        # A column a class for the scores, and one for 2 Σ α [h ≠ y].
        self._track = Track(room.zeros((len(problem), problem.classes + 1)), self._add)
        self._lock = threading.Lock()
        self._summed = 0
        self._burden = room.zeros(len(problem))
        self._sums = room.copied(self.start_weights)
        self._scales: list[tuple[float, float]] = []
        self._levels: list[tuple[float, float]] = []
        # The highest burden and the sum of each round, where other rows are elsewhere.
        self._totals: list[tuple[float, float]] = []
        self._note_total(0)

    def continued(self) -> "ClassVoteHistory":
        """A history that goes on from here and shares what is finished."""
        other = ClassVoteHistory(self.problem, self.curves, self._cap, self._centre)
        other._follow(self)
        other._planes = list(self._planes)
        other._votes = list(self._votes)
        other._track = self._track.continued(other._add)
        return other

    def stored(self) -> Arrays:
        """The votes, and the class that each named, in planes of bits."""
        planes = room.empty((self.rounds, self._bits, (len(self) + 7) // 8), np.uint8)
        for own, known in zip(planes, self._planes, strict=False):
            own[...] = known
        return super().stored() | {"planes": planes}

    def restore(self, read: ReadArray, turned: Mask | None = None) -> None:
        """Count the votes again, in their order."""
        super().restore(read, turned)
        planes = read("planes", "|u1", 3)
        require(planes.shape == (self.rounds, self._bits, (len(self) + 7) // 8))
        for number, vote in enumerate(self.votes.tolist(), 1):
            self._planes.append(planes[number - 1])
            self._votes.append(vote)
            require(int(self.named(number).max(initial=0)) < self.problem.classes)
            self._track.advance(number)

    def check_members(self, members: Sequence[Predictor]) -> None:
        """A learner a round."""
        require(len(members) == self.rounds)

    def vote(self, vote: float, named: Integers) -> None:
        """Begin a round: its vote and the class it named for every row, in training order."""
        planes = self._room_for_planes()
        for place, plane in enumerate(planes):
            plane[:] = np.packbits((named & (1 << place)) > 0, bitorder="little")
        self._planes.append(planes)
        self._votes.append(vote)
        self._track.advance(self.rounds + 1)
        self._note_total(self.rounds + 1)

    def _room_for_planes(self) -> Planes:
        """Room for the bits of a round, taken for several at a time: of many rows it is mapped."""
        if not self._free:
            shape = (_ROOM, self._bits, (len(self) + 7) // 8)
            self._free = list(room.empty(shape, np.uint8)[::-1])
        return self._free.pop()

    def finish(self, values: Mapping[str, float]) -> None:
        """Finish the round with its curves."""
        self._append_facts([self._votes[-1]], values)

    def weights_now(self) -> Floats:
        """The weights that stand now, in training order."""
        return self._weights(self._track.now[:, -1], self.rounds)

    def _note_total(self, t: int) -> None:
        """Ask while others answer: once the training is over, nobody does."""
        if not self.problem.row_sums.is_alone:
            self._totals.append(self._total(self._track.now[:, -1], t)[:2])

    @property
    def votes(self) -> Floats:
        """The vote α of every round."""
        rounds = self.rounds
        return self._facts[:rounds, 0]

    @property
    def scores_now(self) -> Floats:
        """The scores of the classes after the last round, in training order."""
        return self._track.now[:, :-1]

    def named(self, t: int) -> Integers:
        """The class that the learner of round t named for every row, in training order."""
        planes = self._planes[t - 1]
        named = np.zeros(len(self), np.int64)
        for bit, plane in enumerate(planes):
            named |= (
                np.unpackbits(plane, count=len(self), bitorder="little").astype(np.int64) << bit
            )
        return named

    def _named_of(self, places: Integers, t: int) -> Integers:
        """The same for rows at some places."""
        bits = self._planes[t - 1][:, places >> 3] >> (places & 7).astype(np.uint8) & 1
        return np.asarray((bits.astype(np.int64) << np.arange(self._bits)[:, None]).sum(axis=0))

    def _every_prediction(self, places: Integers) -> Iterator[Integers]:
        scores, rows = np.zeros((len(places), self.problem.classes)), np.arange(len(places))
        for number in range(1, self.rounds + 1):
            scores[rows, self._named_of(places, number)] += self._votes[number - 1]
            yield winners(scores, self.problem.commonest)

    def weights(self, t: int) -> Floats:
        """Every row's weight after t rounds; those of the training rows sum to 1."""
        self.check_round(t)
        return self.by_row(self._weights(self._track.at(t)[:, -1], t))

    def flagged(self, suspicion: Floats, margins: Floats) -> Mask:
        """The rows that are heavy and that most votes contradict."""
        return flagged_by_weight(suspicion, margins)

    def _doubts(self) -> Floats:
        """The mean weight: it ranks rows with wrong labels better than the last weight does."""
        with self._lock:
            self._sum_up()
            return np.asarray(self._sums * (self.taught / (self._summed + 1)))

    def relative_paths(self, rows: Integers, t: int) -> Floats:
        """The relative weights of some rows; what divides a round's is computed once."""
        from core.engine.kernels.boosting import HEAVIEST

        self.check_round(t)
        with self._lock:
            self._sum_up()
            start = (min(0.0, self._log_cap), 1.0)
            scales = np.array([start, *self._scales[:t]])
            levels = np.array([self._start_level, *self._levels[:t]])
        places = self.places_of(rows)
        burdens = np.zeros((t + 1, len(places)))
        for number in range(1, t + 1):
            named = self._named_of(places, number)
            burdens[number] = 2.0 * self._votes[number - 1] * (named != self.problem.labels[places])
        burdens = np.cumsum(burdens, axis=0)
        if self._log_cap < math.inf:
            votes = np.concatenate([[0.0], np.cumsum(self.votes[:t])])
            burdens = np.minimum(burdens, (self._log_cap + 2 * self._centre * votes)[:, None])
        highest, totals = scales.T[:, :, None]
        raised = self.start_weights[places] * np.exp(np.minimum(burdens - highest, _MOST_LOG))
        with np.errstate(over="ignore"):
            relative = np.minimum(raised / totals, HEAVIEST).T * self.taught
        others = places >= self.training
        with np.errstate(divide="ignore"):  # a row of weight 0
            logs = np.log(relative[others])
        relative[others] = np.exp(brought_to(logs, *levels.T))
        return np.asarray(relative)

    def _sum_up(self) -> None:
        """Add up every round's weights, and keep what each round's were divided by."""
        for _ in self._burdens():
            weights = self._weights(self._burden, self._summed)
            self._sums += weights
            self._levels.append(self._level_of(weights))
            # The heaviest row that counts was raised by e^0: its share tells the total.
            counted = np.where(self._counts, self._burden[: self.training], -np.inf)
            heaviest = int(np.argmax(counted))
            highest = min(float(counted[heaviest]), self._highest_burden(self._summed))
            self._scales.append((highest, self.start_weights[heaviest] / weights[heaviest]))

    def _level_of(self, weights: Floats) -> tuple[float, float]:
        """What brings validation rows to the level of the training rows."""
        if self.training == len(weights):
            return 0.0, 0.0
        with np.errstate(divide="ignore"):  # a row of weight 0
            return level(np.log(weights * self.taught), self.training)

    @functools.cached_property
    def _start_level(self) -> tuple[float, float]:
        return self._level_of(self.start_weights)

    def _highest_burden(self, t: int) -> float:
        """What a burden counts as at most after t rounds: where the cap is."""
        return self._log_cap + 2 * self._centre * float(np.sum(self._votes[:t]))

    def weight_image(
        self, ranked: Integers, t: int, height: int, width: int
    ) -> npt.NDArray[np.float32]:
        """log10 of the relative weights, rows as `ranked` orders them, rounds 0 to t across."""
        self.check_round(t)
        return image_of_weights(self._every_round(t), t, ranked, height, width)

    def _every_round(self, t: int) -> Iterator[Floats]:
        """The relative weights, by row, from the start to round t."""
        burden = np.zeros(len(self))
        for number in range(t + 1):
            if number:
                self._burden_of(number, burden)
            relative = self._weights(burden, number) * self.taught
            yield self.by_row(levelled(relative, self.training))

    def vote_sums(self, t: int) -> Floats:
        """Every class's Σ α [h(x) = k] after t rounds."""
        self.check_round(t)
        return self.by_row(self._track.at(t)[:, :-1])

    def shares(self, t: int) -> Floats:
        """P_k proportional to exp(2 s_k) (Zhu, Zou, Rosset & Hastie 2009)."""
        return linked(self.vote_sums(t), SOFTMAX, 2.0)

    def agreement(self, t: int) -> Floats:
        """Of two classes: the own class's sum of votes minus the other's is y Σ α h."""
        return np.asarray(self.margins(t) * np.abs(self.votes[:t]).sum())

    def _predicted(self, t: int) -> Integers:
        self.check_round(t)
        return winners(self._track.at(t)[:, :-1], self.problem.commonest)

    def _margins(self, t: int) -> Floats:
        self.check_round(t)
        total = max(float(np.abs(self.votes[:t]).sum()), np.finfo(float).tiny)
        margins = class_margins(self._track.at(t)[:, :-1] / total, self.problem.labels)
        # Clipped: two sums of the same votes may differ in the last bit.
        return np.asarray(np.clip(margins, -1, 1))

    def _weights(self, burden: Floats, t: int) -> Floats:
        from core.engine.kernels.boosting import HEAVIEST

        if t < len(self._totals):
            highest, total = self._totals[t]
            raised = self._raised(burden, t, highest)
        else:
            _, total, raised = self._total(burden, t)
        with np.errstate(over="ignore"):
            np.divide(raised, total, out=raised)
        return np.minimum(raised, HEAVIEST, out=raised)

    def _total(self, burden: Floats, t: int) -> tuple[float, float, Floats]:
        """The highest burden of all training rows that count, their weights, and the sum of these.

        The weights are those of all rows, raised so that the heaviest row has its first one.
        """
        sums, own = self.problem.row_sums, slice(None, self.training)
        found = burden[own].max(where=self._counts, initial=-np.inf, keepdims=True)
        highest = min(float(sums.highest(found)[0]), self._most(t))
        raised = self._raised(burden, t, highest)
        return highest, exact_sum(raised[own], self.taught, sums), raised

    def _raised(self, burden: Floats, t: int, highest: float) -> Floats:
        most, raised = self._most(t), room.empty(len(self))

        def raise_some(first: int, last: int) -> None:
            for some in room.pieces(first, last):
                # Only validation rows and rows of weight 0 can be above the highest, by any amount.
                logs = np.minimum(burden[some], most)
                logs -= highest
                np.minimum(logs, _MOST_LOG, out=logs)
                np.multiply(self.start_weights[some], np.exp(logs, out=logs), out=raised[some])

        pool.over_rows(len(self), raise_some)
        return np.asarray(raised)

    def _most(self, t: int) -> float:
        """The most that a burden may be after round t."""
        return math.inf if math.isinf(self._log_cap) else self._highest_burden(t)

    def _burden_of(self, t: int, burden: Floats) -> None:
        from core.engine.kernels.votes import add_burden

        planes, vote = self._planes[t - 1], self._votes[t - 1]
        add_burden(planes, vote, self.problem.labels, burden, 0, len(self))

    def _burdens(self) -> Iterator[None]:
        while self._summed < self.rounds:
            self._summed += 1
            self._burden_of(self._summed, self._burden)
            yield

    def _add(self, sums: Floats, first: int, last: int) -> None:
        from core.engine.kernels.votes import add_class_votes

        chunk, labels = pool.chunk_rows(len(self)), self.problem.labels

        def work(first_chunk: int, last_chunk: int) -> None:
            stop = min(last_chunk * chunk, len(self))
            for number in range(first, last):
                planes, vote = self._planes[number], self._votes[number]
                add_class_votes(planes, vote, labels, sums, first_chunk * chunk, stop)

        pool.over_chunks(len(self), work)
