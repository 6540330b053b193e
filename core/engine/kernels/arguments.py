"""What the kernels are handed: arrays and numbers that belong together, as one named tuple.

Those of growing have their own, in `growing.arguments`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.base.arrays import Codes, Floats, Integers, Mask
from core.engine.codes import BINS, MISSING

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
    even_weight: float
    """What each row weighs if all weigh the same, else 0."""
    total: float
    """What the training rows weigh together."""
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
    """Its feature, -1 for none; whether D is summed up anew, of all rows; its line of the bits."""
    sides: npt.NDArray[np.int8]
    """The side of each code."""
    step: Floats
    """What right and wrong rows are multiplied by, and the log of the scale."""
    votes: Floats
    """The votes of the rounds that the bits are of, up to its own."""
    bits: Codes
    """Written: a bit a row, set where it was right, a line a round."""

    @classmethod
    def room(cls, bits: Codes) -> "VotingStump":
        """Room for the stumps of some rounds."""
        return cls(
            np.empty(3, np.int64), np.empty(BINS, np.int8), np.empty(3), np.empty(len(bits)), bits
        )


class SearchedColumns(NamedTuple):
    """The features that stumps ask about, and what is known of each."""

    blocks: npt.NDArray[np.uint32]
    """Their codes, four side by side, a row a block."""
    counts: Integers
    is_category: Mask
    spans: Floats
    ends: Integers
    """The first and the last code of numbers of which none is missing, -1 of others."""
    histogram: Floats
    edges: Floats
    """The best edge of each, and the cut that has it."""
    cuts: Integers

    @classmethod
    def of(
        cls, blocks: npt.NDArray[np.uint32], counts: Integers, is_category: Mask, spans: Floats
    ) -> "SearchedColumns":
        """Nothing is known of them yet."""
        count, present = len(counts), counts[:, :MISSING] > 0
        last = MISSING - 1 - present[:, ::-1].argmax(axis=1)
        ends = np.column_stack([present.argmax(axis=1), last])
        ends[is_category | (counts[:, MISSING] > 0) | ~present.any(axis=1)] = -1
        known = np.zeros((count, BINS)), np.empty(count), np.empty((count, 3), np.int64)
        return cls(blocks, counts, is_category, spans, ends, *known)


class BoostingState(NamedTuple):
    """What a round changes: y w of each row, y F if it is asked for, and what the team tells."""

    signed: Floats
    agreement: Floats
    agreed: Integers
    """Chunk by chunk up to which line of the bits y F has been added up."""
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
