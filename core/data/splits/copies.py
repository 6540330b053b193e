"""Accidental copies: rows that stand in a table twice because somebody pasted them twice.

Rows may also be equal by nature: a table of a few columns of few values repeats itself, however it
was collected. Only accidental copies belong on one side of a split. Rows that repeat by nature
will come again, and whoever keeps them together compares training and validation rows of two
distributions.

**Which copies the columns explain.** If the columns were independent, a row x of a table of n rows
would have

    lambda(x) = (n - m) * prod_j c_j(x) / (n - m)

equal rows beside the m that are its own cell, where c_j(x) counts the rows outside this cell that
have the value of x in column j. (The cell itself is left out: a number that no other row has is
no reason to expect that very number twice.) Rows are put into bins by the power of two of lambda.
In a bin the rows have sum(m - 1) copies and sum(lambda) expected ones; up to twice as many as
expected are explained: where dependence is mild, most of them still are chance.

**Which of the others are pasted.** Columns that depend on one another bring rows together that
independence cannot explain: all attributes of a city repeat with the city. But draws from any
distribution are spread: of cells with an expected count m some are seen m - sqrt(m) times and some
m + sqrt(m) times (a mixture of Poisson counts has a variance of at least its mean), while a pasted
block stands there exactly so many times more often. So a cell of m rows that nothing explains is
accidental if, of the unexplained cells of m/2 to 2m rows, more than half have the same count. Where
they are too few to tell, pairs and triples are accidental, and rows that are there four times and
more are not; nor are these in a table of at most 50 different rows.
"""

from collections.abc import Sequence

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.numbering import numbered
from core.data.column import Column
from core.data.splits.sameness import are_some_equal, groups, row_hashes, value_bits

_SAMPLE = 20_000
"""So many rows tell how frequent values are, and how many copies there are by chance."""
_LEAST = 2.0**-10
"""Fewer copies than these are never expected."""
_EXPLAINED = 2.0
_LOOKED_AT, _FEW_COLUMNS = 1000, 4
_FEW_ROWS = 50
_FEW_CELLS = 10
_MANY_TIMES = 4


def accidental_copies(columns: Sequence[Column]) -> Integers | None:
    """A number for every row, the same for accidental copies; None if there are none.

    >>> import pandas as pd
    >>> numbers = np.random.default_rng(0).normal(size=(100, 2))
    >>> pasted = np.vstack([numbers, numbers[:10]])
    >>> columns = [Column.from_series(str(j), pd.Series(pasted[:, j])) for j in range(2)]
    >>> unit = accidental_copies(columns)
    >>> bool((unit[:10] == unit[100:]).all()), len(set(unit.tolist()))
    (True, 100)
    >>> coins = [Column.from_series("coin", pd.Series(np.arange(200) % 2))]
    >>> accidental_copies(coins) is None
    True
    """
    if not columns or len(columns[0]) < 2:
        return None
    nothing = np.broadcast_to(np.int64(0), len(columns[0]))
    # Rows that differ in a few columns differ: of most files these tell it of all rows.
    few = _most_telling(columns)
    if len(few) < len(columns) and not are_some_equal(row_hashes(few, nothing)):
        return None
    group = groups(row_hashes(columns, nothing))
    if group is None:
        return None
    is_pasted = _pasted(columns, group)
    if not is_pasted.any():
        return None
    alone = len(is_pasted) + np.arange(len(group))
    return numbered(np.where(is_pasted[group], group, alone))


def _most_telling(columns: Sequence[Column]) -> list[Column]:
    """A few columns of many different values, by the first rows."""
    seen = [-len(np.unique(column.values[:_LOOKED_AT])) for column in columns]
    return [columns[place] for place in np.argsort(seen, kind="stable")[:_FEW_COLUMNS]]


def _pasted(columns: Sequence[Column], group: Integers) -> Mask:
    """Which groups of equal rows are accidental copies."""
    size = np.bincount(group)
    cells = np.flatnonzero(size > 1)
    unexplained = cells[~_explained(columns, group, size, cells)]
    pasted = np.zeros(len(size), bool)
    pasted[unexplained] = _crowded(size[unexplained], len(size))
    return pasted


def _explained(columns: Sequence[Column], group: Integers, size: Integers, cells: Integers) -> Mask:
    """Which cells are repeated no more than twice as often as independent columns would."""
    rows = len(group)
    sample = np.arange(rows)
    if rows > _SAMPLE:
        sample = np.sort(np.random.default_rng(0).choice(rows, _SAMPLE, replace=False))
    first = np.empty(len(size), np.int64)
    first[group[::-1]] = np.arange(rows)[::-1]  # the last one written stays
    expected = _expected(columns, group, size, sample, np.concatenate([sample, first[cells]]))
    seen, own = expected[: len(sample)], expected[len(sample) :]
    bins = np.frexp(np.maximum(seen, _LEAST))[1]
    lowest = int(np.frexp(_LEAST)[1])
    most = int(bins.max()) - lowest + 1
    copies = np.bincount(bins - lowest, size[group[sample]] - 1.0, most)
    chance = np.bincount(bins - lowest, seen, most)
    is_explained = copies <= _EXPLAINED * chance
    place = np.frexp(np.maximum(own, _LEAST))[1] - lowest
    return np.asarray((own > _LEAST) & is_explained[np.minimum(place, most - 1)] & (place < most))


def _expected(
    columns: Sequence[Column], group: Integers, size: Integers, sample: Integers, rows: Integers
) -> Floats:
    """How many other rows would equal each of these if columns were independent."""
    in_sample = np.bincount(group[sample], minlength=len(size))
    own, others = in_sample[group[rows]], len(group) - size[group[rows]].astype(np.float64)
    found = others.copy()
    still = np.arange(len(rows))
    for column in columns:
        values, counts = np.unique(
            value_bits(column.values[sample], column.is_number), return_counts=True
        )
        wanted = value_bits(column.values[rows[still]], column.is_number)
        place = np.minimum(np.searchsorted(values, wanted), len(values) - 1)
        same = np.where(values[place] == wanted, counts[place], 0) - own[still]
        beside = np.maximum(len(sample) - own[still], 1)
        found[still] *= np.maximum(same, 0) / beside
        # What is unlikely already gets no likelier by further columns.
        still = still[found[still] > _LEAST]
    return found


def _crowded(counts: Integers, different: int) -> Mask:
    """Which of these cells, by the numbers of their rows, were pasted rather than drawn."""
    if len(counts) == 0:
        return np.zeros(0, bool)
    levels, place = np.unique(counts, return_inverse=True)
    cells = np.bincount(place)
    before = np.concatenate([[0], np.cumsum(cells)])
    first = np.searchsorted(levels, np.maximum(2, (levels + 1) // 2))
    last = np.searchsorted(levels, 2 * levels, side="right")
    near = before[last] - before[first]
    top = np.array([cells[a:b].max() for a, b in zip(first, last, strict=True)])
    is_few = near < _FEW_CELLS
    is_often = levels >= _MANY_TIMES
    crowded = np.where(is_few, ~is_often, 2 * top > near) & ~(is_often & (different <= _FEW_ROWS))
    return np.asarray(crowded[place])
