"""The big nodes of a tree, which are split level by level: what is to be split, and what was."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.engine.codes import BINS


class Nodes:
    """The arrays of a tree's nodes, with room for so many; all of them are leaves at first."""

    def __init__(self, capacity: int, subsets: int) -> None:
        self.feature = np.zeros(capacity, np.int32)
        self.threshold = np.zeros(capacity, np.uint8)
        self.missing_left = np.zeros(capacity, np.bool_)
        self.subset = np.full(capacity, -1, np.int32)
        self.subsets = np.empty((subsets, BINS // 4), np.uint8)  # codes on the left, codes there
        self.left = np.full(capacity, -1, np.int32)
        self.right = np.full(capacity, -1, np.int32)
        self.starts = np.zeros(capacity, np.int64)
        self.stops = np.zeros(capacity, np.int64)
        self.gains = np.zeros(capacity)

    @classmethod
    def empty(cls, capacity: int, subsets: int) -> "Nodes":
        """Room that is not touched: most of it is never used."""
        nodes = cls(0, subsets)
        for name, array in vars(nodes).items():
            if name != "subsets":
                setattr(nodes, name, np.empty(capacity, array.dtype))
        return nodes

    @property
    def arrays(self) -> list[npt.NDArray[np.generic]]:
        """As the kernels take them."""
        return list(vars(self).values())


@dataclass(frozen=True, eq=False)
class Level:
    """Nodes that are to be split next: their numbers, rows, statistics and random states."""

    nodes: Integers
    starts: Integers
    stops: Integers
    totals: Floats
    states: npt.NDArray[np.uint64]
    slots: Integers
    """Where their histograms are; a pair of siblings has the parent's and a new one."""

    @classmethod
    def root(cls, rows: int, channels: int, seed: int) -> "Level":
        """The root alone, with all rows; its statistics are not summed up yet."""
        return cls(
            np.zeros(1, np.int64), np.zeros(1, np.int64), np.array([rows]), np.zeros((1, channels)),
            np.array([seed], np.uint64), np.zeros(1, np.int64),
        )  # fmt: skip

    def take(self, places: npt.NDArray[np.generic]) -> "Level":
        """Some of the nodes."""
        return Level(
            self.nodes[places], self.starts[places], self.stops[places], self.totals[places],
            self.states[places], self.slots[places],
        )  # fmt: skip

    @property
    def sizes(self) -> Integers:
        """How many rows each node has."""
        return np.asarray(self.stops - self.starts)


@dataclass(frozen=True, eq=False)
class Questions:
    """What nodes ask: a feature, and a last code and the side of missing values, or a subset."""

    features: Integers
    cuts: Integers
    sides: npt.NDArray[np.bool_]
    masks: npt.NDArray[np.uint8]
    gains: Floats


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

    def write(self, tree: Nodes) -> None:
        """Write the nodes into the tree; the small roots' are left to their subtrees."""
        for splits in self.splits:
            splits.write(tree)
        for leaves in self.leaves:
            tree.starts[leaves.nodes], tree.stops[leaves.nodes] = leaves.starts, leaves.stops
