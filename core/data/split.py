"""The split into training and validation rows, drawn once and inherited by every revision."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.arrays import Floats, Integers, Mask
from core.data.column import Column
from core.data.sameness import groups, row_hashes

_STREAM = 0x5EED


def draw_split(
    features: Sequence[Column], strata: npt.NDArray[np.int64], share: float, seed: int
) -> Mask:
    """Mark `share` of each stratum's rows for validation, exact duplicates all on one side.

    >>> import pandas as pd
    >>> strata = np.repeat([0, 1], [40, 20])
    >>> column = Column.from_series("x", pd.Series(range(60)))
    >>> chosen = draw_split((column,), strata, 0.25, seed=0)
    >>> int(chosen[:40].sum()), int(chosen[40:].sum())
    (10, 5)
    """
    if share <= 0 or len(strata) == 0:
        return np.zeros(len(strata), bool)
    # Groups are numbered by first appearance: the draw depends on the rows, not on their hashes.
    group = groups(row_hashes(features, strata))
    if group is None:
        stratum, size = strata, np.ones(len(strata), np.int64)
    else:
        size = np.bincount(group)
        stratum = np.empty(len(size), np.int64)
        stratum[group] = strata
    # A stream of its own: data made with the plain seed must not decide about its split.
    order = _drawn_order(np.random.default_rng([_STREAM, seed]).random(len(size)), stratum)
    stratum, size = stratum[order], size[order]
    total = np.bincount(strata)
    rows_before = np.concatenate([[0], np.cumsum(size)])
    stratum_start = np.cumsum(total) - total
    within = rows_before[1:] - stratum_start[stratum]
    chosen = np.empty(len(size), bool)
    # A group is taken while its middle lies inside the share: the error is half a group at most.
    chosen[order] = within - size / 2 < share * total[stratum]
    return chosen if group is None else chosen[group]


def _drawn_order(drawn: Floats, stratum: Integers) -> Integers:
    """Sorted by stratum, and within it by what was drawn."""
    order = np.argsort(drawn)
    small = stratum.astype(np.int16) if stratum.max() < 1 << 15 else stratum
    return order[np.argsort(small[order], kind="stable")]
