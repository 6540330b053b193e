"""The search by histograms that are added up over rows in several places.

Each place parts its own rows, fills the histograms of the smaller of two siblings, and asks for
their sums; from there on all of them do the same. Sums of whole numbers, and of values on a grid,
are the same bits in any order, so that the splits are those of all rows in one place.
"""

import numpy as np

from core.base.arrays import Floats, Integers
from core.engine.codes import BINS, MISSING
from core.engine.growing import grids
from core.engine.growing.ground import Ground, Rows
from core.engine.growing.searches import AllFeatures
from core.engine.kernels.growing.arguments import Fillings, FoundSplits, Level, Questions
from core.engine.sums import Numbers


class SharedFeatures(AllFeatures):
    """Histograms of floats on a grid, as those of trees for many classes are."""

    def total(self) -> Floats:
        """The statistics of all rows everywhere."""
        return self.ground.sums.added(super().total())

    def spread(self, rows: Rows) -> tuple[float, float]:
        """The same over all places; asked for numbers alone."""
        ground = self.ground
        if not ground.how.is_of_numbers:
            return 0.0, 0.0
        squares, size = ground.sums.added(np.array(super().spread(rows))).tolist()
        return squares, size

    def sides(self, parents: Level, asked: Questions, lefts: Integers) -> tuple[Floats, Integers]:
        """By the histograms, which know the rows of all places."""
        places = np.searchsorted(self.ground.usable, asked.features)
        known = self._sums[parents.slots, places]
        goes_left = self._goes_left(asked)[:, :, None]
        both = np.stack([(known * goes_left).sum(axis=1), (known * ~goes_left).sum(axis=1)], axis=1)
        sizes = both[:, :, -1].astype(np.int64)
        return both[:, :, :-1].reshape(2 * len(lefts), -1), sizes

    def _goes_left(self, asked: Questions) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        """Which codes go left: a row a question."""
        below = np.arange(BINS) <= asked.cuts[:, None]
        below[:, MISSING] = asked.sides
        chosen = np.unpackbits(asked.masks[:, : BINS // 8], axis=1, bitorder="little")
        is_category = self.ground.features.is_category[asked.features]
        return np.where(is_category[:, None], chosen.astype(bool), below)

    def _fill_and_look(self, fillings: Fillings, big: Level, found: FoundSplits) -> None:
        from core.engine.kernels.growing.searching import look

        ground = self.ground
        if len(fillings.slots):
            # Whoever only looks on has rows that count elsewhere.
            own = self._filled(fillings) if ground.sums.place >= 0 else np.empty(0)
            self._take(fillings, ground.sums.added(own))
        ready = self._ready(big)

        def work(first: int, last: int) -> None:
            look(ground.features, ground.usable, first, last, big, ground.how.rules, ready, found)

        ground.share(len(ground.usable), work)

    def _filled(self, fillings: Fillings) -> Numbers:
        """The histograms of the rows here, one behind the other."""
        from core.engine.kernels.growing.histograms import fill

        ground = self.ground
        filled = np.empty((len(fillings.slots), *self._sums.shape[1:]))

        def work(first: int, last: int) -> None:
            for number, own in enumerate(filled):
                here = ground.rows[fillings.starts[number] : fillings.stops[number]]
                fill(ground.features.codes, ground.usable, first, last, here, ground.values, own)

        ground.share(len(ground.usable), work)
        return filled

    def _take(self, fillings: Fillings, filled: Numbers) -> None:
        """These are the histograms of all places; those of siblings are what is left."""
        put_beside(self._sums, fillings, filled)

    def _ready(self, big: Level) -> Floats:
        """The histograms, to be looked at where the nodes' slots are."""
        return self._sums


class SharedPacked(SharedFeatures):
    """Histograms of whole numbers, for two statistics (`packed`)."""

    def __init__(self, ground: Ground, nodes: int) -> None:
        super().__init__(ground, nodes)
        how, sizes = ground.how, ground.sizes
        self._packed = grids.packed(
            ground.values.pairs, sizes, sizes.grown, how.is_of_numbers, ground.share
        )
        self._whole = np.empty((*self._sums.shape[:-1], 2), np.int64)

    def total(self) -> Floats:
        """By the codes of the first block: every row has one."""
        from core.engine.kernels.growing.histograms import fill_packed

        ground = self.ground
        own = np.empty((4, BINS, 2), np.int64)
        fill_packed(ground.blocks, np.int64(0), np.int64(1), ground.rows, self._packed, own)
        return self._unpacked(ground.sums.added(own[0].sum(axis=0)))[:-1]

    def _filled(self, fillings: Fillings) -> Numbers:
        from core.engine.kernels.growing.histograms import fill_packed

        ground = self.ground
        blocks = ground.blocks.shape[1]
        filled = np.empty((len(fillings.slots), 4 * blocks, BINS, 2), np.int64)

        def work(first: int, last: int) -> None:
            for number, own in enumerate(filled):
                here = ground.rows[fillings.starts[number] : fillings.stops[number]]
                fill_packed(ground.blocks, first, last, here, self._packed, own)

        ground.share(blocks, work)
        return filled[:, : len(ground.usable)]

    def _take(self, fillings: Fillings, filled: Numbers) -> None:
        put_beside(self._whole, fillings, filled)

    def _ready(self, big: Level) -> Floats:
        self._sums[big.slots] = self._unpacked(self._whole[big.slots])
        return self._sums

    def _unpacked(self, sums: Numbers) -> Floats:
        """As `rounding.unpack` does it: two statistics, and behind them the count of rows."""
        packed = self._packed
        weight, second = sums[..., 0] >> packed.shift, sums[..., 1]
        one = weight if packed.is_number else weight - second
        rows = sums[..., 0] & ((1 << packed.shift) - 1)
        return np.stack([one * packed.units[0], second * packed.units[1], rows], axis=-1)


def put_beside(sums: Numbers, fillings: Fillings, filled: Numbers) -> None:
    """Put filled histograms into their slots, and take them from their parents'."""
    sums[fillings.slots] = filled
    is_child = fillings.taken_from >= 0
    sums[fillings.taken_from[is_child]] -= filled[is_child]
