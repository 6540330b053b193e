"""Histograms of nodes: the statistics per code of a feature, and behind them the number of rows."""

import numpy as np

from core.base.compiling import kernel
from core.engine.codes import BINS
from core.engine.kernels.growing.rounding import NARROW_ROWS, add_narrow, on_grid

_BLOCK = np.uint64(1024)
_BUNDLE = np.uint64(16)
"""Blocks of codes that are gathered together: a line of the cache."""


@kernel
def fill(codes, features, first, last, rows, values, histograms):
    """The histograms of the features at places first to last, for some rows."""
    histograms[first:last] = 0.0
    count = np.uint64(len(rows))
    unit = values.units[0]
    back = 1.0 / unit
    if histograms.shape[2] > 3:
        weights, labels = values.weights, values.labels
        for place in range(first, last):
            column, sums = codes[features[place]], histograms[place]
            end = sums.shape[1] - 1
            for spot in range(count):
                row = rows[spot]
                code = column[row]
                sums[code, labels[row]] += on_grid(weights[row], unit, back)
                sums[code, end] += 1.0
        return
    pairs, other = values.pairs, values.units[1]
    other_back = 1.0 / other
    block = np.empty((_BLOCK, 2))
    for low in range(np.uint64(0), count, _BLOCK):
        size = min(_BLOCK, count - low)
        here = rows[low : low + size]
        for spot in range(size):
            row = here[spot]
            block[spot, 0] = on_grid(pairs[row, 0], unit, back)
            block[spot, 1] = on_grid(pairs[row, 1], other, other_back)
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
def subtract(own, first, last, other):
    """Take the histograms of the features at places first to last from another node's."""
    for place in range(first, last):
        for code in range(BINS):
            for channel in range(own.shape[2]):
                other[place, code, channel] -= own[place, code, channel]


@kernel
def fill_packed(blocks, first, last, rows, packed, histograms):
    """The histograms of the features of blocks first to last, as whole numbers, for some rows.

    Rows are taken tile by tile: what a tile needs is gathered once, as it lies far apart for a node
    of few rows, and read again for each pair of blocks, whose histograms fit into the first cache.
    """
    histograms[4 * first : 4 * last] = 0
    # Unsigned numbers throughout: an index that may be negative is looked at before each use.
    for begin in range(np.uint64(first), np.uint64(last), _BUNDLE):
        wide = min(_BUNDLE, np.uint64(last) - begin)
        own = histograms[np.uint64(4) * begin : np.uint64(4) * (begin + wide)]
        if len(packed.narrow):
            _fill_narrow(blocks, begin, wide, rows, packed.narrow, packed.shift, own)
        else:
            _fill_pairs(blocks, begin, wide, rows, packed.pairs, own)


@kernel
def _gather_codes(blocks, begin, wide, rows, codes):
    """The codes of some rows, a row of the array a block."""
    for spot in range(np.uint64(len(rows))):
        row = np.uint64(rows[spot])
        for place in range(wide):
            codes[place, spot] = blocks[row, begin + place]


@kernel
def _fill_narrow(blocks, begin, wide, rows, narrow, shift, histograms):
    """By one number a row; sums of many are moved to the histograms before they overflow."""
    values, codes = np.empty(_BLOCK, np.int64), np.empty((wide, _BLOCK), np.uint32)
    sums = np.zeros((np.uint64(4) * wide, BINS), np.int64)
    count, four, one = np.uint64(len(rows)), np.uint64(4), np.uint64(1)
    for low in range(np.uint64(0), count, _BLOCK):
        size = min(_BLOCK, count - low)
        here = rows[low : low + size]
        for spot in range(size):
            values[spot] = narrow[here[spot]]
        _gather_codes(blocks, begin, wide, here, codes)
        place = np.uint64(0)
        while place + one < wide:
            _add_eight(codes[place], codes[place + one], size, values, sums[four * place :])
            place += np.uint64(2)
        if place < wide:
            _add_four(codes[place], size, values, sums[four * place :])
        behind = low + size
        if behind == count or behind % np.uint64(NARROW_ROWS) == 0:
            for number in range(four * wide):
                add_narrow(sums[number], shift, histograms[number])


@kernel
def _add_eight(codes, others, size, values, sums):
    sums0, sums1, sums2, sums3 = sums[0], sums[1], sums[2], sums[3]
    sums4, sums5, sums6, sums7 = sums[4], sums[5], sums[6], sums[7]
    byte, eight = np.uint32(255), np.uint32(8)
    sixteen, last = np.uint32(16), np.uint32(24)
    for spot in range(size):
        value, four, other = values[spot], codes[spot], others[spot]
        sums0[four & byte] += value
        sums1[(four >> eight) & byte] += value
        sums2[(four >> sixteen) & byte] += value
        sums3[four >> last] += value
        sums4[other & byte] += value
        sums5[(other >> eight) & byte] += value
        sums6[(other >> sixteen) & byte] += value
        sums7[other >> last] += value


@kernel
def _add_four(codes, size, values, sums):
    sums0, sums1, sums2, sums3 = sums[0], sums[1], sums[2], sums[3]
    byte = np.uint32(255)
    for spot in range(size):
        value, four = values[spot], codes[spot]
        sums0[four & byte] += value
        sums1[(four >> np.uint32(8)) & byte] += value
        sums2[(four >> np.uint32(16)) & byte] += value
        sums3[four >> np.uint32(24)] += value


@kernel
def _fill_pairs(blocks, begin, wide, rows, pairs, histograms):
    """By two numbers a row."""
    values, codes = np.empty((_BLOCK, 2), np.int64), np.empty((wide, _BLOCK), np.uint32)
    count, four = np.uint64(len(rows)), np.uint64(4)
    for low in range(np.uint64(0), count, _BLOCK):
        size = min(_BLOCK, count - low)
        here = rows[low : low + size]
        for spot in range(size):
            row = here[spot]
            values[spot, 0] = pairs[row, 0]
            values[spot, 1] = pairs[row, 1]
        _gather_codes(blocks, begin, wide, here, codes)
        for place in range(wide):
            _add_four_pairs(codes[place], size, values, histograms[four * place :])


@kernel
def _add_four_pairs(codes, size, values, histograms):
    sums0, sums1, sums2, sums3 = histograms[0], histograms[1], histograms[2], histograms[3]
    byte = np.uint32(255)
    for spot in range(size):
        one, two, four = values[spot, 0], values[spot, 1], codes[spot]
        code0, code1 = four & byte, (four >> np.uint32(8)) & byte
        code2, code3 = (four >> np.uint32(16)) & byte, four >> np.uint32(24)
        sums0[code0, 0] += one
        sums0[code0, 1] += two
        sums1[code1, 0] += one
        sums1[code1, 1] += two
        sums2[code2, 0] += one
        sums2[code2, 1] += two
        sums3[code3, 0] += one
        sums3[code3, 1] += two
