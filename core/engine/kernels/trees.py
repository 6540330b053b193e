"""Prediction by trees on codes.

Nodes are packed for the walk, four numbers a node: the feature, how to compare, and both children.
A code goes left if its byte plus a shift of 0 or 1 is no more than a limit: with a shift of 1 the
code of missing values, 255, becomes 0 and goes left too. A leaf's children are itself, so that all
rows of a block can walk level by level, without a branch that cannot be predicted.

The first levels have few nodes. There each node is asked about all rows of a block at once, whether
they are at it or not: 32 rows an instruction, which is cheaper than to follow each row to its node.
"""

import numpy as np

from core.base.compiling import inner, kernel

_BLOCK = 1024
_TOGETHER = 10
"""So many levels all rows of a block go together; then those that have arrived are left out."""
_MOST_ASKED = 64
"""So many nodes of a level are asked about all rows of a block; of more it is no longer cheaper."""
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


@inner
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


@inner
def _descend(packed, codes, low, size, root, slots, moved, front):
    """Ask the nodes of the first levels about all rows of a block; tells how many levels.

    `front` are the nodes that rows are at by then, and `slots` which of them each row is at.
    """
    behind = np.empty(2 * _MOST_ASKED, np.uint32)
    front[0] = root
    count = np.uint64(1)
    for place in range(size):
        slots[place] = 0
    levels = 0
    while count <= _MOST_ASKED:
        asking = np.uint64(0)
        for slot in range(count):
            node = front[slot]
            asking += np.uint64(packed[node, LEFT] != node)
            if packed[node, COMPARISON] >= SUBSET:
                return levels
        if asking == 0:
            break
        reached = np.uint64(0)
        for slot in range(count):
            node = front[slot]
            own, first = np.uint8(slot), np.uint8(reached)
            behind[reached] = packed[node, LEFT]
            if packed[node, LEFT] == node:
                reached += np.uint64(1)
                for place in range(size):
                    moved[place] = first if slots[place] == own else moved[place]
                continue
            behind[reached + np.uint64(1)] = packed[node, RIGHT]
            reached += np.uint64(2)
            feature = packed[node, FEATURE]
            shift = np.uint8(packed[node, COMPARISON] >> 8)
            limit = np.uint8(packed[node, COMPARISON] & 255)
            for place in range(size):
                code = np.uint8(codes[feature, low + place] + shift)
                below = np.uint8(first + np.uint8(code > limit))
                moved[place] = below if slots[place] == own else moved[place]
        for slot in range(reached):
            front[slot] = behind[slot]
        for place in range(size):
            slots[place] = moved[place]
        count = reached
        levels += 1
    return levels


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
    slots, moved = np.empty(_BLOCK, np.uint8), np.zeros(_BLOCK, np.uint8)
    front = np.empty(2 * _MOST_ASKED, np.uint32)
    for low in range(np.uint64(start), np.uint64(stop), np.uint64(_BLOCK)):
        size = min(np.uint64(_BLOCK), np.uint64(stop) - low)
        for tree in range(first, last):
            root = roots[tree]
            levels = 0
            if size < _MOST_ASKED:  # to follow a few rows is less work than to ask every node
                for place in range(size):
                    nodes[place] = root
            else:
                levels = _descend(packed, codes, low, size, root, slots, moved, front)
                for place in range(size):
                    nodes[place] = front[slots[place]]
            for _ in range(levels, min(heights[root], _TOGETHER)):
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
