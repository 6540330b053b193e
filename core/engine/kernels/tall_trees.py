"""Prediction by trees of many nodes.

A row that walks alone through thousands of nodes waits for the memory at every step. So the rows of
a block are parted by the questions, as where a tree grows, until few are left at a node: a question
is read once for all of its rows. From there they walk on in that order, in which those that are
side by side read the same few nodes. What they have come to is added up row by row, from front to
back. The order of additions to a row's scores is that of the trees.

Nodes are numbered as they are met on the way through a tree, left branches first, both children of
a node side by side. Two numbers a node: what it asks, and its left child; a leaf's is itself. What
it asks is a feature and how to compare, as core.engine.kernels.trees tells.
"""

import numpy as np

from core.base.compiling import inner_leaf, kernel, part

ASKED, CHILD = 0, 1
MOST = 1 << 15
"""Fewer features and subsets than these can be asked about."""
_SUBSET = 1 << 15
_BLOCK = 1 << 17
"""So many rows are parted together: most nodes have several of them, and the cache has room."""
_FEW = 32
"""So many rows at a node are parted no further."""
_TOGETHER = 256
"""So many rows walk on together: their last nodes are near one another."""


@kernel
def pack_tall(trees, packed, order, roots):
    """Write the nodes anew, the number that each had, and the new ones of the roots.

    Tells how tall the tallest tree is; -1 if several ways lead to a node: then there is no room.
    """
    count, tallest = 0, 0
    waiting = np.empty((len(packed) + 1, 3), np.int64)
    for tree in range(len(trees.roots)):
        if count == len(packed):
            return -1
        roots[tree] = count
        waiting[0, 0], waiting[0, 1], waiting[0, 2] = trees.roots[tree], count, 0
        count += 1
        left_over = 1
        while left_over > 0:
            left_over -= 1
            node, place, height = waiting[left_over]
            order[place] = node
            tallest = max(tallest, height)
            if trees.left[node] < 0:
                packed[place, ASKED], packed[place, CHILD] = 255, place
                continue
            if count + 2 > len(packed):
                return -1
            asked = trees.feature[node] << 16
            if trees.subset[node] >= 0:
                asked |= _SUBSET | trees.subset[node]
            else:
                # A value never has the code 255, so a limit of 254 already lets all of them pass.
                shift = 1 if trees.missing_left[node] else 0
                asked |= shift << 8 | (min(np.int64(trees.threshold[node]), 254) + shift)
            packed[place, ASKED], packed[place, CHILD] = asked, count
            for side in range(2):  # the left one is taken up next
                child = trees.left[node] if side else trees.right[node]
                waiting[left_over, 0], waiting[left_over, 1] = child, count + 1 - side
                waiting[left_over, 2] = height + 1
                left_over += 1
            count += 2
    return tallest


@inner_leaf
def _part_range(packed, subsets, codes, node, here, there, begin, end):
    """Part the rows of a node: the left ones stay in front, the right ones go `there`, at the end.

    Tells where the left ones end.
    """
    asked = packed[node, ASKED]
    column = codes[asked >> 16]
    left, right = np.uint64(begin), np.uint64(end)
    if asked & _SUBSET:
        subset = subsets[asked & (_SUBSET - 1)]
        for spot in range(np.uint64(begin), np.uint64(end)):
            place = here[spot]
            code = column[place]
            goes_left = np.uint64((subset[code >> 3] >> (code & 7)) & 1)
            here[left] = there[right - np.uint64(1)] = place
            left += goes_left
            right -= np.uint64(1) - goes_left
        return left
    shift, limit = np.uint8((asked >> 8) & 1), np.uint8(asked & 255)
    for spot in range(np.uint64(begin), np.uint64(end)):
        place = here[spot]
        goes_right = np.uint64(np.uint8(column[place] + shift) > limit)
        here[left] = there[right - np.uint64(1)] = place
        left += np.uint64(1) - goes_right
        right -= goes_right
    return left


@part
def _put(spot, node, begin, end, side):
    """Note a range of rows at a node, and in which of the two arrays it is."""
    spot[0], spot[1], spot[2], spot[3] = node, begin, end, side


@inner_leaf
def _part_block(packed, subsets, codes, size, root, rows, ranges, leaves, order, nodes):
    """Part the rows of a block until they are at a leaf, or few at a node.

    The few are written side by side, and the node that each has come to; tells how many they are.
    """
    for place in range(np.uint64(size)):
        rows[0, place] = place
    _put(ranges[0], root, 0, size, 0)
    open_ranges, count = 1, np.uint64(0)
    while open_ranges > 0:
        open_ranges -= 1
        node, begin, end, side = ranges[open_ranges]
        here, child = rows[side], packed[node, CHILD]
        if child == node:
            for spot in range(np.uint64(begin), np.uint64(end)):
                leaves[here[spot]] = node
            continue
        if end - begin <= _FEW:
            for spot in range(np.uint64(begin), np.uint64(end)):
                order[count], nodes[count] = here[spot], node
                count += np.uint64(1)
            continue
        middle = _part_range(packed, subsets, codes, node, here, rows[1 - side], begin, end)
        _put(ranges[open_ranges], child + 1, middle, end, 1 - side)
        _put(ranges[open_ranges + 1], child, begin, middle, side)
        open_ranges += 2
    return count


@inner_leaf
def _walk_on(packed, subsets, codes, order, first, last, nodes, walking, leaves):
    """Let the rows of some spots walk on to their leaves, all of them a level at a time."""
    count = np.uint64(0)
    for spot in range(np.uint64(first), np.uint64(last)):
        walking[count] = spot
        count += np.uint64(1)
    while count > 0:
        left_over = np.uint64(0)
        for number in range(np.uint64(count)):
            spot = walking[number]
            asked = packed[nodes[spot], ASKED]
            code = codes[np.uint64(asked >> 16), order[spot]]
            if asked & _SUBSET:
                byte = subsets[asked & (_SUBSET - 1), code >> 3]
                goes_right = np.uint32(1 - ((byte >> (code & 7)) & 1))
            else:
                goes_right = np.uint32(np.uint8(code + ((asked >> 8) & 1)) > np.uint8(asked & 255))
            child = np.uint32(packed[nodes[spot], CHILD]) + goes_right
            nodes[spot] = child
            # Written in any case and counted if it is no leaf: which ones are cannot be foreseen.
            walking[left_over] = spot
            left_over += np.uint64(packed[child, CHILD] != child)
        count = left_over
    for spot in range(np.uint64(first), np.uint64(last)):
        leaves[order[spot]] = nodes[spot]


@inner_leaf
def _add_values(values, leaves, vote, column, size, sums):
    """Add what the leaves say, one number to a column or several to all of them."""
    width = values.shape[1]
    if width == 1:
        for place in range(np.uint64(size)):
            sums[place, column] += vote * values[leaves[place], 0]
    elif width == 2:  # two classes: the inner loop would cost more than what it does
        for place in range(np.uint64(size)):
            leaf_node = leaves[place]
            sums[place, 0] += vote * values[leaf_node, 0]
            sums[place, 1] += vote * values[leaf_node, 1]
    else:
        for place in range(np.uint64(size)):
            for channel in range(width):
                sums[place, channel] += vote * values[leaves[place], channel]


@kernel
def add_votes_of_tall(
    roots,
    packed,
    tallest,
    subsets,
    values,
    votes,
    output,
    codes,
    first,
    last,
    start,
    stop,
    before,
    is_fresh,
    scores,
):
    """Add to scores what `core.engine.kernels.trees.add_votes` adds, in the same order.

    The rows before `before` have none. Fresh scores are anything: they count as zeros.
    """
    most = min(_BLOCK, stop - start)
    rows = np.empty((2, most), np.uint32)
    order, nodes = np.empty(most, np.uint32), np.empty(most, np.uint32)
    leaves, walking = np.empty(most, np.uint32), np.empty(_TOGETHER, np.uint32)
    ranges = np.empty((tallest + 2, 4), np.int64)
    for low in range(np.uint64(start), np.uint64(stop), np.uint64(_BLOCK)):
        size = min(np.uint64(_BLOCK), np.uint64(stop) - low)
        own, at = codes[:, low : low + size], low - np.uint64(before)
        sums = scores[at : at + size]
        if is_fresh:
            for place in range(size):
                for column in range(sums.shape[1]):
                    sums[place, column] = 0.0
        for tree in range(first, last):
            count = _part_block(
                packed, subsets, own, size, roots[tree], rows, ranges, leaves, order, nodes
            )
            for begin in range(np.uint64(0), count, np.uint64(_TOGETHER)):
                end = min(begin + np.uint64(_TOGETHER), count)
                _walk_on(packed, subsets, own, order, begin, end, nodes, walking, leaves)
            _add_values(values, leaves, votes[tree], output[tree], size, sums)
