"""What a node knows of its rows: a short vector of sums, its statistics S.

Numbers: S = (Σ w, Σ w y), or for gradient boosting (Σ h, Σ g); classes: S_k = Σ w over class k.
Numbers and two classes have two statistics, kept as `pairs`, a row a row; more classes have labels
and weights. What a leaf says is computed from its statistics.
"""

import math

import numpy as np

from core.base.compiling import inner, inner_leaf, kernel, part
from core.engine.kernels.growing.criteria import NUMBERS
from core.engine.kernels.growing.rounding import on_grid

_BITS, _LEAST = 52, -1000
_WHOLE = float(1 << _BITS)
"""Whole numbers below this add up without any rounding."""


@kernel
def pair_up(weights, targets, labels, criterion, start, stop, pairs):
    """The two statistics of rows start to stop: (w, w y), or w in the column of the row's class."""
    for row in range(np.uint64(start), np.uint64(stop)):
        if criterion == NUMBERS:
            pairs[row, 0] = weights[row]
            pairs[row, 1] = targets[row]
        else:
            is_second = labels[row] == 1
            pairs[row, 0] = 0.0 if is_second else weights[row]
            pairs[row, 1] = weights[row] if is_second else 0.0


@inner_leaf
def add_stats(rows, values, stats):
    """Add the statistics of some rows, each on its grid: exact in any order."""
    unit = values.units[0]
    back = 1.0 / unit
    if len(stats) == 2:
        pairs, other = values.pairs, values.units[1]
        other_back = 1.0 / other
        one, two = 0.0, 0.0
        for row in rows:
            one += on_grid(pairs[row, 0], unit, back)
            two += on_grid(pairs[row, 1], other, other_back)
        stats[0] += one
        stats[1] += two
    else:
        weights, labels = values.weights, values.labels
        for row in rows:
            stats[labels[row]] += on_grid(weights[row], unit, back)


@kernel
def piece_stats(first, last, rows, pieces, values, stats):
    """Add the statistics of pieces first to last."""
    for piece in range(first, last):
        add_stats(rows[pieces.starts[piece] : pieces.stops[piece]], values, stats[piece])


@kernel
def leaf_stats(first, last, rows, nodes, values, stats):
    """The statistics of the leaves among nodes first to last, from the values as they are.

    They are the same bits in any order of the rows: whole numbers and pairs of numbers are anyway,
    others are summed up in two halves (`add_halves`).
    """
    channels = stats.shape[1]
    largest, halves = np.empty(channels), np.empty((channels, 2))
    for node in range(first, last):
        if nodes.left[node] >= 0:
            continue
        here = rows[nodes.starts[node] : nodes.stops[node]]
        is_whole = add_plainly(here, values, stats[node], largest)
        if len(here) > 2 and not is_whole:
            halves[:] = 0.0
            add_halves(here, values, largest, np.int64(len(here)), halves)
            for channel in range(channels):
                stats[node, channel] = joined(halves[channel], largest[channel])


@kernel
def halves_of_leaves(first, last, rows, nodes, values, counts, largest, halves):
    """The two halves of `leaf_stats` where other rows of the leaves are elsewhere.

    The leaves have so many rows in all, and values no larger than these.
    """
    for node in range(first, last):
        if nodes.left[node] < 0:
            here = rows[nodes.starts[node] : nodes.stops[node]]
            add_halves(here, values, largest[node], counts[node], halves[node])


@kernel
def largest_of_leaves(first, last, rows, nodes, values, largest):
    """How large the values of each leaf's rows are, channel by channel."""
    plain = np.empty(largest.shape[1])
    for node in range(first, last):
        if nodes.left[node] < 0:
            add_plainly(rows[nodes.starts[node] : nodes.stops[node]], values, plain, largest[node])


@inner_leaf
def add_plainly(rows, values, stats, largest):
    """Sum up some rows and tell how large they are; tells whether the sums are exact."""
    for channel in range(len(stats)):
        stats[channel] = largest[channel] = 0.0
    is_whole, size = True, 0.0
    if len(stats) == 2:
        pairs = values.pairs
        one, two, most, other_most = 0.0, 0.0, 0.0, 0.0
        for row in rows:
            first, second = pairs[row, 0], pairs[row, 1]
            one += first
            two += second
            most, other_most = max(most, abs(first)), max(other_most, abs(second))
            is_whole &= first == np.rint(first) and second == np.rint(second)
        stats[0], stats[1], largest[0], largest[1] = one, two, most, other_most
    else:
        weights, labels = values.weights, values.labels
        for row in rows:
            weight, channel = weights[row], labels[row]
            stats[channel] += weight
            largest[channel] = max(largest[channel], abs(weight))
            is_whole &= weight == np.rint(weight)
    for channel in range(len(largest)):
        size = max(size, largest[channel])
    return is_whole and size * len(rows) < _WHOLE


@part
def _scale(largest):
    """The exponent that brings values up to `largest` below 1."""
    return max(math.frexp(largest)[1], _LEAST) if largest > 0.0 else 0


@inner
def add_halves(rows, values, largest, count, halves):
    """Add some of so many rows, no larger than `largest`, to the halves of their sums.

    A value is brought below 1, and taken apart into a multiple of a unit and a multiple of a much
    smaller one: sums of either are exact, and together they have twice the bits of one.
    """
    bits = _BITS - max(1, _length(count))
    back = math.ldexp(1.0, bits)
    unit = 1.0 / back
    small_back = back * back
    small = unit * unit
    if len(halves) == 2:
        pairs = values.pairs
        down, other_down = (
            math.ldexp(1.0, -_scale(largest[0])),
            math.ldexp(1.0, -_scale(largest[1])),
        )
        one, one_rest, two, two_rest = 0.0, 0.0, 0.0, 0.0
        for row in rows:
            first, second = pairs[row, 0] * down, pairs[row, 1] * other_down
            coarse, other = on_grid(first, unit, back), on_grid(second, unit, back)
            one += coarse
            two += other
            one_rest += on_grid(first - coarse, small, small_back)
            two_rest += on_grid(second - other, small, small_back)
        halves[0, 0] += one
        halves[0, 1] += one_rest
        halves[1, 0] += two
        halves[1, 1] += two_rest
        return
    weights, labels = values.weights, values.labels
    downs = np.empty(len(halves))
    for channel in range(len(halves)):
        downs[channel] = math.ldexp(1.0, -_scale(largest[channel]))
    for row in rows:
        channel = labels[row]
        value = weights[row] * downs[channel]
        coarse = on_grid(value, unit, back)
        halves[channel, 0] += coarse
        halves[channel, 1] += on_grid(value - coarse, small, small_back)


@part
def _length(count):
    """How many bits a count has."""
    bits = 0
    while count > 0:
        count >>= 1
        bits += 1
    return bits


@kernel
def joined(halves, largest):
    """The sum whose halves these are."""
    return math.ldexp(halves[0] + halves[1], _scale(largest))


@kernel
def join_halves(halves, largest, stats):
    """The sums whose halves these are, a row a node."""
    for node in range(len(stats)):
        for channel in range(stats.shape[1]):
            stats[node, channel] = joined(halves[node, channel], largest[node, channel])


@kernel
def inner_stats(left, right, stats):
    """The statistics of the inner nodes, from those of their children; these follow parents."""
    for node in range(len(left) - 1, -1, -1):
        if left[node] >= 0:
            for channel in range(stats.shape[1]):
                stats[node, channel] = stats[left[node], channel] + stats[right[node], channel]
