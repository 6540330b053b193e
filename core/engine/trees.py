"""The one tree format: every tree of a model in flat arrays.

Node k is a leaf if `left[k]` is -1. An inner node asks about one feature: a threshold node sends
codes up to `threshold` left and missing values as `missing_left` says; a subset node sends the
codes left whose bit is set in its row of `subsets`. Children come behind their parents, so that
no walk can loop.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from core.base import pool
from core.base.arrays import Codes, Floats, Integers, Mask, Signs
from core.base.codec import Stored
from core.engine.codes import BINS, MISSING, MOST_VALUES
from core.engine.kernels.arguments import TreeNodes
from core.engine.saying import Saying

Int32s = npt.NDArray[np.int32]
_TALL, _PARTED = 256, 4096
"""From so many nodes a tree, and so many rows on, rows are parted."""


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees as flat arrays, with the vote of each tree."""

    roots: Annotated[Int32s, Stored("<i4")]
    feature: Annotated[Int32s, Stored("<i4")]
    threshold: Annotated[Codes, Stored("|u1")]
    missing_left: Annotated[Mask, Stored("|b1")]
    subset: Annotated[Int32s, Stored("<i4")]
    subsets: Annotated[Codes, Stored("|u1", 2)]
    left: Annotated[Int32s, Stored("<i4")]
    right: Annotated[Int32s, Stored("<i4")]
    values: Annotated[Floats, Stored("<f8", 2)]
    gains: Annotated[Floats, Stored("<f8")]
    """By how much each node's question made its rows purer; 0 for leaves."""
    rows: Annotated[Int32s, Stored("<i4")]
    """How many training rows reached each node."""
    votes: Annotated[Floats, Stored("<f8")]
    output: Annotated[Int32s, Stored("<i4")]
    """Which output a tree with one value a leaf adds to."""
    weight: Annotated[Floats, Stored("<f8", is_optional=True)] = field(
        default_factory=lambda: np.empty(0)
    )
    """The training weight that reached each node, where that is another than `rows`."""

    def __len__(self) -> int:
        return len(self.roots)

    @property
    def nodes(self) -> TreeNodes:
        """Roots, questions and children, as the kernels take them."""
        return TreeNodes(*(getattr(self, name) for name in TreeNodes._fields))

    @property
    def cover(self) -> Floats | None:
        """How much training weight reached each node; None in files of before that was kept."""
        cover = self.weight if len(self.weight) else self.rows.astype(np.float64)
        asking = self.roots[self.left[self.roots] >= 0]
        return cover if bool(np.all(cover[asking] > 0)) else None

    def first(self, count: int) -> "Trees":
        """The first trees only; they share the nodes."""
        return self.some(slice(count))

    def some(self, which: "slice | npt.NDArray[np.integer[Any]]") -> "Trees":
        """Some of the trees; they share the nodes."""
        return replace(
            self,
            roots=self.roots[which],
            votes=self.votes[which],
            output=self.output[which],
        )

    def alone(self) -> "Trees":
        """The first tree with its own nodes only."""
        first = last = int(self.roots[0])
        # Children come behind their parents, and a tree's nodes one behind the other.
        reach = np.maximum(self.left, self.right)
        while last < (most := int(reach[first : last + 1].max())):
            last = most
        nodes = slice(first, last + 1)

        def moved(children: Int32s) -> Int32s:
            own = children[nodes]
            return np.where(own >= 0, own - first, own).astype(np.int32)

        return replace(
            self.some(slice(1)),
            roots=np.zeros(1, np.int32),
            feature=self.feature[nodes],
            threshold=self.threshold[nodes],
            missing_left=self.missing_left[nodes],
            subset=self.subset[nodes],
            left=moved(self.left),
            right=moved(self.right),
            values=self.values[nodes],
            gains=self.gains[nodes],
            rows=self.rows[nodes],
            weight=self.weight[nodes],
        )

    def among(self, features: npt.NDArray[np.integer[Any]]) -> "Trees":
        """The same trees, whose features have other numbers: feature k is `features[k]` now."""
        asked = np.where(self.left >= 0, self.feature, 0)
        return replace(self, feature=np.asarray(features[asked], np.int32))

    @classmethod
    def chained(cls, parts: "Sequence[Trees]") -> "Trees":
        """Several trees one behind the other, in one go."""
        nodes = np.cumsum([0, *(len(part.feature) for part in parts)])
        subsets = np.cumsum([0, *(len(part.subsets) for part in parts)])
        shifts = {"roots": nodes, "left": nodes, "right": nodes, "subset": subsets}
        is_weighed = any(len(part.weight) for part in parts)

        def moved(part: Trees, name: str, place: int) -> npt.NDArray[Any]:
            array: npt.NDArray[Any] = getattr(part, name)
            if name == "weight" and is_weighed and not len(array):
                return part.rows.astype(np.float64)
            if name not in shifts:
                return array
            return np.where(array >= 0, array + shifts[name][place], array).astype(np.int32)

        return cls(
            *(
                np.concatenate([moved(part, own.name, place) for place, part in enumerate(parts)])
                for own in fields(cls)
            )
        )

    def add_to(
        self,
        scores: Floats,
        codes: Codes,
        first: int = 0,
        last: int | None = None,
        from_row: int = 0,
        is_fresh: bool = False,
    ) -> None:
        """Add the weighted values of trees first to last, in their order, for the rows.

        The rows before `from_row` are left alone. Fresh scores are anything: they count as zeros.
        """
        rows = codes.shape[1]
        end = len(self) if last is None else last
        add_parted = self._adding_parted(codes, rows - from_row)
        add_votes = None if add_parted else self._adding_votes()
        chunk = pool.chunk_rows(rows - from_row)

        def work(first_chunk: int, last_chunk: int) -> None:
            start, stop = from_row + first_chunk * chunk, from_row + last_chunk * chunk
            if add_parted:
                add_parted(first, end, start, min(stop, rows), 0, is_fresh, scores)
            elif add_votes:
                if is_fresh:
                    scores[start:stop] = 0.0
                add_votes(codes, first, end, start, min(stop, rows), scores)

        pool.over_chunks(rows - from_row, work)

    def saying(self, codes: Codes) -> Saying | None:
        """Gives what all trees say of some of the rows, by whatever thread asks.

        None where rows are not parted: then all of them are asked for at once, as quickly.
        """
        add_parted = self._adding_parted(codes, codes.shape[1])
        if add_parted is None:
            return None
        width, count = self.values.shape[1], len(self)

        def says(start: int, stop: int) -> Floats:
            said = np.empty((stop - start, width))
            add_parted(0, count, start, stop, start, True, said)
            return said

        return says

    def each_of(self, codes: Codes) -> Iterator[Floats]:
        """What each tree alone says of few rows, its vote included; the array is used again."""
        add_votes = self._adding_votes()
        rows = codes.shape[1]
        said = np.empty((rows, max(self.values.shape[1], int(self.output.max(initial=0)) + 1)))
        for tree in range(len(self)):
            said[:] = 0.0
            add_votes(codes, tree, tree + 1, 0, rows, said)
            yield said

    def _adding_votes(self) -> Callable[[Codes, int, int, int, int, Floats], None]:
        """Adds what some trees say of some rows, from a row to one, to their scores."""
        from core.engine.kernels.trees import add_votes

        packed, heights, has_subsets = self._packed()
        return functools.partial(
            add_votes,
            self.roots,
            packed,
            heights,
            self.subsets,
            has_subsets,
            self.values,
            self.votes,
            self.output,
        )

    def _packed(self) -> tuple[Int32s, Int32s, bool]:
        """Nodes as prediction takes them, how many questions follow each, and if any asks names."""
        from core.engine.kernels.trees import PACKED, pack_nodes

        packed = np.empty((len(self.left), PACKED), np.int32)
        heights = np.empty(len(self.left), np.int32)
        has_subsets = pack_nodes(
            self.feature,
            self.threshold,
            self.missing_left,
            self.subset,
            self.left,
            self.right,
            packed,
            heights,
        )
        return packed, heights, bool(has_subsets)

    def _adding_parted(
        self, codes: Codes, rows: int
    ) -> Callable[[int, int, int, int, int, bool, Floats], None] | None:
        """Does so by parting rows, of so many; None where trees or rows are few, or no room is."""
        from core.engine.kernels.tall_trees import MOST, add_votes_of_tall, pack_tall

        nodes = len(self.left)
        if nodes < _TALL * len(self) or rows < _PARTED:
            return None
        if max(len(codes), len(self.subsets)) >= MOST:
            return None
        packed, order = np.empty((nodes, 2), np.int32), np.zeros(nodes, np.int64)
        roots = np.empty(len(self), np.int64)
        tallest = pack_tall(self.nodes, packed, order, roots)
        if tallest < 0:
            return None
        return functools.partial(
            add_votes_of_tall,
            roots,
            packed,
            tallest,
            self.subsets,
            self.values[order],
            self.votes,
            self.output,
            codes,
        )

    def check(self, features: int) -> None:
        """Raise ValueError if a walk could leave the arrays or loop."""
        nodes = len(self.feature)
        lengths = [self.threshold, self.missing_left, self.subset, self.left, self.right]
        inner = np.flatnonzero(self.left >= 0)
        here, subset = inner.astype(np.int32), self.subset[inner]
        sound = (
            all(len(array) == nodes for array in lengths)
            and self.values.shape[0] == nodes
            and self.subsets.shape[1] == BINS // 8
            and len(self.gains) == len(self.rows) == nodes
            and len(self.weight) in (0, nodes)
            and bool(np.all(np.isfinite(self.weight) & (self.weight >= 0)))
            and bool(np.all(self.rows >= 0))
            and len(self.votes) == len(self.output) == len(self.roots)
            and _within(self.roots, 0, nodes)
            and np.array_equal(self.left >= 0, self.right >= 0)
            and bool(np.all(self.left[inner] > here) and np.all(self.right[inner] > here))
            and _within(self.left[inner], 0, nodes)
            and _within(self.right[inner], 0, nodes)
            and _within(self.feature[inner], 0, features)
            and _within(subset, -1, len(self.subsets))
            and bool(np.isfinite(self.values).all() and np.isfinite(self.votes).all())
            and bool(np.isfinite(self.gains).all())
        )
        if not sound:
            raise ValueError("the trees do not fit together")


def _within(array: Int32s, low: int, high: int) -> bool:
    return bool(np.all((array >= low) & (array < high)))


@dataclass(frozen=True, eq=False)
class FittedStump:
    """A tree with one question: the side (-1 or 1) of every code of one feature."""

    feature: int
    is_category: bool
    sides: Signs

    @property
    def left_side(self) -> int:
        """The side of the codes that go left: of the subset, or up to the threshold."""
        return 1 if self.is_category else int(self.sides[0])

    @classmethod
    def of(cls, trees: Trees, number: int) -> "FittedStump":
        """The stump that one of the trees is."""
        root = trees.roots[number]
        is_category = bool(trees.subset[root] >= 0)
        if is_category:
            bits = np.unpackbits(trees.subsets[trees.subset[root]], bitorder="little")
            is_left = bits.astype(bool)
        else:
            is_left = np.arange(BINS) <= trees.threshold[root]
            is_left[MISSING] = trees.missing_left[root]
        side = 1 if trees.values[trees.left[root], 0] > 0 else -1
        sides = np.where(is_left, side, -side).astype(np.int8)
        return cls(int(trees.feature[root]), is_category, sides)


def trees_of_stumps(
    stumps: list[FittedStump],
    votes: Floats,
    values: Floats | None = None,
    counts: Integers | None = None,
) -> Trees:
    """Stumps as trees of three nodes with the leaf values -1 and 1.

    `values`, if given, are those of the last stump's nodes; with several columns, of the only one.
    `counts` tells how many training rows have each code, feature by feature.
    """
    count = len(stumps)
    base = 3 * np.arange(count, dtype=np.int32)
    feature, threshold = np.zeros(3 * count, np.int32), np.zeros(3 * count, np.uint8)
    missing_left, subset = np.zeros(3 * count, bool), np.full(3 * count, -1, np.int32)
    left, right = np.full(3 * count, -1, np.int32), np.full(3 * count, -1, np.int32)
    leaves, rows = np.zeros((3 * count, 1)), np.zeros(3 * count, np.int32)
    # All stumps at once: one by one they take as long as a tenth of the rounds.
    sides = np.array([stump.sides for stump in stumps], np.int8).reshape(count, BINS)
    is_category = np.array([stump.is_category for stump in stumps], bool)
    feature[base] = asked = np.array([stump.feature for stump in stumps], np.int32)
    left[base], right[base] = base + 1, base + 2
    left_side = np.where(is_category, 1, sides[:, 0])
    leaves[base + 1, 0], leaves[base + 2, 0] = left_side, -left_side
    changes = sides[:, :MISSING] != sides[:, :1]
    cuts = np.where(changes.any(axis=1), changes.argmax(axis=1) - 1, MOST_VALUES - 1)
    threshold[base] = np.where(is_category, 0, cuts)
    missing_left[base] = ~is_category & (sides[:, MISSING] == sides[:, 0])
    subset[base[is_category]] = np.arange(np.count_nonzero(is_category))
    subsets = np.packbits(sides[is_category] > 0, axis=1, bitorder="little")
    if counts is not None:
        own = counts[asked]
        rows[base] = own.sum(axis=1)
        rows[base + 1] = (own * (sides == left_side[:, None])).sum(axis=1)
        rows[base + 2] = rows[base] - rows[base + 1]
    if values is not None:
        leaves = np.vstack([leaves[:-3], values]) if values.shape[1] == 1 else values
    return Trees(
        base,
        feature,
        threshold,
        missing_left,
        subset,
        subsets.reshape(-1, BINS // 8),
        left,
        right,
        leaves,
        np.zeros(3 * count),
        rows,
        np.ascontiguousarray(votes, np.float64),
        np.zeros(count, np.int32),
    )


def with_empty_branch(tree: Trees, there: Mask) -> Trees:
    """A tree of one question about categories, with a branch for those that are not there.

    The branch is answered as the root would answer, and hangs on a question before the root's own:
    whether the category is one of those that were there.
    """
    source = np.array([0, 0, 0, 1, 2])  # the question before, the question, the empty branch, ...
    parts = ("feature", "threshold", "missing_left", "values", "gains", "rows")
    moved = {name: getattr(tree, name)[source] for name in parts}
    moved["rows"][2] = 0
    moved["gains"][1:3] = 0.0
    known = np.packbits(there, bitorder="little")
    return replace(
        tree,
        **moved,
        subset=np.array([0, 1, -1, -1, -1], np.int32),
        subsets=np.stack([known, tree.subsets[tree.subset[0]] & known]),
        left=np.array([1, 3, -1, -1, -1], np.int32),
        right=np.array([2, 4, -1, -1, -1], np.int32),
    )
