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
_TENTHS = 10


def strata_of(audit: Audit, rows: Integers | None = None) -> Integers:
    """A number for every row of an audit, or some, the same for rows alike to the judges."""
    rows = np.arange(len(audit.dataset)) if rows is None else rows
    if audit.dataset.classes:
        return strata(audit.suggested[rows].astype(np.int64), audit.probability[rows])
    said = audit.suggested[rows].astype(np.float64)
    spread = np.std([opinion.own[rows] for opinion in audit.opinions], axis=0)
    tenths = np.argsort(np.argsort(said, kind="stable"), kind="stable") * _TENTHS // len(said)
    return strata(tenths, spread)


def strata(named: Integers, sure: Floats) -> Integers:
    """Rows of which the same is said about equally surely; rare ones are put together.

    >>> strata(np.repeat([0, 1, 2], [80, 41, 3]), np.arange(124.0))[[0, 39, 40, 79, 80, 123]]
    array([0, 0, 1, 1, 2, 3])
    """
    counts = np.bincount(named)
    rare = counts[named] < _ROWS
    named = np.where(rare, len(counts), named)
    found = np.empty(len(named), np.int64)
    start = 0
    for name in np.unique(named):
        rows = np.flatnonzero(named == name)
        pieces = max(1, len(rows) // _ROWS)
        order = rows[np.argsort(sure[rows], kind="stable")]
        found[order] = start + np.arange(len(rows)) * pieces // len(rows)
        start += pieces
    return found
