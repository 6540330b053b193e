"""How many labels are wrong, and how likely each one is.

The judges never saw the row that they judge, so how sure they are of a class does not depend on
the row's own label. Among the rows that they are surest of, nearly all are of that class: the
share of those with another label estimates how often the class is mislabelled (anchor rows: Liu &
Tao 2016). Among less sure rows other labels are natural too; the least share over all cuts is
taken (Blanchard, Lee & Scott 2010).

A row of class c that is mislabelled shows up as suspicious as any other row of class c would be,
had it another label. Counting both, suspicion by suspicion, gives the share of wrong labels among
the rows that contradict the judges.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.data.splits.grouping import parted
from core.judging.auditing.jury import suspicion_of

_LEAST_SHARE = 0.2
"""The surest rows of a class: no cut keeps fewer than this share of them ..."""
_LEAST_ROWS = 8
"""... nor fewer rows."""
_TRUST = 10.0
"""A class's own rates are mixed with those of all classes, which count as so many rows."""
_BINS = 100
_REPEATS = 200
_STREAM = 0x401
_MOST_REPEATED, _MOST_AT_ONCE = 5_000_000, 500_000
_INTERVAL = (0.05, 0.95)


@dataclass(frozen=True)
class Noise:
    """The estimated share of wrong labels, with the bounds of a 90 % interval."""

    estimate: float
    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.estimate <= self.high <= 1:
            raise ValueError("an estimate lies within its interval")


NO_NOISE = Noise(0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Doubt:
    """What the judges' shares say about the labels."""

    noise: Noise
    wrong: Floats
    """How likely each row's label is wrong; 0 where the judges agree with it."""


def doubted(
    shares: Floats,
    labels: Integers,
    seed: int,
    counts: Mask | None = None,
    groups: Integers | None = None,
) -> Doubt:
    """Estimate how many labels are wrong, and how likely each one is.

    From the rows that count, all unless told otherwise; what they tell is said of all rows. Whole
    groups are drawn anew where there are any.
    """
    counts = np.ones(len(labels), bool) if counts is None else counts
    if shares.shape[1] < 2 or not counts.any():
        return Doubt(NO_NOISE, np.zeros(len(labels)))
    anchors = _Anchors(shares[counts], labels[counts])
    flips = anchors.flips()
    units = parted(groups, np.flatnonzero(counts))
    return Doubt(anchors.noise(flips, seed, units), _wrong(shares, labels, flips, counts))


class _Anchors:
    """The rows of each named class, the surest first."""

    def __init__(self, shares: Floats, labels: Integers) -> None:
        self._labels, self._classes = labels, shares.shape[1]
        named = named_by(shares, labels)
        order = np.lexsort((-shares[np.arange(len(labels)), named], named))
        starts = np.searchsorted(named[order], np.arange(self._classes + 1))
        self._surest = [order[starts[k] : starts[k + 1]] for k in range(self._classes)]
        self._sizes = np.diff(starts)

    def flips(self) -> Floats:
        """How often a row of each class (a row) has each label (a column)."""
        once = np.ones((1, len(self._labels)))
        tallies = np.zeros((self._classes, self._classes))
        for own, surest in enumerate(self._surest):
            (cut,), _, (total,) = self._cut(own, once)
            if total:
                tallies[own] = np.bincount(self._labels[surest[: cut + 1]], None, self._classes)
                tallies[own] += 0.5 / (self._classes - 1)
                tallies[own, own] += 0.5 - 0.5 / (self._classes - 1)
        totals = tallies.sum(axis=1)
        wrong = totals - np.diag(tallies)
        overall = float(self._overall(wrong[:, None], totals[:, None], once)[0])
        usual = np.full_like(tallies, overall / (self._classes - 1))
        np.fill_diagonal(usual, 1 - overall)
        return np.asarray((tallies + _TRUST * usual) / (totals + _TRUST)[:, None])

    def noise(self, flips: Floats, seed: int, units: Integers | None) -> Noise:
        """The share of wrong labels; its interval by drawing rows or units anew (Efron 1979).

        The least of many shares comes out too low, and the more so in what is drawn anew: the
        interval lies as far above the estimate as the drawn ones lie below it.
        """
        plain, rows = float(np.average(1 - np.diag(flips), weights=self._sizes)), len(self._labels)
        repeats = min(_REPEATS, max(20, _MOST_REPEATED // rows))
        at_once = max(1, _MOST_AT_ONCE // rows)
        random = np.random.default_rng([seed, _STREAM])
        drawn = np.concatenate(
            [
                self._rates(_drawn(random, min(at_once, repeats - start), rows, units))
                for start in range(0, repeats, at_once)
            ]
        )
        estimate = min(1.0, max(0.0, 2 * plain - float(np.mean(drawn))))
        low, high = 2 * plain - np.quantile(drawn, _INTERVAL[::-1])
        return Noise(
            estimate, max(0.0, min(float(low), estimate)), min(1.0, max(float(high), estimate))
        )

    def _rates(self, counts: npt.NDArray[Any]) -> Floats:
        """The share of wrong labels in each draw (a row) that holds the rows so often."""
        wrong, totals = np.empty((2, self._classes, len(counts)))
        for own in range(self._classes):
            _, wrong[own], totals[own] = self._cut(own, counts)
        overall = self._overall(wrong, totals, counts)
        rates = (wrong + _TRUST * overall) / (totals + _TRUST)
        return np.asarray(np.average(rates, axis=0, weights=self._sizes))

    def _cut(self, own: int, counts: npt.NDArray[Any]) -> tuple[Integers, Floats, Floats]:
        """For each draw the cut with the fewest other labels among the surest rows of a class.

        And how many rows up to there have another label, and how many there are: by half a row
        and a row more than that, so that no rate is 0 because a few rows show none.
        """
        surest, draws = self._surest[own], np.arange(len(counts))
        if len(surest) < _LEAST_ROWS:
            return np.zeros(len(draws), np.int64), np.zeros(len(draws)), np.zeros(len(draws))
        counts = counts[:, surest]
        upto = np.cumsum(counts, axis=1)
        other = np.cumsum(counts * (self._labels[surest] != own), axis=1) + 0.5
        least = np.maximum(_LEAST_ROWS, _LEAST_SHARE * upto[:, -1])
        shares = other / (upto + 1)
        shares[:, :-1][upto[:, :-1] < least[:, None]] = np.inf
        cut = shares.argmin(axis=1)
        return cut, other[draws, cut], upto[draws, cut] + 1.0

    def _overall(self, wrong: Floats, totals: Floats, counts: npt.NDArray[Any]) -> Floats:
        """The mean rate of the classes that have one, by how many rows they have in each draw."""
        rates = np.divide(wrong, totals, out=np.zeros_like(totals), where=totals > 0)
        rows = np.array([counts[:, surest].sum(axis=1) for surest in self._surest], float)
        return np.asarray(np.average(rates, axis=0, weights=rows * (totals > 0) + 1e-12))


def _drawn(
    random: np.random.Generator, draws: int, rows: int, units: Integers | None
) -> npt.NDArray[Any]:
    """How often each row is in each draw, those of one unit as often as one another."""
    if units is None:
        return random.poisson(1.0, (draws, rows))
    return random.poisson(1.0, (draws, int(units.max()) + 1))[:, units]


def named_by(shares: Floats, labels: Integers) -> Integers:
    """The likeliest class of each row; of equally likely ones its own."""
    raised = shares.copy()
    raised[np.arange(len(labels)), labels] += 1e-12
    return np.asarray(raised.argmax(axis=1))


def _wrong(shares: Floats, labels: Integers, flips: Floats, counts: Mask) -> Floats:
    """How likely each label is wrong: expected wrong rows over rows seen, by their suspicion."""
    rows, named = np.arange(len(labels)), named_by(shares, labels)
    sure = shares[rows, named]
    expected = np.zeros(_BINS)
    for label in range(shares.shape[1]):
        others = (named != label) & counts
        place = _bin(shares[others, label], sure[others])
        expected += np.bincount(place, flips[named[others], label], _BINS)
    contradicts = np.flatnonzero(named != labels)
    place = _bin(shares[contradicts, labels[contradicts]], sure[contradicts])
    seen = np.bincount(place[counts[contradicts]], minlength=_BINS).astype(np.float64)
    wrong = np.zeros(len(labels))
    wrong[contradicts] = rising_ratio(carried(expected, seen), seen)[place]
    return wrong


def _bin(own: Floats, share: Floats) -> Integers:
    """Suspicions from a half, where judges begin to contradict a label, to 1."""
    place = ((2 * suspicion_of(own, share) - 1) * _BINS).astype(np.int64)
    return np.clip(place, 0, _BINS - 1)


def carried(expected: Floats, seen: Floats) -> Floats:
    """What is expected, from the last place on; what is not seen there is looked for before it.

    >>> carried(np.array([1.0, 1.0, 3.0]), np.array([5.0, 2.0, 2.0])).tolist()
    [1.0, 2.0, 2.0]
    """
    found, rest = np.zeros(len(expected)), 0.0
    for place in range(len(expected) - 1, -1, -1):
        rest += expected[place]
        found[place] = min(rest, seen[place])
        rest -= found[place]
    return found


def rising_ratio(parts: Floats, wholes: Floats) -> Floats:
    """parts/wholes, made to rise by pooling neighbours (Ayer et al. 1955), and at most 1.

    >>> rising_ratio(np.array([1.0, 0.0, 3.0]), np.array([4.0, 4.0, 4.0])).tolist()
    [0.125, 0.125, 0.75]
    """
    blocks: list[tuple[float, float, int]] = []
    for part, whole in zip(parts.tolist(), wholes.tolist(), strict=True):
        block = (part, whole, 1)
        # Blocks without a whole join the one before: what was expected there is seen elsewhere.
        while blocks and (
            block[1] == 0
            or blocks[-1][1] == 0
            or blocks[-1][0] * block[1] >= block[0] * blocks[-1][1]
        ):
            before = blocks.pop()
            block = (before[0] + block[0], before[1] + block[1], before[2] + block[2])
        blocks.append(block)
    ratios = [min(1.0, part / whole) if whole else 0.0 for part, whole, _ in blocks]
    return np.repeat(ratios, [count for _, _, count in blocks])
