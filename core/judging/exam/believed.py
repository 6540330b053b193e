"""What the labels may really be: every row's own one, or with its likelihood the judges' one.

Errors that are in the file already must neither crowd out planted ones nor count as right rows. So
the truth is drawn, not decided: a row that is 70 % likely wrong has the judges' label in about 7 of
10 plantings (multiple imputation: Rubin 1987). A border where labels differ by nature stays one.
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.auditing.result import Audit

_LEAST, _STEPS = 1e-4, 60


def likely_wrong(audit: Audit, share: float) -> Floats:
    """How likely each label is wrong, moved so that `share` of all labels are.

    All log odds move alike; rows of which nothing is said against stay at 0.
    """
    own = np.clip(audit.wrong, 0.0, 1 - _LEAST)
    doubted = own > _LEAST
    wanted = share * len(own)
    if wanted <= 0 or not doubted.any():
        return np.zeros(len(own))
    odds = np.log(own[doubted] / (1 - own[doubted]))
    low, high = -20.0, 20.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _logistic(odds + middle).sum() < wanted else (low, middle)
    found = np.zeros(len(own))
    found[doubted] = _logistic(odds + low)
    return found


def judged_labels(audit: Audit) -> Integers:
    """For every row the likeliest label that it does not have: the judges' best other one."""
    labels = audit.dataset.labels.astype(np.int64)
    suggested = audit.suggested.astype(np.int64)
    others = np.stack([opinion.other for opinion in audit.opinions])
    surest = np.argmax([opinion.share for opinion in audit.opinions], axis=0)
    return np.where(suggested != labels, suggested, others[surest, np.arange(len(labels))])


def seen_flips(audit: Audit, wrong: Floats) -> Floats:
    """The expected number of errors from each class (a row) to each label (a column)."""
    labels, count = audit.dataset.labels.astype(np.int64), len(audit.dataset.classes)
    cells = judged_labels(audit) * count + labels
    return np.asarray(np.bincount(cells, wrong, count * count).reshape(count, count), np.float64)


def drawn_truth(audit: Audit, wrong: Floats, random: np.random.Generator) -> Integers:
    """What the labels may really be, drawn once."""
    labels = audit.dataset.labels.astype(np.int64)
    is_wrong = random.random(len(labels)) < wrong
    return np.where(is_wrong, judged_labels(audit), labels)


def _logistic(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))
