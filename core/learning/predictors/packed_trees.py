"""Sums of trees that are kept together: many members in as many arrays as one."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.codec import Stored, require
from core.engine.trees import Trees
from core.learning.predictors.predictor import Packed, Predictor

if TYPE_CHECKING:
    from core.learning.predictors.tree_sum import TreeSum

_PER_TREE = ("roots", "votes", "output")
_SHIFTED = {"roots": 1, "left": 1, "right": 1, "subset": 2}
"""What counts nodes or subsets: places among the counts of trees, nodes and subsets."""


@dataclass(frozen=True, eq=False)
class PackedTrees(Packed):
    """Members that are sums of trees, one behind the other."""

    kind = "trees"

    trees: Trees
    counts: Annotated[Integers, Stored("<i8", 2)]
    """The trees, nodes and subsets of each member."""
    offsets: Annotated[Floats, Stored("<f8", 2)]
    link: str
    scale: float
    per_round: int
    is_mean: bool

    @classmethod
    def of(cls, members: "Sequence[TreeSum]") -> "PackedTrees":
        """Members that differ in their trees and their offset alone."""
        first = members[0]
        trees = [member.trees for member in members]
        counts = [(len(own), len(own.feature), len(own.subsets)) for own in trees]
        return cls(
            Trees.chained(trees),
            np.array(counts, np.int64),
            np.stack([member.offset for member in members]),
            first.link,
            first.scale,
            first.per_round,
            first.is_mean,
        )

    def parts(self) -> tuple[Predictor, ...]:
        """The members again; raise ValueError if they do not come apart."""
        from core.learning.predictors.tree_sum import TreeSum

        require(self.counts.shape[1] == 3 and len(self.counts) == len(self.offsets))
        lengths = (len(self.trees.roots), len(self.trees.feature), len(self.trees.subsets))
        require(bool(np.all((self.counts >= 0) & (self.counts <= max(lengths)))))
        ends = np.cumsum(self.counts, axis=0)
        require(tuple(ends[-1].tolist()) == lengths)
        return tuple(
            TreeSum(
                _part(self.trees, start.tolist(), end.tolist()),
                offset,
                self.link,
                self.scale,
                self.per_round,
                self.is_mean,
            )
            for start, end, offset in zip(ends - self.counts, ends, self.offsets, strict=True)
        )


def _part(trees: Trees, start: list[int], end: list[int]) -> Trees:
    """Some of the trees that were chained, with nodes of their own."""
    found: dict[str, Any] = {}
    for field in fields(Trees):
        counted = 0 if field.name in _PER_TREE else 2 if field.name == "subsets" else 1
        own = getattr(trees, field.name)[start[counted] : end[counted]]
        if field.name in _SHIFTED:
            shift = start[_SHIFTED[field.name]]
            own = np.where(own >= 0, own - shift, own).astype(np.int32)
        found[field.name] = own
    return Trees(**found)
