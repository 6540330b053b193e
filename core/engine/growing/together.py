"""Several trees of few rows, grown at once: to arrange for one takes as long as to grow it.

The rows stand there once for each tree, one time behind the other, so that each tree has weights,
and an order of rows, of its own. All of them are small subtrees of one kernel's call.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.binning import Binned
from core.engine.growing.ground import Ground, alone, row_values
from core.engine.growing.growth import Grown, Growth
from core.engine.growing.subtrees import finished_all
from core.engine.growing.trunk import GrownTrunk
from core.engine.kernels.growing.arguments import Level, Nodes
from core.engine.sums import ALONE
from core.engine.trees import Int32s, Trees

_MANY_ROWS = 4096
"""Trees of more rows have a trunk, which threads may share."""
_MANY_CODES = 1 << 20


def are_few(data: Binned) -> bool:
    """Whether the trees of these rows are small, and the rows may be repeated."""
    return data.training <= _MANY_ROWS and data.codes.size <= _MANY_CODES


@dataclass(frozen=True, eq=False)
class Repeated:
    """Rows that stand there several times."""

    data: Binned
    labels: Integers | None

    @classmethod
    def of(cls, data: Binned, times: int, labels: Integers | None = None) -> "Repeated":
        """The training rows so many times; the labels, of classes, are theirs."""
        codes = np.tile(data.codes[:, : data.training], (1, times))
        own = None if labels is None else np.tile(labels[: data.training], times)
        return cls(replace(data, codes=codes), own)

    def grown(
        self,
        growth: Growth,
        weights: Floats,
        seeds: Sequence[int],
        targets: Floats | None = None,
        classes: int = 2,
    ) -> "GrownTrees":
        """A tree a line of the weights; numbers have targets, a line a tree: w y."""
        flat = weights.ravel()
        rows = np.flatnonzero(flat > 0).astype(np.uint32)
        labels = None if self.labels is None else self.labels[: len(flat)]
        told = None if targets is None else targets.ravel()
        values, sizes = row_values(
            growth.criterion, flat, told, labels, classes, alone, len(rows), ALONE
        )
        count, length = weights.shape
        bounds = np.searchsorted(rows, length * np.arange(count + 1))
        ground = Ground.of(self.data, growth, rows, values, sizes, alone)
        roots = Level(
            nodes=np.arange(count),
            starts=bounds[:-1],
            stops=bounds[1:],
            totals=np.zeros((count, values.channels)),
            states=np.array(seeds, np.uint64),
            slots=np.zeros(count, np.int64),
            sizes=np.diff(bounds),
        )
        trunk = GrownTrunk(count, 0, roots, np.zeros(count, np.int64), _nothing)
        return GrownTrees(*finished_all(ground, trunk, count))


@dataclass(frozen=True, eq=False)
class GrownTrees:
    """Trees without leaf values yet: the nodes of all of them, and where their roots are."""

    nodes: Grown
    roots: Int32s

    def trees(self, values: Floats, vote: float = 1.0) -> Trees:
        """The trees with these values, a row a node."""
        count = len(self.roots)
        return replace(
            self.nodes.tree(values),
            roots=self.roots,
            votes=np.full(count, vote),
            output=np.zeros(count, np.int32),
        )


def _nothing(_tree: Nodes) -> None:
    """There is no trunk to be written: the roots belong to their subtrees."""
