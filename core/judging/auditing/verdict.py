"""The verdict: from what the judges say to one suspicion a row, what kind it is, and what to do."""

import enum
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.judging.auditing.confusion import confusions, suspected
from core.judging.auditing.jury import Opinion
from core.judging.auditing.noise import NO_NOISE, Doubt, Noise, doubted
from core.judging.auditing.regression import average, doubted_numbers, unexplained
from core.judging.auditing.skill import can_tell_classes
from core.judging.auditing.twins import Twins
from core.learning.problem import Problem


class SuspicionKind(enum.Enum):
    """What is the matter with a row, most pressing first."""

    TWIN = "twin"
    """Another row has the same values and another label."""
    OUTLIER = "outlier"
    """Its values are far from those of every other row: look at them."""
    LABEL = "label"
    """Its values speak for another label, or for another number."""
    FITS = "fits"
    """Nothing speaks against it."""


KINDS = tuple(SuspicionKind)
_NEARLY = 0.4


@dataclass(frozen=True, eq=False)
class RowVerdicts:
    """About every row, in the problem's order."""

    suspicion: Floats
    """See `suspected` for classes, `unexplained` for numbers. Twins have 1 more."""
    wrong: Floats
    """How likely its label, or number, is wrong."""
    suggested: npt.NDArray[Any]
    """The class (its number), or the number, that the judges would give."""
    probability: Floats
    """The judges' share for the suggested class; NaN for numbers."""
    kind: Integers
    """The place in `KINDS`."""
    noise: Noise
    count: int
    """How many rows are flagged: the most suspicious ones."""


def verdict(
    problem: Problem,
    outputs: Floats,
    opinions: list[Opinion],
    twins: Twins,
    far: Mask,
    counts: Mask,
    seed: int,
) -> RowVerdicts:
    """Put together what is known of the rows; some of them count, and tell how many are wrong."""
    first = np.zeros(len(outputs), bool)
    if problem.is_regression:
        said = np.column_stack([opinion.own for opinion in opinions])
        suspicion = unexplained(said, problem.targets, counts)
        doubt = doubted_numbers(suspicion, seed, counts)
        suggested = average(said, problem.targets, counts)
        probability = np.full(len(outputs), np.nan)
    else:
        found = suspected(outputs, problem.labels, confusions(outputs, problem.labels, counts))
        own, other, share, suspicion = found.own, found.other, found.share, found.suspicion
        first = twins.leading(suspicion, problem.labels, counts)
        known = np.mean([opinion.own for opinion in opinions], axis=0)
        groups = None if problem.groups is None else problem.groups[counts]
        if can_tell_classes(known[counts], problem.labels[counts], groups):
            doubt = doubted(outputs, problem.labels, seed, counts, problem.groups)
            first &= doubt.wrong > 0
        else:  # of twins one is wrong all the same
            doubt = Doubt(NO_NOISE, np.zeros(len(outputs)))
        suggested = np.where(share > own, other, problem.labels)
        probability = np.maximum(own, share)
    ranked = _ranked(suspicion, doubt, suggested, probability, first, far, counts)
    ranked.kind[twins.come_first] = KINDS.index(SuspicionKind.TWIN)
    return ranked


def _ranked(
    suspicion: Floats,
    doubt: Doubt,
    suggested: npt.NDArray[Any],
    probability: Floats,
    first: Mask,
    far: Mask,
    counts: Mask,
) -> RowVerdicts:
    """Some come first, outliers right behind the labels that are more likely wrong than right."""
    likely = _likely(suspicion, doubt.wrong, counts)
    flagged = likely | first | far
    if far.any():
        sure = likely & counts
        # Where no label is doubted they come first, and not beside the most suspicious one.
        cut = suspicion[sure].min() if sure.any() else np.nextafter(suspicion[counts].max(), np.inf)
        suspicion = np.where(far, np.maximum(suspicion, cut), suspicion)
    kind = np.select(
        [far, doubt.wrong > 0],
        [KINDS.index(SuspicionKind.OUTLIER), KINDS.index(SuspicionKind.LABEL)],
        KINDS.index(SuspicionKind.FITS),
    )
    return RowVerdicts(
        suspicion + first,
        np.where(first, np.maximum(doubt.wrong, 0.5), doubt.wrong),
        suggested,
        probability,
        kind.astype(np.int64),
        doubt.noise,
        int(flagged.sum()),
    )


def _likely(suspicion: Floats, wrong: Floats, counts: Mask) -> Mask:
    """The labels that are more likely wrong than right.

    And so many as are wrong by estimate, if that is nearly as likely: estimates come in steps.
    """
    likely = wrong > 0.5
    expected = int(wrong[counts].sum())
    if expected:
        cut = np.sort(suspicion[counts])[-expected]
        likely |= (suspicion >= cut) & (wrong > _NEARLY)
    return likely
