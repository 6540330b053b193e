"""Growing trees on codes: histograms, the best split of a node, and the partition of its rows.

What a node knows of its rows is a short vector of sums, its statistics S:
numbers: S = (Σ w, Σ w y), or for gradient boosting (Σ h, Σ g); classes: S_k = Σ w over class k.
A split is as good as score(left) + score(right) - score(node), with

    numbers   S_1² / (S_0 + penalty)      the variance it removes, or the second-order gain
    gini      Σ_k S_k² / Σ_k S_k          (Breiman et al. 1984)
    entropy   Σ_k S_k ln S_k - W ln W     the information gain times W (Quinlan 1986)

Categories are ordered by their mean (numbers), by the share of the second class (two classes),
which makes the best prefix the best subset (Fisher 1958; Breiman et al. 1984), or by the first
principal component of the class shares (many classes; Coppersmith, Hong & Hosking 1999).

A histogram holds the statistics per code and, behind them, the number of the rows. Numbers and
two classes have two statistics, kept as `pairs`, a row a row; more classes have labels and weights.
"""

import math

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from core.engine.codes import BINS, MISSING
from core.engine.kernels.compiling import kernel

NUMBERS, GINI, ENTROPY = 0, 1, 2
_FEW = 512
"""Nodes with no more rows than this note which codes occur, and look at those alone."""
_BLOCK = np.uint64(1024)
_POWER_STEPS = 30
_ROUNDING = 1e-14
"""A gain this small beside the scores it is the difference of is rounding."""


@kernel
def next_random(state):
    """A step of splitmix64 (Steele, Lea & Flood 2014): the next state and a number of 64 bits."""
    state += np.uint64(0x9E3779B97F4A7C15)
    mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state, mixed ^ (mixed >> np.uint64(31))


@kernel
def score_pair(one, two, criterion, penalty):
    """`score` for two statistics."""
    if criterion == NUMBERS:
        weight = one + penalty
        return two * two / weight if weight > 0.0 else 0.0
    total = one + two
    if total <= 0.0:
        return 0.0
    if criterion == GINI:
        return (one * one + two * two) / total
    sum_ = one * math.log(one) if one > 0.0 else 0.0
    if two > 0.0:
        sum_ += two * math.log(two)
    return sum_ - total * math.log(total)


@kernel
def score(stats, criterion, penalty):
    """How pure a node is, times its weight; see the module's head."""
    if len(stats) == 2:
        return score_pair(stats[0], stats[1], criterion, penalty)
    total = 0.0
    for value in stats:
        total += value
    if total <= 0.0:
        return 0.0
    sum_ = 0.0
    if criterion == GINI:
        for value in stats:
            sum_ += value * value
        return sum_ / total
    for value in stats:
        if value > 0.0:
            sum_ += value * math.log(value)
    return sum_ - total * math.log(total)


@kernel
def add_stats(rows, pairs, weights, labels, stats):
    """Add the statistics of some rows."""
    if len(stats) == 2:
        one, two = 0.0, 0.0
        for row in rows:
            one += pairs[row, 0]
            two += pairs[row, 1]
        stats[0] += one
        stats[1] += two
    else:
        for row in rows:
            stats[labels[row]] += weights[row]


@kernel
def pair_up(weights, targets, labels, criterion, start, stop, pairs):
    """The two statistics of rows start to stop: (w, w y), or w in the column of the row's class."""
    for row in range(np.uint64(start), np.uint64(stop)):
        if criterion == NUMBERS:
            pairs[row, 0] = weights[row]
            pairs[row, 1] = targets[row]
        else:
            is_second = labels[row] == 1
            pairs[row, 0] = 0.0 if is_second else weights[row]
            pairs[row, 1] = weights[row] if is_second else 0.0


@kernel
def fill(codes, features, first, last, rows, pairs, weights, labels, histograms):
    """The histograms of the features at places first to last, for some rows."""
    histograms[first:last] = 0.0
    count = np.uint64(len(rows))
    if histograms.shape[2] > 3:
        for place in range(first, last):
            column, sums = codes[features[place]], histograms[place]
            end = sums.shape[1] - 1
            for spot in range(count):
                row = rows[spot]
                code = column[row]
                sums[code, labels[row]] += weights[row]
                sums[code, end] += 1.0
        return
    block = np.empty((_BLOCK, 2))
    for low in range(np.uint64(0), count, _BLOCK):
        size = min(_BLOCK, count - low)
        here = rows[low : low + size]
        for spot in range(size):
            row = here[spot]
            block[spot, 0] = pairs[row, 0]
            block[spot, 1] = pairs[row, 1]
        place = first
        # Four independent sums hide the latency of reading back what was just written.
        while place + 4 <= last:
            codes0, codes1 = codes[features[place]], codes[features[place + 1]]
            codes2, codes3 = codes[features[place + 2]], codes[features[place + 3]]
            sums0, sums1 = histograms[place], histograms[place + 1]
            sums2, sums3 = histograms[place + 2], histograms[place + 3]
            for spot in range(size):
                row = here[spot]
                one, two = block[spot, 0], block[spot, 1]
                code0, code1, code2, code3 = codes0[row], codes1[row], codes2[row], codes3[row]
                sums0[code0, 0] += one
                sums0[code0, 1] += two
                sums0[code0, 2] += 1.0
                sums1[code1, 0] += one
                sums1[code1, 1] += two
                sums1[code1, 2] += 1.0
                sums2[code2, 0] += one
                sums2[code2, 1] += two
                sums2[code2, 2] += 1.0
                sums3[code3, 0] += one
                sums3[code3, 1] += two
                sums3[code3, 2] += 1.0
            place += 4
        while place < last:
            column, sums = codes[features[place]], histograms[place]
            for spot in range(size):
                code = column[here[spot]]
                sums[code, 0] += block[spot, 0]
                sums[code, 1] += block[spot, 1]
                sums[code, 2] += 1.0
            place += 1


@kernel
def best_cut(sums, top, total, rows, criterion, penalty, min_rows, left, right):
    """The best threshold of a number feature: (gain + node's score, last code left, missing left).

    Missing values try both sides; without any they would go where most rows go. The first value
    is -inf if no threshold leaves `min_rows` rows on both sides.
    """
    channels = len(total)
    if channels == 2:
        return _best_cut_pair(sums, top, total, rows, criterion, penalty, min_rows)
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
    return best, best_cut_, best_left


@kernel
def _cut_pair(
    best, best_code, best_left, code, one, two, rows_left, gone_one, gone_two, missing_rows,
    total_one, total_two, rows, criterion, penalty, min_rows,
):  # fmt: skip
    """The better one of the best cut so far and of the one behind `code`.

    Numbers only: each array that is handed over would have its references counted.
    """
    if rows_left >= min_rows and rows - rows_left >= min_rows:
        found = score_pair(one, two, criterion, penalty) + score_pair(
            total_one - one, total_two - two, criterion, penalty
        )
        if found > best:
            best, best_code = found, code
            best_left = missing_rows == 0 and 2 * rows_left >= rows
    rows_left += missing_rows
    if missing_rows > 0 and rows_left >= min_rows and rows - rows_left >= max(1, min_rows):
        one += gone_one
        two += gone_two
        found = score_pair(one, two, criterion, penalty) + score_pair(
            total_one - one, total_two - two, criterion, penalty
        )
        if found > best:
            best, best_code, best_left = found, code, True
    return best, best_code, best_left


@kernel
def _best_cut_pair(sums, top, total, rows, criterion, penalty, min_rows):
    total_one, total_two = total[0], total[1]
    gone_one, gone_two = sums[MISSING, 0], sums[MISSING, 1]
    missing_rows = np.int64(sums[MISSING, 2])
    best, best_code, best_left = -math.inf, -1, False
    one, two, rows_left = 0.0, 0.0, 0
    for code in range(top):
        count = np.int64(sums[code, 2])
        if count == 0:
            continue
        one += sums[code, 0]
        two += sums[code, 1]
        rows_left += count
        if rows_left == rows:
            break
        best, best_code, best_left = _cut_pair(
            best, best_code, best_left, code, one, two, rows_left, gone_one, gone_two,
            missing_rows, total_one, total_two, rows, criterion, penalty, min_rows,
        )  # fmt: skip
    return best, best_code, best_left


@kernel
def best_cut_few(column, rows, own, total, criterion, penalty, min_rows, sums):
    """`best_cut` of a pair of statistics for few rows: only the codes that occur are looked at.

    `own` holds the rows' pairs; `sums` is a histogram of zeros, and is left as one.
    """
    seen0, seen1, seen2, seen3 = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    size = len(rows)
    total_one, total_two = total[0], total[1]
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
    missing_rows = np.int64(sums[MISSING, 2])
    gone_one, gone_two = sums[MISSING, 0], sums[MISSING, 1]
    sums[MISSING, 0] = 0.0
    sums[MISSING, 1] = 0.0
    sums[MISSING, 2] = 0.0
    seen3 &= np.uint64(0x7FFFFFFFFFFFFFFF)
    best, best_code, best_left = -math.inf, -1, False
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
                best, best_code, best_left = _cut_pair(
                    best, best_code, best_left, code, one, two, rows_left, gone_one, gone_two,
                    missing_rows, total_one, total_two, size, criterion, penalty, min_rows,
                )  # fmt: skip
    return best, best_code, best_left


@kernel
def _class_component(sums, total):
    """The codes' scores on the first principal component of their class shares."""
    channels = len(total)
    weight = 0.0
    for channel in range(channels):
        weight += total[channel]
    spread = np.zeros((channels, channels))
    share = np.zeros(channels)
    for code in range(BINS):
        if sums[code, channels] == 0.0:
            continue
        own = 0.0
        for channel in range(channels):
            own += sums[code, channel]
        if own <= 0.0:
            continue
        for channel in range(channels):
            share[channel] = sums[code, channel] / own - total[channel] / weight
        for one in range(channels):
            for two in range(channels):
                spread[one, two] += own * share[one] * share[two]
    axis = np.empty(channels)
    for channel in range(channels):
        axis[channel] = 1.0 + 0.1 * channel  # no symmetric start, which could be at right angles
    for _ in range(_POWER_STEPS):
        turned = np.zeros(channels)
        for one in range(channels):
            for two in range(channels):
                turned[one] += spread[one, two] * axis[two]
        size = 0.0
        for channel in range(channels):
            size += turned[channel] * turned[channel]
        if size <= 0.0:
            break
        axis = turned / math.sqrt(size)
    keys = np.zeros(BINS)
    for code in range(BINS):
        own = 0.0
        for channel in range(channels):
            own += sums[code, channel]
        if sums[code, channels] > 0.0 and own > 0.0:
            for channel in range(channels):
                keys[code] += axis[channel] * sums[code, channel] / own
    return keys


@kernel
def best_subset(sums, total, rows, criterion, penalty, min_rows, left, right, mask):
    """The best subset of a category feature: gain + node's score; writes the subset into mask."""
    channels = len(total)
    if criterion == NUMBERS or channels == 2:
        keys = np.zeros(BINS)
        for code in range(BINS):
            weight = sums[code, 0] if criterion == NUMBERS else sums[code, 0] + sums[code, 1]
            if weight > 0.0:
                keys[code] = sums[code, 1] / weight
    else:
        keys = _class_component(sums, total)
    codes = np.empty(BINS, np.int64)
    used = 0
    for code in range(BINS):
        if sums[code, channels] > 0.0:
            place = used
            while place > 0 and keys[codes[place - 1]] > keys[code]:
                codes[place] = codes[place - 1]
                place -= 1
            codes[place] = code
            used += 1
    best, best_place = -math.inf, -1
    best_rows = 0
    left[:] = 0.0
    rows_left = 0
    for place in range(used - 1):
        code = codes[place]
        for channel in range(channels):
            left[channel] += sums[code, channel]
            right[channel] = total[channel] - left[channel]
        rows_left += np.int64(sums[code, channels])
        if rows_left >= min_rows and rows - rows_left >= min_rows:
            found = score(left, criterion, penalty) + score(right, criterion, penalty)
            if found > best:
                best, best_place, best_rows = found, place, rows_left
    if best_place < 0:
        return -math.inf
    # Codes that no row of the node has go where most rows go.
    others_left = 2 * best_rows >= rows
    for byte in range(BINS // 8):
        mask[byte] = 255 if others_left else 0
    for place in range(used):
        code = codes[place]
        bit = np.uint8(1 << (code & 7))
        if place <= best_place:
            mask[code >> 3] |= bit
        else:
            mask[code >> 3] &= ~bit
    return best


@kernel
def best_split(
    sums, is_category, top, total, rows, criterion, penalty, min_rows, left, right, mask
):
    """The best split of a feature with this histogram: its score, last code, side of missing."""
    if is_category:
        found = best_subset(sums, total, rows, criterion, penalty, min_rows, left, right, mask)
        return found, 0, False
    return best_cut(sums, top, total, rows, criterion, penalty, min_rows, left, right)


@kernel
def scan_level(
    codes, is_category, tops, features, first, last, rows, pairs, weights, labels,
    filled, taken_from, starts, stops, scanned, sizes, totals, criterion, penalty, min_rows,
    histograms, found, cuts, sides, masks,
):  # fmt: skip
    """The best splits of all nodes of a level by the features at places first to last.

    A child's histogram is filled from its rows starts to stops, and subtracted from its parent's
    (`taken_from`, -1 if there is none), which becomes its sibling's. Then the histograms
    `scanned` are looked at.
    """
    channels = totals.shape[1]
    left, right = np.empty(channels), np.empty(channels)
    for number in range(len(filled)):
        own = histograms[filled[number]]
        here = rows[starts[number] : stops[number]]
        fill(codes, features, first, last, here, pairs, weights, labels, own)
        if taken_from[number] >= 0:
            other = histograms[taken_from[number]]
            for place in range(first, last):
                for code in range(BINS):
                    for channel in range(channels + 1):
                        other[place, code, channel] -= own[place, code, channel]
    for number in range(len(scanned)):
        for place in range(first, last):
            feature = features[place]
            found[number, place], cuts[number, place], sides[number, place] = best_split(
                histograms[scanned[number], place], is_category[feature], tops[feature],
                totals[number], sizes[number], criterion, penalty, min_rows, left, right,
                masks[number, place],
            )  # fmt: skip


@kernel
def scan_nodes(
    codes, is_category, tops, features, first, last, rows, pairs, weights, labels,
    starts, stops, totals, criterion, penalty, min_rows, found, cuts, sides, masks,
):  # fmt: skip
    """The best splits of nodes by their own features; first and last count over all of those."""
    channels, wanted = totals.shape[1], features.shape[1]
    left, right = np.empty(channels), np.empty(channels)
    histograms = np.empty((wanted, BINS, channels + 1))
    for number in range(first // wanted, (last + wanted - 1) // wanted):
        low, high = max(first - number * wanted, 0), min(last - number * wanted, wanted)
        here = rows[starts[number] : stops[number]]
        fill(codes, features[number], low, high, here, pairs, weights, labels, histograms)
        for place in range(low, high):
            feature = features[number, place]
            found[number, place], cuts[number, place], sides[number, place] = best_split(
                histograms[place], is_category[feature], tops[feature], totals[number],
                len(here), criterion, penalty, min_rows, left, right, masks[number, place],
            )  # fmt: skip


@kernel
def partition(column, rows, is_subset, mask, cut, missing_left, spare):
    """Put the rows that go left first, both sides in their order; tells how many go left."""
    count_left = np.uint64(0)
    count_right = np.uint64(0)
    for place in range(np.uint64(len(rows))):
        row = rows[place]
        code = column[row]
        if is_subset:
            goes_left = (mask[code >> 3] >> (code & 7)) & 1
        else:
            goes_left = np.uint8(code <= cut)
            if code == MISSING:
                goes_left = np.uint8(missing_left)
        # Both are written and one is counted: which way a row goes cannot be predicted.
        rows[count_left] = row
        spare[count_right] = row
        count_left += np.uint64(goes_left)
        count_right += np.uint64(1 - goes_left)
    rows[count_left:] = spare[:count_right]
    return np.int64(count_left)


@kernel
def partition_pieces(
    codes, is_category, first, last, rows, piece_starts, piece_stops, piece_nodes,
    features, cuts, sides, masks, pairs, weights, labels, spare, lefts, stats,
):  # fmt: skip
    """Partition pieces first to last, each on its own, and sum up the statistics of both sides."""
    for piece in range(first, last):
        start, stop, node = piece_starts[piece], piece_stops[piece], piece_nodes[piece]
        here, feature = rows[start:stop], features[node]
        count = partition(
            codes[feature], here, is_category[feature], masks[node], cuts[node], sides[node],
            spare[start:stop],
        )  # fmt: skip
        lefts[piece] = count
        stats[piece] = 0.0
        add_stats(here[:count], pairs, weights, labels, stats[piece, 0])
        add_stats(here[count:], pairs, weights, labels, stats[piece, 1])


@kernel
def gather_pieces(first, last, rows, piece_starts, piece_stops, lefts, left_to, right_to, spare):
    """Write both sides of pieces first to last to their places behind those of earlier pieces."""
    for piece in range(first, last):
        start, count = piece_starts[piece], lefts[piece]
        size = piece_stops[piece] - start
        spare[left_to[piece] : left_to[piece] + count] = rows[start : start + count]
        spare[right_to[piece] : right_to[piece] + size - count] = rows[start + count : start + size]


@kernel
def choose_features(features, wanted, swaps, state):
    """Shuffle so that the first `wanted` are a random choice (Fisher & Yates)."""
    count = len(features)
    for place in range(wanted):
        other = place
        if place < count - 1:
            state, number = next_random(state)
            other = place + np.int64(number % np.uint64(count - place))
        swaps[place] = other
        features[place], features[other] = features[other], features[place]
    return state


@kernel
def put_back(features, wanted, swaps):
    """Undo `choose_features`: a node's choice depends on its own random numbers alone."""
    for place in range(wanted - 1, -1, -1):
        other = swaps[place]
        features[place], features[other] = features[other], features[place]


@kernel
def choose_for_nodes(usable, wanted, states, features):
    """The random features that each node looks at."""
    order, swaps = usable.copy(), np.empty(wanted, np.int64)
    for number in range(len(states)):
        states[number] = choose_features(order, wanted, swaps, states[number])
        features[number] = order[:wanted]
        put_back(order, wanted, swaps)


@kernel
def choose_splits(
    features, found, totals, criterion, penalty, min_gain, among_best, states, best, gains
):
    """The place of each node's split, -1 if it is none, and its gain."""
    for number in range(len(found)):
        best[number], gains[number], states[number] = _choose(
            features[number], found[number], totals[number], criterion, penalty, min_gain,
            among_best, states[number],
        )  # fmt: skip


@kernel
def children_states(states, left_states, right_states):
    """The random numbers of the children: each node has a stream of its own."""
    for number in range(len(states)):
        state, left_states[number] = next_random(states[number])
        _, right_states[number] = next_random(state)


@kernel
def _choose(features, found, total, criterion, penalty, min_gain, among_best, state):
    """The place of the best split, ties to the lowest feature; or of a random one of the best."""
    best = -1
    for place in range(len(found)):
        if found[place] == -math.inf:
            continue
        if (
            best < 0
            or found[place] > found[best]
            or (found[place] == found[best] and features[place] < features[best])
        ):
            best = place
    if best < 0:
        return -1, 0.0, state
    own = score(total, criterion, penalty)
    if among_best > 1:
        # Only among those that gain something: the node would end although others could part it.
        order = np.argsort(-found)
        least = own + max(min_gain, _ROUNDING * abs(found[best]))
        good = 1
        while good < min(among_best, len(found)) and found[order[good]] > least:
            good += 1
        state, number = next_random(state)
        best = order[np.int64(number % np.uint64(good))]
    gain = found[best] - own
    if gain <= max(min_gain, _ROUNDING * abs(found[best])):
        best = -1
    return best, gain, state


@kernel
def is_pure(stats, criterion):
    """Whether all rows are of one class."""
    if criterion == NUMBERS:
        return False
    seen = 0
    for value in stats:
        seen += value > 0.0
    return seen < 2


@kernel
def random_cut(column, rows, is_category, state, mask):
    """A completely random split of one feature: (found, last code, missing left, state)."""
    counts = np.zeros(BINS, np.int64)
    for row in rows:
        counts[column[row]] += 1
    present = 0
    for code in range(BINS):
        present += counts[code] > 0
    if present < 2:
        return False, 0, False, state
    if is_category:
        # Each code on a random side; the first one left and the last one right.
        for byte in range(BINS // 8):
            state, number = next_random(state)
            mask[byte] = np.uint8(number & np.uint64(255))
        seen = 0
        for code in range(BINS):
            if counts[code] > 0:
                seen += 1
                bit = np.uint8(1 << (code & 7))
                if seen == 1:
                    mask[code >> 3] |= bit
                elif seen == present:
                    mask[code >> 3] &= ~bit
        return True, 0, False, state
    low, high = BINS, -1
    for code in range(MISSING):
        if counts[code] > 0:
            low, high = min(low, code), code
    state, number = next_random(state)
    missing_left = (number & np.uint64(1)) == 1
    if low == high:
        return True, low, False, state  # all values left, missing ones right
    state, number = next_random(state)
    return True, low + np.int64(number % np.uint64(high - low)), missing_left, state


@kernel
def grow_subtrees(
    codes, is_category, tops, usable, rows, pairs, weights, labels, channels,
    criterion, penalty, depth, min_rows, min_gain, per_node, among_best, is_random,
    first, last, begins, ends, levels, states, offsets, inner_offsets, counted, used,
    feature, threshold, missing_left, subset, subsets, left, right, starts, stops, gains,
):  # fmt: skip
    """Grow the whole subtrees first to last; each writes its nodes from its offset on.

    The rows of a subtree, begins to ends, are left sorted by leaf. Its nodes are numbered from 0.
    """
    for number in range(first, last):
        low, high = offsets[number], offsets[number + 1]
        inner_low, inner_high = inner_offsets[number], inner_offsets[number + 1]
        counted[number], used[number] = _grow_subtree(
            codes, is_category, tops, usable, rows[begins[number] : ends[number]], pairs, weights,
            labels, channels, criterion, penalty, depth - levels[number], min_rows, min_gain,
            per_node, among_best, is_random, states[number], feature[low:high],
            threshold[low:high], missing_left[low:high], subset[low:high],
            subsets[inner_low:inner_high], left[low:high], right[low:high], starts[low:high],
            stops[low:high], gains[low:high],
        )  # fmt: skip
        for node in range(low, low + counted[number]):
            starts[node] += begins[number]
            stops[node] += begins[number]


@kernel
def _grow_subtree(
    codes, is_category, tops, usable, rows, pairs, weights, labels, channels,
    criterion, penalty, depth, min_rows, min_gain, per_node, among_best, is_random, seed,
    feature, threshold, missing_left, subset, subsets, left, right, starts, stops, gains,
):  # fmt: skip
    """Grow a tree on `rows`, which are left sorted by leaf; tells (nodes, subsets) used."""
    count = len(usable)
    if depth == 0 or len(rows) < max(2, 2 * min_rows) or count == 0:
        left[0] = right[0] = subset[0] = -1
        feature[0] = threshold[0] = 0
        missing_left[0] = False
        starts[0], stops[0], gains[0] = 0, len(rows), 0.0
        return 1, 0
    looked_at = min(per_node, count) if per_node > 0 else count
    features, swaps = usable.copy(), np.empty(count, np.int64)
    total, side_one, side_two = np.empty(channels), np.empty(channels), np.empty(channels)
    found, cuts = np.empty(looked_at), np.empty(count, np.int64)
    sides, masks = np.empty(count, np.bool_), np.zeros((count, BINS // 8), np.uint8)
    histograms = np.zeros((looked_at, BINS, channels + 1))
    few = np.zeros((BINS, 3))
    own = np.empty((_FEW, 2))
    spare = np.empty(len(rows), rows.dtype)
    # Children wait on a stack; a node is written when it is made, so children follow parents.
    most = 2 * min(depth, len(rows)) + 4
    stack, depths = np.empty(most, np.int64), np.empty(most, np.int64)
    states = np.empty(most, np.uint64)
    nodes, used_subsets, waiting = 1, 0, 1
    starts[0], stops[0], stack[0], depths[0], states[0] = 0, len(rows), 0, 0, seed
    while waiting > 0:
        waiting -= 1
        node, level, state = stack[waiting], depths[waiting], states[waiting]
        left[node] = right[node] = subset[node] = -1
        feature[node] = threshold[node] = 0
        missing_left[node] = False
        gains[node] = 0.0
        start, stop = starts[node], stops[node]
        size = stop - start
        if level >= depth or size < max(2, 2 * min_rows):
            continue
        here = rows[start:stop]
        is_few = channels == 2 and size <= _FEW
        total[:] = 0.0
        if is_few:
            one, two = 0.0, 0.0
            for spot in range(np.uint64(size)):
                row = here[spot]
                own[spot, 0] = pairs[row, 0]
                own[spot, 1] = pairs[row, 1]
                one += own[spot, 0]
                two += own[spot, 1]
            total[0], total[1] = one, two
        else:
            add_stats(here, pairs, weights, labels, total)
        if is_pure(total, criterion):
            continue
        best = -1
        gain = 0.0
        if is_random:
            state = choose_features(features, count, swaps, state)
            for place in range(count):
                chosen = features[place]
                is_found, cuts[place], sides[place], state = random_cut(
                    codes[chosen], here, is_category[chosen], state, masks[place]
                )
                if is_found:
                    best = place
                    break
            chosen = features[max(best, 0)]
            put_back(features, count, swaps)
        else:
            if per_node > 0:
                state = choose_features(features, looked_at, swaps, state)
            if not is_few:
                fill(codes, features, 0, looked_at, here, pairs, weights, labels, histograms)
            for place in range(looked_at):
                asked = features[place]
                if is_few and not is_category[asked]:
                    found[place], cuts[place], sides[place] = best_cut_few(
                        codes[asked], here, own, total, criterion, penalty, min_rows, few
                    )
                    continue
                if is_few:
                    fill(
                        codes, features, place, place + 1, here, pairs, weights, labels, histograms
                    )
                found[place], cuts[place], sides[place] = best_split(
                    histograms[place], is_category[asked], tops[asked], total, size, criterion,
                    penalty, min_rows, side_one, side_two, masks[place],
                )  # fmt: skip
            best, gain, state = _choose(
                features, found, total, criterion, penalty, min_gain, among_best, state
            )
            chosen = features[max(best, 0)]
            if per_node > 0:
                put_back(features, looked_at, swaps)
        if best < 0:
            continue
        count_left = partition(
            codes[chosen], here, is_category[chosen], masks[best], cuts[best], sides[best], spare
        )
        if count_left in (0, size):
            continue
        feature[node] = chosen
        gains[node] = gain
        if is_category[chosen]:
            subset[node] = used_subsets
            subsets[used_subsets] = masks[best]
            used_subsets += 1
        else:
            threshold[node] = cuts[best]
            missing_left[node] = sides[best]
        left[node], right[node] = nodes, nodes + 1
        starts[nodes], stops[nodes] = start, start + count_left
        starts[nodes + 1], stops[nodes + 1] = start + count_left, stop
        state, left_state = next_random(state)
        state, right_state = next_random(state)
        stack[waiting], depths[waiting] = nodes + 1, level + 1
        states[waiting] = right_state
        stack[waiting + 1], depths[waiting + 1] = nodes, level + 1
        states[waiting + 1] = left_state
        waiting += 2
        nodes += 2
    return nodes, used_subsets


@kernel
def stitch(
    roots, offsets, inner_offsets, counted, used, nodes, subsets_used,
    feature, threshold, missing_left, subset, subsets, left, right, starts, stops, gains,
    to_feature, to_threshold, to_missing_left, to_subset, to_subsets, to_left, to_right,
    to_starts, to_stops, to_gains,
):  # fmt: skip
    """Append subtrees behind the nodes that are there; each one's first node is there already."""
    for number in range(len(roots)):
        for node in range(counted[number]):
            place = offsets[number] + node
            to = roots[number] if node == 0 else nodes + node - 1
            to_feature[to] = feature[place]
            to_threshold[to] = threshold[place]
            to_missing_left[to] = missing_left[place]
            to_subset[to] = subset[place] + subsets_used if subset[place] >= 0 else -1
            to_left[to] = left[place] + nodes - 1 if left[place] >= 0 else -1
            to_right[to] = right[place] + nodes - 1 if right[place] >= 0 else -1
            to_starts[to] = starts[place]
            to_stops[to] = stops[place]
            to_gains[to] = gains[place]
        nodes += counted[number] - 1
        for place in range(used[number]):
            to_subsets[subsets_used] = subsets[inner_offsets[number] + place]
            subsets_used += 1


@kernel
def leaf_stats(first, last, rows, starts, stops, left, pairs, weights, labels, stats):
    """The statistics of the leaves among nodes first to last."""
    for node in range(first, last):
        if left[node] < 0:
            stats[node] = 0.0
            add_stats(rows[starts[node] : stops[node]], pairs, weights, labels, stats[node])


@kernel
def inner_stats(left, right, stats):
    """The statistics of the inner nodes, from those of their children; these follow parents."""
    for node in range(len(left) - 1, -1, -1):
        if left[node] >= 0:
            for channel in range(stats.shape[1]):
                stats[node, channel] = stats[left[node], channel] + stats[right[node], channel]
