"""Which slots of the histograms of a level's nodes are free."""

import numpy as np

from core.base.arrays import Integers
from core.engine.codes import BINS
from core.engine.growing.ground import Ground

_BYTES = 256 << 20
"""What the histograms of a level may take; the nodes of a level are fewer where they are large."""


def most_slots(ground: Ground) -> int:
    """How many nodes have room."""
    one = len(ground.usable) * BINS * (ground.values.channels + 1) * 8
    return max(2, _BYTES // max(1, one))


class Slots:
    """Slots of histograms; the first one is the root's."""

    def __init__(self, ground: Ground, nodes: int) -> None:
        """Room for so many nodes a level."""
        self.count = min(nodes, most_slots(ground), 2 ** min(ground.how.depth, 30) + 1)
        self._free = list(range(self.count - 1, 0, -1))

    def take(self, count: int) -> Integers:
        """So many free slots."""
        return np.array([self._free.pop() for _ in range(count)], np.int64)

    def give_back(self, slots: Integers) -> None:
        """These are free again."""
        self._free += slots.tolist()
