"""Growing trees on codes: which way, on which rows, and what the leaves say.

Nodes with many rows are split level by level, and the threads share the features; of two children
only the smaller one's histogram is filled, the other's is the parent's minus that (as in LightGBM:
Ke et al. 2017). What is left are small subtrees, which the threads share. The tree does not depend
on the number of threads.
"""

import enum
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.arrays import Floats, Integers
from core.engine import pool
from core.engine.binning import Binned
from core.engine.codes import BINS
from core.engine.trees import Trees

Rows = npt.NDArray[np.uint32]

_MANY_ROWS = 4096
"""Nodes with more rows are split level by level; those with fewer belong to small subtrees."""
_HISTOGRAMS_BYTES = 256 << 20
"""What the histograms of a level may take; the nodes of a level are fewer where they are large."""
_PIECE = 32_768
"""Rows of a node are partitioned in pieces of so many."""


class Criterion(enum.IntEnum):
    """What makes a split good; the numbers are the kernels'."""

    NUMBERS = 0
    GINI = 1
    ENTROPY = 2


@dataclass(frozen=True)
class Growth:
    """The way a tree is grown."""

    criterion: Criterion
    depth: int = 64
    min_rows: int = 1
    min_gain: float = 0.0
    penalty: float = 0.0
    per_node: int = 0
    """How many random features a node looks at; 0 for all."""
    among_best: int = 1
    """Choose at random among so many of the best features."""
    is_random: bool = False
    """Features and cuts completely at random."""


@dataclass(frozen=True, eq=False)
class Grown:
    """A tree without leaf values yet: its nodes, and the rows that reached each of them."""

    rows: Rows
    starts: Integers
    stops: Integers
    stats: Floats
    """The statistics of every node: sums of weights per class, or (Σ w, Σ w y)."""
    feature: npt.NDArray[np.int32]
    threshold: npt.NDArray[np.uint8]
    missing_left: npt.NDArray[np.bool_]
    subset: npt.NDArray[np.int32]
    subsets: npt.NDArray[np.uint8]
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    gains: Floats

    def tree(self, values: Floats, vote: float = 1.0, output: int = 0) -> Trees:
        """The tree with these values, a row a node."""
        return Trees(
            np.zeros(1, np.int32), self.feature, self.threshold, self.missing_left, self.subset,
            self.subsets, self.left, self.right, np.ascontiguousarray(values), self.gains,
            (self.stops - self.starts).astype(np.int32),
            np.array([vote]), np.array([output], np.int32),
        )  # fmt: skip


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
) -> Grown:
    """Grow a tree on some training rows.

    Numbers: `targets` holds w y (or g) of every training row and `weights` w (or h). Classes:
    `labels` holds the class and `weights` w. With `parallel` the threads share one tree.
    """
    from core.engine.kernels import growing as kernels

    channels = 2 if growth.criterion is Criterion.NUMBERS else classes
    targets = np.empty(0) if targets is None else targets
    labels = np.empty(0, np.int64) if labels is None else labels
    share = pool.over if parallel else _alone
    pairs = np.empty((len(weights) if channels == 2 else 0, 2))
    if channels == 2:
        chunk = pool.chunk_rows(len(weights))

        def pair_up(first: int, last: int) -> None:
            stop = min(last * chunk, len(weights))
            kernels.pair_up(
                weights, targets, labels, int(growth.criterion), first * chunk, stop, pairs
            )

        share(pool.chunk_count(len(weights)), pair_up)
    values = _RowValues(pairs, weights, labels, channels)
    return _Grower(data, growth, rows.copy(), values, share).grow(seed)


def grow_numbers(
    data: Binned,
    growth: Growth,
    rows: Rows,
    pairs: Floats,
    seed: int = 0,
    columns: Integers | None = None,
) -> Grown:
    """Grow a tree on pairs (w, w y) or (h, g), a row a row; it asks about some columns only."""
    values = _RowValues(pairs, np.empty(0), np.empty(0, np.int64), 2)
    return _Grower(data, growth, rows.copy(), values, pool.over, columns).grow(seed)


Share = Callable[[int, pool.Work], None]
"""How work is shared out: over the threads of the pool, or not at all."""


def _alone(count: int, work: pool.Work) -> None:
    work(0, count)


@dataclass(frozen=True, eq=False)
class _RowValues:
    """What the rows bring to the statistics: pairs, or with more classes weights and labels."""

    pairs: Floats
    weights: Floats
    labels: Integers
    channels: int

    @property
    def arrays(self) -> tuple[Floats, Floats, Integers]:
        return self.pairs, self.weights, self.labels


@dataclass(eq=False)
class _Level:
    """Nodes that are to be split next: their numbers, rows, statistics and random states."""

    nodes: Integers
    starts: Integers
    stops: Integers
    totals: Floats
    states: npt.NDArray[np.uint64]
    slots: Integers
    """Where their histograms are; a pair of siblings has the parent's and a new one."""

    def take(self, places: npt.NDArray[np.generic]) -> "_Level":
        return _Level(
            self.nodes[places], self.starts[places], self.stops[places], self.totals[places],
            self.states[places], self.slots[places],
        )  # fmt: skip

    @property
    def sizes(self) -> Integers:
        return np.asarray(self.stops - self.starts)


class _Nodes:
    """The arrays of a tree's nodes, with room for so many."""

    def __init__(self, capacity: int, subsets: int) -> None:
        self.feature = np.zeros(capacity, np.int32)
        self.threshold = np.zeros(capacity, np.uint8)
        self.missing_left = np.zeros(capacity, np.bool_)
        self.subset = np.full(capacity, -1, np.int32)
        self.subsets = np.empty((subsets, BINS // 8), np.uint8)
        self.left = np.full(capacity, -1, np.int32)
        self.right = np.full(capacity, -1, np.int32)
        self.starts = np.zeros(capacity, np.int64)
        self.stops = np.zeros(capacity, np.int64)
        self.gains = np.zeros(capacity)

    @classmethod
    def empty(cls, capacity: int, subsets: int) -> "_Nodes":
        """Room that is not touched: most of it is never used."""
        nodes = cls(0, subsets)
        for name, array in vars(nodes).items():
            if name != "subsets":
                setattr(nodes, name, np.empty(capacity, array.dtype))
        return nodes

    @property
    def arrays(self) -> list[npt.NDArray[np.generic]]:
        return list(vars(self).values())


class _Grower:
    """Grows one tree: big nodes level by level, then the small subtrees below them."""

    def __init__(
        self,
        data: Binned,
        growth: Growth,
        rows: Rows,
        values: _RowValues,
        share: Share,
        columns: Integers | None = None,
    ) -> None:
        self._data, self._how, self._rows, self._values, self._share = (
            data, growth, rows, values, share,
        )  # fmt: skip
        self._usable = np.flatnonzero(data.usable)
        if columns is not None:
            self._usable = np.intersect1d(self._usable, columns)
        self._spare = np.empty_like(rows)
        one = len(self._usable) * BINS * (values.channels + 1) * 8
        self._slots = max(2, _HISTOGRAMS_BYTES // max(1, one))
        self._many = max(_MANY_ROWS, 2 * len(rows) // self._slots)
        self._count = 1
        self._splits: list[_Splits] = []
        self._leaves: list[_Level] = []
        self._subsets: list[npt.NDArray[np.uint8]] = []

    def grow(self, seed: int) -> Grown:
        """The grown tree."""
        how, rows = self._how, self._rows
        looked_at = len(self._usable)
        self._wanted = min(how.per_node, looked_at) if how.per_node else looked_at
        small: list[_Level] = []
        depths: list[int] = []
        level = _Level(
            np.zeros(1, np.int64), np.zeros(1, np.int64), np.array([len(rows)]),
            np.zeros((1, self._values.channels)), np.array([seed], np.uint64),
            np.zeros(1, np.int64),
        )  # fmt: skip
        depth = 0
        self._root_total(level)
        self._histograms = self._room_for_histograms(level)
        self._free = list(range(len(self._histograms) - 1, 0, -1))
        while len(level.nodes):
            is_big = self._is_big(level, depth)
            small.append(level.take(~is_big))
            depths += [depth] * int((~is_big).sum())
            level = self._split(level, is_big) if is_big.any() else level.take(is_big)
            depth += 1
        return self._finished(small, np.array(depths, np.int64))

    def _room_for_histograms(self, level: _Level) -> Floats:
        if self._how.per_node or not self._is_big(level, 0).any():
            return np.empty((1, 0, BINS, 3))
        count = min(self._slots, 2 * len(self._rows) // self._many + 2)
        if self._how.depth < 30:
            count = min(count, 2**self._how.depth + 1)
        return np.empty((count, len(self._usable), BINS, self._values.channels + 1))

    def _is_big(self, level: _Level, depth: int) -> npt.NDArray[np.bool_]:
        """Which nodes have enough rows to be split here; random cuts are quick enough alone."""
        if self._how.is_random or depth >= self._how.depth or not len(self._usable):
            return np.zeros(len(level.nodes), bool)
        least = max(self._many, 2 * self._how.min_rows - 1)
        return np.asarray(level.sizes > least)

    def _root_total(self, level: _Level) -> None:
        """The sum of the rows' statistics, piece by piece."""
        from core.engine.kernels import growing as kernels

        pieces = -(-len(self._rows) // _PIECE)
        parts = np.zeros((pieces, self._values.channels))

        def work(first: int, last: int) -> None:
            for piece in range(first, last):
                own = self._rows[piece * _PIECE : (piece + 1) * _PIECE]
                kernels.add_stats(own, *self._values.arrays, parts[piece])

        self._share(pieces, work)
        level.totals[0] = parts.sum(axis=0)

    # -- big nodes -------------------------------------------------------------------------

    def _split(self, level: _Level, is_big: npt.NDArray[np.bool_]) -> _Level:
        """Split the big nodes where a split is worth it; the children are the next level."""
        from core.engine.kernels import growing as kernels

        how = self._how
        big = level.take(is_big)
        count = len(big.nodes)
        features = np.empty((count, self._wanted), np.int64)
        if how.per_node:
            kernels.choose_for_nodes(self._usable, self._wanted, big.states, features)
        else:
            features[:] = self._usable
        found = np.empty((count, self._wanted))
        cuts = np.empty((count, self._wanted), np.int64)
        sides = np.empty((count, self._wanted), np.bool_)
        masks = np.empty((count, self._wanted, BINS // 8), np.uint8)
        if how.per_node:
            self._scan_own(big, features, found, cuts, sides, masks)
        else:
            self._scan_all(level, is_big, big, found, cuts, sides, masks)
        best, gains = np.empty(count, np.int64), np.empty(count)
        kernels.choose_splits(
            features, found, big.totals, int(how.criterion), how.penalty, how.min_gain,
            how.among_best, big.states, best, gains,
        )  # fmt: skip
        if how.criterion is not Criterion.NUMBERS:
            best[(big.totals > 0).sum(axis=1) < 2] = -1
        self._leaves.append(big.take(best < 0))
        self._free += big.slots[best < 0].tolist()
        splits = np.flatnonzero(best >= 0)
        if not len(splits):
            return big.take(splits)
        places = best[splits]
        return self._partitioned(
            big.take(splits), features[splits, places], cuts[splits, places],
            sides[splits, places], masks[splits, places], gains[splits],
        )  # fmt: skip

    def _scan_own(
        self, big: _Level, features: Integers, found: Floats, cuts: Integers,
        sides: npt.NDArray[np.bool_], masks: npt.NDArray[np.uint8],
    ) -> None:  # fmt: skip
        """Each node looks at features of its own."""
        from core.engine.kernels import growing as kernels

        data, how = self._data, self._how

        def work(first: int, last: int) -> None:
            kernels.scan_nodes(
                data.codes, data.encoder.is_category, data.tops, features, first, last,
                self._rows, *self._values.arrays, big.starts, big.stops, big.totals,
                int(how.criterion), how.penalty, how.min_rows, found, cuts, sides, masks,
            )  # fmt: skip

        self._share(features.size, work)

    def _scan_all(
        self, level: _Level, is_big: npt.NDArray[np.bool_], big: _Level, found: Floats,
        cuts: Integers, sides: npt.NDArray[np.bool_], masks: npt.NDArray[np.uint8],
    ) -> None:  # fmt: skip
        """Each node looks at all features: of two siblings the smaller one is filled."""
        from core.engine.kernels import growing as kernels

        data, how = self._data, self._how
        if len(level.nodes) == 1:
            filled, taken = np.zeros(1, np.int64), np.full(1, -1)
        else:
            sizes = level.sizes.reshape(-1, 2)
            needed = is_big.reshape(-1, 2).any(axis=1)
            smaller = 2 * np.arange(len(sizes)) + (sizes[:, 1] < sizes[:, 0])
            filled, larger = smaller[needed], (smaller ^ 1)[needed]
            taken = level.slots[larger]
        slots = level.slots[filled]

        def work(first: int, last: int) -> None:
            kernels.scan_level(
                data.codes, data.encoder.is_category, data.tops, self._usable, first, last,
                self._rows, *self._values.arrays, slots, taken, level.starts[filled],
                level.stops[filled], big.slots, big.sizes, big.totals, int(how.criterion),
                how.penalty, how.min_rows, self._histograms, found, cuts, sides, masks,
            )  # fmt: skip

        self._share(len(self._usable), work)
        self._free += level.slots[~is_big].tolist()

    def _partitioned(
        self, parents: _Level, features: Integers, cuts: Integers,
        sides: npt.NDArray[np.bool_], masks: npt.NDArray[np.uint8], gains: Floats,
    ) -> _Level:  # fmt: skip
        """Part the rows of the nodes that are split, and make their children."""
        from core.engine.kernels import growing as kernels

        count = len(parents.nodes)
        lefts, stats = self._part_rows(parents, features, cuts, sides, masks)
        is_subset = self._data.encoder.is_category[features]
        subset = np.where(is_subset, len(self._subsets) + np.cumsum(is_subset) - 1, -1)
        self._subsets += list(masks[is_subset])
        left = self._count + 2 * np.arange(count)
        self._count += 2 * count
        self._splits.append(
            _Splits(parents, features, np.where(is_subset, 0, cuts), sides & ~is_subset, subset,
                    left, gains)
        )  # fmt: skip
        starts, stops, nodes, slots = (np.empty((count, 2), np.int64) for _ in range(4))
        nodes[:, 0], nodes[:, 1] = left, left + 1
        starts[:, 0], stops[:, 1] = parents.starts, parents.stops
        starts[:, 1] = stops[:, 0] = parents.starts + lefts
        states = np.empty((2, count), np.uint64)
        kernels.children_states(parents.states, states[0], states[1])
        if not self._how.per_node:
            is_left_smaller = lefts <= parents.sizes - lefts
            fresh = np.array([self._free.pop() for _ in range(count)], np.int64)
            slots[:, 0] = np.where(is_left_smaller, fresh, parents.slots)
            slots[:, 1] = np.where(is_left_smaller, parents.slots, fresh)
        return _Level(
            nodes.ravel(), starts.ravel(), stops.ravel(), stats.reshape(2 * count, -1),
            np.ascontiguousarray(states.T).ravel(), slots.ravel(),
        )  # fmt: skip

    def _part_rows(
        self, parents: _Level, features: Integers, cuts: Integers,
        sides: npt.NDArray[np.bool_], masks: npt.NDArray[np.uint8],
    ) -> tuple[Integers, Floats]:  # fmt: skip
        """How many rows of each node go left, and the statistics of both sides.

        Pieces are parted each on its own, and then gathered: left rows first, in their order.
        """
        from core.engine.kernels import growing as kernels

        count, rows, spare = len(parents.nodes), self._rows, self._spare
        pieces = -(-parents.sizes // _PIECE)
        nodes = np.repeat(np.arange(count), pieces)
        heads = np.cumsum(pieces) - pieces
        begins = parents.starts[nodes] + _PIECE * (np.arange(len(nodes)) - heads[nodes])
        ends = np.minimum(begins + _PIECE, parents.stops[nodes])
        lefts = np.empty(len(nodes), np.int64)
        stats = np.empty((len(nodes), 2, self._values.channels))

        def part(first: int, last: int) -> None:
            kernels.partition_pieces(
                self._data.codes, self._data.encoder.is_category, first, last, rows, begins, ends,
                nodes, features, cuts, sides, masks, *self._values.arrays, spare, lefts, stats,
            )  # fmt: skip

        self._share(len(nodes), part)
        node_lefts = np.add.reduceat(lefts, heads)
        node_stats = np.add.reduceat(stats, heads, axis=0)
        # Before a piece, in its node: the left rows of earlier pieces, or all left rows and the
        # right rows of earlier pieces.
        earlier = np.cumsum(lefts) - lefts
        earlier -= earlier[heads][nodes]
        left_to = parents.starts[nodes] + earlier
        right_to = begins - earlier + node_lefts[nodes]

        def gather(first: int, last: int) -> None:
            kernels.gather_pieces(first, last, rows, begins, ends, lefts, left_to, right_to, spare)

        def put_back(first: int, last: int) -> None:
            for piece in range(first, last):
                rows[begins[piece] : ends[piece]] = spare[begins[piece] : ends[piece]]

        if len(nodes) > count:
            self._share(len(nodes), gather)
            self._share(len(nodes), put_back)
        return node_lefts, node_stats

    # -- small subtrees --------------------------------------------------------------------

    def _finished(self, small: "list[_Level]", depths: Integers) -> Grown:
        """Grow the small subtrees, and put everything together."""
        from core.engine.kernels import growing as kernels

        data, how, values = self._data, self._how, self._values
        roots, begins, ends = (
            np.concatenate([getattr(level, name) for level in small])
            for name in ("nodes", "starts", "stops")
        )
        states = np.concatenate([level.states for level in small])
        capacities = np.maximum(1, 2 * (ends - begins) - 1)
        left_over = np.minimum(how.depth - depths, 40)
        capacities = np.minimum(capacities, 2 ** (left_over + 1) - 1)
        offsets = np.concatenate([[0], np.cumsum(capacities)])
        has_subsets = bool(data.encoder.is_category[self._usable].any())
        inner_offsets = np.concatenate([[0], np.cumsum(capacities // 2 * has_subsets)])
        counted, used = np.empty(len(roots), np.int64), np.empty(len(roots), np.int64)
        room = _Nodes.empty(int(offsets[-1]), int(inner_offsets[-1]))

        def work(first: int, last: int) -> None:
            kernels.grow_subtrees(
                data.codes, data.encoder.is_category, data.tops, self._usable, self._rows,
                *values.arrays, values.channels, int(how.criterion), how.penalty, how.depth,
                how.min_rows, how.min_gain, how.per_node, how.among_best, how.is_random,
                first, last, begins, ends, depths, states, offsets, inner_offsets, counted, used,
                *room.arrays,
            )  # fmt: skip

        self._share(len(roots), work)
        nodes = self._count + int(counted.sum()) - len(roots)
        tree = _Nodes(nodes, len(self._subsets) + int(used.sum()))
        for split in self._splits:
            split.write(tree)
        for leaves in self._leaves:
            tree.starts[leaves.nodes], tree.stops[leaves.nodes] = leaves.starts, leaves.stops
        for place, subset in enumerate(self._subsets):
            tree.subsets[place] = subset
        kernels.stitch(
            roots, offsets, inner_offsets, counted, used, self._count, len(self._subsets),
            *room.arrays, *tree.arrays,
        )  # fmt: skip
        stats = np.empty((nodes, values.channels))

        def sum_up(first: int, last: int) -> None:
            kernels.leaf_stats(
                first, last, self._rows, tree.starts, tree.stops, tree.left, *values.arrays, stats
            )

        self._share(nodes, sum_up)
        kernels.inner_stats(tree.left, tree.right, stats)
        return Grown(rows=self._rows, stats=stats, **vars(tree))


@dataclass(frozen=True, eq=False)
class _Splits:
    """The splits of a level's nodes."""

    parents: _Level
    features: Integers
    cuts: Integers
    sides: npt.NDArray[np.bool_]
    subsets: Integers
    left: Integers
    gains: Floats

    def write(self, tree: _Nodes) -> None:
        """Write the nodes into the tree."""
        nodes = self.parents.nodes
        tree.feature[nodes], tree.threshold[nodes] = self.features, self.cuts
        tree.missing_left[nodes], tree.subset[nodes] = self.sides, self.subsets
        tree.left[nodes], tree.right[nodes] = self.left, self.left + 1
        tree.starts[nodes], tree.stops[nodes] = self.parents.starts, self.parents.stops
        tree.gains[nodes] = self.gains
