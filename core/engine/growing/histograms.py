"""Room for the histograms of a level's nodes.

Of two children only the smaller one's histogram is filled, the other's is the parent's minus that
(as in LightGBM: Ke et al. 2017). So a pair of siblings takes the parent's slot and one more.
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.codes import BINS
from core.engine.growing.ground import Ground

_BYTES = 256 << 20
"""What the histograms of a level may take; the nodes of a level are fewer where they are large."""


def most_slots(ground: Ground) -> int:
    """How many nodes have room."""
    one = len(ground.usable) * BINS * (ground.values.channels + 1) * 8
    return max(2, _BYTES // max(1, one))


class Histograms:
    """Slots of histograms, a histogram a feature in each."""

    def __init__(self, ground: Ground, nodes: int) -> None:
        """Room for so many nodes a level; where each looks at features of its own, none is kept."""
        how = ground.how
        count = min(nodes, most_slots(ground), 2 ** min(how.depth, 30) + 1)
        features = 0 if how.per_node else len(ground.usable)
        self.sums: Floats = np.empty((count, features, BINS, ground.values.channels + 1))
        self._free = list(range(count - 1, 0, -1))

    def take(self, count: int) -> Integers:
        """So many free slots."""
        return np.array([self._free.pop() for _ in range(count)], np.int64)

    def give_back(self, slots: Integers) -> None:
        """These are free again."""
        self._free += slots.tolist()
