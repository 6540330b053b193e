"""Histograms of nodes: the statistics per code of a feature, and behind them the number of rows."""

import numpy as np

from core.base.compiling import kernel
from core.engine.codes import BINS

_BLOCK = np.uint64(1024)


@kernel
def fill(codes, features, first, last, rows, values, histograms):
    """The histograms of the features at places first to last, for some rows."""
    histograms[first:last] = 0.0
    count = np.uint64(len(rows))
    if histograms.shape[2] > 3:
        weights, labels = values.weights, values.labels
        for place in range(first, last):
            column, sums = codes[features[place]], histograms[place]
            end = sums.shape[1] - 1
            for spot in range(count):
                row = rows[spot]
                code = column[row]
                sums[code, labels[row]] += weights[row]
                sums[code, end] += 1.0
        return
    pairs = values.pairs
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
def subtract(own, first, last, other):
    """Take the histograms of the features at places first to last from another node's."""
    for place in range(first, last):
        for code in range(BINS):
            for channel in range(own.shape[2]):
                other[place, code, channel] -= own[place, code, channel]
