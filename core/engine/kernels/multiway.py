"""The questions of ID3 and C4.5 about a node: information gain, split information, best cut."""

import math

import numpy as np

from core.engine.codes import BINS, MISSING
from core.engine.kernels.compiling import kernel


@kernel
def information(sums):
    """Σ_k S_k ln S_k - W ln W: minus the entropy times the weight."""
    total = 0.0
    result = 0.0
    for value in sums:
        if value > 0.0:
            total += value
            result += value * math.log(value)
    return result - total * math.log(total) if total > 0.0 else 0.0


@kernel
def scan_questions(
    codes, is_category, features, rows, weights, labels, classes, min_rows,
    gains, infos, cuts, sides,
):  # fmt: skip
    """Gain and split information (both times the node's weight) of each feature's best question.

    Categories split into one branch a code, missing values having their own; numbers split at
    the threshold of highest gain, missing values on the better side. A gain of -1: no question.
    At least two branches must have min_rows rows.
    """
    sums = np.empty((BINS, classes))
    counts = np.empty(BINS, np.int64)
    total = np.zeros(classes)
    for row in rows:
        total[labels[row]] += weights[row]
    node = information(total)
    left, right = np.empty(classes), np.empty(classes)
    branch = np.empty(2)
    for place in range(len(features)):
        column = codes[features[place]]
        sums[:] = 0.0
        counts[:] = 0
        for row in rows:
            code = column[row]
            sums[code, labels[row]] += weights[row]
            counts[code] += 1
        gains[place] = -1.0
        if is_category[features[place]]:
            gain, info, whole, large, used = -node, 0.0, 0.0, 0, 0
            for code in range(BINS):
                if counts[code] > 0:
                    own = sums[code].sum()
                    gain += information(sums[code])
                    info += own * math.log(own) if own > 0.0 else 0.0
                    whole += own
                    used += 1
                    large += counts[code] >= min_rows
            if used > 1 and large > 1:
                gains[place] = gain
                infos[place] = whole * math.log(whole) - info
            continue
        missing, missing_rows = sums[MISSING], counts[MISSING]
        left[:] = 0.0
        rows_left = 0
        present = len(rows) - missing_rows
        for code in range(MISSING):
            if counts[code] == 0:
                continue
            left += sums[code]
            rows_left += counts[code]
            if rows_left == present and missing_rows == 0:
                break
            for side in range(2 if missing_rows > 0 and rows_left < present else 1):
                moved = missing_rows if side == 1 else 0
                if rows_left + moved < min_rows or len(rows) - rows_left - moved < min_rows:
                    continue
                if side == 1:
                    left += missing
                for label in range(classes):
                    right[label] = total[label] - left[label]
                gain = information(left) + information(right) - node
                if gain > gains[place]:
                    gains[place] = gain
                    cuts[place] = code
                    most_left = missing_rows == 0 and 2 * rows_left >= len(rows)
                    sides[place] = side == 1 or most_left
                    branch[0], branch[1] = left.sum(), right.sum()
                    infos[place] = -information(branch)
                if side == 1:
                    left -= missing
