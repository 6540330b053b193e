"""The big nodes of a tree, which are split level by level: what is to be split, and what was."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.base.arrays import Integers
from core.engine.kernels.growing.arguments import Level, Nodes, Questions


@dataclass(frozen=True, eq=False)
class GrownTrunk:
    """A finished trunk: how many nodes and subsets it has, and the roots of small subtrees."""

    nodes: int
    subsets: int
    roots: Level
    depths: Integers
    """How deep each of these roots lies."""
    write: Callable[[Nodes], None]
    """Writes its nodes into a tree; the roots' are left to their subtrees."""


@dataclass(frozen=True, eq=False)
class Splits:
    """The splits of a level's nodes."""

    parents: Level
    asked: Questions
    subsets: Integers
    """Where the subset of each is kept; -1 for a cut."""
    left: Integers

    def write(self, tree: Nodes) -> None:
        """Write the nodes into the tree."""
        nodes, asked, is_cut = self.parents.nodes, self.asked, self.subsets < 0
        tree.feature[nodes], tree.threshold[nodes] = asked.features, asked.cuts * is_cut
        tree.missing_left[nodes], tree.subset[nodes] = asked.sides & is_cut, self.subsets
        tree.left[nodes], tree.right[nodes] = self.left, self.left + 1
        tree.starts[nodes], tree.stops[nodes] = self.parents.starts, self.parents.stops
        tree.gains[nodes] = asked.gains
        tree.subsets[self.subsets[~is_cut]] = asked.masks[~is_cut]


@dataclass(eq=False)
class Trunk:
    """The big nodes that were split, those that stay leaves, and the roots of small subtrees."""

    splits: list[Splits] = field(default_factory=list)
    leaves: list[Level] = field(default_factory=list)
    small: list[Level] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    """How deep each small root lies."""
    nodes: int = 1
    subsets: int = 0

    def end(self, small: Level, depth: int) -> None:
        """Leave some nodes of a level to small subtrees."""
        self.small.append(small)
        self.depths += [depth] * len(small.nodes)

    def split(
        self, parents: Level, asked: Questions, is_category: npt.NDArray[np.bool_]
    ) -> Integers:
        """Note the splits of some nodes; tells the numbers of the left children."""
        count = len(parents.nodes)
        is_subset = is_category[asked.features]
        subsets = np.where(is_subset, self.subsets + np.cumsum(is_subset) - 1, -1)
        left = self.nodes + 2 * np.arange(count)
        self.splits.append(Splits(parents, asked, subsets, left))
        self.nodes += 2 * count
        self.subsets += int(is_subset.sum())
        return left

    def grown(self) -> GrownTrunk:
        """The trunk, when all is split."""
        roots, depths = Level.joined(self.small), np.array(self.depths, np.int64)
        return GrownTrunk(self.nodes, self.subsets, roots, depths, self._write)

    def _write(self, tree: Nodes) -> None:
        for splits in self.splits:
            splits.write(tree)
        for leaves in self.leaves:
            tree.end(leaves.nodes, leaves.starts, leaves.stops)
