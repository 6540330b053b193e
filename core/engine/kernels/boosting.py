"""A round of boosting with stumps in one pass over the rows.

Rows are in training order: training rows first, validation rows behind them. `signed` holds
y w for every row, `agreement` holds y F(x). Only training rows enter the histograms; validation
rows get the weight that they would have had.

Let D[f, b] be the sum of y w over the training rows whose feature f has code b. A stump h with
values -1 and +1 has the weighted error (1 - sum over b of h(b) D[f, b]) / 2, so D is all that the
search needs.
"""

import math

import numpy as np

from core.engine.codes import BINS, MISSING
from core.engine.kernels.compiling import kernel

# Below this a product of factors loses digits: the weight is computed anew from the score.
TINY = 1e-280
_BLOCK = 2048

WEIGHT, TRAINING_WRONG, VALIDATION_WRONG = 0, 1, 2
TALLIES = 3


@kernel
def add_histograms(codes, start, stop, signed, histogram):
    """Add y w of rows start to stop into histogram[feature, code]; four features a time."""
    features = codes.shape[0]
    for low in range(start, stop, _BLOCK):
        high = min(low + _BLOCK, stop)
        feature = 0
        # Four independent sums hide the latency of reading back what was just written.
        while feature + 4 <= features:
            codes0, codes1 = codes[feature], codes[feature + 1]
            codes2, codes3 = codes[feature + 2], codes[feature + 3]
            sums0, sums1 = histogram[feature], histogram[feature + 1]
            sums2, sums3 = histogram[feature + 2], histogram[feature + 3]
            for row in range(low, high):
                value = signed[row]
                sums0[codes0[row]] += value
                sums1[codes1[row]] += value
                sums2[codes2[row]] += value
                sums3[codes3[row]] += value
            feature += 4
        while feature < features:
            for row in range(low, high):
                histogram[feature, codes[feature, row]] += signed[row]
            feature += 1


@kernel
def histogram_chunks(codes, first, last, chunk, training, signed, histograms, tallies):
    """The histograms and the total weight of chunks first to last, before the first round."""
    for number in range(first, last):
        start = min(number * chunk, training)
        stop = min(start + chunk, training)
        histograms[number] = 0.0
        tallies[number] = 0.0
        add_histograms(codes, start, stop, signed, histograms[number])
        total = 0.0
        for row in range(start, stop):
            total += abs(signed[row])
        tallies[number, WEIGHT] = total


@kernel
def reweighted(signed, label, start_weight, agreement, factor, log_scale):
    """One weight after one round: multiplied, or, where that lost its digits, computed anew."""
    value = signed * factor
    if abs(value) < TINY:
        value = label * start_weight * math.exp(-agreement - log_scale)
        if abs(value) < TINY:
            value = 0.0
    return value


@kernel
def boost_chunks(
    codes, first, last, chunk, training, labels, row_weights, start_weights, tie,
    feature, sides, vote, right, wrong, log_scale,
    signed, agreement, bits, histograms, tallies,
):  # fmt: skip
    """Let the stump vote on chunks first to last, reweight, and sum up for the next search.

    `sides` gives the stump's vote (-1 or 1) for each code of its feature; `right` and `wrong` are
    what weights are multiplied by. A bit is set where the stump was right.
    """
    rows = codes.shape[1]
    column = codes[feature]
    for number in range(first, last):
        start = number * chunk
        stop = min(start + chunk, rows)
        total = 0.0
        training_wrong = 0.0
        validation_wrong = 0.0
        for low in range(start, stop, 8):
            byte = np.uint8(0)
            for row in range(low, min(low + 8, stop)):
                label = labels[row]
                if sides[column[row]] == label:
                    byte |= np.uint8(1 << (row - low))
                    agreement[row] += vote
                    factor = right
                else:
                    agreement[row] -= vote
                    factor = wrong
                value = reweighted(
                    signed[row], label, start_weights[row], agreement[row], factor, log_scale
                )
                signed[row] = value
                is_wrong = agreement[row] < 0.0 or (agreement[row] == 0.0 and label != tie)
                if row < training:
                    total += abs(value)
                    if is_wrong:
                        training_wrong += row_weights[row]
                elif is_wrong:
                    validation_wrong += row_weights[row]
            bits[low >> 3] = byte
        histograms[number] = 0.0
        add_histograms(codes, start, min(stop, training), signed, histograms[number])
        tallies[number, WEIGHT] = total
        tallies[number, TRAINING_WRONG] = training_wrong
        tallies[number, VALIDATION_WRONG] = validation_wrong


@kernel
def best_stump(histogram, counts, is_category, best):
    """The stump of least weighted error among all that have two sides.

    `histogram` is D, `counts` the number of training rows per feature and code. Writes into
    `best` the side (-1 or 1) of every code, and returns (feature, edge), where the edge is
    the sum of h(b) D[b], or (-1, 0) if no feature has two sides.

    Numbers: every threshold, both directions, missing values on either side. Categories: each
    code takes the sign of its own sum, which is the best of all subsets; were all signs equal,
    the code that costs least changes sides. Ties go to the first feature and lowest threshold.
    """
    best_feature = -1
    best_edge = -1.0
    best_cut = -1
    best_missing_left = False
    best_sign = 1
    for feature in range(histogram.shape[0]):
        sums = histogram[feature]
        count = counts[feature]
        if is_category[feature]:
            edge = _subset_edge(sums, count)
            if edge > best_edge:
                best_feature, best_edge = feature, edge
            continue
        total = 0.0
        rows = 0
        top = -1
        for code in range(MISSING):
            total += sums[code]
            rows += count[code]
            if count[code] > 0:
                top = code
        missing = sums[MISSING]
        below = 0.0
        rows_below = 0
        for code in range(top + 1):
            below += sums[code]
            rows_below += count[code]
            if count[code] == 0:
                continue
            if code < top:
                # Without missing rows the side is a tie: they go where most rows go.
                left = below + missing - (total - below)
                right = below - missing - (total - below)
                if count[MISSING] == 0:
                    go_left = 2 * rows_below >= rows
                else:
                    go_left = abs(left) > abs(right)
                edge = left if go_left else right
                if abs(edge) > best_edge:
                    best_feature, best_edge, best_cut = feature, abs(edge), code
                    best_missing_left, best_sign = go_left, 1 if edge >= 0 else -1
            elif count[MISSING] > 0:
                # All values on one side, missing ones on the other.
                edge = total - missing
                if abs(edge) > best_edge:
                    best_feature, best_edge, best_cut = feature, abs(edge), code
                    best_missing_left, best_sign = False, 1 if edge >= 0 else -1
    if best_feature < 0:
        return -1, 0.0
    if is_category[best_feature]:
        _subset_sides(histogram[best_feature], counts[best_feature], best)
    else:
        for code in range(BINS):
            best[code] = best_sign if code <= best_cut else -best_sign
        best[MISSING] = best_sign if best_missing_left else -best_sign
    return best_feature, best_edge


@kernel
def _subset_edge(sums, count):
    """The best edge of a category feature with two sides, -1 if it has not two codes."""
    present, positive, cheapest, edge = 0, 0, math.inf, 0.0
    for code in range(BINS):
        if count[code] > 0:
            present += 1
            positive += sums[code] >= 0.0
            cheapest = min(cheapest, abs(sums[code]))
            edge += abs(sums[code])
    if present < 2:
        return -1.0
    return edge - 2.0 * cheapest if positive in (0, present) else edge


@kernel
def _subset_sides(sums, count, sides):
    """The side of every code; codes without training rows go where most rows go."""
    present, positive, rows, rows_positive = 0, 0, 0, 0
    cheapest, cost = -1, math.inf
    for code in range(BINS):
        if count[code] > 0:
            present += 1
            rows += count[code]
            sides[code] = 1 if sums[code] >= 0.0 else -1
            if sides[code] > 0:
                positive += 1
                rows_positive += count[code]
            if abs(sums[code]) < cost:
                cheapest, cost = code, abs(sums[code])
    if positive in (0, present):
        sides[cheapest] = -sides[cheapest]
        rows_positive += sides[cheapest] * count[cheapest]
    for code in range(BINS):
        if count[code] == 0:
            sides[code] = 1 if 2 * rows_positive >= rows else -1
