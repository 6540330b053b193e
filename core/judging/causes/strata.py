"""Which rows are alike to the judges: among those, which one looks wrong is chance without a cause.

Doubt gathers at the borders of classes and in rare ones by itself. What the judges say of a row
does not depend on its own label: they never saw it. Had labels been mistaken at random, rows of
which the judges name the same class, equally surely, would look wrong equally often, and how likely
they are wrong on the mean is what is expected of each.
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.auditing.result import Audit

_ROWS = 40
"""About so many rows are a stratum."""
_DECIDED_ROWS = 12
"""And so many of those that a person looked at."""
_TENTHS = 10


def strata_of(audit: Audit) -> Integers:
    """A number for every row of an audit, the same for rows that are alike to the judges."""
    if audit.dataset.classes:
        return strata(audit.suggested.astype(np.int64), audit.probability)
    said = audit.suggested.astype(np.float64)
    tenths = np.argsort(np.argsort(said, kind="stable"), kind="stable") * _TENTHS // len(said)
    return strata(tenths, _spread(audit))


def strata_of_decided(audit: Audit, rows: Integers) -> Integers:
    """The same for rows that a person looked at: a few that the judges name equally surely.

    They are few, and chosen because the judges contradict them: how surely they do tells most of
    how often they are right. Which label a row has now tells nothing: it may have been put right.
    """
    if audit.dataset.classes:
        named = audit.suggested[rows].astype(np.int64)
        return strata(named, audit.probability[rows], _DECIDED_ROWS)
    return strata(np.zeros(len(rows), np.int64), _spread(audit)[rows], _DECIDED_ROWS)


def _spread(audit: Audit) -> Floats:
    return np.asarray(np.std([opinion.own for opinion in audit.opinions], axis=0))


def strata(named: Integers, sure: Floats, many: int = _ROWS) -> Integers:
    """About so many rows each of which the same is said equally surely; rare ones go together.

    >>> strata(np.repeat([0, 1, 2], [80, 41, 3]), np.arange(124.0))[[0, 39, 40, 79, 80, 123]]
    array([0, 0, 1, 1, 2, 3])
    """
    counts = np.bincount(named)
    rare = counts[named] < many
    named = np.where(rare, len(counts), named)
    found = np.empty(len(named), np.int64)
    start = 0
    for name in np.unique(named):
        rows = np.flatnonzero(named == name)
        pieces = max(1, len(rows) // many)
        order = rows[np.argsort(sure[rows], kind="stable")]
        found[order] = start + np.arange(len(rows)) * pieces // len(rows)
        start += pieces
    return found
