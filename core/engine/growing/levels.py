"""Growing the trunk: nodes with many rows are split level by level, the threads share a level."""

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.engine.growing import pieces
from core.engine.growing.ground import Ground
from core.engine.growing.growth import Criterion
from core.engine.growing.histograms import Histograms, most_slots
from core.engine.growing.trunk import Trunk
from core.engine.kernels.growing.arguments import Fillings, FoundSplits, Level, Questions

_MANY_ROWS = 4096
"""Nodes with more rows are split level by level; those with fewer belong to small subtrees."""


def grow_trunk(ground: Ground, seed: int) -> Trunk:
    """Split all nodes that have many rows; random cuts are quick enough in small subtrees."""
    how, rows = ground.how, len(ground.rows)
    many = max(_MANY_ROWS, 2 * rows // most_slots(ground), 2 * how.min_rows - 1)
    root = Level.root(rows, ground.values.channels, seed)
    if rows > many and how.depth and len(ground.usable) and not how.is_random:
        return _TrunkGrower(ground, many).grow(root)
    trunk = Trunk()
    trunk.end(root, 0)
    return trunk


class _TrunkGrower:
    """Grows the trunk of one tree."""

    def __init__(self, ground: Ground, many: int) -> None:
        self._ground, self._many, self._trunk = ground, many, Trunk()
        self._spare = np.empty_like(ground.rows)
        self._histograms = Histograms(ground, 2 * len(ground.rows) // many + 2)

    def grow(self, root: Level) -> Trunk:
        """The trunk."""
        trunk, level, depth = self._trunk, root, 0
        level.totals[0] = pieces.total(self._ground)
        while len(level.nodes):
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
        if how.per_node:
            features = self._scan_own(big, found)
        else:
            features = self._scan_all(level, is_big, big, found)
        best, gains = np.empty(count, np.int64), np.empty(count)
        searching.choose_splits(
            features, found.scores, big.totals, how.rules, big.states, best, gains
        )
        is_pure = (big.totals > 0).sum(axis=1) < 2
        if how.criterion is Criterion.NUMBERS:
            is_pure[:] = False
        best[is_pure] = searching.NO_QUESTION
        goes_on = ~is_pure & self._goes_on(big, best, gains)
        self._trunk.leaves.append(big.take((best < 0) & ~goes_on))
        if goes_on.any():
            self._trunk.end(big._replace(states=given).take(goes_on), depth)
        self._histograms.give_back(big.slots[best < 0])
        splits = np.flatnonzero(best >= 0)
        parents = big.take(splits)
        if not len(splits):
            return parents
        return self._children(parents, self._asked(splits, best[splits], features, found, gains))

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
                goes_on[place] = may_go_on(
                    rows, ground.values.pairs, big.totals[place], how.rules, gains[place]
                )
        return np.asarray(goes_on)

    def _scan_own(self, big: Level, found: FoundSplits) -> Integers:
        """Each node looks at random features of its own."""
        from core.engine.kernels.growing import random_splits, searching

        ground, rules = self._ground, self._ground.how.rules
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

    def _scan_all(
        self, level: Level, is_big: npt.NDArray[np.bool_], big: Level, found: FoundSplits
    ) -> Integers:
        """Each node looks at all features: of two siblings the smaller one is filled."""
        from core.engine.kernels.growing import searching

        ground, rules, sums = self._ground, self._ground.how.rules, self._histograms.sums
        if len(level.nodes) == 1:
            filled, taken = np.zeros(1, np.int64), np.full(1, -1)
        else:
            sizes = level.sizes.reshape(-1, 2)
            needed = is_big.reshape(-1, 2).any(axis=1)
            smaller = 2 * np.arange(len(sizes)) + (sizes[:, 1] < sizes[:, 0])
            filled, larger = smaller[needed], (smaller ^ 1)[needed]
            taken = level.slots[larger]
        fillings = Fillings(level.slots[filled], taken, level.starts[filled], level.stops[filled])

        def work(first: int, last: int) -> None:
            searching.scan_level(
                ground.features,
                ground.usable,
                first,
                last,
                ground.rows,
                ground.values,
                fillings,
                big,
                rules,
                sums,
                found,
            )

        ground.share(len(ground.usable), work)
        self._histograms.give_back(level.slots[~is_big])
        return np.tile(ground.usable, (len(big.nodes), 1))

    def _children(self, parents: Level, asked: Questions) -> Level:
        """Part the rows of the nodes that are split, and make their children."""
        from core.engine.kernels.growing import random_splits

        count = len(parents.nodes)
        lefts, stats = pieces.part(self._ground, self._spare, parents, asked)
        left = self._trunk.split(parents, asked, self._ground.data.encoder.is_category)
        starts, stops, nodes, slots = (np.empty((count, 2), np.int64) for _ in range(4))
        nodes[:, 0], nodes[:, 1] = left, left + 1
        starts[:, 0], stops[:, 1] = parents.starts, parents.stops
        starts[:, 1] = stops[:, 0] = parents.starts + lefts
        states = np.empty((2, count), np.uint64)
        random_splits.children_states(parents.states, states[0], states[1])
        if not self._ground.how.per_node:
            is_left_smaller = lefts <= parents.sizes - lefts
            fresh = self._histograms.take(count)
            slots[:, 0] = np.where(is_left_smaller, fresh, parents.slots)
            slots[:, 1] = np.where(is_left_smaller, parents.slots, fresh)
        return Level(
            nodes=nodes.ravel(),
            starts=starts.ravel(),
            stops=stops.ravel(),
            totals=stats.reshape(2 * count, -1),
            states=np.ascontiguousarray(states.T).ravel(),
            slots=slots.ravel(),
        )
