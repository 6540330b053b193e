"""The best threshold of a number feature for whole weights of two classes, as forests have them.

A row is one number, a tally: a count of one, and the weights of both classes, which add up in one
go and without any rounding. So a code takes one addition a row, and what is left of a cut is one
number. The scores are the same bits as those of `cuts`.

Most nodes of a tree that is grown to its end have a handful of rows. There each row adds up the
tallies of all rows with no higher code: a few squares of few rows, in vectors and without a branch,
take a fraction of the time that a histogram takes.
"""

import math

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from core.base.compiling import inner_leaf, kernel, leaf, part
from core.engine.codes import BINS, MISSING
from core.engine.kernels.growing.criteria import GINI, score_pair
from core.engine.kernels.growing.tally_vectors import (
    COUNT_BITS,
    LANES,
    WEIGHT_BITS,
    add_below,
    best_place,
)

MOST_ROWS = (1 << COUNT_BITS) - 1
"""Nodes of no more rows have tallies."""
_ONE_AT, _TWO_AT = np.int64(COUNT_BITS), np.int64(COUNT_BITS + WEIGHT_BITS)
_COUNT_MASK, _WEIGHT_MASK = np.int64(MOST_ROWS), np.int64((1 << WEIGHT_BITS) - 1)
_MOST_WEIGHT = float(1 << (WEIGHT_BITS - 1))
"""All rows together must weigh less; then their squares are exact, too."""
_SQUARE = 48
"""So few rows are compared with one another."""
_SPARSE = 128
"""Of so few rows most codes have none: only those four codes are looked at of which one occurs."""
_LANES = np.int64(LANES)
_NO_CODE = np.int64(BINS)
_FAR = np.int64(1 << 62)
_SUMS, _CODES, _LEFTS = np.uint64(0), np.uint64(BINS), np.uint64(2 * BINS + LANES)
_SCORES, _TALLIES = np.uint64(3 * BINS + 2 * LANES), np.uint64(4 * BINS + 3 * LANES)


@kernel
def room_for_tallies(rows):
    """Room for a node of no more rows: sums per code, a list of cuts, and its tallies.

    One array for all: each that is handed over takes time, and a node is looked at in little.
    """
    return np.zeros(
        np.int64(_TALLIES) + min(np.int64(rows), np.int64(MOST_ROWS)) + _LANES, np.int64
    )


@leaf
def are_whole(rows, pairs):
    """Whether the weights of some rows are whole, and so small that tallies hold their sum."""
    total, is_whole = 0.0, True
    for row in rows:
        one, two = pairs[row, 0], pairs[row, 1]
        is_whole &= one == np.rint(one) and two == np.rint(two)
        is_whole &= min(one, two) >= 0.0 and one + two > 0.0
        total += one + two
    return is_whole and total < _MOST_WEIGHT


@leaf
def tally(rows, pairs, room):
    """Write the tallies of some rows, and nothing behind them; tells their sum."""
    size, total = np.uint64(len(rows)), np.int64(0)
    for spot in range(size):
        row = rows[spot]
        own = (np.int64(pairs[row, 1]) << _TWO_AT) + (np.int64(pairs[row, 0]) << _ONE_AT)
        room[_TALLIES + spot] = own + np.int64(1)
        total += own + np.int64(1)
    return total


@leaf
def weights_of(total):
    """The weights of both classes."""
    return np.float64((total >> _ONE_AT) & _WEIGHT_MASK), np.float64(total >> _TWO_AT)


@inner_leaf
def search_tallied(features, shown, rows, total, purest, min_rows, room, found):
    """The best cuts of the features of numbers among those shown, for tallies with this total.

    A feature that parts the rows into two pure sides settles it: no higher one is looked at.
    """
    settled = np.int64(-1)
    for place in range(np.uint64(len(shown))):
        feature = shown[place]
        if features.is_category[feature]:
            continue
        if settled >= 0 and feature > settled:
            found.scores[place] = -math.inf
            continue
        column = features.codes[feature]
        (
            found.scores[place],
            found.cuts[place],
            found.sides[place],
            found.followings[place],
        ) = best_whole_cut(column, rows, total, features.tops[feature], min_rows, room)
        if found.scores[place] == purest:
            settled = feature


@leaf
def best_whole_cut(column, rows, total, top, min_rows, room):
    """What `best_cut` tells, for the tallies in `room`, which add up to `total`.

    The sums in `room` are 0, and are left so.
    """
    size, least = np.uint64(len(rows)), max(np.int64(1), np.int64(min_rows))
    if size <= np.uint64(_SQUARE):
        count = (np.int64(size) + _LANES - np.int64(1)) & -_LANES
        highest = np.int64(0)
        for spot in range(size):
            code = np.int64(column[rows[spot]])
            room[_CODES + spot] = code
            highest = max(highest, code)
        for spot in range(size, np.uint64(count)):
            room[_CODES + spot] = _NO_CODE
        missing = np.int64(0)
        if highest == MISSING:
            for spot in range(size):
                is_missing = room[_CODES + spot] == MISSING
                missing += room[_TALLIES + spot] if is_missing else np.int64(0)
        add_below(room, _CODES, _TALLIES, np.int64(size), count, _LEFTS)
    else:
        seen = np.uint64(0)
        if size <= np.uint64(_SPARSE):
            for spot in range(size):
                code = np.uint64(column[rows[spot]])
                room[code] += room[_TALLIES + spot]
                seen |= np.uint64(1) << (code >> np.uint64(2))
        else:
            for spot in range(size):
                room[np.uint64(column[rows[spot]])] += room[_TALLIES + spot]
        missing = room[np.uint64(MISSING)]
        room[np.uint64(MISSING)] = 0
        count = _listed(seen, top, room)
    if missing > 0:
        return _best_with_missing(count, total, missing, least, room)
    best, first, following = best_place(room, _CODES, _LEFTS, _SCORES, count, total, least)
    if first == _FAR:
        return -math.inf, np.int64(-1), False, np.int64(-1)
    rows_left = first & _COUNT_MASK
    return best, first >> _ONE_AT, 2 * rows_left >= (total & _COUNT_MASK), following


@inner_leaf
def _listed(seen, top, room):
    """List the codes that occur with what they and lower ones add up to; the sums become 0.

    The bits of `seen` tell of which four codes one occurs, if there are any. Tells how many codes
    there are, rounded up with some that are none.
    """
    count, left = np.uint64(0), np.int64(0)
    if seen == 0:
        for code in range(np.uint64(top)):
            own = room[code]
            room[code] = 0
            left += own
            # Written in any case and counted if a row has it: that cannot be foreseen.
            room[_CODES + count], room[_LEFTS + count] = code, left
            count += np.uint64(own != 0)
    while seen != 0:
        first = np.uint64(4) * np.uint64(trailing_zeros(seen))
        seen &= seen - np.uint64(1)
        for code in range(first, first + np.uint64(4)):
            own = room[code]
            room[code] = 0
            left += own
            room[_CODES + count], room[_LEFTS + count] = code, left
            count += np.uint64(own != 0)
    end = (np.int64(count) + _LANES - np.int64(1)) & -_LANES
    for spot in range(count, np.uint64(end)):
        room[_CODES + spot], room[_LEFTS + spot] = _NO_CODE, left
    return end


@part
def _both_sides(left, total):
    """How pure both sides are together."""
    one, two = np.float64((left >> _ONE_AT) & _WEIGHT_MASK), np.float64(left >> _TWO_AT)
    right = total - left
    other_one = np.float64((right >> _ONE_AT) & _WEIGHT_MASK)
    other_two = np.float64(right >> _TWO_AT)
    return score_pair(one, two, GINI, 0.0) + score_pair(other_one, other_two, GINI, 0.0)


@inner_leaf
def _best_with_missing(count, total, missing, min_rows, room):
    """The best cut where values are missing, which try both sides."""
    rows = total & _COUNT_MASK
    best, cut, missing_left = -math.inf, np.int64(-1), False
    for spot in range(np.uint64(count)):
        code = room[_CODES + spot]
        if code >= MISSING:
            continue
        for side in range(2):
            left = room[_LEFTS + spot] + side * missing
            rows_left = left & _COUNT_MASK
            if min(rows_left, rows - rows_left) < min_rows:
                continue
            found = _both_sides(left, total)
            if found > best or (found == best and code < cut):
                best, cut, missing_left = found, code, side == 1
    following = _FAR
    for spot in range(np.uint64(count)):
        code = room[_CODES + spot]
        if cut < code < MISSING:
            following = min(following, code)
    return best, cut, missing_left, following if following < _FAR else np.int64(-1)
