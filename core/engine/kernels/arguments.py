"""What the kernels are handed: arrays and numbers that belong together, as one named tuple.

Those of growing have their own, in `growing.arguments`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.base.arrays import Codes, Floats, Integers, Mask

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
