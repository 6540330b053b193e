"""Recall, precision and F1 of every class, and their means, each with its 95 % interval.

Recall is a share of the rows of a class, precision of the rows called so: Wilson's interval. F1 =
2J/(1+J), where J = TP/(TP+FP+FN) is a share of the rows that are of the class or called so: the
ends of Wilson's interval of J, taken through the same formula. The balanced error is a mean of
shares seen on different rows: what Wilson's intervals of these tell of their spread is added up
(MOVER, Zou & Donner 2008). The mean F1 is a function of all cells: the delta method (Takahashi et
al. 2022), but never narrower than the classes' own intervals added up, for without any error it
would call itself certain. Rows that weigh unlike or come in groups are as good as fewer: see
`core.base.intervals`.
"""

import math
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Mask
from core.base.intervals import Interval, effective_rows, wilson
from core.judging.diagnostics.results import balanced_error, confusion_matrix
from core.judging.diagnostics.verdicts import Verdicts

_Z95 = 1.959963984540054
_NONE = Interval(math.nan, math.nan, math.nan)


@dataclass(frozen=True)
class ClassScore:
    """How well one class is told; NaN where there is no row to tell it by."""

    name: str
    rows: int
    """How many rows are given it."""
    called: int
    """How many rows are predicted as it."""
    recall: Interval
    precision: Interval
    f1: Interval


@dataclass(frozen=True)
class ClassScores:
    """How well each class is told, and what that is on average, each class counting the same."""

    classes: tuple[ClassScore, ...]
    recall: Interval
    """The mean over the classes that have rows."""
    f1: Interval
    """The mean over the classes that have rows or are predicted."""

    @property
    def balanced_error(self) -> Interval:
        """The mean over the classes of the share of their rows that is wrong."""
        own = self.recall
        return Interval(1 - own.share, 1 - own.high, 1 - own.low)


def class_scores(verdicts: Verdicts) -> ClassScores:
    """The scores of some verdicts about classes.

    >>> import core
    >>> from core.judging.diagnostics.verdicts import JudgedRows
    >>> history = core.fit(core.example("moons"), core.AdaBoost(rounds=30)).history
    >>> found = class_scores(Verdicts.of(history, history.suggested(30), JudgedRows.VALIDATION))
    >>> own = found.classes[0].recall
    >>> own.low < own.share < own.high
    True
    """
    given, said, number = verdicts.given, verdicts.said, len(verdicts.classes)
    cells = confusion_matrix(given, said, number, verdicts.weights)
    scores = []
    for place, name in enumerate(verdicts.classes):
        is_own, is_called = given == place, said == place
        both = _share(verdicts, is_own & is_called, is_own | is_called)
        scores.append(
            ClassScore(
                name,
                int(is_own.sum()),
                int(is_called.sum()),
                _share(verdicts, is_called, is_own),
                _share(verdicts, is_own, is_called),
                Interval(*(2 * end / (1 + end) for end in (both.share, both.low, both.high))),
            )
        )
    rows = effective_rows((given != said).astype(np.float64), verdicts.weights, verdicts.groups)
    recalls = [score.recall for score in scores if score.rows]
    each_f1 = [score.f1 for score in scores if score.rows or score.called]
    return ClassScores(
        tuple(scores),
        _mean_of(recalls, 1 - balanced_error(cells)),
        _wider(mean_f1(cells, rows), _mean_of(each_f1, mean_f1(cells, rows).share)),
    )


def _share(verdicts: Verdicts, is_hit: Mask, among: Mask) -> Interval:
    """The share of hits among some rows by weight, with Wilson's interval."""
    if not among.any():
        return _NONE
    hits, weights = is_hit[among].astype(np.float64), verdicts.weights[among]
    groups = verdicts.groups
    if groups is not None:
        groups = np.unique(groups[among], return_inverse=True)[1]
    rows = effective_rows(hits, weights, groups)
    return wilson(min(1.0, float(np.average(hits, weights=weights))), rows)


def _mean_of(shares: list[Interval], mean: float) -> Interval:
    """The mean of shares that were seen on different rows (Zou & Donner 2008)."""
    low = math.sqrt(sum((own.share - own.low) ** 2 for own in shares)) / len(shares)
    high = math.sqrt(sum((own.high - own.share) ** 2 for own in shares)) / len(shares)
    return Interval(mean, max(0.0, mean - low), min(1.0, mean + high))


def _wider(one: Interval, other: Interval) -> Interval:
    return Interval(one.share, min(one.low, other.low), max(one.high, other.high))


def mean_f1(cells: Floats, rows: float) -> Interval:
    """The mean over the classes of F1, from the weights of the cells and as many rows as count.

    F_k = 2 p_kk / s_k, where s_k is the share given k plus the share called k. Its slopes are
    (2 - 2 F_k)/s_k along p_kk and -F_k/s_k along each other cell of the row and the column of k;
    the variance of Σ g p̂ is (Σ g² p - (Σ g p)²)/n (Takahashi et al. 2022).

    >>> found = mean_f1(np.array([[40.0, 10.0], [10.0, 40.0]]), 100)
    >>> [round(end, 3) for end in (found.share, found.low, found.high)]
    [0.8, 0.722, 0.878]
    """
    shares = cells / cells.sum()
    sums = shares.sum(axis=0) + shares.sum(axis=1)
    there = sums > 0
    sums = np.where(there, sums, 1.0)
    own = np.where(there, 2 * np.diag(shares) / sums, 0.0)
    falls = np.where(there, own / sums, 0.0)
    slopes = -(falls[:, None] + falls[None, :])
    np.fill_diagonal(slopes, np.where(there, (2 - 2 * own) / sums, 0.0))
    slopes /= there.sum()
    mean = float(own[there].mean())
    spread = float((slopes**2 * shares).sum() - (slopes * shares).sum() ** 2)
    half = _Z95 * math.sqrt(max(0.0, spread) / rows) if rows > 0 else math.inf
    return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))
