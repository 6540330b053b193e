"""A round of boosting with stumps in one pass over the rows.

Rows are in training order: training rows first, validation rows behind them. `signed` holds
y w for every row, `agreement` holds y F(x). Only training rows enter the histograms; validation
rows get the weight that they would have had.

Let D[f, b] be the sum of y w over the training rows whose feature f has code b. A stump h with
values -1 and +1 has the weighted error (1 - sum over b of h(b) D[f, b]) / 2, so D is all that the
search needs. It is summed up in whole numbers of a unit so small that nothing is lost: the sum is
the same in any order, and however the rows are cut into pieces.
"""

import math

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from core.base.compiling import kernel, sum_kernel
from core.engine.codes import BINS, MISSING
from core.engine.kernels.blocks import add_rows
from core.engine.kernels.growing.cuts import middle_cut

# Beyond these a product of factors loses digits: the weight is computed anew from the score.
TINY, HUGE = 1e-280, 1e280
# What a validation row's weight grows to at most: sums and multiples of it stay finite.
HEAVIEST = 1e300
_GATHER = np.uint64(0x0102040810204080)

WEIGHT, TRAINING_WRONG, VALIDATION_WRONG = 0, 1, 2
TALLIES = 3


@kernel
def histogram_chunks(blocks, first, last, chunk, training, signed, unit, histograms, tallies):
    """D in units and the total weight of the training rows in chunks first to last."""
    rows, values = np.empty(chunk, np.uint32), np.empty(chunk, np.int64)
    back = 1.0 / unit
    for number in range(first, last):
        start = min(number * chunk, training)
        count = min(chunk, training - start)
        for place in range(np.uint64(count)):
            rows[place] = np.uint32(start + np.int64(place))
            values[place] = np.int64(np.rint(signed[start + np.int64(place)] * back))
        histograms[number] = 0
        add_rows(blocks, rows[:count], values[:count], histograms[number])
        tallies[number] = 0.0
        tallies[number, WEIGHT] = _total(signed[start : start + count])


@kernel
def reweighted(value, label, start_weight, agreement, log_scale):
    """A weight that was just multiplied, computed anew where the product lost its digits."""
    if start_weight > 0.0 and not TINY <= abs(value) <= HUGE:
        weight = min(start_weight * math.exp(-agreement - log_scale), HEAVIEST)
        value = label * weight if weight >= TINY else 0.0
    return value


@kernel
def boost_chunks(
    codes,
    blocks,
    first,
    last,
    chunk,
    training,
    labels,
    row_weights,
    start_weights,
    tie,
    feature,
    sides,
    vote,
    right,
    wrong,
    log_scale,
    unit,
    signed,
    agreement,
    bits,
    wrong_histograms,
    tallies,
):
    """Let the stump vote on chunks first to last, and reweight.

    `sides` gives the stump's vote (-1 or 1) for each code of its feature; `right` and `wrong` are
    what weights are multiplied by. A bit is set where the stump was right. `wrong_histograms`
    is D of the rows that it got wrong, in units, with their weights before: a minority, which is
    all that the next D needs, since D' = right D + (wrong - right) D_wrong.

    Short loops with one job each, and unsigned indices: the compiler makes vectors of them.
    """
    rows = codes.shape[1]
    is_right = np.empty(chunk, np.uint8)
    words = np.empty((chunk >> 6) + 1, np.uint64)
    packed = words.view(np.uint8)
    missed = np.empty(chunk, np.uint32)
    missed_values = np.empty(chunk, np.int64)
    back = 1.0 / unit
    cut = _cut_of(sides)
    for number in range(first, last):
        start = number * chunk
        stop = min(start + chunk, rows)
        end = max(start, min(stop, training))
        if cut >= 0:
            _judge_cut(codes[feature, start:stop], labels[start:stop], sides, cut, is_right)
        else:
            _judge(codes[feature, start:stop], labels[start:stop], sides, is_right)
        _pack(is_right, stop - start, packed)
        for byte in range((stop - start + 7) >> 3):
            bits[(start >> 3) + byte] = packed[byte]
        count = _pick_missed(words, start, end - start, missed)
        for place in range(count):
            missed_values[place] = np.int64(np.rint(signed[missed[place]] * back))
        wrong_histograms[number] = 0
        add_rows(blocks, missed[:count], missed_values[:count], wrong_histograms[number])
        extreme = _multiply(is_right, vote, right, wrong, agreement[start:stop], signed[start:stop])
        if extreme > 0:
            for row in range(start, stop):
                signed[row] = reweighted(
                    signed[row], labels[row], start_weights[row], agreement[row], log_scale
                )
        tallies[number, WEIGHT] = _total(signed[start:end])
        tallies[number, TRAINING_WRONG] = _wrong(
            agreement[start:end], labels[start:end], row_weights[start:end], tie
        )
        tallies[number, VALIDATION_WRONG] = _wrong(
            agreement[end:stop], labels[end:stop], row_weights[end:stop], tie
        )


@kernel
def carry_histogram(histogram, right, wrong, wrong_histograms, unit):
    """D' = right D + (wrong - right) D_wrong, D_wrong being the sum over the chunks."""
    factor = (wrong - right) * unit
    for feature in range(histogram.shape[0]):
        sums = wrong_histograms[0, feature]
        for number in range(1, wrong_histograms.shape[0]):
            part = wrong_histograms[number, feature]
            for code in range(np.uint64(BINS)):
                sums[code] += part[code]
        own = histogram[feature]
        for code in range(np.uint64(BINS)):
            own[code] = right * own[code] + factor * np.float64(sums[code])


@kernel
def _cut_of(sides):
    """The last code on the side of the first one if sides change once at most, else -1."""
    cut = 0
    while cut + 1 < MISSING and sides[cut + 1] == sides[0]:
        cut += 1
    for code in range(cut + 1, MISSING):
        if sides[code] == sides[0]:
            return -1
    return cut


@kernel
def _judge_cut(codes, labels, sides, cut, is_right):
    """`_judge` by a comparison, which the compiler makes vectors of; a look-up it cannot."""
    top = np.uint8(cut)
    first, missing = sides[0], sides[MISSING]
    for row in range(np.uint64(len(codes))):
        code = codes[row]
        agrees = (code <= top) == (labels[row] == first)
        is_right[row] = (labels[row] == missing) if code == np.uint8(MISSING) else agrees


@kernel
def _judge(codes, labels, sides, is_right):
    """Whether the stump is right about each row."""
    for row in range(np.uint64(len(codes))):
        is_right[row] = sides[codes[row]] == labels[row]


@kernel
def _pack(is_right, count, bits):
    """Eight bytes to eight bits, the first row lowest."""
    is_right[count : (count + 7) & ~7] = 0
    eights = is_right.view(np.uint64)
    for byte in range(np.uint64((count + 7) >> 3)):
        # The product puts the lowest bit of every byte into the highest byte.
        bits[byte] = (eights[byte] * _GATHER) >> np.uint64(56)


@kernel
def _pick_missed(words, start, rows, missed):
    """The first rows whose bits are not set, in their order: steps for those alone."""
    count, low = np.uint64(0), np.uint32(start)
    for place in range(np.uint64((rows + 63) >> 6)):
        wrong = ~words[place]
        left = rows - 64 * np.int64(place)
        if left < 64:
            wrong &= (np.uint64(1) << np.uint64(left)) - np.uint64(1)
        while wrong != 0:
            missed[count] = low + np.uint32(trailing_zeros(wrong))
            wrong &= wrong - np.uint64(1)
            count += np.uint64(1)
        low += np.uint32(64)
    return count


@kernel
def _multiply(is_right, vote, right, wrong, agreement, signed):
    """Add the vote and multiply the weight; tells how many weights became tiny or huge."""
    extreme = 0
    for row in range(np.uint64(len(signed))):
        was_right = is_right[row] != 0
        agreement[row] += vote if was_right else -vote
        value = signed[row] * (right if was_right else wrong)
        signed[row] = value
        extreme += (abs(value) < TINY) | (abs(value) > HUGE)
    return extreme


@sum_kernel
def _total(signed):
    total = 0.0
    for row in range(np.uint64(len(signed))):
        total += abs(signed[row])
    return total


@sum_kernel
def _wrong(agreement, labels, row_weights, tie):
    """The weight of the rows that the ensemble gets wrong; a tie goes to one class."""
    total = 0.0
    for row in range(np.uint64(len(agreement))):
        is_tie = agreement[row] == 0.0
        total += row_weights[row] * ((agreement[row] < 0.0) | (is_tie & (labels[row] != tie)))
    return total


@kernel
def best_stump(histogram, counts, is_category, spans, best):
    """The stump of least weighted error among all that have two sides.

    `histogram` is D, `counts` the number of training rows per feature and code. Writes into
    `best` the side (-1 or 1) of every code, and returns (feature, edge), where the edge is
    the sum of h(b) D[b], or (-1, 0) if no feature has two sides.

    Numbers: every threshold, both directions, missing values on either side. Categories: each
    code takes the sign of its own sum, which is the best of all subsets; were all signs equal,
    the code that costs least changes sides. Ties go to the first feature and lowest threshold. A
    threshold lies in the middle of its gap; a category without rows is answered as by all rows.
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
                most_left = 2 * rows_below >= rows
                go_left = most_left if count[MISSING] == 0 else abs(left) > abs(right)
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
        following = best_cut + 1
        while following < MISSING and counts[best_feature, following] == 0:
            following += 1
        following = following if following < MISSING else -1
        cut = middle_cut(spans[best_feature], best_cut, following)
        for code in range(BINS):
            best[code] = best_sign if code <= cut else -best_sign
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
    """The side of every code; codes without training rows are answered as by all rows."""
    present, positive, total = 0, 0, 0.0
    cheapest, cost = -1, math.inf
    for code in range(BINS):
        if count[code] > 0:
            present += 1
            total += sums[code]
            sides[code] = 1 if sums[code] >= 0.0 else -1
            positive += sides[code] > 0
            if abs(sums[code]) < cost:
                cheapest, cost = code, abs(sums[code])
    if positive in (0, present):
        sides[cheapest] = -sides[cheapest]
    for code in range(BINS):
        if count[code] == 0:
            sides[code] = 1 if total >= 0.0 else -1
