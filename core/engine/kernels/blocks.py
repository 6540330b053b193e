"""Sums of whole numbers by code, from blocks: the codes of four features in one number of 32 bits.

For trees a row has its blocks side by side. Rows are taken tile by tile, and some blocks at once:
their sums stay in the first cache. Where few of all rows are taken, what a tile needs is gathered
before: it lies far apart, and is read again for each pair of blocks.
"""

import numpy as np

from core.base.compiling import inner_leaf, leaf, part

TILE = np.uint64(1024)
BUNDLE = np.uint64(16)
"""Blocks that are gathered together: a line of the cache."""
_BYTE, _ONE, _TWO, _FOUR = np.uint32(255), np.uint64(1), np.uint64(2), np.uint64(4)
_SECOND, _THIRD, _LAST = np.uint32(8), np.uint32(16), np.uint32(24)


@leaf
def add_rows(blocks, rows, values, sums):
    """sums[feature, code of row] += value, for pairs of a row and a whole number.

    For many of the rows, which lie near each other: here a row of `blocks` is a block, so that
    each is read from front to back, and nothing is gathered.
    """
    count, every = np.uint64(len(rows)), np.uint64(len(blocks))
    for low in range(np.uint64(0), count, TILE):
        high = min(low + TILE, count)
        place = np.uint64(0)
        while place + _FOUR <= every:
            own = sums[_FOUR * place :]
            _add_sixteen_at(blocks[place:], rows[low:high], values[low:high], own)
            place += _FOUR
        while place < every:
            own = sums[_FOUR * place :]
            _add_four_at(blocks[place], rows[low:high], values[low:high], own)
            place += _ONE


@part
def _to_four(four, value, sums0, sums1, sums2, sums3):
    """Add a value by the four codes of a block."""
    sums0[four & _BYTE] += value
    sums1[(four >> _SECOND) & _BYTE] += value
    sums2[(four >> _THIRD) & _BYTE] += value
    sums3[four >> _LAST] += value


@inner_leaf
def _add_sixteen_at(blocks, rows, values, sums):
    codes0, codes1, codes2, codes3 = blocks[0], blocks[1], blocks[2], blocks[3]
    sums0, sums1, sums2, sums3 = sums[0], sums[1], sums[2], sums[3]
    sums4, sums5, sums6, sums7 = sums[4], sums[5], sums[6], sums[7]
    sums8, sums9, sums10, sums11 = sums[8], sums[9], sums[10], sums[11]
    sums12, sums13, sums14, sums15 = sums[12], sums[13], sums[14], sums[15]
    for spot in range(np.uint64(len(rows))):
        row, value = np.uint64(rows[spot]), values[spot]
        _to_four(codes0[row], value, sums0, sums1, sums2, sums3)
        _to_four(codes1[row], value, sums4, sums5, sums6, sums7)
        _to_four(codes2[row], value, sums8, sums9, sums10, sums11)
        _to_four(codes3[row], value, sums12, sums13, sums14, sums15)


@inner_leaf
def _add_four_at(codes, rows, values, sums):
    sums0, sums1, sums2, sums3 = sums[0], sums[1], sums[2], sums[3]
    for spot in range(np.uint64(len(rows))):
        row = np.uint64(rows[spot])
        _to_four(codes[row], values[spot], sums0, sums1, sums2, sums3)


@leaf
def add_tile(blocks, begin, wide, rows, values, codes, sums):
    """`add_rows` for a tile of rows that lie far apart, and some blocks; `codes` is room."""
    gather_codes(blocks, begin, wide, rows, codes)
    place = np.uint64(0)
    while place + _ONE < wide:
        _add_eight(codes[place], codes[place + _ONE], values, sums[np.uint64(4) * place :])
        place += _TWO
    if place < wide:
        _add_four(codes[place], values, sums[np.uint64(4) * place :])


@inner_leaf
def gather_codes(blocks, begin, wide, rows, codes):
    """The codes of some rows, a row of the array a block."""
    # Unsigned numbers: an index that may be negative is looked at before each use.
    for spot in range(np.uint64(len(rows))):
        row = np.uint64(rows[spot])
        for place in range(wide):
            codes[place, spot] = blocks[row, begin + place]


@inner_leaf
def _add_eight(codes, others, values, sums):
    sums0, sums1, sums2, sums3 = sums[0], sums[1], sums[2], sums[3]
    sums4, sums5, sums6, sums7 = sums[4], sums[5], sums[6], sums[7]
    for spot in range(np.uint64(len(values))):
        value = values[spot]
        _to_four(codes[spot], value, sums0, sums1, sums2, sums3)
        _to_four(others[spot], value, sums4, sums5, sums6, sums7)


@inner_leaf
def _add_four(codes, values, sums):
    sums0, sums1, sums2, sums3 = sums[0], sums[1], sums[2], sums[3]
    for spot in range(np.uint64(len(values))):
        _to_four(codes[spot], values[spot], sums0, sums1, sums2, sums3)


@inner_leaf
def add_pairs(codes, values, sums):
    """The same for one block of codes and pairs of numbers."""
    sums0, sums1, sums2, sums3 = sums[0], sums[1], sums[2], sums[3]
    for spot in range(np.uint64(len(values))):
        one, two, four = values[spot, 0], values[spot, 1], codes[spot]
        code0, code1 = four & _BYTE, (four >> _SECOND) & _BYTE
        code2, code3 = (four >> _THIRD) & _BYTE, four >> _LAST
        sums0[code0, 0] += one
        sums0[code0, 1] += two
        sums1[code1, 0] += one
        sums1[code1, 1] += two
        sums2[code2, 0] += one
        sums2[code2, 1] += two
        sums3[code3, 0] += one
        sums3[code3, 1] += two
