"""Results: confusion, ROC and precision-recall curves, balanced error, calibration; weighted.

The functions take plain arrays; `judged` gives those of a run.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.judging.diagnostics.run_access import (
    Part,
    checked_weights,
    class_history_of,
    labels_of,
    round_of,
    rows_of,
    shares_at,
    weights_of,
)
from core.learning.histories.history import History
from core.learning.run import Run


@dataclass(frozen=True, eq=False)
class Judged:
    """Some rows with what was predicted of them."""

    classes: tuple[str, ...]
    labels: Integers
    predicted: Integers
    shares: Floats
    """The probabilities, a column a class."""
    weights: Floats


def judged(
    thing: Run | History, t: int | None = None, part: Part = Part.VALIDATION
) -> Judged | Lacking:
    """The rows of a part after t rounds, or after the last.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=30))
    >>> found = judged(run)
    >>> roc(found.shares[:, 1], found.labels == 1).area > 0.9
    True
    """
    history = class_history_of(thing)
    t, rows = round_of(history, t), rows_of(history, part)
    shares = shares_at(thing, t)
    if isinstance(shares, Lacking):
        return shares
    return Judged(
        history.problem.dataset.classes,
        labels_of(history)[rows],
        np.asarray(history.predicted(t), np.int64)[rows],
        shares[rows],
        weights_of(history)[rows],
    )


def confusion_matrix(
    labels: npt.ArrayLike,
    predicted: npt.ArrayLike,
    classes: int | None = None,
    weights: npt.ArrayLike | None = None,
) -> Floats:
    """The weight of the rows of every class (down) that are predicted as every class (across).

    >>> confusion_matrix([0, 0, 1, 1], [0, 1, 1, 1]).tolist()
    [[1.0, 1.0], [0.0, 2.0]]
    """
    given, said = np.asarray(labels, np.int64), np.asarray(predicted, np.int64)
    if given.shape != said.shape or given.ndim != 1 or len(given) == 0:
        raise ValueError("Labels and predictions must be as many, and at least one.")
    count = int(max(given.max(), said.max())) + 1 if classes is None else classes
    if min(given.min(), said.min()) < 0 or max(given.max(), said.max()) >= count:
        raise ValueError(f"Classes must be numbers from 0 to {count - 1}.")
    flat = np.bincount(given * count + said, checked_weights(weights, len(given)), count * count)
    return np.asarray(flat, np.float64).reshape(count, count)


def balanced_error(confusion: npt.ArrayLike) -> float:
    """The mean over the classes of the share of their rows that is wrong; absent ones left out.

    >>> balanced_error([[1, 1], [0, 2]])
    0.25
    """
    matrix = np.asarray(confusion, np.float64)
    totals = matrix.sum(axis=1)
    there = totals > 0
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not there.any():
        raise ValueError("A square matrix with at least one row of weight is needed.")
    return float(1 - (np.diag(matrix)[there] / totals[there]).mean())


@dataclass(frozen=True, eq=False)
class RankCurve:
    """What happens as the threshold falls: more and more rows are called positive."""

    x: Floats
    y: Floats
    thresholds: Floats
    """Rows with at least this score are called positive."""
    area: float


def roc(
    scores: npt.ArrayLike, positive: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> RankCurve:
    """True positives' share (y) against false positives' share (x); the area by trapezes.

    The area is the chance that a positive row has a higher score than a negative one, a tie
    counting half (Hanley & McNeil 1982).

    >>> roc([0.1, 0.4, 0.35, 0.8], [False, False, True, True]).area
    0.75
    """
    thresholds, hits, alarms = ranked_weights(scores, positive, weights)
    if not (hits[-1] > 0 and alarms[-1] > 0):
        raise ValueError("A ROC curve needs rows of both classes.")
    x, y = alarms / alarms[-1], hits / hits[-1]
    return RankCurve(x, y, thresholds, float(np.trapezoid(y, x)))


def precision_recall(
    scores: npt.ArrayLike, positive: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> RankCurve:
    """Precision (y) against recall (x); the area is the average precision Σ (R_i - R_i-1) P_i.

    Steps and not trapezes: between two points precision does not go straight (Davis & Goadrich
    2006). It starts at recall 0 with precision 1.

    >>> round(precision_recall([0.1, 0.4, 0.35, 0.8], [False, False, True, True]).area, 4)
    0.8333
    """
    thresholds, hits, alarms = ranked_weights(scores, positive, weights)
    if not hits[-1] > 0:
        raise ValueError("A precision-recall curve needs a row of the class.")
    called = hits + alarms
    precision = np.divide(hits, called, out=np.ones_like(hits), where=called > 0)
    recall = hits / hits[-1]
    area = float((np.diff(recall) * precision[1:]).sum())
    return RankCurve(recall, precision, thresholds, area)


def ranked_weights(
    scores: npt.ArrayLike, positive: npt.ArrayLike, weights: npt.ArrayLike | None
) -> tuple[Floats, Floats, Floats]:
    """Falling thresholds, and the weight of the positive and negative rows at or above each."""
    score, is_positive = np.asarray(scores, np.float64), np.asarray(positive, bool)
    if score.shape != is_positive.shape or score.ndim != 1 or len(score) == 0:
        raise ValueError("Scores and truths must be as many, and at least one.")
    if np.isnan(score).any():
        raise ValueError("A score is missing.")
    own = checked_weights(weights, len(score))
    order = np.argsort(-score, kind="stable")
    score, is_positive, own = score[order], is_positive[order], own[order]
    last = np.append(np.flatnonzero(np.diff(score)), len(score) - 1)
    hits = np.cumsum(own * is_positive)[last]
    alarms = np.cumsum(own * ~is_positive)[last]
    return (
        np.concatenate([[np.inf], score[last]]),
        np.concatenate([[0.0], hits]),
        np.concatenate([[0.0], alarms]),
    )


@dataclass(frozen=True, eq=False)
class Calibration:
    """Bins of predicted probability that hold rows: what was said, and what was so."""

    said: Floats
    """The mean predicted probability of each bin."""
    seen: Floats
    """The share of the rows of each bin that are of the class."""
    weights: Floats
    """The weight of the rows of each bin."""

    @property
    def error(self) -> float:
        """The expected calibration error Σ w |said - seen| / Σ w (Naeini et al. 2015)."""
        return float(np.average(np.abs(self.said - self.seen), weights=self.weights))


def calibration(
    shares: npt.ArrayLike,
    positive: npt.ArrayLike,
    bins: int = 10,
    weights: npt.ArrayLike | None = None,
) -> Calibration:
    """Whether a predicted probability of p comes true in a share p of the rows, in equal bins.

    >>> found = calibration([0.1, 0.1, 0.9, 0.9], [False, False, True, False], bins=2)
    >>> found.said.tolist(), found.seen.tolist(), round(found.error, 2)
    ([0.1, 0.9], [0.0, 0.5], 0.25)
    """
    share, is_positive = np.asarray(shares, np.float64), np.asarray(positive, bool)
    if share.shape != is_positive.shape or share.ndim != 1 or len(share) == 0:
        raise ValueError("Probabilities and truths must be as many, and at least one.")
    if bins < 1 or not ((share >= 0) & (share <= 1)).all():
        raise ValueError("At least one bin, and probabilities between 0 and 1, are needed.")
    own = checked_weights(weights, len(share))
    place = np.searchsorted(np.linspace(0, 1, bins + 1)[1:-1], share)
    total = np.bincount(place, own, bins).astype(np.float64)
    there = total > 0
    said = np.bincount(place, own * share, bins)[there] / total[there]
    seen = np.bincount(place, own * is_positive, bins)[there] / total[there]
    return Calibration(said, seen, total[there])
