"""Judging by the past: every row is judged by models taught with earlier rows only.

Forward chaining (Tashman 2000): the rows are put into blocks of time, and each block is judged by
what was learned from all blocks before it. The first one has nobody before it. Where times matter,
a judge that knows what came later explains away what nobody could have known.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.splits.grouping import grouped_folds, usable
from core.judging.auditing.crossfit import learners

NOBODY = -1
"""The fold of rows that nobody judges, and the block of rows without a time."""
_FIRST, _LATER = 0.1, 5
"""About so large a share of the rows only teaches; the others are judged in so many blocks."""
_SIDES = 3
"""Where groups last over blocks, each block is judged in so many parts, without their groups."""
_LEAST_ROWS, _LEAST_OF_CLASS = 10, 5
"""Who learned from fewer rows judges nobody, and no row of a class that he saw less often."""


@dataclass(frozen=True, eq=False)
class Chain:
    """Which rows are judged together, and after which others."""

    fold: Integers
    """Rows of one number are judged by the same models; `NOBODY` for rows that nobody judges."""
    block: Integers
    """The block of time of each row; `NOBODY` for rows without a time, which teach nothing."""

    @classmethod
    def of(
        cls,
        times: Floats,
        strata: Integers | Floats,
        weights: Floats,
        groups: Integers | None,
        seed: int,
    ) -> "Chain":
        """The chain of some rows; rows of weight 0 are judged, and teach nothing.

        >>> chain = Chain.of(np.arange(40.0), np.arange(40) % 2, np.ones(40), None, seed=0)
        >>> np.bincount(chain.block).tolist(), int((chain.fold == NOBODY).sum())
        ([11, 7, 8, 7, 7], 11)
        """
        block = _enough_first(_blocks(times), weights)
        side = np.zeros(len(times), np.int64)
        known = usable(groups)
        if known is not None and _last_over_blocks(known, block):
            side = grouped_folds(known, strata, _SIDES, seed)
        fold = np.where(block > 0, block * _SIDES + side, NOBODY)
        for piece in np.unique(fold[fold != NOBODY]).tolist():
            here = fold == piece
            taught = learners(here, weights, groups, block)
            fold[here & ~_can_be_judged(strata, taught)] = NOBODY
        numbers = np.unique(fold[fold != NOBODY], return_inverse=True)[1]
        fold[fold != NOBODY] = numbers
        return cls(fold, block)


def _blocks(times: Floats) -> Integers:
    """The block of every row, those of one time all in one; numbered in their order."""
    block = np.full(len(times), NOBODY)
    is_known = ~np.isnan(times)
    if not is_known.any():
        return block
    _, when, sizes = np.unique(times[is_known], return_inverse=True, return_counts=True)
    middle = (np.cumsum(sizes) - sizes / 2) / sizes.sum()
    later = 1 + np.floor((middle - _FIRST) / (1 - _FIRST) * _LATER).astype(np.int64)
    block[is_known] = np.unique(np.maximum(later, 0)[when], return_inverse=True)[1]
    return block


def _enough_first(block: Integers, weights: Floats) -> Integers:
    """The blocks, of which as many are put together into the first as make enough rows."""
    teaches = (block >= 0) & (weights > 0)
    reached = np.cumsum(np.bincount(block[teaches], minlength=1))
    first = int(np.searchsorted(reached, _LEAST_ROWS))
    return np.where(block > 0, np.maximum(block - first, 0), block)


def _last_over_blocks(groups: Integers, block: Integers) -> bool:
    pairs = {pair for pair in zip(groups.tolist(), block.tolist(), strict=True) if pair[1] >= 0}
    return len(pairs) > len({group for group, _ in pairs})


def _can_be_judged(strata: Integers | Floats, taught: Mask) -> Mask:
    """Which rows those can judge who learned from some: none whose class is new to them."""
    if int(taught.sum()) < _LEAST_ROWS:
        return np.zeros(len(strata), bool)
    if strata.dtype.kind == "f":
        return np.ones(len(strata), bool)
    labels = strata.astype(np.int64)
    seen = np.bincount(labels[taught], minlength=int(labels.max()) + 1)
    return np.asarray(seen[labels] >= _LEAST_OF_CLASS) & bool((seen > 0).sum() > 1)
