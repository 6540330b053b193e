"""Which rows of a node go left: they are put first, both sides in their order."""

import numpy as np

from core.base.compiling import inner_leaf, kernel
from core.engine.codes import MISSING


@inner_leaf
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
def partition_pieces(features, first, last, rows, pieces, asked, spare, lefts):
    """Partition pieces first to last, each on its own."""
    for piece in range(first, last):
        start, stop, node = pieces.starts[piece], pieces.stops[piece], pieces.nodes[piece]
        here, feature = rows[start:stop], asked.features[node]
        count = partition(
            features.codes[feature],
            here,
            features.is_category[feature],
            asked.masks[node],
            asked.cuts[node],
            asked.sides[node],
            spare[start:stop],
        )
        lefts[piece] = count


@kernel
def part_below(features, rows, tree, is_below, spare):
    """Part the rows of some nodes by their questions, and on to the leaves."""
    for node in range(len(tree.left)):
        if not is_below[node] or tree.left[node] < 0:
            continue
        start, stop, feature = tree.starts[node], tree.stops[node], tree.feature[node]
        is_subset = features.is_category[feature]
        lefts = partition(
            features.codes[feature],
            rows[start:stop],
            is_subset,
            tree.subsets[max(tree.subset[node], 0)],
            np.int64(tree.threshold[node]),
            tree.missing_left[node],
            spare[start:stop],
        )
        left, right = tree.left[node], tree.right[node]
        tree.starts[left], tree.stops[left] = start, start + lefts
        tree.starts[right], tree.stops[right] = start + lefts, stop


@kernel
def gather_pieces(first, last, rows, pieces, lefts, left_to, right_to, spare):
    """Write both sides of pieces first to last to their places behind those of earlier pieces."""
    for piece in range(first, last):
        start, stop = pieces.starts[piece], pieces.stops[piece]
        middle = start + lefts[piece]
        _copy(rows[start:middle], spare[left_to[piece] :])
        _copy(rows[middle:stop], spare[right_to[piece] :])


@inner_leaf
def _copy(rows, to):
    for place in range(np.uint64(len(rows))):
        to[place] = rows[place]
