"""What the labels may really be: every row's own one, or with its likelihood the judges' one.

Errors that are in the file already must neither crowd out planted ones nor count as right rows. So
the truth is drawn, not decided: a row that is 70 % likely wrong has the judges' label in about 7 of
10 plantings (multiple imputation: Rubin 1987). A border where labels differ by nature stays one;
with all suspects put right, it would be gone, and the judges look too good.
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.auditing.result import Audit

_SHARPER = 2.0
"""The power of the odds that a label is wrong: of 1 and 2 that by which promises are off less."""
_NEARLY_NONE = 1e-6
_FARTHEST, _HALVINGS = 20.0, 50


def judged_labels(audit: Audit) -> Integers:
    """For every row the likeliest label that it does not have: the judges' best other one."""
    labels = audit.dataset.labels.astype(np.int64)
    suggested = audit.suggested.astype(np.int64)
    others = np.stack([opinion.other for opinion in audit.opinions])
    surest = np.argmax([opinion.share for opinion in audit.opinions], axis=0)
    return np.where(suggested != labels, suggested, others[surest, np.arange(len(labels))])


def drawn_truth(audit: Audit, random: np.random.Generator) -> Integers:
    """What the labels may really be, drawn once."""
    labels = audit.dataset.labels.astype(np.int64)
    is_wrong = random.random(len(labels)) < sharpened(audit.wrong)
    return np.where(is_wrong, judged_labels(audit), labels)


def sharpened(wrong: Floats) -> Floats:
    """Likelihoods whose odds are taken to a power, and multiplied so that their mean stays.

    >>> sharpened(np.array([0.0, 0.1, 0.2, 0.7])).round(2).tolist()
    [0.0, 0.02, 0.09, 0.89]
    """
    inside = np.clip(wrong, _NEARLY_NONE, 1 - _NEARLY_NONE)
    logits = _SHARPER * (np.log(inside) - np.log1p(-inside))
    low, high = -_FARTHEST, _FARTHEST
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_less = (1 / (1 + np.exp(-logits - middle))).mean() < inside.mean()
        low, high = (middle, high) if is_less else (low, middle)
    return np.where(wrong > 0, 1 / (1 + np.exp(-logits - low)), 0.0)


def seen_rates(audit: Audit) -> Floats:
    """How often a row of each class (a row) has each other label (a column), by the judges."""
    count = len(audit.dataset.classes)
    if audit.flips is not None:
        rates = np.array(audit.flips)
    else:
        labels, believed = audit.dataset.labels.astype(np.int64), judged_labels(audit)
        errors = np.bincount(believed * count + labels, audit.wrong, count * count)
        sizes = np.maximum(audit.dataset.class_counts, 1)
        rates = errors.reshape(count, count) / sizes[:, None]
    np.fill_diagonal(rates, 0.0)
    return np.asarray(rates)
