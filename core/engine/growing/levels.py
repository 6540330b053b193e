"""Growing the trunk: nodes with many rows are split level by level, the threads share a level."""

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.stopping import stop_if_asked
from core.engine.growing import pieces
from core.engine.growing.ground import Ground
from core.engine.growing.histograms import most_slots
from core.engine.growing.packed import grow_packed
from core.engine.growing.searches import AllFeatures, OwnFeatures, SplitSearch
from core.engine.growing.shared_searches import SharedFeatures, SharedPacked
from core.engine.growing.trunk import GrownTrunk, Trunk
from core.engine.kernels.growing.arguments import FoundSplits, Level, Questions

_MANY_ROWS = 4096
"""Nodes with more rows are split level by level; those with fewer belong to small subtrees."""
_MANY_PACKED = 1024
"""The same where nodes are searched by whole numbers: that is quicker for smaller ones, too."""
_MANY_OWN = 1 << 16
"""The same where nodes look at few features of their own: such trees are grown side by side, each
by one thread, and what they look at in so many rows lies in the second or third cache anyway."""


def grow_trunk(ground: Ground, seed: int) -> GrownTrunk:
    """Split all nodes that have many rows; random cuts are quick enough in small subtrees."""
    how, rows = ground.how, ground.sizes.grown
    least = max(2 * rows // most_slots(ground), 2 * how.min_rows - 1)
    root = Level.root(len(ground.rows), ground.values.channels, seed, rows)
    usual = _MANY_OWN if how.per_node else _MANY_ROWS
    is_big = rows > max(usual, least)
    if is_big and how.depth and len(ground.usable) and not how.is_random:
        many = max(_MANY_PACKED if ground.is_packed else usual, least)
        if ground.is_packed and ground.sums.is_alone:
            return grow_packed(ground, many, seed)
        return _TrunkGrower(ground, many).grow(root).grown()
    trunk = Trunk()
    trunk.end(root, 0)
    return trunk.grown()


class _TrunkGrower:
    """Grows the trunk of one tree."""

    def __init__(self, ground: Ground, many: int) -> None:
        self._ground, self._many, self._trunk = ground, many, Trunk()
        self._spare = np.empty_like(ground.rows)
        self._search = _search_for(ground, 2 * ground.sizes.grown // many + 2)

    def grow(self, root: Level) -> Trunk:
        """The trunk."""
        trunk, level, depth = self._trunk, root, 0
        level.totals[0] = self._search.total()
        while len(level.nodes):
            stop_if_asked()
            is_big = level.sizes > self._many
            if depth == self._ground.how.depth:
                is_big[:] = False
            trunk.end(level.take(~is_big), depth)
            level = self._split(level, is_big, depth) if is_big.any() else level.take(is_big)
            depth += 1
        return trunk

    def _split(self, level: Level, is_big: npt.NDArray[np.bool_], depth: int) -> Level:
        """Split the big nodes where a question gains; the children are the next level.

        Impure nodes where none does, or where the features drawn ask nothing, are left to small
        subtrees: these go on, and draw on.
        """
        from core.engine.kernels.growing import searching

        how = self._ground.how
        big = level.take(is_big)
        given = big.states.copy()
        count = len(big.nodes)
        found = FoundSplits.room(count, self._ground.looked_at)
        features = self._search.scan(level, is_big, big, found)
        best, gains = np.empty(count, np.int64), np.empty(count)
        searching.choose_splits(
            features, found.scores, big.totals, how.rules, big.states, best, gains
        )
        is_pure = (big.totals > 0).sum(axis=1) < 2
        if how.is_of_numbers:
            is_pure[:] = False
        best[is_pure] = searching.NO_QUESTION
        goes_on = ~is_pure & self._goes_on(big, best, gains)
        self._trunk.leaves.append(big.take((best < 0) & ~goes_on))
        if goes_on.any():
            self._trunk.end(big._replace(states=given).take(goes_on), depth)
        self._search.drop(big.slots[best < 0])
        splits = np.flatnonzero(best >= 0)
        parents = big.take(splits)
        if not len(splits):
            return parents
        places = best[splits]
        asked = self._asked(splits, places, features, found, gains)
        return self._children(parents, asked)

    def _asked(
        self,
        nodes: Integers,
        places: Integers,
        features: Integers,
        found: FoundSplits,
        gains: Floats,
    ) -> Questions:
        """What these nodes ask, by the feature at one of their places each."""
        from core.engine.kernels.growing.cuts import middle_cuts

        at = nodes, places
        chosen, cuts = features[at], found.cuts[at]
        middle_cuts(self._ground.features.spans, chosen, cuts, found.followings[at])
        return Questions(chosen, cuts, found.sides[at], found.masks[at], gains[nodes])

    def _goes_on(self, big: Level, best: Integers, gains: Floats) -> npt.NDArray[np.bool_]:
        """Which of the impure nodes that no question splits go on all the same."""
        from core.engine.kernels.growing import searching
        from core.engine.kernels.growing.even_splits import may_go_on

        ground, how = self._ground, self._ground.how
        goes_on = (best == searching.NO_QUESTION) & (ground.looked_at < len(ground.usable))
        if how.min_gain == 0:
            for place in np.flatnonzero(best == searching.NO_GAIN):
                rows = ground.rows[big.starts[place] : big.stops[place]]
                spread = self._search.spread(rows)
                goes_on[place] = may_go_on(spread, big.totals[place], how.rules, gains[place])
        return np.asarray(goes_on)

    def _children(self, parents: Level, asked: Questions) -> Level:
        """Part the rows of the nodes that are split, and make their children."""
        from core.engine.kernels.growing import random_splits

        count = len(parents.nodes)
        lefts = pieces.part(self._ground, self._spare, parents, asked)
        stats, sizes = self._search.sides(parents, asked, lefts)
        left = self._trunk.split(parents, asked, self._ground.data.encoder.is_category)
        starts, stops, nodes = (np.empty((count, 2), np.int64) for _ in range(3))
        nodes[:, 0], nodes[:, 1] = left, left + 1
        starts[:, 0], stops[:, 1] = parents.starts, parents.stops
        starts[:, 1] = stops[:, 0] = parents.starts + lefts
        states = np.empty((2, count), np.uint64)
        random_splits.children_states(parents.states, states[0], states[1])
        return Level(
            nodes=nodes.ravel(),
            starts=starts.ravel(),
            stops=stops.ravel(),
            totals=stats.reshape(2 * count, -1),
            states=np.ascontiguousarray(states.T).ravel(),
            slots=self._search.children_slots(parents, sizes).ravel(),
            sizes=sizes.ravel(),
        )


def _search_for(ground: Ground, nodes: int) -> SplitSearch:
    """The search for trees of this kind, with room for so many nodes a level."""
    if ground.how.per_node:
        return OwnFeatures(ground)
    if ground.sums.is_alone:
        return AllFeatures(ground, nodes)
    return (SharedPacked if ground.is_packed else SharedFeatures)(ground, nodes)
