"""How many labels are wrong, and how likely each one is: one model, and its usual error.

How likely a label is wrong comes from a model of how labels come about, see `flips`, set right by
how such models err, see `calibration`. The estimated share of wrong labels is the mean of that over
the rows, so that rows, flags and the share never contradict each other. Its interval is wider where
there are few rows and where each label may as well be right; it goes up towards all labels that the
judges contradict, and down to the least that models say which explain the labels about as well.
Where judges are torn, up to a tenth of the labels is never excluded: errors near a border look like
a border.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.splits.grouping import parted
from core.judging.auditing.doubting.calibration import USUAL, Noise, NoiseCalibration, NoiseEvidence
from core.judging.auditing.doubting.flips import UNKNOWN, WeighedFlips, estimated_flips
from core.judging.auditing.doubting.standing import LabelStanding

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
    units = parted(groups, np.flatnonzero(counts))
    many = None if units is None else int(units.max()) + 1
    flips = estimated_flips(shares[counts], labels[counts], known[counts], seed, many)
    evidence = gathered(flips, shares[counts], labels[counts], known[counts], USUAL, many)
    wrong = USUAL.wrong(flips.wrong(shares, labels), evidence.standing)
    wrong = np.where(known < 0, wrong, 0.0)
    return Doubt(USUAL.noise(evidence), wrong, flips)


def gathered(
    flips: WeighedFlips,
    shares: Floats,
    labels: Integers,
    known: Integers,
    calibration: NoiseCalibration,
    units: int | None = None,
) -> NoiseEvidence:
    """What tells how many of some labels are wrong; as many units as rows unless told otherwise."""
    is_open = known < 0
    shares, labels, rows = shares[is_open], labels[is_open], len(labels)
    counts = 1.0 if units is None else units / rows
    standing = LabelStanding.of(shares, labels, rows, counts)
    wrong = np.zeros(rows)
    wrong[is_open] = calibration.wrong(flips.wrong(shares, labels), standing)
    said = flips.said(shares, labels) * len(labels) / rows
    return NoiseEvidence(wrong, said, flips.weights, standing, units or rows)


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
