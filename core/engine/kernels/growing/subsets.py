"""The best split of a feature of categories: a subset of its codes.

The codes are ordered by their mean (numbers), by the share of the second class (two classes),
which makes the best prefix the best subset (Fisher 1958; Breiman et al. 1984), or by the first
principal component of the class shares (many classes; Coppersmith, Hong & Hosking 1999).
"""

import math

import numpy as np

from core.base.compiling import inner
from core.engine.codes import BINS
from core.engine.kernels.growing.criteria import NUMBERS, score

_POWER_STEPS = 30
MASK = BINS // 4
"""How many bytes a subset has while a tree grows: the codes on the left, and all that are there."""


@inner
def best_subset(sums, total, rows, rules, left, right, mask):
    """The best subset of a category feature: gain + node's score; writes the subset into mask."""
    channels = len(total)
    criterion, penalty, min_rows = rules.criterion, rules.penalty, rules.min_rows
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
                best, best_place = found, place
    if best_place < 0:
        return -math.inf
    write_subset(codes, best_place + 1, used, mask)
    return best


@inner
def write_subset(codes, lefts, used, mask):
    """Write a subset: first the bits of the codes that go left, then of all codes that are there.

    The codes are those that rows of the node have, the first ones going left.
    """
    for byte in range(MASK):
        mask[byte] = 0
    for place in range(used):
        code = codes[place]
        bit = np.uint8(1 << (code & 7))
        if place < lefts:
            mask[code >> 3] |= bit
        mask[BINS // 8 + (code >> 3)] |= bit


@inner
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
        for channel in range(channels):
            axis[channel] = turned[channel] / math.sqrt(size)
    keys = np.zeros(BINS)
    for code in range(BINS):
        own = 0.0
        for channel in range(channels):
            own += sums[code, channel]
        if sums[code, channels] > 0.0 and own > 0.0:
            for channel in range(channels):
                keys[code] += axis[channel] * sums[code, channel] / own
    return keys
