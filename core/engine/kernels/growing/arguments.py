"""What the kernels of growing are handed: arrays that belong together, as one named tuple.

A named tuple costs a kernel nothing inside: it is taken apart where the kernel is entered. From
Python it costs about a microsecond a call, so that none is made anew for each node of a tree.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.base.arrays import Codes, Floats, Integers, Mask
from core.engine.codes import BINS

Int32s = npt.NDArray[np.int32]


class CodedFeatures(NamedTuple):
    """The features that a tree may ask about, as codes; a row a feature in each array."""

    codes: Codes
    """The code of each row."""
    is_category: Mask
    tops: Integers
    """One more than the highest code of a value."""
    spans: Floats
    """Of each code its smallest and its largest value, and its edge (core.engine.codes)."""


class PackedRows(NamedTuple):
    """Rows as whole numbers, for the search of big nodes (core.engine.growing.grids)."""

    pairs: npt.NDArray[np.int64]
    """(weight << shift) + 1, and the second statistic, a row a row; empty if they are narrow."""
    narrow: npt.NDArray[np.int64]
    """All in one number, a row a row; empty if it does not do."""
    shift: int
    """How many of the low bits of a pair count rows."""
    units: Floats
    """What one of each is worth."""
    is_number: bool
    """Whether the first statistic is the weight itself; else it is the weight less the second."""


class RowValues(NamedTuple):
    """What the rows bring to the statistics: pairs, or with more classes weights and labels."""

    pairs: Floats
    weights: Floats
    labels: Integers
    channels: int
    """How many statistics a node has."""
    units: Floats
    """The grids that pairs, or weights, are rounded to where splits are searched for."""


class Rules(NamedTuple):
    """How a tree is grown, in numbers: `Growth` has them by name, with what they mean."""

    criterion: int
    """How pure a node is: the criterion by its number, and what is added to the weight."""
    penalty: float

    depth: int
    """Which questions may be asked: how deep, of how many rows a side, for what gain."""
    min_rows: int
    min_gain: float

    per_node: int
    """What is left to chance: how many features are drawn (0: all), among how many of the best
    one is, and whether features and cuts are by chance alone."""
    among_best: int
    is_random: bool


class Nodes(NamedTuple):
    """The nodes of a tree, a row a node in each array."""

    feature: Int32s
    """The question: a feature, and a threshold and the side of missing values, or the place of
    a subset (-1: none)."""
    threshold: Codes
    missing_left: Mask
    subset: Int32s
    subsets: Codes
    """A row a subset: the codes on the left, and the codes that are there."""

    left: Int32s
    """The children, -1 for a leaf's."""
    right: Int32s

    starts: Integers
    """The rows that reached the node, and what its question gained."""
    stops: Integers
    gains: Floats

    @classmethod
    def room(cls, capacity: int, subsets: int) -> "Nodes":
        """Room that is not touched: most of it is never used."""
        return cls(
            np.empty(capacity, np.int32),
            np.empty(capacity, np.uint8),
            np.empty(capacity, np.bool_),
            np.empty(capacity, np.int32),
            np.empty((subsets, BINS // 4), np.uint8),
            np.empty(capacity, np.int32),
            np.empty(capacity, np.int32),
            np.empty(capacity, np.int64),
            np.empty(capacity, np.int64),
            np.empty(capacity),
        )

    def write(self, other: "Nodes", nodes: int, subsets: int) -> None:
        """Write so many nodes and subsets of another tree into this one."""
        for name in self._fields:
            end = subsets if name == "subsets" else nodes
            getattr(self, name)[:end] = getattr(other, name)[:end]

    def end(self, nodes: Integers, starts: Integers, stops: Integers) -> None:
        """Make leaves of these nodes, which so many rows reached."""
        for none in (self.subset, self.left, self.right):
            none[nodes] = -1
        for nothing in (self.feature, self.threshold, self.missing_left, self.gains):
            nothing[nodes] = 0
        self.starts[nodes], self.stops[nodes] = starts, stops

    def take(self, places: npt.NDArray[np.generic]) -> "Nodes":
        """Some of the nodes, as copies; the subsets stay as they are."""
        return Nodes._make(
            array if array is self.subsets else array[places].copy() for array in self
        )


class Subtrees(NamedTuple):
    """Small subtrees that are to be grown, a row a subtree in each array."""

    roots: Integers
    """The number of the root in the whole tree, the rows that reached it, how deep it lies, and
    the state of its random numbers."""
    begins: Integers
    ends: Integers
    levels: Integers
    states: npt.NDArray[np.uint64]

    offsets: Integers
    """Where its nodes and its subsets begin, and behind the last one where they end."""
    subset_offsets: Integers

    nodes: Integers
    """Written: how many nodes and how many subsets it has."""
    subsets: Integers


class Level(NamedTuple):
    """Nodes that are to be split next, a row a node in each array."""

    nodes: Integers
    """Their numbers in the tree, the rows that reached them, and the statistics of these."""
    starts: Integers
    stops: Integers
    totals: Floats
    states: npt.NDArray[np.uint64]
    """The states of their random numbers."""
    slots: Integers
    """Where their histograms are; a pair of siblings has the parent's and a new one."""
    sizes: Integers
    """How many rows they have: more than those here, where some are elsewhere."""

    @classmethod
    def root(cls, rows: int, channels: int, seed: int, size: int) -> "Level":
        """The root alone, with all rows; its statistics are not summed up yet."""
        return cls(
            nodes=np.zeros(1, np.int64),
            starts=np.zeros(1, np.int64),
            stops=np.array([rows]),
            totals=np.zeros((1, channels)),
            states=np.array([seed], np.uint64),
            slots=np.zeros(1, np.int64),
            sizes=np.array([size]),
        )

    @classmethod
    def joined(cls, levels: "Sequence[Level]") -> "Level":
        """The nodes of several levels, one level behind the other."""
        return cls._make(np.concatenate(arrays) for arrays in zip(*levels, strict=True))

    def take(self, places: npt.NDArray[np.generic]) -> "Level":
        """Some of the nodes."""
        return Level._make(array[places] for array in self)


class Fillings(NamedTuple):
    """Histograms that are filled from rows, a row a histogram in each array."""

    slots: Integers
    """Where it is, and where the parent's is, which it is taken from (-1: nowhere)."""
    taken_from: Integers
    starts: Integers
    """The rows that it is filled from."""
    stops: Integers
    nodes: Integers
    """The nodes of both, by their places among those that are to be split (-1: they are not)."""
    siblings: Integers


class FoundSplits(NamedTuple):
    """The best split by each feature that is looked at; for a level, a row a node."""

    scores: Floats
    """How pure both sides are together; -inf if the feature parts no rows."""
    cuts: Integers
    """A number's: the last code on the left, the side of missing values, and the next code
    behind the cut that rows of the node have."""
    sides: Mask
    followings: Integers
    masks: Codes
    """A category's: its subset."""

    @classmethod
    def room(cls, nodes: int, features: int) -> "FoundSplits":
        """Room for so many nodes."""
        shape = (nodes, features)
        return cls(
            np.empty(shape),
            np.empty(shape, np.int64),
            np.empty(shape, np.bool_),
            np.empty(shape, np.int64),
            np.empty((*shape, BINS // 4), np.uint8),
        )


class SubtreeRoom(NamedTuple):
    """Room for growing a small subtree, taken once for many of them."""

    order: Integers
    """The features, those that a node looks at first, and what changed places for that."""
    swaps: Integers
    stats: Floats
    """Three vectors of statistics: a node's, and those of both sides."""
    found: FoundSplits
    histograms: Floats
    few: Floats
    """A histogram for few rows, which is left as zeros, and the rows' pairs."""
    own: Floats
    tallies: Integers
    """As `whole_cuts` has it."""
    spare: npt.NDArray[np.uint32]
    waiting: Integers
    """The nodes that wait, how deep they are, and the states of their random numbers."""
    states: npt.NDArray[np.uint64]


class Questions(NamedTuple):
    """What nodes ask: a feature, and a last code and the side of missing values, or a subset."""

    features: Integers
    cuts: Integers
    sides: Mask
    masks: Codes
    gains: Floats


class PackedGround(NamedTuple):
    """What the trunk of a tree is grown on by whole numbers."""

    features: CodedFeatures
    usable: Integers
    """The features that may be asked about, and their codes, four side by side."""
    blocks: npt.NDArray[np.uint32]
    rows: npt.NDArray[np.uint32]
    """The rows, sorted by node while it grows, and room for as many."""
    spare: npt.NDArray[np.uint32]
    pairs: Floats
    """The rows' statistics as they are."""


class TrunkRoom(NamedTuple):
    """Room for the levels of a trunk; `trunks` names the columns of what has several."""

    board: Integers
    """Where the team's work is called out."""

    level: Integers
    """The nodes of a level, the states of their random numbers, their statistics, and the places
    of those that are big (-1: it is not)."""
    level_states: npt.NDArray[np.uint64]
    level_totals: Floats
    places: Integers

    big: Integers
    """The same of the big ones, and what was found for them."""
    states: npt.NDArray[np.uint64]
    totals: Floats
    found: FoundSplits

    parents: Integers
    """What the parents ask, the histograms that are filled, the pieces of those that several
    threads fill, and which ones that are."""
    masks: Codes
    fillings: Integers
    pieces: Integers
    shared: Integers
    free: Integers
    """A stack of the slots of histograms that are free."""

    small: Integers
    """The roots of small subtrees, the states of their random numbers, and how much was grown:
    nodes, subsets and small subtrees."""
    small_states: npt.NDArray[np.uint64]
    grown: Integers

    @classmethod
    def of(
        cls, board: Integers, big: int, slots: int, pieces: int, features: int, nodes: int
    ) -> "TrunkRoom":
        """Room for so many big nodes a level, slots, pieces, features, and nodes in all."""
        return cls(
            board=board,
            level=np.empty((2 * big, 4), np.int64),
            level_states=np.empty(2 * big, np.uint64),
            level_totals=np.zeros((2 * big, 2)),
            places=np.empty(2 * big, np.int64),
            big=np.empty((big, 4), np.int64),
            states=np.empty(big, np.uint64),
            totals=np.empty((big, 2)),
            found=FoundSplits.room(big, features),
            parents=np.empty((big, 6), np.int64),
            masks=np.empty((big, BINS // 4), np.uint8),
            fillings=np.empty((big, 8), np.int64),
            pieces=np.empty((pieces, 6), np.int64),
            shared=np.empty(big, np.int64),
            free=np.arange(slots)[::-1].copy(),
            small=np.empty((nodes, 5), np.int64),
            small_states=np.empty(nodes, np.uint64),
            grown=np.zeros(3, np.int64),
        )


class Pieces(NamedTuple):
    """Pieces of the rows of big nodes: the node of each, by its place, and its rows."""

    nodes: Integers
    starts: Integers
    stops: Integers


class Cut(NamedTuple):
    """A cut of a feature of numbers: what it is worth, the last code left, the missing values."""

    score: float
    code: int
    missing_left: bool


class Sums(NamedTuple):
    """The two statistics of some rows, and how many rows they are."""

    one: float
    two: float
    rows: int
