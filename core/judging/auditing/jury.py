"""A hearing: all judges on all rows, piece by piece, by whoever drives it."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Integers, Mask
from core.engine.libraries import one_thread
from core.judging.auditing.judges import Court, Judge, Said

_STEP_SECONDS = 0.4
"""Pieces are done in batches of about so long: between two of them one can stop."""


@dataclass(frozen=True, eq=False)
class Opinion:
    """What one judge thinks of every row."""

    name: str
    title: str
    own: Floats
    """The share of the label that a row has; of a number, what the judge says."""
    other: Integers
    """The likeliest other class; empty for numbers."""
    share: Floats
    """Its share; empty for numbers."""
    weight: float = 0.0
    """Its share in what the judges say together; 0 where that is not known."""


class Hearing:
    """One pass of the judges over all rows. Iterating does some pieces a step.

    `outputs` is the mean of what the judges that are done say: shares of classes, or numbers. A
    judge of classes counts by how well it knows the labels of rows that it never saw, see `skill`.
    """

    def __init__(self, court: Court, judges: tuple[Judge, ...], counts: Mask | None = None) -> None:
        self._court, self._judges = court, judges
        self._counts = court.weights > 0 if counts is None else counts
        self._work = [
            (number, piece)
            for number, judge in enumerate(judges)
            for piece in range(judge.pieces(court))
        ]
        self.total = len(self._work)
        self.done = 0
        self.opinions: list[Opinion] = []
        self.weights: dict[str, float] = {}
        """How much each judge that is done counts, by its name."""
        self.scores: Floats | None = None
        """What a judge that boosts by weights tells beside its outputs, summed over its pieces."""
        self._sums = np.zeros((len(court.problem), court.outputs))
        self._fresh()

    def __iter__(self) -> Iterator[None]:
        batch = pool.threads()
        while self.done < self.total:
            started = time.perf_counter()
            todo = self._work[self.done : self.done + batch]
            said: list[Said | None] = [None] * len(todo)

            def work(first: int, last: int) -> None:
                for place in range(first, last):
                    number, piece = todo[place]  # noqa: B023
                    said[place] = self._judges[number].say(self._court, piece)  # noqa: B023

            with one_thread():  # set once for all of them: it takes as long as a small fit
                pool.over(len(todo), work, one_by_one=True)
            for (number, _), one in zip(todo, said, strict=True):
                assert one is not None
                self._take(number, one)
            spent = max(time.perf_counter() - started, 1e-6)
            # What is said does not depend on the batches, only when one can stop does.
            batch = max(pool.threads(), min(2 * batch, int(batch * _STEP_SECONDS / spent)))
            yield

    @property
    def outputs(self) -> Floats:
        """The mean of the judges that are done; what usually is, before the first one."""
        if not self.opinions:
            return np.tile(usual(self._court), (len(self._sums), 1))
        return np.asarray(self._sums / sum(self.weights.values()))

    def _fresh(self) -> None:
        court = self._court
        self._own_sums = np.zeros((len(court.problem), court.outputs))
        self._own_counts = np.zeros(len(court.problem))

    def _take(self, number: int, said: Said) -> None:
        """Add up one piece; after a judge's last one its opinion stands."""
        self._own_sums[said.places] += said.sums
        self._own_counts[said.places] += said.counts
        if said.scores is not None:
            if self.scores is None:
                self.scores = np.zeros((len(self._sums), said.scores.shape[1]))
            self.scores[said.places] += said.scores
        self.done += 1
        if self.done < self.total and self._work[self.done][0] == number:
            return
        # A row that was in every sample is judged by nobody: it gets what usually is.
        judged = self._own_counts > 0
        outputs = np.tile(usual(self._court), (len(judged), 1))
        outputs[judged] = self._own_sums[judged] / self._own_counts[judged, None]
        if self._judges[number].votes:
            weight = self._weight(outputs)
            self._sums += weight * outputs
            self.weights[self._judges[number].name] = weight
            self.opinions.append(self._opinion(self._judges[number], outputs))
        self._fresh()

    def _weight(self, outputs: Floats) -> float:
        if self._court.problem.is_regression:
            return 1.0
        own, labels = outputs[self._counts], self._court.problem.labels[self._counts]
        return float(skill(own, labels) ** emphasis(len(labels)))

    def _opinion(self, judge: Judge, outputs: Floats) -> Opinion:
        labels = self._court.problem.labels
        if not len(labels):
            return Opinion(judge.name, judge.title, outputs[:, 0], labels, np.empty(0))
        own, other, share = own_and_other(outputs, labels)
        return Opinion(judge.name, judge.title, own, other, share)


def usual(court: Court) -> Floats:
    """The shares of the classes, or the mean, among the rows that teach."""
    problem = court.problem
    if problem.is_regression:
        return np.array([np.average(problem.targets, weights=court.weights)])
    shares = np.bincount(problem.labels, court.weights, problem.classes)
    return np.asarray(shares / shares.sum())


_LEAST_SKILL, _LEAST_SHARE = 0.01, 0.02
_EMPHASIS, _MOST_EMPHASIS = 4.0, 6.0


def emphasis(rows: int) -> float:
    """The power of its skill by which a judge counts: the more rows, the better it is known.

    >>> emphasis(1000), emphasis(10), emphasis(100_000)
    (4.0, 0.0, 6.0)
    """
    return min(_MOST_EMPHASIS, max(0.0, _EMPHASIS * math.log10(max(1, rows) / 100)))


def skill(shares: Floats, labels: Integers) -> float:
    """How much of what is not known of the labels a judge knows: 1 - H / H₀.

    H is the mean of -ln of the share that it gives to a row's label, H₀ that of always saying how
    frequent the classes are. Shares below 0.02 count as that: some labels are wrong.

    >>> round(skill(np.array([[0.8, 0.2], [0.2, 0.8]]), np.array([0, 1])), 2)
    0.68
    """
    frequent = np.bincount(labels, minlength=shares.shape[1]) / len(labels)
    own = shares[np.arange(len(labels)), labels]
    mean, start = (
        float(-np.log(np.maximum(values, _LEAST_SHARE)).mean())
        for values in (own, frequent[labels])
    )
    return max(_LEAST_SKILL, 1 - mean / start) if start > 0 else 1.0


SOFT = 0.03
"""Added to shares before they are compared: shares of next to nothing are not told apart."""


def suspicion_of(own: Floats, share: Floats) -> Floats:
    """From 0, all for the own label, to 1, all for another: b / (a + b), both shares softened.

    With a the share of the own label and b that of the likeliest other one. It does not matter how
    much is left for all the others.

    >>> suspicion_of(np.array([0.3, 0.9]), np.array([0.3, 0.1])).round(1).tolist()
    [0.5, 0.1]
    """
    return np.asarray((share + SOFT) / (own + share + 2 * SOFT))


def own_and_other(shares: Floats, labels: Integers) -> tuple[Floats, Integers, Floats]:
    """The share of each row's own class, the likeliest other class, and its share."""
    rows = np.arange(len(labels))
    own = shares[rows, labels]
    others = shares.copy()
    others[rows, labels] = -1.0
    other = others.argmax(axis=1)
    return own, other, np.maximum(others[rows, other], 0.0)
