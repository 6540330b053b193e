"""Going on where no question gains anything: the rows are parted as evenly as can be.

Two columns of which neither tells anything may tell everything together (exclusive or). So a node
whose rows differ goes on as long as there is a question, and asks the one that parts its rows most
evenly; ties go to the lowest feature and the lowest cut. Questions behind which nothing is gained
either are taken back when the tree is done.
"""

import math

import numpy as np

from core.base.compiling import inner, kernel
from core.engine.codes import BINS, MISSING
from core.engine.kernels.growing.criteria import NUMBERS, is_nearly_pure
from core.engine.kernels.growing.subsets import write_subset

_ROUNDING = 1e-12


@kernel
def spread_of(rows, pairs, criterion):
    """Of some rows Σ (w y)² / w and Σ |w y|, by which `may_go_on` tells whether numbers differ."""
    squares, size = 0.0, 0.0
    if criterion != NUMBERS:
        return squares, size
    for row in rows:
        if pairs[row, 0] > 0.0:
            squares += pairs[row, 1] / pairs[row, 0] * pairs[row, 1]
        size += abs(pairs[row, 1])
    return squares, size


@kernel
def may_go_on(spread, total, rules, gain):
    """Whether a node without a gain may go on: if it is impure by more than rounding.

    Rows of next to no weight, as boosting has them, make no node impure. Numbers must differ, and
    a penalty must not have made the gain negative.
    """
    if rules.criterion != NUMBERS:
        return not is_nearly_pure(total)
    penalty, (squares, size) = rules.penalty, spread
    between = total[1] / total[0] * total[1] if total[0] > 0.0 else 0.0
    # Where all cancels out, what is left of S_1 is rounding, and so is the gain from it.
    left_over = _ROUNDING * size
    weight = total[0] + penalty
    least = left_over / weight * left_over if weight > 0.0 else 0.0
    return squares - between > _ROUNDING * squares and (penalty == 0.0 or gain >= -least)


@inner
def even_cut(counts, heavy, rows, weight, min_rows):
    """The cut that parts the rows of a feature of numbers most evenly, by their weights.

    `counts` and `heavy` are the rows and the weight per code. Tells (the heavier side's weight,
    last code left, missing left, next code right); an infinite weight if there is no cut.
    """
    missing = counts[MISSING]
    heaviest, cut, missing_left, following = math.inf, -1, False, -1
    rows_below, below = 0, 0.0
    for code in range(MISSING):
        if counts[code] == 0:
            continue
        following = code if cut >= 0 and following < 0 else following
        rows_below += counts[code]
        below += heavy[code]
        for side in range(2 if missing > 0 else 1):
            left, own = rows_below + side * missing, below + side * heavy[MISSING]
            heavier = max(own, weight - own)
            if min(left, rows - left) >= max(1, min_rows) and is_less(heavier, heaviest):
                heaviest, cut, following = heavier, code, -1
                missing_left = side == 1 or (missing == 0 and 2 * left >= rows)
    return heaviest, cut, missing_left, following


@inner
def is_less(one, other):
    """Whether a weight is less than another by more than rounding."""
    return one < other * (1 - _ROUNDING)


@inner
def _even_subset(counts, heavy, rows, weight, min_rows, codes):
    """The first codes that part the rows of a feature of categories most evenly, by weight.

    Writes the codes that occur. Tells (the heavier side's weight, codes on the left, in all).
    """
    heaviest, lefts, used = math.inf, 0, 0
    rows_below, below = 0, 0.0
    for code in range(BINS):
        if counts[code] == 0:
            continue
        codes[used] = code
        used += 1
        rows_below += counts[code]
        below += heavy[code]
        heavier = max(below, weight - below)
        if min(rows_below, rows - rows_below) >= max(1, min_rows) and is_less(heavier, heaviest):
            heaviest, lefts = heavier, used
    return heaviest, lefts, used


@inner
def even_split(features, shown, rows, values, rules, found):
    """The place of the feature shown that parts the rows most evenly by weight, -1 if none does.

    Writes the last code left, the side of missing values and the next code right, or the subset.
    """
    counts, heavy = np.empty(BINS, np.int64), np.empty(BINS)
    own = np.empty(BINS, np.int64)
    pairs, weights = values.pairs, values.weights
    is_number, min_rows = rules.criterion == NUMBERS, rules.min_rows
    best, least = -1, math.inf
    for place in range(len(shown)):
        column = features.codes[shown[place]]
        for code in range(BINS):
            counts[code], heavy[code] = 0, 0.0
        total = 0.0
        for row in rows:
            weight = pairs[row, 0] if is_number else weights[row]
            counts[column[row]] += 1
            heavy[column[row]] += weight
            total += weight
        if features.is_category[shown[place]]:
            heaviest, lefts, used = _even_subset(counts, heavy, len(rows), total, min_rows, own)
            write_subset(own, lefts, used, found.masks[place])
        else:
            heaviest, found.cuts[place], found.sides[place], found.followings[place] = even_cut(
                counts, heavy, len(rows), total, min_rows
            )
        if heaviest == math.inf:
            continue
        is_as_even = not is_less(heaviest, least) and not is_less(least, heaviest)
        comes_first = best < 0 or (is_as_even and shown[place] < shown[best])
        if comes_first or is_less(heaviest, least):
            best, least = place, heaviest
    return best
