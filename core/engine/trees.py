"""The one tree format: every tree of a model in flat arrays.

Node k is a leaf if `left[k]` is -1. An inner node asks about one feature: a threshold node sends
codes up to `threshold` left and missing values as `missing_left` says; a subset node sends the
codes left whose bit is set in its row of `subsets`. Children come behind their parents, so that
no walk can loop.
"""

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from core.arrays import Codes, Floats, Mask, Signs
from core.engine import pool
from core.engine.codes import BINS, MISSING

Int32s = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees as flat arrays, with the vote of each tree."""

    roots: Int32s
    feature: Int32s
    threshold: Codes
    missing_left: Mask
    subset: Int32s
    subsets: Codes
    left: Int32s
    right: Int32s
    values: Floats
    votes: Floats

    def __len__(self) -> int:
        return len(self.roots)

    def first(self, count: int) -> "Trees":
        """The first trees only; they share the nodes."""
        return replace(self, roots=self.roots[:count], votes=self.votes[:count])

    def joined(self, other: "Trees") -> "Trees":
        """These trees and then the other ones."""
        nodes, subsets = np.int32(len(self.feature)), np.int32(len(self.subsets))

        def moved(array: Int32s, by: np.int32) -> Int32s:
            return np.where(array >= 0, array + by, array).astype(np.int32)

        other = replace(
            other,
            roots=other.roots + nodes,
            subset=moved(other.subset, subsets),
            left=moved(other.left, nodes),
            right=moved(other.right, nodes),
        )
        return Trees(
            *(
                np.concatenate([getattr(self, field.name), getattr(other, field.name)])
                for field in fields(self)
            )
        )

    def scores(self, codes: Codes) -> Floats:
        """The weighted sum of the trees' values for every row, in the order of the trees."""
        from core.engine.kernels.trees import add_votes

        rows = codes.shape[1]
        scores = np.zeros((rows, self.values.shape[1]))
        chunk = pool.chunk_rows(rows)

        def work(first: int, last: int) -> None:
            add_votes(
                self.roots, self.feature, self.threshold, self.missing_left, self.subset,
                self.subsets, self.left, self.right, self.values, self.votes,
                codes, len(self), first * chunk, min(last * chunk, rows), scores,
            )  # fmt: skip

        pool.over_chunks(rows, work)
        return scores

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
            and len(self.votes) == len(self.roots)
            and _within(self.roots, 0, nodes)
            and np.array_equal(self.left >= 0, self.right >= 0)
            and bool(np.all(self.left[inner] > here) and np.all(self.right[inner] > here))
            and _within(self.left[inner], 0, nodes)
            and _within(self.right[inner], 0, nodes)
            and _within(self.feature[inner], 0, features)
            and _within(subset, -1, len(self.subsets))
            and bool(np.isfinite(self.values).all() and np.isfinite(self.votes).all())
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
    def threshold(self) -> int:
        """The last code on the left, for a number."""
        return int(np.argmax(self.sides[:MISSING] != self.sides[0])) - 1 if self._cuts else 253

    @property
    def _cuts(self) -> bool:
        return bool(np.any(self.sides[:MISSING] != self.sides[0]))

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
    stumps: list[FittedStump], votes: Floats, values: Floats | None = None
) -> Trees:
    """Stumps as trees of three nodes; `values`, if given, are those of the last one's nodes."""
    count = len(stumps)
    base = 3 * np.arange(count, dtype=np.int32)
    feature, threshold = np.zeros(3 * count, np.int32), np.zeros(3 * count, np.uint8)
    missing_left, subset = np.zeros(3 * count, bool), np.full(3 * count, -1, np.int32)
    left, right = np.full(3 * count, -1, np.int32), np.full(3 * count, -1, np.int32)
    leaves = np.zeros((3 * count, 1))
    subsets: list[Codes] = []
    for place, stump in zip(base, stumps, strict=True):
        feature[place] = stump.feature
        left[place], right[place] = place + 1, place + 2
        if stump.is_category:
            subset[place] = len(subsets)
            subsets.append(np.packbits(stump.sides > 0, bitorder="little"))
            leaves[place + 1], leaves[place + 2] = 1.0, -1.0
        else:
            threshold[place] = stump.threshold
            missing_left[place] = stump.sides[MISSING] == stump.sides[0]
            leaves[place + 1], leaves[place + 2] = stump.sides[0], -stump.sides[0]
    if values is not None:
        leaves[-3:, 0] = values
    return Trees(
        base, feature, threshold, missing_left, subset,
        np.array(subsets, np.uint8).reshape(-1, BINS // 8), left, right, leaves,
        np.ascontiguousarray(votes, np.float64),
    )  # fmt: skip
