"""What the kernels are handed: arrays and numbers that belong together, as one named tuple.

Those of growing have their own, in `growing.arguments`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.base.arrays import Codes, Floats, Integers, Mask
from core.engine.codes import BINS

Int32s = npt.NDArray[np.int32]


class WeighedRows(NamedTuple):
    """The weights of rows, and what they weigh: w y of numbers, or the class."""

    weights: Floats
    targets: Floats
    labels: Integers
    channels: int
    """How many statistics a node has."""


class ObliqueRules(NamedTuple):
    """How an oblique tree is grown."""

    criterion: int
    depth: int
    """How deep, and with how many rows a side."""
    min_rows: int
    tries: int
    """How many random sums a node tries, and how many columns a sum has."""
    combined: int


class ObliqueNodes(NamedTuple):
    """The nodes of an oblique tree, a row a node; the right child follows the left."""

    columns: Int32s
    """The question: the columns, their coefficients, and the threshold of their sum."""
    coefficients: Floats
    thresholds: Floats
    left: Int32s
    """The left child, -1 for a leaf's."""
    starts: Integers
    """The rows that reached the node, and what its question gained."""
    stops: Integers
    gains: Floats

    @classmethod
    def room(cls, capacity: int, combined: int) -> "ObliqueNodes":
        """Room for so many nodes."""
        return cls(
            np.empty((capacity, combined), np.int32),
            np.empty((capacity, combined)),
            np.empty(capacity),
            np.empty(capacity, np.int32),
            np.empty(capacity, np.int64),
            np.empty(capacity, np.int64),
            np.empty(capacity),
        )


class TreeNodes(NamedTuple):
    """Trees as `Trees` has them: their roots, and the nodes' questions and children."""

    roots: Int32s
    feature: Int32s
    threshold: Codes
    missing_left: Mask
    subset: Int32s
    subsets: Codes
    left: Int32s
    right: Int32s


class BoostedRows(NamedTuple):
    """Rows that stumps are boosted on, in training order, and how they are summed up."""

    codes: Codes
    labels: npt.NDArray[np.int8]
    """-1 or 1."""
    row_weights: Floats
    start_weights: Floats
    tie: int
    """The label that a tie goes to."""
    training: int
    chunk: int
    unit: float
    """What one is worth of the whole numbers that sum up weights, and row weights."""
    weight_unit: float


class VotingStump(NamedTuple):
    """A stump that votes, in arrays: those who stay from round to round find the next one there."""

    asked: Integers
    """Its feature, -1 for none; and whether D is summed up anew, from all rows."""
    sides: npt.NDArray[np.int8]
    """The side of each code."""
    step: Floats
    """Its vote, what right and wrong rows are multiplied by, and the log of the scale."""
    bits: Codes
    """Written: a bit a row, set where it was right."""

    @classmethod
    def room(cls, rows: int) -> "VotingStump":
        """Room for the stumps of so many rows."""
        bits = np.empty((rows + 7) // 8, np.uint8)
        return cls(np.empty(2, np.int64), np.empty(BINS, np.int8), np.empty(4), bits)


class SearchedColumns(NamedTuple):
    """The features that stumps ask about, and what is known of each."""

    blocks: npt.NDArray[np.uint32]
    """Their codes, four side by side, a row a block."""
    counts: Integers
    is_category: Mask
    spans: Floats
    histogram: Floats
    edges: Floats
    """The best edge of each, and the cut that has it."""
    cuts: Integers

    @classmethod
    def of(
        cls, blocks: npt.NDArray[np.uint32], counts: Integers, is_category: Mask, spans: Floats
    ) -> "SearchedColumns":
        """Nothing is known of them yet."""
        count = len(counts)
        known = np.zeros((count, BINS)), np.empty(count), np.empty((count, 3), np.int64)
        return cls(blocks, counts, is_category, spans, *known)


class BoostingState(NamedTuple):
    """What a round changes: y w and y F of each row, and what the team tells one another."""

    signed: Floats
    agreement: Floats
    missed: npt.NDArray[np.uint32]
    """Chunk by chunk the rows that the histograms have to look at, their weights in units, and
    how many they are; of each thread the last chunk alone where it sums them up itself."""
    values: Integers
    counts: Integers
    parts: Integers
    """Their histograms, one of each thread; none where each feature is summed up by itself."""
    tallies: Integers
    """One of each thread."""
    chosen: Integers
    """The best stump: the place of its feature, its edge and its sides."""
    edge: Floats
    sides: npt.NDArray[np.int8]
