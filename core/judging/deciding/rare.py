"""A rare class: how much of it is found at a precision that is wanted, and among the top rows.

The intervals are those of rows, or groups, that are drawn again (Efron 1979); where the threshold
is chosen by the rows, it is chosen again each time.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.intervals import Interval
from core.base.stopping import stop_if_asked
from core.base.wording import between, fixed, percent, readable
from core.judging.deciding.threshold_counts import ThresholdCounts, drawn_again, has_both

_DRAWS = 200
_STREAM = 0x4A4E
PRECISION, TOP = 0.9, 0.1
"""What is wanted unless somebody says otherwise."""


@dataclass(frozen=True)
class RareClass:
    """How well the rows of a class are found by their score."""

    name: str
    base_rate: float
    precision: float
    """The precision that is wanted."""
    recall: Interval
    """The share of the class that is found at that precision; 0 if it is never reached."""
    threshold: float | None
    """From which score on; None if the precision is never reached."""
    top: float
    """The share of the rows that is looked at, those of the highest score first."""
    lift: Interval
    """How many times as many rows of the class are among these as among all."""
    found: float
    """The share of the class that is among these."""

    @property
    def sentences(self) -> list[str]:
        """Both in words, with their intervals.

        >>> scores, positive = np.array([0.9, 0.2]), np.array([True, False])
        >>> found = rare_figures("yes", scores, positive, np.ones(2), top=0.5)
        >>> found.sentences[0][:53]
        "At a precision of 90 %, 100.0 % of 'yes' are found (9"
        """
        wanted = percent(self.precision, 0)
        if self.threshold is None:
            first = f"No threshold calls {self.name!r} with a precision of {wanted}."
        else:
            ends = between(percent(self.recall.low), percent(self.recall.high))
            first = (
                f"At a precision of {wanted}, {percent(self.recall.share)} of {self.name!r} are "
                f"found (95 % interval {ends}): from a probability of "
                f"{readable(100 * self.threshold, 3)} % on."
            )
        lift = self.lift
        ends = f"{fixed(lift.low, 1)} to {fixed(lift.high, 1)}"
        return [
            first,
            f"The top {readable(100 * self.top, 3)} % of the rows hold {fixed(lift.share, 1)} "
            f"times as many {self.name!r} as all rows do (lift, 95 % interval {ends}), "
            f"{percent(self.found)} of them.",
        ]


def rare_figures(
    name: str,
    scores: Floats,
    positive: Mask,
    weights: Floats,
    groups: Integers | None = None,
    precision: float = PRECISION,
    top: float = TOP,
) -> RareClass:
    """Both figures of some rows; raise ValueError if they are of one class alone.

    >>> scores, positive = np.array([0.9, 0.8, 0.2, 0.1]), np.array([True, True, False, False])
    >>> found = rare_figures("yes", scores, positive, np.ones(4), precision=1.0, top=0.5)
    >>> found.recall.share, found.lift.share, found.found
    (1.0, 2.0, 1.0)
    """
    if not has_both(positive, weights):
        raise ValueError(f"These rows are all {name!r}, or none of them is.")
    recall, threshold = recall_at(ThresholdCounts.of(scores, positive, weights), precision)
    lift, found = lift_at(ThresholdCounts.of(scores, positive, weights), top)
    random = np.random.default_rng(_STREAM)
    recalls, lifts = [], []
    for _ in range(_DRAWS):
        stop_if_asked()
        again = weights * drawn_again(len(weights), groups, random)
        if has_both(positive, again):
            counts = ThresholdCounts.of(scores, positive, again)
            recalls.append(recall_at(counts, precision)[0])
            lifts.append(lift_at(counts, top)[0])
    rate = float(weights[positive].sum() / weights.sum())
    return RareClass(
        name,
        rate,
        precision,
        _interval(recall, recalls),
        threshold,
        top,
        _interval(lift, lifts),
        found,
    )


def recall_at(counts: ThresholdCounts, precision: float) -> tuple[float, float | None]:
    """The largest recall at such a precision or a better one, and its threshold."""
    own = counts.usable
    hits, called = counts.hits[own], counts.hits[own] + counts.alarms[own]
    # A precision of 9 in 10 is 0.9, whatever rounding makes of it.
    is_enough = (called > 0) & (hits >= precision * called * (1 - 1e-12)) & (hits > 0)
    if not is_enough.any():
        return 0.0, None
    place = int(np.flatnonzero(is_enough)[-1])
    return float(hits[place] / counts.positives), float(counts.thresholds[place])


def lift_at(counts: ThresholdCounts, top: float) -> tuple[float, float]:
    """How many times the base rate the top rows have, and the share of the class among them.

    Where many rows have the score at which the top ends, as many of each class as there are on
    average come in.
    """
    called = counts.hits + counts.alarms
    hits = float(np.interp(top * counts.total, called, counts.hits))
    return hits / (top * counts.positives), hits / counts.positives


def _interval(value: float, drawn: list[float]) -> Interval:
    low, high = np.quantile([value, *drawn], [0.025, 0.975])
    return Interval(value, float(min(low, value)), float(max(high, value)))
