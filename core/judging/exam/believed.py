"""What the labels may really be: every row's own one, or with its likelihood the judges' one.

Errors that are in the file already must neither crowd out planted ones nor count as right rows. So
the truth is drawn, not decided: a row that is 70 % likely wrong has the judges' label in about 7 of
10 plantings (multiple imputation: Rubin 1987). A border where labels differ by nature stays one;
with all suspects put right, it would be gone, and the judges look too good.
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.auditing.result import Audit


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
    is_wrong = random.random(len(labels)) < audit.wrong
    return np.where(is_wrong, judged_labels(audit), labels)


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
