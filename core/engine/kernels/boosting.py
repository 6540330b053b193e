"""What a round of boosting with stumps does to rows, and the search for the next stump.

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

from core.base.compiling import inner, inner_leaf, kernel, leaf
from core.engine.codes import BINS, MISSING
from core.engine.kernels.blocks import add_rows
from core.engine.kernels.growing.cuts import middle_cut

# Beyond these a product of factors loses digits: the weight is computed anew from the score.
TINY, HUGE = 1e-280, 1e280
# What a validation row's weight grows to at most: sums and multiples of it stay finite.
HEAVIEST = 1e300
# How far a weight, a product of a factor a round, may be from what it should be.
_NEAR = 2.0**-26
_GATHER = np.uint64(0x0102040810204080)


@kernel
def histogram_chunks(blocks, first, last, chunk, training, signed, unit, histograms):
    """D in units of the training rows in chunks first to last."""
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


@leaf
def reweighted(value, label, start_weight, agreement, log_scale):
    """A weight that was just multiplied, computed anew where the product lost its digits."""
    if start_weight > 0.0 and not TINY <= abs(value) <= HUGE:
        weight = min(start_weight * math.exp(-agreement - log_scale), HEAVIEST)
        value = label * weight if weight >= TINY else 0.0
    return value


@inner_leaf
def cut_of(sides):
    """The last code on the side of the first one if sides change once at most, else -1."""
    cut = 0
    while cut + 1 < MISSING and sides[cut + 1] == sides[0]:
        cut += 1
    for code in range(cut + 1, MISSING):
        if sides[code] == sides[0]:
            return -1
    return cut


@inner_leaf
def judge_cut(codes, labels, sides, cut, is_right):
    """`judge` by a comparison, which the compiler makes vectors of; a look-up it cannot."""
    top = np.uint8(cut)
    first, missing = sides[0], sides[MISSING]
    for row in range(np.uint64(len(codes))):
        code = codes[row]
        agrees = (code <= top) == (labels[row] == first)
        is_right[row] = (labels[row] == missing) if code == np.uint8(MISSING) else agrees


@inner_leaf
def judge(codes, labels, sides, is_right):
    """Whether the stump is right about each row."""
    for row in range(np.uint64(len(codes))):
        is_right[row] = sides[codes[row]] == labels[row]


@inner_leaf
def pack(is_right, count, bits):
    """Eight bytes to eight bits, the first row lowest."""
    is_right[count : (count + 7) & ~7] = 0
    eights = is_right.view(np.uint64)
    for byte in range(np.uint64((count + 7) >> 3)):
        # The product puts the lowest bit of every byte into the highest byte.
        bits[byte] = (eights[byte] * _GATHER) >> np.uint64(56)


@inner_leaf
def pick_missed(words, start, rows, missed):
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


@leaf
def multiply(is_right, right, wrong, signed):
    """Multiply the weights; tells how many became tiny or huge."""
    extreme = 0
    for row in range(np.uint64(len(signed))):
        value = signed[row] * (right if is_right[row] != 0 else wrong)
        signed[row] = value
        extreme += (abs(value) < TINY) | (abs(value) > HUGE)
    return extreme


@leaf
def weigh(signed, back):
    """The sum of the weights, in units: whole numbers, so that it is the same in any order."""
    total = np.int64(0)
    for row in range(np.uint64(len(signed))):
        total += np.int64(np.rint(abs(signed[row]) * back))
    return total


@leaf
def weigh_wrong(agreement, labels, row_weights, tie, back):
    """The weight, in units, of the rows that the ensemble gets wrong; a tie goes to one class."""
    total = np.int64(0)
    for row in range(np.uint64(len(agreement))):
        is_tie = agreement[row] == 0.0
        is_wrong = (agreement[row] < 0.0) | (is_tie & (labels[row] != tie))
        total += np.int64(np.rint(row_weights[row] * back)) if is_wrong else np.int64(0)
    return total


@leaf
def weigh_heavy(signed, row_weights, even_weight, factor, back):
    """`weigh_wrong` by the weights, -1 if that cannot be told.

    w = w0 exp(-yF) / Z, so that a row is wrong if it weighs more than w0 / Z, here its row weight
    times the factor. Weights are products of many steps: near that, y F itself has to be asked.
    """
    low, high = factor * (1.0 - _NEAR), factor * (1.0 + _NEAR)
    wrong, near = np.int64(0), 0
    if even_weight > 0.0:
        low, high = low * even_weight, high * even_weight
        for row in range(np.uint64(len(signed))):
            weight = abs(signed[row])
            wrong += np.int64(weight > high)
            near += (weight >= low) & (weight <= high)
        wrong *= np.int64(np.rint(even_weight * back))
    else:
        for row in range(np.uint64(len(signed))):
            weight, own = abs(signed[row]), row_weights[row]
            is_wrong = weight > own * high
            wrong += np.int64(np.rint(own * back)) if is_wrong else np.int64(0)
            near += (weight >= own * low) & (weight <= own * high) & (own > 0.0)
    return wrong if near == 0 else np.int64(-1)


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
    edges, cuts = np.empty(len(histogram)), np.empty((len(histogram), 3), np.int64)
    for feature in range(len(histogram)):
        edges[feature] = best_of_feature(
            histogram[feature], counts[feature], is_category[feature], cuts[feature]
        )
    return chosen_stump(histogram, counts, is_category, spans, edges, cuts, best)


@inner
def best_of_feature(sums, count, is_category, cut):
    """The best edge of a feature, -1 if it has not two sides.

    Of numbers the cut is written: its last code, the side of missing values if there are any, and
    its sign.
    """
    if is_category:
        return _subset_edge(sums, count)
    if count[MISSING] == 0:
        below = np.empty(BINS)
        _run_up(sums, below)
        low, top = ends_of(count)
        return best_cut(below, low, top, np.empty(BINS), cut)
    best_edge = -1.0
    total = 0.0
    top = -1
    for code in range(MISSING):
        total += sums[code]
        if count[code] > 0:
            top = code
    missing = sums[MISSING]
    below = 0.0
    for code in range(top + 1):
        below += sums[code]
        if count[code] == 0:
            continue
        if code < top:
            left = below + missing - (total - below)
            right = below - missing - (total - below)
            go_left = abs(left) > abs(right)
            edge = left if go_left else right
            if abs(edge) > best_edge:
                best_edge = abs(edge)
                cut[0], cut[1], cut[2] = code, go_left, 1 if edge >= 0 else -1
        else:
            # All values on one side, missing ones on the other.
            edge = total - missing
            if abs(edge) > best_edge:
                best_edge = abs(edge)
                cut[0], cut[1], cut[2] = code, 0, 1 if edge >= 0 else -1
    return best_edge


@inner_leaf
def run_up(sums, below):
    """The sum up to each code, feature by feature; four at a time, as each step waits for the last.

    Every feature is added up in the order of its codes.
    """
    many = len(sums) & ~3
    for first in range(0, many, 4):
        sums0, sums1, sums2, sums3 = sums[first], sums[first + 1], sums[first + 2], sums[first + 3]
        own0, own1, own2, own3 = below[first], below[first + 1], below[first + 2], below[first + 3]
        one, two, three, four = 0.0, 0.0, 0.0, 0.0
        for code in range(np.uint64(MISSING)):
            one += sums0[code]
            two += sums1[code]
            three += sums2[code]
            four += sums3[code]
            own0[code], own1[code], own2[code], own3[code] = one, two, three, four
    for feature in range(many, len(sums)):
        _run_up(sums[feature], below[feature])


@inner_leaf
def _run_up(sums, below):
    total = 0.0
    for code in range(np.uint64(MISSING)):
        total += sums[code]
        below[code] = total


@inner_leaf
def ends_of(count):
    """The first and the last code that rows have, but for missing values."""
    low, top = 0, MISSING - 1
    while low < top and count[low] == 0:
        low += 1
    while top > low and count[top] == 0:
        top -= 1
    return low, top


@inner_leaf
def best_cut(below, low, top, edges, cut):
    """`best_of_feature` of numbers of which none is missing, by the sums up to each code.

    `edges` is room for one a code.
    """
    if low >= top:
        return -1.0
    total = below[MISSING - 1]
    for code in range(np.uint64(low), np.uint64(top)):
        edges[code] = abs(below[code] - (total - below[code]))
    # Numbers above 0 are in the order of their bits, of which the compiler makes vectors.
    bits, most = edges.view(np.int64), np.int64(-1)
    for code in range(np.uint64(low), np.uint64(top)):
        most = max(most, bits[code])
    # A code without rows has the edge of the one before it, and is not taken for a better one.
    last = np.uint64(low)
    while bits[last] != most:
        last += np.uint64(1)
    cut[0], cut[2] = last, 1 if below[last] - (total - below[last]) >= 0 else -1
    return edges[last]


@inner
def chosen_stump(histogram, counts, is_category, spans, edges, cuts, best):
    """The feature of the best edge, the first one of several, and the edge; see `best_stump`.

    If none of its values is missing, their side is a tie: they go where most rows go.
    """
    feature = -1
    for place in range(len(edges)):
        if edges[place] > (edges[feature] if feature >= 0 else -1.0):
            feature = place
    if feature < 0:
        return -1, 0.0
    if is_category[feature]:
        _subset_sides(histogram[feature], counts[feature], best)
        return feature, edges[feature]
    last, sign = cuts[feature, 0], cuts[feature, 2]
    if counts[feature, MISSING] == 0:
        rows_below, rows = np.int64(0), np.int64(0)
        for code in range(MISSING):
            rows += counts[feature, code]
            rows_below += counts[feature, code] if code <= last else 0
        cuts[feature, 1] = 2 * rows_below >= rows
    following = last + 1
    while following < MISSING and counts[feature, following] == 0:
        following += 1
    cut = middle_cut(spans[feature], last, following if following < MISSING else -1)
    for code in range(BINS):
        best[code] = sign if code <= cut else -sign
    best[MISSING] = sign if cuts[feature, 1] else -sign
    return feature, edges[feature]


@inner_leaf
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


@inner_leaf
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
