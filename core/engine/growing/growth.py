"""How a tree is grown, and the grown tree."""

import enum
import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.engine.kernels.growing.arguments import Rules
from core.engine.trees import Trees


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

    @property
    def is_of_numbers(self) -> bool:
        """Whether numbers are predicted, or slopes followed."""
        return self.criterion is Criterion.NUMBERS

    @functools.cached_property
    def rules(self) -> Rules:
        """As the kernels take them."""
        return Rules(
            criterion=int(self.criterion),
            penalty=float(self.penalty),
            depth=int(self.depth),
            min_rows=int(self.min_rows),
            min_gain=float(self.min_gain),
            per_node=int(self.per_node),
            among_best=int(self.among_best),
            is_random=bool(self.is_random),
        )


@dataclass(frozen=True, eq=False)
class Grown:
    """A tree without leaf values yet: its nodes, and the rows that reached each of them."""

    rows: npt.NDArray[np.uint32]
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
    sizes: Integers
    """How many rows reached each node: more than those here, where some are elsewhere."""

    @property
    def spoken_for(self) -> tuple[Integers, Integers]:
        """Where the rows begin and end that each node speaks for.

        Its own; for an empty branch, which no row reached, those of the node that it hangs on.
        """
        starts, stops = self.starts.copy(), self.stops.copy()
        inner = np.flatnonzero(self.left >= 0)
        beside = self.right[inner]
        is_empty = self.sizes[beside] == 0
        starts[beside[is_empty]] = starts[inner[is_empty]]
        stops[beside[is_empty]] = stops[inner[is_empty]]
        return starts, stops

    def tree(self, values: Floats, vote: float = 1.0, output: int = 0) -> Trees:
        """The tree with these values, a row a node."""
        return Trees(
            roots=np.zeros(1, np.int32),
            feature=self.feature,
            threshold=self.threshold,
            missing_left=self.missing_left,
            subset=self.subset,
            subsets=self.subsets,
            left=self.left,
            right=self.right,
            values=np.ascontiguousarray(values),
            gains=self.gains,
            rows=self.sizes.astype(np.int32),
            votes=np.array([vote]),
            output=np.array([output], np.int32),
        )
