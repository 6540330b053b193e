"""Prediction by trees on codes."""

import numpy as np

from core.engine.codes import MISSING
from core.engine.kernels.compiling import kernel

_BLOCK = 256


@kernel
def add_votes(
    roots, feature, threshold, missing_left, subset, subsets, left, right, values, votes,
    codes, trees, start, stop, scores,
):  # fmt: skip
    """scores[row] += vote * leaf value, tree by tree in order, for rows start to stop."""
    outputs = values.shape[1]
    for low in range(start, stop, _BLOCK):
        high = min(low + _BLOCK, stop)
        for tree in range(trees):
            vote = votes[tree]
            for row in range(low, high):
                node = roots[tree]
                while left[node] >= 0:
                    code = codes[feature[node], row]
                    if subset[node] >= 0:
                        goes_left = (subsets[subset[node], code >> 3] >> (code & 7)) & 1
                    elif code == MISSING:
                        goes_left = np.uint8(missing_left[node])
                    else:
                        goes_left = np.uint8(code <= threshold[node])
                    node = left[node] if goes_left else right[node]
                for output in range(outputs):
                    scores[row, output] += vote * values[node, output]
