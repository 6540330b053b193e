"""Growing trees on codes: which way, on which rows, and what the leaves say.

Nodes with many rows are split level by level, and the threads share the features: the trunk. What
is left are small subtrees, which the threads share. The tree does not depend on the number of
threads.

    growth      how a tree is grown, and the grown tree
    ground      what it is grown on
    trunk       the big nodes: their splits, and what they leave to small subtrees
    grids       values rounded so that sums are exact in any order
    packed      the trunk by whole numbers, for two statistics: one kernel does it
    levels      the loop over the levels of any other trunk
    searches    the search for the splits of such a level
    histograms  room for the histograms of a level
    pieces      the rows of big nodes, summed up and parted piece by piece
    tidying     what is done to a grown tree
    subtrees    the small subtrees below the trunk, and the whole tree
    together    several trees of few rows at once

Where the rows are in several places, each of them does the levels of the same trunk, by histograms
that are added up over all; the rows of small subtrees are brought together.

    shared_searches   the search by such histograms
    shared_subtrees   the small subtrees, and the whole tree
"""

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Integers
from core.engine.binning import Binned
from core.engine.growing import grids
from core.engine.growing.ground import Ground, Rows, alone, row_values
from core.engine.growing.growth import Criterion, Grown, Growth
from core.engine.growing.levels import grow_trunk
from core.engine.growing.shared_subtrees import finished_together
from core.engine.growing.subtrees import finished
from core.engine.kernels.growing.arguments import RowValues
from core.engine.sums import ALONE, RowSums

__all__ = ["Criterion", "Grown", "Growth", "Rows", "grow", "grow_numbers"]


def grow(
    data: Binned,
    growth: Growth,
    rows: Rows,
    weights: Floats,
    targets: Floats | None = None,
    labels: Integers | None = None,
    classes: int = 2,
    seed: int = 0,
    parallel: bool = True,
    sums: RowSums = ALONE,
) -> Grown:
    """Grow a tree on some training rows, and on those that are elsewhere.

    Numbers: `targets` holds w y (or g) of every training row and `weights` w (or h). Classes:
    `labels` holds the class and `weights` w. With `parallel` the threads share one tree.
    """
    share = pool.over if parallel else alone
    values, sizes = row_values(
        growth.criterion, weights, targets, labels, classes, share, len(rows), sums
    )
    return _grown(Ground.of(data, growth, rows, values, sizes, share, sums=sums), seed)


def grow_numbers(
    data: Binned,
    growth: Growth,
    rows: Rows,
    pairs: Floats,
    seed: int = 0,
    columns: Integers | None = None,
    parallel: bool = True,
    sums: RowSums = ALONE,
) -> Grown:
    """Grow a tree on pairs (w, w y) or (h, g), a row a row; it asks about some columns only."""
    share = pool.over if parallel else alone
    sizes = grids.Sizes.of(pairs, share, len(rows), sums)
    values = RowValues(pairs, np.empty(0), np.empty(0, np.int64), 2, sizes.units(sizes.rows))
    return _grown(Ground.of(data, growth, rows, values, sizes, share, columns, sums), seed)


def _grown(ground: Ground, seed: int) -> Grown:
    trunk = grow_trunk(ground, seed)
    return finished(ground, trunk) if ground.sums.is_alone else finished_together(ground, trunk)
