"""What a tree is grown on: codes, rows, and what the rows bring to the statistics of a node."""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base import pool, room
from core.base.arrays import Floats, Integers
from core.engine.binning import Binned, Blocks
from core.engine.growing import grids
from core.engine.growing.grids import Share
from core.engine.growing.growth import Criterion, Growth
from core.engine.kernels.growing.arguments import CodedFeatures, RowValues
from core.engine.sums import ALONE, RowSums

Rows = npt.NDArray[np.uint32]


def alone(count: int, work: pool.Work) -> None:
    """Share nothing: do all of the work here."""
    work(0, count)


def row_values(
    criterion: Criterion,
    weights: Floats,
    targets: Floats | None,
    labels: Integers | None,
    classes: int,
    share: Share,
    grown: int,
    sums: RowSums,
) -> tuple[RowValues, grids.Sizes]:
    """Pairs (w, w y) or (w of the first class, w of the second) where they do, and their sizes."""
    from core.engine.kernels.growing import statistics

    channels = 2 if criterion is Criterion.NUMBERS else classes
    targets = np.empty(0) if targets is None else targets
    labels = np.empty(0, np.int64) if labels is None else labels
    if channels != 2:
        heaviest, total = weights.max(initial=0.0, keepdims=True), np.zeros(1)
        sizes = grids.Sizes.together(heaviest, total, len(weights), grown, sums)
        units = np.repeat(sizes.units(sizes.rows), 2)
        return RowValues(np.empty((0, 2)), weights, labels, channels, units), sizes
    pairs: Floats = room.empty((len(weights), 2))
    chunk = pool.chunk_rows(len(weights))

    def pair_up(first: int, last: int) -> None:
        stop = min(last * chunk, len(weights))
        statistics.pair_up(weights, targets, labels, int(criterion), first * chunk, stop, pairs)

    share(pool.chunk_count(len(weights)), pair_up)
    sizes = grids.Sizes.of(pairs, share, grown, sums)
    units = sizes.units(sizes.rows)
    if criterion is not Criterion.NUMBERS:
        units[:] = units.max()
    return RowValues(pairs, weights, labels, channels, units), sizes


@dataclass(frozen=True, eq=False)
class Ground:
    """What a tree is grown on; while it grows, its rows are sorted by node."""

    data: Binned
    how: Growth
    rows: Rows
    values: RowValues
    sizes: grids.Sizes
    """How large the values of all rows are, and how many rows there are."""
    share: Share
    usable: Integers
    """The features that may be asked about."""
    sums: RowSums
    """Who adds up over all rows: those here may be some of them."""

    @classmethod
    def of(
        cls,
        data: Binned,
        how: Growth,
        rows: Rows,
        values: RowValues,
        sizes: grids.Sizes,
        share: Share,
        columns: Integers | None = None,
        sums: RowSums = ALONE,
    ) -> "Ground":
        """The rows are copied; with `columns`, only those are asked about."""
        usable = np.flatnonzero(data.usable)
        if columns is not None:
            usable = np.intersect1d(usable, columns)
        return cls(data, how, rows.copy(), values, sizes, share, usable, sums)

    @functools.cached_property
    def features(self) -> CodedFeatures:
        """All features, as the kernels take them."""
        data = self.data
        return CodedFeatures(data.codes, data.encoder.is_category, data.tops, data.spans)

    @property
    def is_packed(self) -> bool:
        """Whether big nodes are searched by whole numbers."""
        return not self.how.per_node and self.values.channels == 2

    @property
    def threads(self) -> int:
        """How many threads share the work."""
        return 1 if self.share is alone else pool.threads()

    @functools.cached_property
    def blocks(self) -> Blocks:
        """The codes of the features that may be asked about, four side by side."""
        data = self.data
        is_all = len(self.usable) == np.count_nonzero(data.usable)
        return data.blocks if is_all else data.blocks_of(self.usable)

    @functools.cached_property
    def looked_at(self) -> int:
        """How many features a node looks at."""
        count = len(self.usable)
        return min(self.how.per_node, count) if self.how.per_node else count
