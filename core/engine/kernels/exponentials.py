"""exp and log1p of whole arrays, in loops that the compiler makes vectors of.

A call of the mathematics library for each row is most of what judging a round would cost. These
add and multiply in a fixed order, so that they give the same bits on every machine; both are right
to two units in the last place.
"""

import numpy as np

from core.base.compiling import kernel

_LOWEST = -708.0
"""Below this exp is no normal number any more: it is taken as exp of this, 3e-308."""
_LOG2_E = 1.4426950408889634
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_ROUNDS = 6755399441055744.0
"""1.5 * 2^52: adding it leaves a whole number in the low bits."""
_BIAS, _PLACES = np.int64(1023), np.int64(52)


@kernel
def exp_all(values, count, powers, out):
    """exp of the first `count` values, none of them positive; `powers` is room for as many.

    exp(x) = 2^n exp(r) with |r| <= ln 2 / 2, and exp(r) by its Taylor polynomial of degree 13.
    """
    for place in range(np.uint64(count)):
        value = max(values[place], _LOWEST)
        shifted = value * _LOG2_E + _ROUNDS
        powers[place] = shifted
        whole = shifted - _ROUNDS
        rest = (value - whole * _LN2_HIGH) - whole * _LN2_LOW
        sum_ = 1 / 6227020800.0
        sum_ = sum_ * rest + 1 / 479001600.0
        sum_ = sum_ * rest + 1 / 39916800.0
        sum_ = sum_ * rest + 1 / 3628800.0
        sum_ = sum_ * rest + 1 / 362880.0
        sum_ = sum_ * rest + 1 / 40320.0
        sum_ = sum_ * rest + 1 / 5040.0
        sum_ = sum_ * rest + 1 / 720.0
        sum_ = sum_ * rest + 1 / 120.0
        sum_ = sum_ * rest + 1 / 24.0
        sum_ = sum_ * rest + 1 / 6.0
        sum_ = sum_ * rest + 0.5
        sum_ = sum_ * rest + 1.0
        out[place] = sum_ * rest + 1.0
    bits = powers.view(np.int64)
    for place in range(np.uint64(count)):
        bits[place] = (bits[place] + _BIAS) << _PLACES
    for place in range(np.uint64(count)):
        out[place] *= powers[place]


@kernel
def log1p_all(values, count, out):
    """log(1 + v) of the first `count` values from 0 to 1.

    2 artanh(t) with t = v / (2 + v), at most 1/3, by its Taylor series.
    """
    for place in range(np.uint64(count)):
        small = values[place] / (2.0 + values[place])
        square = small * small
        sum_ = 1 / 33.0
        sum_ = sum_ * square + 1 / 31.0
        sum_ = sum_ * square + 1 / 29.0
        sum_ = sum_ * square + 1 / 27.0
        sum_ = sum_ * square + 1 / 25.0
        sum_ = sum_ * square + 1 / 23.0
        sum_ = sum_ * square + 1 / 21.0
        sum_ = sum_ * square + 1 / 19.0
        sum_ = sum_ * square + 1 / 17.0
        sum_ = sum_ * square + 1 / 15.0
        sum_ = sum_ * square + 1 / 13.0
        sum_ = sum_ * square + 1 / 11.0
        sum_ = sum_ * square + 1 / 9.0
        sum_ = sum_ * square + 1 / 7.0
        sum_ = sum_ * square + 1 / 5.0
        sum_ = sum_ * square + 1 / 3.0
        out[place] = 2.0 * small * (sum_ * square + 1.0)
