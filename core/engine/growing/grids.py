"""Grids that make sums of the rows' values exact, however the rows are cut into pieces.

A sum of floats depends on the order in which they are added. So the values of a tree's rows are
rounded to whole multiples of a unit, a power of two, before it is grown: of n < 2^C rows, values of
52 - C bits have sums of 52 bits, which are exact. Pieces of rows, on any number of threads or
in tables that come in parts, add up to the same bits as all rows at once, and taking a child's
histogram from its parent's leaves the sibling's.

Big nodes are searched by whole numbers of 64 bits: one holds the weight and the count of rows, the
other the second statistic. There a weight has 62 - 2C bits: 28 for 100,000 rows. Where no row is
much larger than the others, one number holds all three, in 11 and 12 bits: of a node's thousands
of rows the rounding moves the sums by a hundredth of what chance does (quantised training: Shi et
al. 2022), and a histogram takes half the time. What leaves say is always summed up from the values
as they are.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from core.base import pool, room
from core.base.arrays import Floats
from core.engine.kernels.growing.arguments import PackedRows
from core.engine.sums import ALONE, RowSums

Share = Callable[[int, pool.Work], None]
"""How work is shared out: over the threads of the pool, or not at all."""
_ALIKE = 64 + 1e-6
"""How many times the mean the largest may be for a few bits to do; a bit more than a round number,
lest rounding decides where it is just that many."""
_LOWEST = -1000
"""No unit is so small that its inverse could not be told."""


def count_bits(rows: int) -> int:
    """C, by which 2^C is more than the number of rows."""
    return max(1, int(rows).bit_length())


def unit(largest: float, bits: int) -> float:
    """The power of two that values up to `largest` have so many bits on.

    >>> unit(3.0, 2)
    1.0
    """
    return 2.0 ** max(math.frexp(largest)[1] - bits, _LOWEST) if largest > 0 else 1.0


def exact_sum(values: Floats, rows: int, sums: RowSums = ALONE) -> float:
    """The sum of values of so many rows in all, here and elsewhere: the same bits in any order.

    Each value is taken apart into a multiple of a unit and of a much smaller one, as for leaves
    (core.engine.kernels.growing.statistics).

    >>> exact_sum(np.array([1e16, 1.0, 1.0]), 3)
    1.0000000000000002e+16
    """
    from core.engine.kernels.growing.rounding import add_whole, largest_of

    chunk, count = pool.chunk_rows(len(values)), pool.chunk_count(len(values))
    sizes, parts = np.zeros(count), np.zeros((count, 2), np.int64)

    def look(first: int, last: int) -> None:
        for number in range(first, last):
            stop = min((number + 1) * chunk, len(values))
            sizes[number] = largest_of(values, number * chunk, stop)

    pool.over(count, look)
    largest = float(sums.highest(sizes.max(keepdims=True))[0])
    if not largest > 0:
        return 0.0
    exponent, bits = max(math.frexp(largest)[1], _LOWEST), 52 - count_bits(rows)
    down, back = math.ldexp(1.0, -exponent), math.ldexp(1.0, bits)

    def add(first: int, last: int) -> None:
        for number in range(first, last):
            stop = min((number + 1) * chunk, len(values))
            add_whole(values, number * chunk, stop, down, back, parts[number])

    pool.over(count, add)
    both = sums.added(parts.sum(axis=0).astype(np.float64))
    return math.ldexp(math.ldexp(both[0], bits) + both[1], exponent - 2 * bits)


class Sizes(NamedTuple):
    """How large the two statistics of rows are."""

    largest: Floats
    mean: Floats
    rows: int
    """How many rows they are, and on how many of them a tree is grown."""
    grown: int

    @classmethod
    def of(
        cls, pairs: Floats, share: Share, grown: int | None = None, sums: RowSums = ALONE
    ) -> "Sizes":
        """Of all these rows, and of those elsewhere."""
        from core.engine.kernels.growing.rounding import largest

        chunk, found = pool.chunk_rows(len(pairs)), np.zeros((pool.chunk_count(len(pairs)), 4))

        def look(first: int, last: int) -> None:
            for number in range(first, last):
                stop = min((number + 1) * chunk, len(pairs))
                found[number] = largest(pairs, number * chunk, stop)

        share(len(found), look)
        own = len(pairs) if grown is None else grown
        return cls.together(
            found[:, :2].max(axis=0), found[:, 2:].sum(axis=0), len(pairs), own, sums
        )

    @classmethod
    def together(
        cls, largest: Floats, total: Floats, rows: int, grown: int, sums: RowSums
    ) -> "Sizes":
        """Of rows in several places, by what is known of those here."""
        told = sums.gathered(lambda: [(largest, total, rows, grown)])
        found = [each for place in told for each in place]
        rows, grown = sum(each[2] for each in found), sum(each[3] for each in found)
        mean = np.sum([each[1] for each in found], axis=0) / max(1, rows)
        return cls(np.max([each[0] for each in found], axis=0), mean, rows, grown)

    def units(self, rows: int) -> Floats:
        """The units by which sums of so many rows are exact."""
        bits = 52 - count_bits(rows)
        return np.array([unit(float(size), bits) for size in self.largest])

    @property
    def are_alike(self) -> bool:
        """Whether no row is so much larger than others that few bits would lose the others."""
        return bool((self.largest <= _ALIKE * self.mean).all())


def packed(pairs: Floats, sizes: Sizes, rows: int, is_number: bool, share: Share) -> PackedRows:
    """Pairs as whole numbers; those of two classes share a grid, as their sum is the weight."""
    from core.engine.kernels.growing import rounding

    bits = count_bits(rows)
    is_narrow = sizes.are_alike
    weight_bits, second_bits = 62 - 2 * bits, 52 - bits
    if is_narrow:
        weight_bits, second_bits = rounding.NARROW_WEIGHT, rounding.NARROW_SECOND
    largest, second = sizes.largest.tolist()
    if not is_number:
        largest = second = max(largest, second)
        second_bits = weight_bits
    units = np.array([unit(largest, weight_bits), unit(second, second_bits)])
    none = np.empty(0, np.int64)
    made = PackedRows(
        room.empty((0, 2) if is_narrow else pairs.shape, np.int64),
        room.empty(len(pairs), np.int64) if is_narrow else none,
        bits,
        units,
        is_number,
    )
    chunk = pool.chunk_rows(len(pairs))

    def work(first: int, last: int) -> None:
        start, stop = first * chunk, min(last * chunk, len(pairs))
        if is_narrow:
            rounding.pack_narrow(pairs, start, stop, units, is_number, made.narrow)
        else:
            rounding.pack_pairs(pairs, start, stop, units, bits, is_number, made.pairs)

    share(pool.chunk_count(len(pairs)), work)
    return made
