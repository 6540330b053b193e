"""How many labels are wrong, and how likely each one is: one model, and its usual error.

How likely a label is wrong comes from a model of how labels come about, see `flips`. Models of that
kind err alike on all data: they are too sure, and of the rows that contradict them most some are
right all the same. On data whose labels were made wrong on purpose

    P(wrong) = c σ(a + b logit P(wrong by the model))

(Platt 1999, with an upper end c) was fitted once. The estimated share of wrong labels is the mean
of that over the rows, so that rows, flags and the share never contradict each other. Its interval
is as wide as the errors on such data were (quantile regression: Koenker & Bassett 1978; whole data
sets left out to tell how often it holds): wider where there are few rows, where more of them can be
neither trusted nor doubted, and up to what other models, which explain the labels about as well,
would have said.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.splits.grouping import parted
from core.judging.auditing.flips import UNKNOWN, WeighedFlips, estimated_flips
from core.judging.auditing.jury import own_and_other

_OFFSET, _SLOPE, _SUREST = -0.17, 0.83, 0.975
"""a, b and c above."""
_LEAST_WEIGHT = 0.01
"""Models that are to be believed less than this are excluded."""


@dataclass(frozen=True)
class _Reach:
    """How far an end of the interval lies from the estimate, for each of four reasons."""

    unsure: float
    """Times the mean of w (1 - w), w being how likely a label is wrong."""
    chance: float
    """Times the standard error of a share so large among so many rows."""
    models: float
    """Times the distance to the farthest model that is not excluded."""
    contradicted: float
    """Times the share of labels that contradict the judges, beyond those that are likely wrong."""


_BELOW = _Reach(0.0, 3.98, 0.82, 0.0)
_ABOVE = _Reach(0.14, 1.65, 2.5, 0.21)


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
    """How likely each row's label is wrong."""
    flips: WeighedFlips | None = None
    """How labels come about; None where nothing is known of it."""


def doubted(
    shares: Floats,
    labels: Integers,
    seed: int,
    counts: Mask | None = None,
    groups: Integers | None = None,
    known: Integers | None = None,
) -> Doubt:
    """Estimate how many labels are wrong, and how likely each one is.

    From the rows that count, all unless told otherwise; what they tell is said of all rows. Rows of
    one group count as one where it is about chance. `labels` are those that were given, `known` the
    classes of rows that a person decided about, see `estimated_flips`: they teach the model, and
    none of them is wrong any more.
    """
    counts = np.ones(len(labels), bool) if counts is None else counts
    known = np.full(len(labels), UNKNOWN) if known is None else known
    if shares.shape[1] < 2 or not counts.any():
        return Doubt(NO_NOISE, np.zeros(len(labels)))
    flips = estimated_flips(shares[counts], labels[counts], known[counts], seed)
    is_open = known < 0
    wrong = np.where(is_open, calibrated(flips.wrong(shares, labels)), 0.0)
    here = counts & is_open
    own, _, other = own_and_other(shares[here], labels[here])
    units = parted(groups, np.flatnonzero(counts))
    evidence = NoiseEvidence(
        wrong[counts],
        flips.said(shares[here], labels[here]) * here.sum() / counts.sum(),
        flips.weights,
        float((other > own).sum() / counts.sum()),
        int(counts.sum()) if units is None else int(units.max()) + 1,
    )
    return Doubt(evidence.noise(), wrong, flips)


def calibrated(modelled: Floats) -> Floats:
    """How likely labels are wrong of which a model says so.

    >>> bool(np.all(np.diff(calibrated(np.linspace(0, 1, 50))) > 0))
    True
    """
    inside = np.clip(modelled, 1e-4, 1 - 1e-4)
    raised = _OFFSET + _SLOPE * (np.log(inside) - np.log1p(-inside))
    return np.asarray(_SUREST / (1 + np.exp(-raised)))


@dataclass(frozen=True, eq=False)
class NoiseEvidence:
    """What an estimate of the share of wrong labels is made of."""

    wrong: Floats
    """How likely each label is wrong."""
    said: Floats
    """The share of wrong labels by each model."""
    weights: Floats
    """How much each model is to be believed."""
    contradicted: float
    """The share of labels that contradict the judges."""
    units: int
    """How many rows, or groups of them, there are."""

    def noise(self) -> Noise:
        """The share of wrong labels, and its interval.

        >>> said, believed = np.array([0.1]), np.array([1.0])
        >>> noise = NoiseEvidence(np.repeat([0.0, 1.0], [90, 10]), said, believed, 0.1, 100).noise()
        >>> noise.low < noise.estimate == 0.1 < noise.high
        True
        """
        estimate = float(self.wrong.mean())
        modelled = float(self.said @ self.weights)
        credible = self.said[self.weights >= _LEAST_WEIGHT]
        below = self._far(_BELOW, estimate, modelled - float(credible.min()))
        above = self._far(_ABOVE, estimate, float(credible.max()) - modelled)
        return Noise(estimate, max(0.0, estimate - below), min(1.0, estimate + above))

    def _far(self, reach: _Reach, estimate: float, models: float) -> float:
        unsure = float((self.wrong * (1 - self.wrong)).mean())
        chance = float(np.sqrt((estimate * (1 - estimate) + 1 / self.units) / self.units))
        return (
            reach.unsure * unsure
            + reach.chance * chance
            + reach.models * max(0.0, models)
            + reach.contradicted * max(0.0, self.contradicted - estimate)
        )


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
