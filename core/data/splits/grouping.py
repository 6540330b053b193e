"""Groups: rows of one patient, customer or device, which no split, fold or sample parts.

What is learned about one row of a group is known about the others too. Judged by rows of the same
group, a model looks better than it is on a new one.
"""

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.numbering import numbered
from core.data.column import Column


def group_numbers(column: Column) -> Integers:
    """A number for every row, the same for equal values; a missing value is like no other.

    >>> import pandas as pd
    >>> group_numbers(Column.from_series("patient", pd.Series(["b", "a", None, "b", None])))
    array([0, 1, 2, 0, 3])
    """
    keys = np.where(column.missing, np.inf, column.values.astype(np.float64))
    numbers = numbered(keys)
    missing = np.flatnonzero(column.missing)
    numbers[missing] = len(column) + np.arange(len(missing))
    return numbered(numbers)


def rarest_stratum(groups: Integers, strata: Integers) -> Integers:
    """For every group the stratum among its rows that has the fewest rows in all.

    A rare class then has its share on every side, in whatever company its rows are.

    >>> rarest_stratum(np.array([0, 0, 1, 1, 2]), np.array([0, 1, 0, 0, 0])).tolist()
    [1, 0, 0]
    """
    rarity = np.argsort(np.argsort(-np.bincount(strata), kind="stable"), kind="stable")
    most = np.full(int(groups.max()) + 1, -1, np.int64)
    np.maximum.at(most, groups, rarity[strata])
    return np.argsort(rarity, kind="stable")[most]


def usable(groups: Integers | None) -> Integers | None:
    """The groups numbered from 0 without gaps; None if there is nothing to keep together or apart.

    That is so where every row is a group of its own, and where there is only one group.
    """
    if groups is None or len(groups) == 0:
        return None
    numbers = numbered(groups)
    count = int(numbers.max()) + 1
    return numbers if 1 < count < len(groups) else None


def parted(groups: Integers | None, rows: Integers) -> Integers | None:
    """The groups of some rows numbered from 0; None where each of these is a group of its own.

    >>> parted(np.array([4, 4, 2, 2, 7]), np.array([0, 1, 4])).tolist()
    [0, 0, 1]
    >>> parted(np.array([4, 4, 2, 2, 7]), np.array([0, 2, 4])) is None
    True
    """
    if groups is None:
        return None
    numbers = numbered(groups[rows])
    return numbers if len(numbers) > 1 + numbers.max(initial=0) else None


def most_folds(folds: int, rows: int, groups: Integers | None) -> int:
    """As many folds as wanted, but not more than there are rows or groups to deal out."""
    known = usable(groups)
    return min(folds, rows if known is None else int(known.max()) + 1)


def grouped_folds(groups: Integers, strata: Integers | Floats, folds: int, seed: int) -> Integers:
    """The fold of every row, whole groups in each, of about equal size and shares of the strata.

    Groups are put in the order of their rarest stratum (for numbers, of their mean) and their size;
    each run of neighbours is dealt out by chance, one to a fold.

    >>> fold = grouped_folds(np.repeat(np.arange(6), 2), np.repeat([0, 1], 6), 3, seed=0)
    >>> np.bincount(fold).tolist(), bool((fold[::2] == fold[1::2]).all())
    ([4, 4, 4], True)
    """
    random = np.random.default_rng(seed)
    size = np.bincount(groups)
    if strata.dtype.kind == "f":
        order = np.lexsort((random.random(len(size)), np.bincount(groups, strata) / size))
    else:
        stratum = rarest_stratum(groups, strata.astype(np.int64))
        order = np.lexsort((random.random(len(size)), -size, stratum))
    runs = -(-len(size) // folds)
    shuffled = np.argsort(random.random((runs, folds)), axis=1).ravel()
    fold = np.empty(len(size), np.int64)
    fold[order] = shuffled[: len(size)]
    if len(size) < folds:  # fewer folds, and none of them empty
        fold = numbered(fold)
    return fold[groups]


def mixed(groups: Integers | None, rows: int, seed: list[int]) -> Integers:
    """The rows in an order by chance, those of one group one behind the other.

    >>> mixed(np.array([7, 9, 7, 9]), 4, [0]).tolist() in ([0, 2, 1, 3], [1, 3, 0, 2])
    True
    """
    random = np.random.default_rng(seed)
    known = usable(groups)
    if known is None:
        return random.permutation(rows)
    place = random.permutation(int(known.max()) + 1)
    return np.argsort(place[known], kind="stable")


def kept_back(groups: Integers | None, share: float, rows: int, seed: int) -> Mask:
    """Mark about a share of the rows, whole groups, and never all of them.

    >>> int(kept_back(np.array([0, 0, 1, 1, 2, 2]), 0.3, 6, seed=0).sum())
    2
    """
    known = usable(groups)
    if known is None:
        order = np.random.default_rng(seed).permutation(rows)
        chosen = np.zeros(rows, bool)
        chosen[order[: min(round(share * rows), rows - 1)]] = True
        return chosen
    size = np.bincount(known)
    order = np.random.default_rng(seed).permutation(len(size))
    reached = np.cumsum(size[order]) - size[order] / 2
    count = min(int((reached < share * rows).sum()), len(size) - 1)
    is_chosen = np.zeros(len(size), bool)
    is_chosen[order[:count]] = True
    return is_chosen[known]
