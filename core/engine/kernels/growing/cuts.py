"""The best split of a feature of numbers: a threshold, and the side of the missing values."""

import math

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from core.base.compiling import inner, inner_leaf, kernel, part
from core.engine.codes import BINS, EDGE, HIGHEST, LOWEST, MISSING, MOST_VALUES
from core.engine.kernels.growing.arguments import Cut, Sums
from core.engine.kernels.growing.criteria import ENTROPY, GINI, NUMBERS, score, score_pair


@kernel
def best_cut(sums, top, total, rows, rules, left, right):
    """The best threshold of a number feature.

    Tells (gain + node's score, last code left, missing left, next code right). Missing values try
    both sides; without any they would go where most rows go. The first value is -inf if no
    threshold leaves `min_rows` rows on both sides, the last -1 if only missing values go right.
    """
    channels = len(total)
    if channels == 2:
        cut = _best_cut_pair(sums, top, total, rows, rules)
        return cut.score, cut.code, cut.missing_left, _following(sums, cut.code, top)
    criterion, penalty, min_rows = rules.criterion, rules.penalty, rules.min_rows
    missing_rows = np.int64(sums[MISSING, channels])
    best, best_cut_, best_left = -math.inf, -1, False
    left[:] = 0.0
    rows_left = 0
    present = rows - missing_rows
    for code in range(top):
        count = np.int64(sums[code, channels])
        if count == 0:
            continue
        for channel in range(channels):
            left[channel] += sums[code, channel]
        rows_left += count
        if rows_left == present and missing_rows == 0:
            break
        # Missing values on the right.
        if rows_left >= min_rows and rows - rows_left >= min_rows:
            for channel in range(channels):
                right[channel] = total[channel] - left[channel]
            found = score(left, criterion, penalty) + score(right, criterion, penalty)
            if found > best:
                best, best_cut_ = found, code
                best_left = missing_rows == 0 and 2 * rows_left >= rows
        if missing_rows == 0 or rows_left == present:
            continue
        # Missing values on the left.
        if rows_left + missing_rows >= min_rows and present - rows_left >= min_rows:
            for channel in range(channels):
                left[channel] += sums[MISSING, channel]
                right[channel] = total[channel] - left[channel]
            found = score(left, criterion, penalty) + score(right, criterion, penalty)
            for channel in range(channels):
                left[channel] -= sums[MISSING, channel]
            if found > best:
                best, best_cut_, best_left = found, code, True
    return best, best_cut_, best_left, _following(sums, best_cut_, top)


@inner
def _following(sums, cut, top):
    """The next code behind a cut that rows of the node have, -1 if there is none."""
    count = sums.shape[1] - 1
    for code in range(cut + 1, top):
        if sums[code, count] > 0.0:
            return code
    return -1


@kernel
def middle_cut(span, last, following):
    """The code to cut behind: that whose edge is nearest to the middle of the node's own gap.

    The gap lies between the largest value of the last code on the left and the smallest of the
    next code that rows of the node have; of two edges equally near the upper one is taken. Behind
    the last code of a node's values, all values belong to the left.
    """
    if following < 0:
        return np.int64(MOST_VALUES - 1)
    middle = span[HIGHEST, last] / 2 + span[LOWEST, following] / 2
    low, high = last, following - 1
    while low < high:
        between = (low + high) // 2
        if span[EDGE, between] < middle:
            low = between + 1
        else:
            high = between
    if low > last and middle - span[EDGE, low - 1] < span[EDGE, low] - middle:
        low -= 1
    return low


@kernel
def middle_cuts(spans, features, cuts, followings):
    """Put the cuts of several nodes into the middle of their gaps."""
    for place in range(len(cuts)):
        cuts[place] = middle_cut(spans[features[place]], cuts[place], followings[place])


@inner
def _best_cut_pair(sums, top, total, rows, rules):
    """`best_cut` of two statistics, in short loops: the compiler makes vectors of the scores."""
    whole = Sums(total[0], total[1], np.int64(rows))
    missing = Sums(sums[MISSING, 0], sums[MISSING, 1], np.int64(sums[MISSING, 2]))
    room = np.empty((5, BINS))
    left, scores, with_missing = room[:3], room[3], room[4]
    one, two, below = 0.0, 0.0, 0.0
    for code in range(np.uint64(top)):
        one += sums[code, 0]
        two += sums[code, 1]
        below += sums[code, 2]
        left[0, code], left[1, code], left[2, code] = one, two, below
    _scores(left, top, 0.0, 0.0, whole, rules, scores)
    if missing.rows == 0 and rules.criterion != ENTROPY:
        return _highest(left[2], top, whole.rows, rules.min_rows, scores)
    if missing.rows > 0:
        _scores(left, top, missing.one, missing.two, whole, rules, with_missing)
    best = Cut(-math.inf, np.int64(-1), np.bool_(False))
    before = 0.0
    for code in range(np.uint64(top)):
        below = left[2, code]
        # A code that no row has is no place for a cut.
        if below == before:
            continue
        before = below
        rows_left = np.int64(below)
        if rows_left == whole.rows:
            break
        best = _better_cut(
            best,
            np.int64(code),
            rows_left,
            missing.rows,
            whole.rows,
            rules,
            scores[code],
            with_missing[code],
        )
    return best


@inner_leaf
def _highest(below, top, rows, min_rows, scores):
    """The cut of the highest score where none is missing; scores are at least 0.

    So they are in the order of their bits, of which the compiler makes vectors. A code that no row
    has scores as the one before it, and is not taken for a better one.
    """
    least = np.float64(max(1, min_rows))
    for code in range(np.uint64(top)):
        is_cut = (below[code] >= least) & (rows - below[code] >= least)
        scores[code] = scores[code] if is_cut else -1.0
    bits, most = scores.view(np.int64), np.int64(-1)
    for code in range(np.uint64(top)):
        most = max(most, bits[code])
    if most < 0:
        return Cut(-math.inf, np.int64(-1), np.bool_(False))
    last = np.uint64(0)
    while bits[last] != most:
        last += np.uint64(1)
    return Cut(scores[last], np.int64(last), np.bool_(2 * np.int64(below[last]) >= rows))


@inner
def _scores(left, top, one, two, whole, rules, scores):
    """How pure both sides are together behind each code, with so much more on the left."""
    ones, twos, penalty = left[0], left[1], rules.penalty
    if rules.criterion == NUMBERS:
        for code in range(np.uint64(top)):
            scores[code] = _both_sides(ones[code] + one, twos[code] + two, whole, NUMBERS, penalty)
    elif rules.criterion == GINI:
        for code in range(np.uint64(top)):
            scores[code] = _both_sides(ones[code] + one, twos[code] + two, whole, GINI, penalty)
    else:
        for code in range(np.uint64(top)):
            scores[code] = _both_sides(ones[code] + one, twos[code] + two, whole, ENTROPY, penalty)


@inner
def best_cut_few(column, rows, own, total, rules, sums):
    """`best_cut` of a pair of statistics for few rows: only the codes that occur are looked at.

    `own` holds the rows' pairs; `sums` is a histogram of zeros, and is left as one.
    """
    seen0, seen1, seen2, seen3 = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    size = len(rows)
    for spot in range(np.uint64(size)):
        code = column[rows[spot]]
        sums[code, 0] += own[spot, 0]
        sums[code, 1] += own[spot, 1]
        sums[code, 2] += 1.0
        bit = np.uint64(1) << np.uint64(code & 63)
        word = code >> 6
        seen0 |= bit if word == 0 else np.uint64(0)
        seen1 |= bit if word == 1 else np.uint64(0)
        seen2 |= bit if word == 2 else np.uint64(0)
        seen3 |= bit if word == 3 else np.uint64(0)
    whole = Sums(total[0], total[1], size)
    missing = Sums(sums[MISSING, 0], sums[MISSING, 1], np.int64(sums[MISSING, 2]))
    sums[MISSING, 0] = 0.0
    sums[MISSING, 1] = 0.0
    sums[MISSING, 2] = 0.0
    seen3 &= np.uint64(0x7FFFFFFFFFFFFFFF)
    best = Cut(-math.inf, np.int64(-1), np.bool_(False))
    one, two, rows_left = 0.0, 0.0, 0
    for word in range(4):
        seen = seen0 if word == 0 else seen1 if word == 1 else seen2 if word == 2 else seen3
        while seen != 0:
            code = 64 * word + np.int64(trailing_zeros(seen))
            seen &= seen - np.uint64(1)
            one += sums[code, 0]
            two += sums[code, 1]
            rows_left += np.int64(sums[code, 2])
            sums[code, 0] = 0.0
            sums[code, 1] = 0.0
            sums[code, 2] = 0.0
            if rows_left < size:
                found = _both_sides(one, two, whole, rules.criterion, rules.penalty)
                with_missing = -math.inf
                if missing.rows > 0:
                    with_missing = _both_sides(
                        one + missing.one,
                        two + missing.two,
                        whole,
                        rules.criterion,
                        rules.penalty,
                    )
                best = _better_cut(
                    best, code, rows_left, missing.rows, size, rules, found, with_missing
                )
    following = np.int64(-1)
    for word in range((best.code + 1) >> 6, 4):
        seen = seen0 if word == 0 else seen1 if word == 1 else seen2 if word == 2 else seen3
        if word == best.code >> 6:
            seen &= ~((np.uint64(2) << np.uint64(best.code & 63)) - np.uint64(1))
        if seen != 0:
            following = 64 * word + np.int64(trailing_zeros(seen))
            break
    return best.score, best.code, best.missing_left, following


@part
def _better_cut(best, code, rows_left, rows_missing, rows, rules, found, with_missing):
    """The better one of the best cut so far and of the one behind `code`, by its scores.

    Part of the loop over the codes: as a call it takes two thirds more time for each of them.
    """
    if rows_left >= rules.min_rows and rows - rows_left >= rules.min_rows and found > best.score:
        best = Cut(found, code, rows_missing == 0 and 2 * rows_left >= rows)
    rows_left += rows_missing
    rows_right = rows - rows_left
    if (
        rows_missing > 0
        and rows_left >= rules.min_rows
        and rows_right >= max(1, rules.min_rows)
        and with_missing > best.score
    ):
        best = Cut(with_missing, code, np.bool_(True))
    return best


@part
def _both_sides(one, two, whole, criterion, penalty):
    """How pure both sides are together, if the left one has these statistics."""
    left = score_pair(one, two, criterion, penalty)
    return left + score_pair(whole.one - one, whole.two - two, criterion, penalty)
