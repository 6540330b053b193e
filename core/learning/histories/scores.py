"""Scores that are sums over the rounds: committees, forests, gradient boosting.

What a round brought is not kept but predicted again by what was learned in it; sums are kept now
and then. Where members were trained on samples, the rows outside a member's sample have sums of
their own, over those members that never saw them (Breiman 1996).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import pool, room
from core.base.arrays import Floats, Integers, Mask
from core.base.codec import Arrays, ReadArray, require
from core.engine.saying import Saying, said_before
from core.learning.histories.history import History, class_margins, over_medians, rmse, share
from core.learning.histories.quantities import Quantity
from core.learning.histories.tracks import Track
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.winners import winners
from core.learning.problem import Problem
from core.learning.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR, VALIDATION_ERROR, Curve

FAR = 6.0
"""A residual of six medians is some four standard deviations of a normal error."""

Member = Callable[[int], Floats]
"""member(t) gives what round t adds to the scores, a row a row, a column an output."""
Outside = Callable[[int], Mask]
"""outside(t) tells which training rows the member of round t never saw."""
Link = Callable[[Floats], Floats]
_AT_ONCE = 1 << 17
"""Of so many rows votes are asked for and taken at a time: they stay in the cache."""


class ScoreHistory(History):
    """The history of an ensemble whose scores are sums over its rounds."""

    gives = frozenset({Quantity.SHARES})

    def __init__(
        self,
        problem: Problem,
        curves: tuple[Curve, ...],
        start: Floats,
        member: Member,
        link: Link,
        why_no_weights: str,
        outside: Outside | None = None,
        saying: Callable[[int], Saying] | None = None,
    ) -> None:
        """`saying(t)` gives what `member(t)` gives, some rows at a time."""
        super().__init__(problem, curves)
        self._explain(Quantity.WEIGHTS, why_no_weights)
        if outside:
            del self._lacking[Quantity.OUT_OF_BAG]
        self.link = link
        self.member, self._outside = member, outside
        self._saying = saying
        self._start = start
        self._track = Track(np.broadcast_to(start, (len(problem), len(start))), self._add)
        nothing = np.broadcast_to(0.0, (problem.training, len(start) + 1))
        self._outside_track = Track(nothing, self._add_outside) if outside else None
        self._hardness = room.zeros(len(problem))

    def continued(
        self,
        member: Member,
        link: Link,
        outside: Outside | None,
        saying: Callable[[int], Saying] | None = None,
    ) -> "ScoreHistory":
        """A history that goes on from here with other members, and shares what is finished."""
        other = type(self)(
            self.problem,
            self.curves,
            self._start,
            member,
            link,
            self._lacking[Quantity.WEIGHTS],
            outside if self._outside else None,
            saying,
        )
        other._follow(self)
        return other

    def _follow(self, earlier: History) -> None:
        assert isinstance(earlier, ScoreHistory)
        super()._follow(earlier)
        self._track = earlier._track.continued(self._add)
        if earlier._outside_track:
            self._outside_track = earlier._outside_track.continued(self._add_outside)
        self._hardness = room.copied(earlier._hardness)

    def stored(self) -> Arrays:
        """The sums after the last round; those before it are what the members say."""
        arrays = super().stored() | {"scores": self._track.now, "hardness": self._hardness}
        return arrays | ({"outside": self._outside_track.now} if self._outside_track else {})

    def restore(self, read: ReadArray, turned: Mask | None = None) -> None:
        """The sums as they stood; the members are asked when an earlier round is."""
        super().restore(read, turned)
        parts = [(self._track, read("scores", "<f8", 2))]
        if self._outside_track:
            parts.append((self._outside_track, read("outside", "<f8", 2)))
        for track, sums in parts:
            require(sums.shape == track.now.shape and not np.isnan(sums).any())
            track.restore(sums, self.rounds)
        self._hardness = read("hardness", "<f8", 1)
        require(len(self._hardness) == len(self) and not np.isnan(self._hardness).any())

    def check_members(self, members: Sequence[Predictor]) -> None:
        """A member a round."""
        require(len(members) == self.rounds)

    def append(self) -> dict[str, float]:
        """Finish a round whose member is there; gives the curves: its errors."""
        number = self.rounds + 1
        out = self._outside(number) if self._outside else None
        values = (
            self._take_numbers(self.member(number), out)
            if self.problem.is_regression
            else self._take_votes(number, out)
        )
        self._track.keep(number)
        if self._outside_track:
            self._outside_track.keep(number)
        names = [curve.name for curve in self.curves]
        # Whoever has but a sample of the rows is told the errors of all.
        told = self.problem.sums.highest(np.array([values[name] for name in names]))
        values = dict(zip(names, told.tolist(), strict=True))
        self._append_facts([], values)
        return values

    def _take_votes(self, number: int, out: Mask | None) -> dict[str, float]:
        """Sums, errors and hardness for classes, in one pass over the rows."""
        from core.engine.kernels import votes as kernels

        outside = self._outside_track.now if self._outside_track else np.empty((0, 1))
        is_outside = np.zeros(0, bool) if out is None else out
        chunk = pool.chunk_rows(len(self))
        says = self._saying(number) if self._saying else said_before(self.member(number))
        tallies = np.zeros((pool.chunk_count(len(self)), kernels.TALLIES))

        def take(start: int, stop: int, tally: Floats) -> None:
            kernels.take_votes(
                says(start, stop),
                is_outside,
                self.problem.labels,
                self.row_weights,
                self.problem.commonest,
                self.training,
                start,
                stop,
                self._track.now,
                outside,
                self._hardness,
                tally,
            )

        def work(first: int, last: int) -> None:
            for place in range(first, last):
                end = min((place + 1) * chunk, len(self))
                for start in range(place * chunk, end, _AT_ONCE):
                    take(start, min(start + _AT_ONCE, end), tallies[place])

        pool.over_chunks(len(self), work)
        wrong = tallies.sum(axis=0)
        return self._errors(
            wrong[kernels.TRAINING_WRONG],
            wrong[kernels.VALIDATION_WRONG],
            share(wrong[kernels.OUTSIDE_WRONG], wrong[kernels.OUTSIDE_WEIGHT]),
        )

    def _errors(self, training: float, validation: float, outside: float) -> dict[str, float]:
        totals = self.total_weights
        values = {
            TRAINING_ERROR.name: share(training, totals[0]),
            VALIDATION_ERROR.name: share(validation, totals[1]),
        }
        return values | ({OUT_OF_BAG_ERROR.name: outside} if self._outside_track else {})

    def _take_numbers(self, said: Floats, out: Mask | None) -> dict[str, float]:
        """The same for numbers."""
        self._track.now += said
        if self._outside_track and out is not None:
            self._outside_track.now[out, :-1] += said[: self.training][out]
            self._outside_track.now[out, -1] += 1
        outside = self._outside_track.now if self._outside_track else None
        self._hardness += np.abs(self._margins_of(self._track.now, outside))
        predicted = self._decided(self._track.now)
        values = {
            name: rmse(predicted[part], self.problem.targets[part], self.row_weights[part])
            for name, part in (
                (TRAINING_ERROR.name, slice(None, self.training)),
                (VALIDATION_ERROR.name, slice(self.training, None)),
            )
        }
        if outside is not None:
            there = outside[:, -1] > 0
            judged = self._decided(self._averaged(outside[there]))
            targets = self.problem.targets[: self.training][there]
            own = self.row_weights[: self.training][there]
            values[OUT_OF_BAG_ERROR.name] = rmse(judged, targets, own)
        return values

    @property
    def scores_now(self) -> Floats:
        """The scores after the last round, in training order."""
        return self._track.now

    @property
    def is_one_scale(self) -> bool:
        """Out of bag a training row is as new to its judges as a validation row."""
        return self._outside_track is not None or super().is_one_scale

    def _doubts(self) -> Floats:
        """The share of the votes against a row's label, averaged over the rounds so far.

        Training rows are judged out of bag where there is a bag. For numbers: the absolute
        residual over the median of its part.
        """
        if self.problem.is_regression:
            return over_medians(self._hardness, self.training)
        return self._hardness / max(1, self.rounds)

    def flagged(self, suspicion: Floats, margins: Floats) -> Mask:
        """The rows that most votes contradict throughout; numbers far from every prediction."""
        if self.problem.is_regression:
            return np.asarray(suspicion >= FAR)
        return np.asarray((suspicion >= 0.5) & (margins < 0))

    def shares(self, t: int) -> Floats:
        """What the link makes of the scores."""
        return self.outputs(t) if self.has(Quantity.SHARES) else super().shares(t)

    def outside(self, number: int) -> Mask:
        """Which training rows, in training order, the member of a round never saw."""
        return self._outside(number) if self._outside else super().outside(number)

    def outputs(self, t: int) -> Floats:
        """The shares of the classes, or the numbers, of every row after t rounds."""
        self.check_round(t)
        linked = self.link(self._judging(self._track.at(t), self._outside_at(t)))
        out = np.empty_like(linked)
        out[self.order] = linked
        return out

    def suggested(self, t: int) -> npt.NDArray[Any]:
        """Out of bag for training rows: a deep tree knows the rows it was grown on by heart."""
        self.check_round(t)
        return self.by_row(self._decided(self._judging(self._track.at(t), self._outside_at(t))))

    def _predicted(self, t: int) -> npt.NDArray[Any]:
        self.check_round(t)
        return self._decided(self._track.at(t))

    def _every_prediction(self, places: Integers) -> Iterator[npt.NDArray[Any]]:
        sums = self._track.at(0)[places]
        for number in range(1, self.rounds + 1):
            sums += self.member(number)[places]
            yield self._decided(sums)

    def _margins(self, t: int) -> Floats:
        self.check_round(t)
        return self._margins_of(self._track.at(t), self._outside_at(t))

    def _outside_at(self, t: int) -> Floats | None:
        return self._outside_track.at(t) if self._outside_track else None

    def _margins_of(self, sums: Floats, outside: Floats | None) -> Floats:
        outputs = self.link(self._judging(sums, outside))
        if self.problem.is_regression:
            return np.asarray(outputs[:, 0] - self.problem.targets)
        return class_margins(outputs, self.problem.labels)

    def _judging(self, sums: Floats, outside: Floats | None) -> Floats:
        """The scores that judge each row: out of bag for training rows that were ever outside."""
        if outside is None:
            return sums
        judging = room.copied(sums)
        there = outside[:, -1] > 0
        judging[: self.training][there] = self._averaged(outside[there])
        return judging

    @staticmethod
    def _averaged(outside: Floats) -> Floats:
        return np.asarray(outside[:, :-1] / outside[:, -1:])

    def _decided(self, scores: Floats) -> npt.NDArray[Any]:
        if self.problem.is_regression:
            return self.link(scores)[:, 0]
        if scores.shape[1] == 1:
            scores = np.column_stack([-scores, scores])
        decided: Integers = winners(scores, self.problem.commonest)
        return decided

    def _add(self, sums: Floats, first: int, last: int) -> None:
        for number in range(first + 1, last + 1):
            sums += self.member(number)

    def _add_outside(self, sums: Floats, first: int, last: int) -> None:
        for number in range(first + 1, last + 1):
            out = self.outside(number)
            sums[out, :-1] += self.member(number)[: self.training][out]
            sums[out, -1] += 1
