"""What a node knows of its rows: a short vector of sums, its statistics S.

Numbers: S = (Σ w, Σ w y), or for gradient boosting (Σ h, Σ g); classes: S_k = Σ w over class k.
Numbers and two classes have two statistics, kept as `pairs`, a row a row; more classes have labels
and weights. What a leaf says is computed from its statistics.
"""

import numpy as np

from core.base.compiling import kernel
from core.engine.kernels.growing.criteria import NUMBERS


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
    """Add the statistics of some rows."""
    if len(stats) == 2:
        pairs = values.pairs
        one, two = 0.0, 0.0
        for row in rows:
            one += pairs[row, 0]
            two += pairs[row, 1]
        stats[0] += one
        stats[1] += two
    else:
        weights, labels = values.weights, values.labels
        for row in rows:
            stats[labels[row]] += weights[row]


@kernel
def leaf_stats(first, last, rows, nodes, values, stats):
    """The statistics of the leaves among nodes first to last."""
    for node in range(first, last):
        if nodes.left[node] < 0:
            stats[node] = 0.0
            add_stats(rows[nodes.starts[node] : nodes.stops[node]], values, stats[node])


@kernel
def inner_stats(left, right, stats):
    """The statistics of the inner nodes, from those of their children; these follow parents."""
    for node in range(len(left) - 1, -1, -1):
        if left[node] >= 0:
            for channel in range(stats.shape[1]):
                stats[node, channel] = stats[left[node], channel] + stats[right[node], channel]
