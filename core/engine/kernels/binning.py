"""From values to codes."""

import math

import numpy as np

from core.base.compiling import inner, kernel
from core.engine.codes import MISSING

_SLOTS = 1024
_CELLS, _CROWDED = 2048, 8


@kernel
def distinct_values(values, rows, most):
    """The different values of these rows, missing ones left out, unsorted; gives up past `most`.

    Giving up is shown by one value more than `most`.
    """
    # Open addressing on the values' bits: most columns of measurements give up within some
    # hundred rows, and the others stay in the first cache.
    slots = np.empty(_SLOTS, np.float64)
    taken = np.zeros(_SLOTS, np.bool_)
    found = np.empty(most + 1, np.float64)
    count = 0
    one = np.empty(1, np.float64)
    bits = one.view(np.uint64)
    for row in rows:
        value = values[row]
        if math.isnan(value):
            continue
        one[0] = value + 0.0
        place = (bits[0] * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(54)
        while taken[place] and slots[place] != value:
            place = (place + np.uint64(1)) & np.uint64(_SLOTS - 1)
        if not taken[place]:
            taken[place] = True
            slots[place] = value
            found[count] = value
            count += 1
            if count > most:
                break
    return found[:count]


@kernel
def smallest_and_largest(values, rows):
    """The range of these rows' values, missing ones left out; from inf to -inf if none is there."""
    low, high = math.inf, -math.inf
    for row in rows:
        value = values[row]
        low = value if value < low else low
        high = value if value > high else high
    return low, high


@inner
def _cell(value, low, scale):
    """Which of the cells a value lies in: of two values, the larger one is in no earlier cell."""
    place = (value - low) * scale
    place = place if place > 0.0 else 0.0  # that of no number, too
    return np.uint64(place if place < _CELLS - 1.0 else _CELLS - 1.0)


@kernel
def encode_numbers(values, rows, edges, start, stop, codes):
    """codes[i] = how many of the 256 sorted edges lie below values[rows[i]].

    Cells of equal width tell how many edges lie before them, and those of the same cell are looked
    at, by halvings without a branch: mostly that is one. Of lopsided values all edges are.
    """
    padded = np.empty(len(edges) + _CROWDED)
    for place in range(len(padded)):
        padded[place] = edges[place] if place < len(edges) else np.inf
    count = 0
    while padded[count] < np.inf:
        count += 1
    low = padded[0] if count > 0 else 0.0
    scale = _CELLS / (padded[count - 1] - low) if count > 0 else 0.0
    before = np.zeros(_CELLS, np.uint8)
    for place in range(count):
        before[_cell(padded[place], low, scale)] += 1
    total, widest = 0, 1
    for cell in range(_CELLS):
        own = np.int64(before[cell])
        before[cell] = total
        total += own
        while widest <= own:
            widest *= 2
    if widest > _CROWDED:
        for place in range(start, stop):
            value = values[rows[place]]
            code = 0
            step = 128
            while step > 0:
                code += step * (edges[code + step - 1] < value)
                step >>= 1
            codes[place] = MISSING if math.isnan(value) else code
        return
    for place in range(start, stop):
        value = values[rows[place]]
        code = np.int64(before[_cell(value, low, scale)])
        step = widest >> 1
        while step > 0:
            code += step * (padded[code + step - 1] < value)
            step >>= 1
        codes[place] = MISSING if math.isnan(value) else code


@kernel
def encode_categories(values, rows, lookup, start, stop, codes):
    """codes[i] = lookup[values[rows[i]]]; the last entry of lookup is that of -1, missing."""
    for place in range(start, stop):
        codes[place] = lookup[values[rows[place]]]


@kernel
def count_weighted(codes, first, last, weights, counts):
    """How many rows of a weight above 0 have each code, for features first to last."""
    for feature in range(first, last):
        column = codes[feature]
        for row in range(len(weights)):
            counts[feature, column[row]] += weights[row] > 0.0


@kernel
def count_codes(codes, first, last, rows, counts):
    """How many of the first `rows` rows have each code, for features first to last."""
    for feature in range(first, last):
        column = codes[feature]
        for row in range(rows):
            counts[feature, column[row]] += 1


@kernel
def block_codes(codes, shown, start, stop, blocks):
    """The codes of rows start to stop, four features side by side in a number of 32 bits."""
    features = len(shown)
    for block in range(blocks.shape[1]):
        for row in range(np.uint64(start), np.uint64(stop)):
            blocks[row, block] = 0
        for place in range(4 * block, min(4 * block + 4, features)):
            column, shift = codes[shown[place]], np.uint32(8 * (place - 4 * block))
            for row in range(np.uint64(start), np.uint64(stop)):
                blocks[row, block] |= np.uint32(column[row]) << shift
