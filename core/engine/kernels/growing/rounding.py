"""Values on a grid so coarse that sums of them are exact: the same in any order, in any pieces.

`core.engine.growing.grids` chooses the grids and tells why.
"""

import numpy as np

from core.base.compiling import inner, kernel, sum_kernel

NARROW_COUNT, NARROW_WEIGHT, NARROW_SECOND = 14, 11, 12
"""Bits of a narrow number: 2^13 of them count to 2^13, and have sums of 24 and, signed, 26 bits."""
NARROW_ROWS = 1 << 13
_WEIGHT_AT, _SECOND_AT = np.int64(NARROW_COUNT), np.int64(NARROW_COUNT + 24)
_COUNT_MASK, _WEIGHT_MASK = np.int64((1 << NARROW_COUNT) - 1), np.int64((1 << 24) - 1)


@sum_kernel
def largest(values, start, stop):
    """The largest size among rows start to stop, and the sum of sizes, column by column."""
    one, two, sum_one, sum_two = 0.0, 0.0, 0.0, 0.0
    for row in range(np.uint64(start), np.uint64(stop)):
        first, second = abs(values[row, 0]), abs(values[row, 1])
        one, two = max(one, first), max(two, second)
        sum_one += first
        sum_two += second
    return one, two, sum_one, sum_two


@inner
def on_grid(value, unit, back):
    """The nearest multiple of a unit; `back` is 1 / unit."""
    return np.rint(value * back) * unit


@sum_kernel
def largest_of(values, start, stop):
    """The largest size among rows start to stop."""
    largest = 0.0
    for row in range(np.uint64(start), np.uint64(stop)):
        largest = max(largest, abs(values[row]))
    return largest


@kernel
def add_whole(values, start, stop, down, back, sums):
    """Add up rows start to stop in two whole numbers: as multiples of a unit, and of its square.

    Values times `down` are at most 1; `back` is 1 over the unit.
    """
    coarse, rest = np.int64(0), np.int64(0)
    for row in range(np.uint64(start), np.uint64(stop)):
        value = values[row] * down * back
        whole = np.rint(value)
        coarse += np.int64(whole)
        rest += np.int64(np.rint((value - whole) * back))
    sums[0], sums[1] = coarse, rest


@kernel
def pack_pairs(pairs, start, stop, units, shift, is_number, packed):
    """Rows start to stop as two whole numbers: (weight and a count of one, second statistic).

    The weight of two classes is that of both; the second statistic is that of the second class.
    """
    back_one, back_two = 1.0 / units[0], 1.0 / units[1]
    for row in range(np.uint64(start), np.uint64(stop)):
        two = np.int64(np.rint(pairs[row, 1] * back_two))
        one = np.int64(np.rint(pairs[row, 0] * back_one))
        weight = one if is_number else one + two
        packed[row, 0] = (weight << shift) + np.int64(1)
        packed[row, 1] = two


@kernel
def pack_narrow(pairs, start, stop, units, is_number, narrow):
    """The same in one number: the second statistic, the weight, and a count of one."""
    back_one, back_two = 1.0 / units[0], 1.0 / units[1]
    most, most_second = np.int64((1 << NARROW_WEIGHT) - 1), np.int64((1 << NARROW_SECOND) - 1)
    for row in range(np.uint64(start), np.uint64(stop)):
        two = np.int64(np.rint(pairs[row, 1] * back_two))
        two = min(max(two, -most_second), most_second)
        one = np.int64(np.rint(pairs[row, 0] * back_one))
        weight = min(one if is_number else one + two, most)
        narrow[row] = (two << _SECOND_AT) + (weight << _WEIGHT_AT) + np.int64(1)


@inner
def add_narrow(sums, shift, histogram):
    """Add sums of narrow numbers, a code a place, to a histogram of pairs; they are left as 0."""
    for code in range(np.uint64(len(sums))):
        sum_ = sums[code]
        weight, count = (sum_ >> _WEIGHT_AT) & _WEIGHT_MASK, sum_ & _COUNT_MASK
        histogram[code, 0] += (weight << shift) + count
        histogram[code, 1] += sum_ >> _SECOND_AT
        sums[code] = 0


@kernel
def unpack(histogram, packed, sums):
    """The histogram of a feature as numbers: two statistics a code, and the count of rows."""
    one, two, shift = packed.units[0], packed.units[1], packed.shift
    mask, is_number = (np.int64(1) << shift) - np.int64(1), packed.is_number
    for code in range(np.uint64(len(histogram))):
        weight, second = histogram[code, 0] >> shift, histogram[code, 1]
        sums[code, 0] = np.float64(weight if is_number else weight - second) * one
        sums[code, 1] = np.float64(second) * two
        sums[code, 2] = np.float64(histogram[code, 0] & mask)
