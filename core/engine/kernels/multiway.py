"""The questions of ID3 and C4.5 about a node: information gain, split information, best cut."""

import math

import numpy as np

from core.base.compiling import inner, kernel
from core.engine.codes import BINS, MISSING
from core.engine.kernels.growing.even_splits import even_cut


@inner
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
    codes,
    is_category,
    features,
    rows,
    weights,
    labels,
    classes,
    min_rows,
    gains,
    infos,
    cuts,
    sides,
    followings,
):
    """Gain and split information (both times the node's weight) of each feature's best question.

    Categories split into one branch a code, missing values having their own; numbers split at
    the threshold of highest gain, missing values on the better side. A gain of -1: no question.
    At least two branches must have min_rows rows. `followings` are the next codes behind the cuts.
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
        followings[place] = -1
        for code in range(MISSING - 1, cuts[place], -1):
            if counts[code] > 0:
                followings[place] = code


@kernel
def scan_evenly(
    codes, is_category, features, rows, weights, min_rows, evenness, cuts, sides, followings
):
    """How evenly each feature's question parts the rows by weight, from 0 to 1; -1 without one.

    For where no question gains anything. Numbers are cut most evenly; n branches with the shares
    s of the weight are as even as (1 - Σ s²) / (1 - 1/n).
    """
    counts, heavy = np.empty(BINS, np.int64), np.empty(BINS)
    for place in range(len(features)):
        column = codes[features[place]]
        counts[:] = 0
        heavy[:] = 0.0
        total = 0.0
        for row in rows:
            counts[column[row]] += 1
            heavy[column[row]] += weights[row]
            total += weights[row]
        evenness[place] = -1.0
        if is_category[features[place]]:
            squares, used, large = 0.0, 0, 0
            for code in range(BINS):
                if counts[code] > 0:
                    squares += (heavy[code] / total) ** 2
                    used += 1
                    large += counts[code] >= min_rows
            if used > 1 and large > 1:
                evenness[place] = (1.0 - squares) / (1.0 - 1.0 / used)
            continue
        heaviest, cuts[place], sides[place], followings[place] = even_cut(
            counts, heavy, len(rows), total, min_rows
        )
        if heaviest < math.inf:
            share = heaviest / total
            evenness[place] = 2.0 * (1.0 - share * share - (1.0 - share) ** 2)
