"""Class vectors by trees whose leaves share a table of class shares."""

import numpy as np

from core.base.compiling import kernel
from core.engine.codes import MISSING

_BLOCK = 256


@kernel
def add_shares(trees, leaf, shares, codes, per_forest, start, stop, vectors):
    """vectors += the shares of the leaf that a row reaches, tree by tree, for rows start to stop.

    A node's `leaf` is its row of the table. The trees of a forest stand one behind the other, and
    each forest has columns of its own, one a class.
    """
    roots, feature, threshold, missing_left, subset, subsets, left, right = trees
    classes = shares.shape[1]
    for low in range(start, stop, _BLOCK):
        high = min(low + _BLOCK, stop)
        for tree in range(len(roots)):
            column = tree // per_forest * classes
            for row in range(np.uint64(low), np.uint64(high)):
                node = np.uint32(roots[tree])
                while left[node] >= 0:
                    code = codes[feature[node], row]
                    if subset[node] >= 0:
                        goes_left = (subsets[subset[node], code >> 3] >> (code & 7)) & 1
                    elif code == MISSING:
                        goes_left = np.uint8(missing_left[node])
                    else:
                        goes_left = np.uint8(code <= threshold[node])
                    node = np.uint32(left[node] if goes_left else right[node])
                reached = np.int64(leaf[node, 0])
                for place in range(classes):
                    vectors[row, column + place] += shares[reached, place]
