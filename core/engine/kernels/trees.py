"""Prediction by trees on codes.

Nodes are packed for the walk, four numbers a node: the feature, how to compare, and both children.
A code goes left if its byte plus a shift of 0 or 1 is no more than a limit: with a shift of 1 the
code of missing values, 255, becomes 0 and goes left too. A leaf's children are itself, so that all
rows of a block can walk level by level, without a branch that cannot be predicted.
"""

import numpy as np

from core.base.compiling import kernel

_BLOCK = 512
_TOGETHER = 10
"""So many levels all rows of a block go together; then those that have arrived are left out."""
SUBSET = 1 << 16
FEATURE, COMPARISON, LEFT, RIGHT = 0, 1, 2, 3
PACKED = 4


@kernel
def pack_nodes(feature, threshold, missing_left, subset, left, right, packed, heights):
    """Write the packed nodes and how many questions follow at most; tells if there are subsets."""
    has_subsets = False
    for node in range(len(left) - 1, -1, -1):
        if left[node] < 0:
            packed[node, FEATURE] = 0
            packed[node, COMPARISON] = 255
            packed[node, LEFT] = packed[node, RIGHT] = node
            heights[node] = 0
            continue
        packed[node, FEATURE] = feature[node]
        packed[node, LEFT], packed[node, RIGHT] = left[node], right[node]
        heights[node] = 1 + max(heights[left[node]], heights[right[node]])
        if subset[node] >= 0:
            has_subsets = True
            packed[node, COMPARISON] = SUBSET + subset[node]
        else:
            # A value never has the code 255, so a limit of 254 already lets all of them pass.
            shift = 1 if missing_left[node] else 0
            limit = min(np.int64(threshold[node]), 254) + shift
            packed[node, COMPARISON] = shift << 8 | limit
    return has_subsets


@kernel
def _walk_on(packed, subsets, codes, low, size, nodes, walking):
    """Let the rows of a block that have not reached a leaf yet walk on to theirs."""
    count = np.uint64(0)
    for place in range(size):
        walking[count] = place
        count += np.uint64(packed[nodes[place], LEFT] != nodes[place])
    while count > 0:
        left_over = np.uint64(0)
        for spot in range(count):
            place = np.uint64(walking[spot])
            node = nodes[place]
            code = codes[packed[node, FEATURE], low + place]
            comparison = packed[node, COMPARISON]
            if comparison >= SUBSET:
                byte = subsets[comparison - SUBSET, code >> 3]
                goes_right = np.uint32(1 - ((byte >> (code & 7)) & 1))
            else:
                moved_code = np.uint8(code + (comparison >> 8))
                goes_right = np.uint32(moved_code > np.uint8(comparison & 255))
            child = np.uint32(packed[node, np.uint32(LEFT) + goes_right])
            nodes[place] = child
            # Written in any case and counted if it is no leaf: which ones are cannot be foreseen.
            walking[left_over] = place
            left_over += np.uint64(packed[child, LEFT] != child)
        count = left_over


@kernel
def add_votes(
    roots,
    packed,
    heights,
    subsets,
    has_subsets,
    values,
    votes,
    output,
    codes,
    first,
    last,
    start,
    stop,
    scores,
):
    """Add to scores: vote * leaf value, for trees first to last in order and rows start to stop.

    A leaf with one value adds it to the tree's own output, one with several adds to all of them.
    """
    width = values.shape[1]
    nodes = np.empty(_BLOCK, np.uint32)
    walking = np.empty(_BLOCK, np.uint32)
    for low in range(np.uint64(start), np.uint64(stop), np.uint64(_BLOCK)):
        size = min(np.uint64(_BLOCK), np.uint64(stop) - low)
        for tree in range(first, last):
            root = roots[tree]
            for place in range(size):
                nodes[place] = root
            for _ in range(min(heights[root], _TOGETHER)):
                for place in range(size):
                    node = nodes[place]
                    code = codes[packed[node, FEATURE], low + place]
                    comparison = packed[node, COMPARISON]
                    if has_subsets and comparison >= SUBSET:
                        byte = subsets[comparison - SUBSET, code >> 3]
                        goes_right = np.uint32(1 - ((byte >> (code & 7)) & 1))
                    else:
                        moved_code = np.uint8(code + (comparison >> 8))
                        goes_right = np.uint32(moved_code > np.uint8(comparison & 255))
                    nodes[place] = np.uint32(packed[node, np.uint32(LEFT) + goes_right])
            if heights[root] > _TOGETHER:
                _walk_on(packed, subsets, codes, low, size, nodes, walking)
            vote = votes[tree]
            if width == 1:
                column = output[tree]
                for place in range(size):
                    scores[low + place, column] += vote * values[nodes[place], 0]
            else:
                for place in range(size):
                    for channel in range(width):
                        scores[low + place, channel] += vote * values[nodes[place], channel]
