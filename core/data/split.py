"""The split into training and validation rows, drawn once and inherited by every revision."""

import numpy as np
import numpy.typing as npt

from core.arrays import Integers, Mask
from core.data.column import Column

_STREAM = 0x5EED


def draw_split(
    features: tuple[Column, ...], strata: npt.NDArray[np.int64], share: float, seed: int
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
    _, first, group, sizes = np.unique(
        _row_hash(features, strata), return_index=True, return_inverse=True, return_counts=True
    )
    # Groups are numbered by first appearance: the draw depends on the rows, not on their hashes.
    appearance = np.argsort(first, kind="stable")
    stratum, size = strata[first][appearance], sizes[appearance]
    # A stream of its own: data made with the plain seed must not decide about its split.
    order = np.lexsort((np.random.default_rng([_STREAM, seed]).random(len(size)), stratum))
    stratum, size = stratum[order], size[order]
    start = np.searchsorted(stratum, stratum)
    before = np.concatenate([[0], np.cumsum(size)])
    within = before[1:] - before[start]
    total = np.bincount(strata, minlength=int(stratum[-1]) + 1)[stratum]
    chosen = np.empty(len(size), bool)
    # A group is taken while its middle lies inside the share: the error is half a group at most.
    chosen[appearance[order]] = within - size / 2 < share * total
    return chosen[group]


def _row_hash(features: tuple[Column, ...], strata: Integers) -> npt.NDArray[np.uint64]:
    """64 bits a row, equal for equal rows: a multiply-and-rotate mix of the columns' values."""
    mixed = strata.astype(np.uint64)
    for column in features:
        values = column.values.astype(np.float64)
        values[column.missing] = np.nan
        bits = (values + 0.0).view(np.uint64)  # + 0.0 makes -0 and 0 the same
        mixed = (mixed ^ bits) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed
