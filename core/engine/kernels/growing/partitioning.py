"""Which rows of a node go left: they are put first, both sides in their order."""

import numpy as np

from core.base.compiling import kernel
from core.engine.codes import MISSING
from core.engine.kernels.growing.statistics import add_stats


@kernel
def partition(column, rows, is_subset, mask, cut, missing_left, spare):
    """Put the rows that go left first, both sides in their order; tells how many go left."""
    count_left = np.uint64(0)
    count_right = np.uint64(0)
    for place in range(np.uint64(len(rows))):
        row = rows[place]
        code = column[row]
        if is_subset:
            goes_left = (mask[code >> 3] >> (code & 7)) & 1
        else:
            goes_left = np.uint8(code <= cut)
            if code == MISSING:
                goes_left = np.uint8(missing_left)
        # Both are written and one is counted: which way a row goes cannot be predicted.
        rows[count_left] = row
        spare[count_right] = row
        count_left += np.uint64(goes_left)
        count_right += np.uint64(1 - goes_left)
    for place in range(count_right):
        rows[count_left + place] = spare[place]
    return np.int64(count_left)


@kernel
def partition_pieces(
    codes, is_category, first, last, rows, piece_starts, piece_stops, piece_nodes,
    features, cuts, sides, masks, pairs, weights, labels, spare, lefts, stats,
):  # fmt: skip
    """Partition pieces first to last, each on its own, and sum up the statistics of both sides."""
    for piece in range(first, last):
        start, stop, node = piece_starts[piece], piece_stops[piece], piece_nodes[piece]
        here, feature = rows[start:stop], features[node]
        count = partition(
            codes[feature], here, is_category[feature], masks[node], cuts[node], sides[node],
            spare[start:stop],
        )  # fmt: skip
        lefts[piece] = count
        stats[piece] = 0.0
        add_stats(here[:count], pairs, weights, labels, stats[piece, 0])
        add_stats(here[count:], pairs, weights, labels, stats[piece, 1])


@kernel
def gather_pieces(first, last, rows, piece_starts, piece_stops, lefts, left_to, right_to, spare):
    """Write both sides of pieces first to last to their places behind those of earlier pieces."""
    for piece in range(first, last):
        start, stop = piece_starts[piece], piece_stops[piece]
        middle = start + lefts[piece]
        _copy(rows[start:middle], spare[left_to[piece] :])
        _copy(rows[middle:stop], spare[right_to[piece] :])


@kernel
def _copy(rows, to):
    for place in range(np.uint64(len(rows))):
        to[place] = rows[place]
