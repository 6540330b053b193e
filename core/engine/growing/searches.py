"""How the nodes of a level are searched for their splits, and where their statistics come from.

OwnFeatures     each node looks at random features of its own; nothing is kept
AllFeatures     each node looks at all features: histograms of floats, for many classes

Trees of two statistics, numbers and two classes, are searched by whole numbers (`packed`). Where
rows are in several places, `shared_searches` does.
"""

import abc

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.engine.codes import BINS
from core.engine.growing import pieces
from core.engine.growing.ground import Ground, Rows
from core.engine.growing.histograms import Slots
from core.engine.kernels.growing.arguments import Fillings, FoundSplits, Level, Questions


class SplitSearch(abc.ABC):
    """Finds the splits of nodes with many rows."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    @abc.abstractmethod
    def scan(
        self, level: Level, is_big: npt.NDArray[np.bool_], big: Level, found: FoundSplits
    ) -> Integers:
        """Look for the splits of the big nodes; tells the features that each has looked at."""

    def total(self) -> Floats:
        """The statistics of all rows."""
        rows = len(self.ground.rows)
        return np.asarray(pieces.stats_of(self.ground, np.zeros(1, np.int64), np.array([rows]))[0])

    def spread(self, rows: Rows) -> tuple[float, float]:
        """What tells whether the numbers of some rows differ (`even_splits.spread_of`)."""
        from core.engine.kernels.growing.even_splits import spread_of

        ground = self.ground
        found: tuple[float, float] = spread_of(
            rows, ground.values.pairs, ground.how.rules.criterion
        )
        return found

    def sides(self, parents: Level, asked: Questions, lefts: Integers) -> tuple[Floats, Integers]:
        """The statistics and sizes of both sides of nodes of whose rows so many go left."""
        middles = parents.starts + lefts
        starts = np.column_stack([parents.starts, middles]).ravel()
        stops = np.column_stack([middles, parents.stops]).ravel()
        return pieces.stats_of(self.ground, starts, stops), (stops - starts).reshape(-1, 2)

    def children_slots(self, parents: Level, sizes: Integers) -> Integers:
        """Where the histograms of the children will be, which have so many rows: a row a pair."""
        return np.zeros_like(sizes)

    @abc.abstractmethod
    def drop(self, slots: Integers) -> None:
        """The histograms there are not needed any more."""


class OwnFeatures(SplitSearch):
    """Each node looks at random features of its own."""

    def scan(
        self, level: Level, is_big: npt.NDArray[np.bool_], big: Level, found: FoundSplits
    ) -> Integers:
        """Histograms are filled, looked at and forgotten."""
        from core.engine.kernels.growing import random_splits, searching

        ground, rules = self.ground, self.ground.how.rules
        features = np.empty(found.scores.shape, np.int64)
        random_splits.choose_for_nodes(ground.usable, ground.looked_at, big.states, features)

        def work(first: int, last: int) -> None:
            searching.scan_nodes(
                ground.features,
                features,
                first,
                last,
                ground.rows,
                ground.values,
                big,
                rules,
                found,
            )

        ground.share(features.size, work)
        return features

    def drop(self, slots: Integers) -> None:
        """There are none."""


class AllFeatures(SplitSearch):
    """Each node looks at all features: of two siblings the smaller one's histogram is filled.

    The other's is the parent's minus that (as in LightGBM: Ke et al. 2017). So a pair of siblings
    takes the parent's slot and one more.
    """

    def __init__(self, ground: Ground, nodes: int) -> None:
        super().__init__(ground)
        self._slots = Slots(ground, nodes)
        shape = (self._slots.count, len(ground.usable), BINS, ground.values.channels + 1)
        self._sums = np.empty(shape)

    def scan(
        self, level: Level, is_big: npt.NDArray[np.bool_], big: Level, found: FoundSplits
    ) -> Integers:
        """Fill the smaller ones, subtract, and look."""
        ground = self.ground
        self._fill_and_look(self._fillings(level, is_big), big, found)
        self.drop(level.slots[~is_big])
        return np.broadcast_to(ground.usable, found.scores.shape)

    def _fill_and_look(self, fillings: Fillings, big: Level, found: FoundSplits) -> None:
        from core.engine.kernels.growing.searching import scan_level

        ground, rules = self.ground, self.ground.how.rules

        def work(first: int, last: int) -> None:
            scan_level(
                ground.features,
                ground.usable,
                first,
                last,
                ground.rows,
                ground.values,
                fillings,
                big,
                rules,
                self._sums,
                found,
            )

        ground.share(len(ground.usable), work)

    def _fillings(self, level: Level, is_big: npt.NDArray[np.bool_]) -> Fillings:
        """What is to be filled, so that all big nodes have a histogram."""
        places = np.where(is_big, np.cumsum(is_big) - 1, -1)
        if len(level.nodes) == 1:
            none = np.full(1, -1)
            return Fillings(level.slots, none, level.starts, level.stops, places, none)
        sizes = level.sizes.reshape(-1, 2)
        needed = is_big.reshape(-1, 2).any(axis=1)
        smaller = 2 * np.arange(len(sizes)) + (sizes[:, 1] < sizes[:, 0])
        filled, larger = smaller[needed], (smaller ^ 1)[needed]
        return Fillings(
            level.slots[filled],
            level.slots[larger],
            level.starts[filled],
            level.stops[filled],
            places[filled],
            places[larger],
        )

    def children_slots(self, parents: Level, sizes: Integers) -> Integers:
        """The larger child takes the parent's."""
        slots = np.empty_like(sizes)
        is_left_smaller = sizes[:, 0] <= sizes[:, 1]
        fresh = self._slots.take(len(sizes))
        slots[:, 0] = np.where(is_left_smaller, fresh, parents.slots)
        slots[:, 1] = np.where(is_left_smaller, parents.slots, fresh)
        return slots

    def drop(self, slots: Integers) -> None:
        """They are free again."""
        self._slots.give_back(slots)
