"""What each feature adds to the sum of trees, row by row: exact Shapley values of the trees.

A row that is known in the features S only goes both ways at a question about another one, by the
shares of the cover below it (Lundberg, Erion & Lee 2018). A leaf of value v counts then as
v ∏_{i in S} o_i ∏_{i not in S} z_i: z_i is the product of the shares on the way to the leaf at
questions about feature i, and o_i is 1 if the row answers all of them so, else 0. With
|S|! (d-1-|S|)! / d! = ∫ t^|S| (1-t)^(d-1-|S|) dt its Shapley values are

    φ_i = v (o_i - z_i) ∫ ∏_{j ≠ i} (z_j (1-t) + o_j t) dt, from 0 to 1,

a polynomial of degree d-1 at most, which ⌈d/2⌉ points of Gauss and Legendre integrate exactly. All
factors are at least 0, so that nothing cancels. The product is carried down the tree point by
point, for a block of rows at once; on the way back what the leaves below a question say is added
up, and counts for the question's feature once for all of them.
"""

import numpy as np

from core.base.compiling import inner, kernel
from core.engine.kernels.trees import COMPARISON, FEATURE, LEFT, SUBSET

BLOCK = 64


@kernel
def expected(left, right, cover, values, means):
    """Write what a node says on average over what reaches it, by the cover."""
    for node in range(len(left) - 1, -1, -1):
        if left[node] < 0:
            for channel in range(values.shape[1]):
                means[node, channel] = values[node, channel]
            continue
        share = _left_share(cover[left[node]], cover[right[node]])
        for channel in range(values.shape[1]):
            means[node, channel] = (
                share * means[left[node], channel] + (1 - share) * means[right[node], channel]
            )


@inner
def _left_share(left, right):
    """The share of the cover that goes left; of a question that nothing reached, half."""
    return left / (left + right) if left + right > 0 else 0.5


@kernel
def add_contributions(
    roots,
    packed,
    heights,
    subsets,
    cover,
    values,
    votes,
    output,
    codes,
    points,
    weights,
    first,
    last,
    found,
):
    """Add vote * φ to found[row, feature, output], for the rows of blocks first to last.

    `points[q - 1]` and `weights[q - 1]` are those of q points between 0 and 1.
    """
    rows, features, outputs = found.shape
    deepest = np.int64(1)
    for tree in range(len(roots)):
        deepest = max(deepest, heights[roots[tree]] + 1)
    most, channels = points.shape[1], values.shape[1]
    product = np.empty((deepest, most, BLOCK))
    below = np.empty((deepest, most, channels, BLOCK))
    answered = np.ones((deepest, BLOCK))
    own = np.empty((features, outputs, BLOCK))
    reached, stage = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    asked, earlier = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    zero = np.ones(deepest)
    for block in range(first, last):
        low = block * BLOCK
        size = min(BLOCK, rows - low)
        own[:] = 0.0
        for tree in range(len(roots)):
            root = roots[tree]
            if heights[root] == 0:
                continue
            count = (min(np.int64(heights[root]), features) + 1) // 2
            time, weight = points[count - 1], weights[count - 1]
            depth = 0
            reached[0], stage[0] = root, 0
            for point in range(count):
                for place in range(size):
                    product[0, point, place] = votes[tree]
                    for channel in range(channels):
                        below[0, point, channel, place] = 0.0
            while depth >= 0:
                node = reached[depth]
                if stage[depth] == 2:
                    if depth > 0:
                        same, z = earlier[depth], zero[depth]
                        for point in range(count):
                            t, w = time[point], weight[point]
                            z_same = zero[same]
                            # (o - z) / (z (1-t) + o t), less that of the earlier question.
                            at_none = -w / (1 - t)
                            at_same = w * (1 - z_same) / (z_same * (1 - t) + t)
                            both = w * (1 - z) / (z * (1 - t) + t) - at_same
                            for channel in range(channels):
                                column = np.uint64(output[tree] if channels == 1 else channel)
                                for place in range(size):
                                    said = below[depth, point, channel, place]
                                    factor = 0.0
                                    if answered[depth, place] > 0:
                                        factor = both
                                    elif answered[same, place] > 0:
                                        factor = at_none - at_same
                                    own[asked[depth], column, place] += said * factor
                                    below[depth - 1, point, channel, place] += said
                    depth -= 1
                    continue
                side = stage[depth]
                stage[depth] += 1
                child, feature = packed[node, LEFT + side], packed[node, FEATURE]
                share = _left_share(cover[packed[node, LEFT]], cover[packed[node, LEFT + 1]])
                if side == 1:
                    share = 1 - share
                same = np.int64(0)
                for place in range(depth, 0, -1):
                    if asked[place] == feature:
                        same = place
                        break
                z_same = zero[same]
                z = z_same * share
                depth += 1
                asked[depth], zero[depth], earlier[depth] = feature, z, same
                comparison = packed[node, COMPARISON]
                for place in range(size):
                    code = codes[feature, low + place]
                    if comparison >= SUBSET:
                        byte = subsets[comparison - SUBSET, code >> 3]
                        goes_right = 1 - ((byte >> (code & 7)) & 1)
                    else:
                        moved_code = np.uint8(code + (comparison >> 8))
                        goes_right = np.int64(moved_code > np.uint8(comparison & 255))
                    answered[depth, place] = answered[same, place] if goes_right == side else 0.0
                is_leaf = packed[child, LEFT] == child
                for point in range(count):
                    t, w = time[point], weight[point]
                    was = z_same * (1 - t) + t
                    both, lost = (z * (1 - t) + t) / was, z * (1 - t) / was
                    none = z / z_same if z_same > 0 else 0.0
                    for place in range(size):
                        factor = none
                        if answered[depth, place] > 0:
                            factor = both
                        elif answered[same, place] > 0:
                            factor = lost
                        product[depth, point, place] = product[depth - 1, point, place] * factor
                    if not is_leaf:
                        for channel in range(channels):
                            for place in range(size):
                                below[depth, point, channel, place] = 0.0
                        continue
                    at_same = w * (1 - z_same) / was
                    both = w * (1 - z) / (z * (1 - t) + t) - at_same
                    lost = -w / (1 - t) - at_same
                    for channel in range(channels):
                        value = values[child, channel]
                        column = np.uint64(output[tree] if channels == 1 else channel)
                        for place in range(size):
                            said = value * product[depth, point, place]
                            factor = 0.0
                            if answered[depth, place] > 0:
                                factor = both
                            elif answered[same, place] > 0:
                                factor = lost
                            own[feature, column, place] += said * factor
                            below[depth - 1, point, channel, place] += said
                if is_leaf:
                    depth -= 1
                else:
                    reached[depth], stage[depth] = child, 0
        for feature in range(features):
            for column in range(outputs):
                for place in range(size):
                    found[low + place, feature, column] += own[feature, column, place]
