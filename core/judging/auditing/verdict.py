"""The verdict: from what the judges say to one suspicion a row, what kind it is, and what to do."""

import enum
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.judging.auditing.confusion import confusions, pooled, suspected
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.doubting.noise import NO_NOISE, Doubt, doubted, rising_ratio
from core.judging.auditing.doubting.reviewed import Reviewed
from core.judging.auditing.flagging import FLAGGED, USUAL
from core.judging.auditing.jury import Opinion
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
    NOT_JUDGED = "not judged"
    """No judge knew enough rows before it, or the audit was of others."""


KINDS = tuple(SuspicionKind)


@dataclass(frozen=True, eq=False)
class RowVerdicts:
    """About every row, in the problem's order."""

    suspicion: Floats
    """See `suspected` and `pooled` for classes, `unexplained` for numbers. Twins have 1 more."""
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
    """How many rows are flagged: the most suspicious ones that are not settled."""
    flips: Floats | None
    """How often a row of each class (a row) has each label (a column); None if nobody knows."""


def verdict(
    problem: Problem,
    outputs: Floats,
    opinions: list[Opinion],
    twins: Twins,
    far: Mask,
    counts: Mask,
    judged: Mask,
    seed: int,
    reviewed: Reviewed,
) -> RowVerdicts:
    """Put together what is known of the rows; some of them count, and tell how many are wrong.

    Rows that nobody judged are as likely wrong as any, and less suspicious than all others.
    """
    first, settled = np.zeros(len(outputs), bool), reviewed.settled
    if problem.is_regression:
        said = np.column_stack([opinion.own for opinion in opinions])
        suspicion = unexplained(said, problem.targets, counts)
        doubt = _doubted_numbers(suspicion, seed, counts, settled)
        cut = FLAGGED
        contradicted = doubt.wrong > 0
        suggested = average(said, problem.targets, counts)
        probability = np.full(len(outputs), np.nan)
    else:
        found = suspected(outputs, problem.labels, confusions(outputs, problem.labels, counts))
        own, other, share, suspicion = found.own, found.other, found.share, found.suspicion
        contradicted = share > own
        groups = None if problem.groups is None else problem.groups[counts]
        if can_tell_classes(outputs[counts], problem.labels[counts], groups):
            given, decided = reviewed.given.astype(np.int64), reviewed.known(problem.labels)
            doubt = doubted(outputs, given, seed, counts, problem.groups, decided)
            if doubt.flips is not None:
                # What somebody may have put right before has no say in the order of what is left.
                suspicion = pooled(suspicion, doubt.flips.unseen.wrong(outputs, problem.labels))
            doubt = replace(doubt, wrong=in_order(suspicion, doubt.wrong, counts, settled))
            first = twins.leading(suspicion, problem.labels, counts) & contradicted
        else:  # of twins one is wrong all the same
            first = twins.leading(suspicion, problem.labels, counts)
            doubt = Doubt(NO_NOISE, np.zeros(len(outputs)))
            contradicted = np.zeros(len(outputs), bool)
        cut = USUAL.at(doubt.noise.high)
        suggested = np.where(share > own, other, problem.labels)
        probability = np.maximum(own, share)
    if not judged.all():
        usual = min(doubt.noise.estimate, cut)
        doubt = replace(doubt, wrong=np.where(judged | settled, doubt.wrong, usual))
        suspicion, contradicted = np.where(judged, suspicion, 0.0), contradicted & judged
        own_label = problem.targets if problem.is_regression else problem.labels.astype(np.float64)
        suggested = np.where(judged, suggested, own_label).astype(suggested.dtype)
    ranked = _ranked(
        suspicion,
        doubt,
        suggested,
        probability,
        contradicted,
        first & ~settled,
        far & ~settled,
        counts,
        cut,
    )
    ranked.kind[~judged & ~far] = KINDS.index(SuspicionKind.NOT_JUDGED)
    ranked.kind[twins.come_first] = KINDS.index(SuspicionKind.TWIN)
    return ranked


def in_order(suspicion: Floats, wrong: Floats, counts: Mask, settled: Mask) -> Floats:
    """How likely labels are wrong, pooled so that no row is less so than a less suspicious one.

    What is expected in all does not change. Rows that do not count are as likely wrong as the next
    less suspicious one that does.
    """
    order = np.flatnonzero(counts & ~settled)
    if not len(order):
        return wrong
    order = order[np.argsort(suspicion[order], kind="stable")]
    pooled = rising_ratio(wrong[order], np.ones(len(order)))
    place = np.searchsorted(suspicion[order], suspicion, side="right") - 1
    found = pooled[np.maximum(place, 0)]
    found[order] = pooled
    return np.where(settled, 0.0, found)


def _doubted_numbers(suspicion: Floats, seed: int, counts: Mask, settled: Mask) -> Doubt:
    """What numbers that nobody decided about tell of themselves; the others are right."""
    is_open = counts & ~settled
    if not is_open.any():
        return Doubt(NO_NOISE, np.zeros(len(suspicion)))
    doubt = doubted_numbers(suspicion, seed, is_open)
    return replace(doubt, wrong=np.where(settled, 0.0, doubt.wrong))


def _ranked(
    suspicion: Floats,
    doubt: Doubt,
    suggested: npt.NDArray[Any],
    probability: Floats,
    contradicted: Mask,
    first: Mask,
    far: Mask,
    counts: Mask,
    cut: float,
) -> RowVerdicts:
    """Some come first, outliers right behind the labels that are likely enough wrong."""
    likely = doubt.wrong > cut
    flagged = likely | first | far
    if far.any():
        sure = likely & counts
        # Where no label is doubted they come first, and not beside the most suspicious one.
        last = (
            suspicion[sure].min() if sure.any() else np.nextafter(suspicion[counts].max(), np.inf)
        )
        suspicion = np.where(far, np.maximum(suspicion, last), suspicion)
    kind = np.select(
        [far, contradicted],
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
        None if doubt.flips is None else doubt.flips.matrix,
    )
