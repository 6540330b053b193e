"""Histograms of nodes: the statistics per code of a feature, and behind them the number of rows."""

import numpy as np

from core.base.compiling import inner, kernel
from core.engine.codes import BINS
from core.engine.kernels.blocks import BUNDLE, TILE, add_pairs, add_tile, gather_codes
from core.engine.kernels.growing.rounding import NARROW_ROWS, add_narrow, on_grid

_BLOCK = np.uint64(1024)


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


@inner
def subtract(own, first, last, other):
    """Take the histograms of the features at places first to last from another node's."""
    for place in range(first, last):
        for code in range(BINS):
            for channel in range(own.shape[2]):
                other[place, code, channel] -= own[place, code, channel]


@kernel
def fill_packed(blocks, first, last, rows, packed, histograms):
    """The histograms of the features of blocks first to last, as whole numbers, for some rows."""
    histograms[4 * first : 4 * last] = 0
    for begin in range(np.uint64(first), np.uint64(last), BUNDLE):
        wide = min(BUNDLE, np.uint64(last) - begin)
        own = histograms[np.uint64(4) * begin : np.uint64(4) * (begin + wide)]
        if len(packed.narrow):
            _fill_narrow(blocks, begin, wide, rows, packed.narrow, packed.shift, own)
        else:
            _fill_pairs(blocks, begin, wide, rows, packed.pairs, own)


@inner
def _fill_narrow(blocks, begin, wide, rows, narrow, shift, histograms):
    """By one number a row; sums of many are moved to the histograms before they overflow."""
    values, codes = np.empty(TILE, np.int64), np.empty((wide, TILE), np.uint32)
    sums = np.zeros((np.uint64(4) * wide, BINS), np.int64)
    count = np.uint64(len(rows))
    for low in range(np.uint64(0), count, TILE):
        size = min(TILE, count - low)
        here = rows[low : low + size]
        for spot in range(size):
            values[spot] = narrow[here[spot]]
        add_tile(blocks, begin, wide, here, values[:size], codes, sums)
        behind = low + size
        if behind == count or behind % np.uint64(NARROW_ROWS) == 0:
            for number in range(np.uint64(4) * wide):
                add_narrow(sums[number], shift, histograms[number])


@inner
def _fill_pairs(blocks, begin, wide, rows, pairs, histograms):
    """By two numbers a row."""
    values, codes = np.empty((TILE, 2), np.int64), np.empty((wide, TILE), np.uint32)
    count, four = np.uint64(len(rows)), np.uint64(4)
    for low in range(np.uint64(0), count, TILE):
        size = min(TILE, count - low)
        here = rows[low : low + size]
        for spot in range(size):
            row = here[spot]
            values[spot, 0] = pairs[row, 0]
            values[spot, 1] = pairs[row, 1]
        gather_codes(blocks, begin, wide, here, codes)
        for place in range(wide):
            add_pairs(codes[place], values[:size], histograms[four * place :])
