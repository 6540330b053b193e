"""What a node knows of its rows: a short vector of sums, its statistics S.

Numbers: S = (Σ w, Σ w y), or for gradient boosting (Σ h, Σ g); classes: S_k = Σ w over class k.
Numbers and two classes have two statistics, kept as `pairs`, a row a row; more classes have labels
and weights. What a leaf says is computed from its statistics.
"""

import numpy as np

from core.base.compiling import kernel
from core.engine.kernels.growing.criteria import NUMBERS
from core.engine.kernels.growing.rounding import on_grid

BLOCK = 4096
"""Rows whose numbers share this quotient are summed up for themselves."""


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


@kernel
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

    The rows of a leaf are in their order. Each block of row numbers is summed up for itself, so
    that parts of a table which end with a block add up to the same.
    """
    if stats.shape[1] == 2:
        _leaf_pairs(first, last, rows, nodes, values.pairs, stats)
        return
    part = np.empty(stats.shape[1])
    for node in range(first, last):
        if nodes.left[node] < 0:
            stats[node] = 0.0
            here = rows[nodes.starts[node] : nodes.stops[node]]
            low = 0
            while low < len(here):
                end = (np.int64(here[low]) // BLOCK + 1) * BLOCK
                low = _add_block(here, low, end, values, part)
                for channel in range(len(part)):
                    stats[node, channel] += part[channel]


@kernel
def _leaf_pairs(first, last, rows, nodes, pairs, stats):
    """`leaf_stats` of two statistics, in one loop: most leaves have a few rows."""
    for node in range(np.uint64(first), np.uint64(last)):
        if nodes.left[node] >= 0:
            continue
        one, two, own_one, own_two, end = 0.0, 0.0, 0.0, 0.0, np.uint32(0)
        for place in range(np.uint64(nodes.starts[node]), np.uint64(nodes.stops[node])):
            row = rows[place]
            if row >= end:  # a new block
                one += own_one
                two += own_two
                own_one, own_two = 0.0, 0.0
                end = (row // np.uint32(BLOCK) + np.uint32(1)) * np.uint32(BLOCK)
            own_one += pairs[row, 0]
            own_two += pairs[row, 1]
        stats[node, 0] = one + own_one
        stats[node, 1] = two + own_two


@kernel
def _add_block(rows, low, end, values, part):
    """Sum up the rows from a place on whose numbers are below `end`; tells the place behind."""
    weights, labels = values.weights, values.labels
    for channel in range(len(part)):
        part[channel] = 0.0
    while low < len(rows) and rows[low] < end:
        part[labels[rows[low]]] += weights[rows[low]]
        low += 1
    return low


@kernel
def inner_stats(left, right, stats):
    """The statistics of the inner nodes, from those of their children; these follow parents."""
    for node in range(len(left) - 1, -1, -1):
        if left[node] >= 0:
            for channel in range(stats.shape[1]):
                stats[node, channel] = stats[left[node], channel] + stats[right[node], channel]
