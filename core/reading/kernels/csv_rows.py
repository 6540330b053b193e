"""From columns to the bytes of CSV rows.

Nearly every number that a file has was written with a few decimals. Such a number is a whole one
over a power of ten, n / 10^k, of at most 15 digits, and no shorter text reads back as the same
float: so whether n / 10^k is the float again is all that has to be tried.
"""

import numpy as np

from core.base.compiling import inner, kernel

NUMBER, TEXT, QUOTED = 0, 1, 2
MISSING, MINUS_ZERO = -1, -2
"""Instead of its decimals for a number that is missing, or is -0; a missing text starts at -1."""
WIDEST = 21
"""So many bytes a number takes at most: a sign, 19 digits of a whole one, or 15 and a point."""
_MOST_DECIMALS = 15
_LARGEST = 1e10
_SMALLEST = 1e-6
"""Other numbers are written with an exponent."""
_MOST_DIGITS = 1e15
_TENS = 10.0 ** np.arange(_MOST_DECIMALS + 1)
_WHOLE_TENS = np.array([10**k for k in range(20)], np.uint64)
_COMMA, _BREAK, _QUOTE, _POINT, _MINUS = 44, 10, 34, 46, 45
_ZERO, _ONE, _TWO, _TEN = np.uint64(48), np.uint64(1), np.uint64(2), np.uint64(10)


@kernel
def find_decimals(values, whole, decimals):
    """Write n and k of every number, NaN being missing; False if one is not such a number."""
    k = 0
    for row in range(len(values)):
        value = values[row]
        if np.isnan(value):
            whole[row], decimals[row] = 0, MISSING
            continue
        size = abs(value)
        if size == 0:
            whole[row], decimals[row] = 0, MINUS_ZERO if np.signbit(value) else 0
            continue
        if not _SMALLEST <= size < _LARGEST:
            return False
        n = np.rint(size * _TENS[k])
        while n / _TENS[k] != size:
            k += 1
            if k > _MOST_DECIMALS:
                return False
            n = np.rint(size * _TENS[k])
        if n >= _MOST_DIGITS:
            # Short numbers before it may have brought k too far for this one.
            k = 0
            n = np.rint(size)
            while n / _TENS[k] != size:
                k += 1
                n = np.rint(size * _TENS[k])
            if n >= _MOST_DIGITS:
                return False
        digits, places = np.int64(n), k
        while places > 0 and digits % 10 == 0:
            digits //= 10
            places -= 1
        whole[row] = -digits if value < 0 else digits
        decimals[row] = places
    return True


@inner
def _write_number(n, k, out, at):
    """Write a whole number over a power of ten; tells where it ends."""
    size = np.uint64(n)
    if n < 0 or k == MINUS_ZERO:
        out[at] = _MINUS
        at += _ONE
        size = ~size + _ONE
    behind = np.uint64(max(k, 0))
    digits = behind + _ONE
    while digits < len(_WHOLE_TENS) and size >= _WHOLE_TENS[digits]:
        digits += _ONE
    end = at + digits + np.uint64(behind > 0)
    place = end
    for count in range(digits):
        if count == behind and count > 0:
            place -= _ONE
            out[place] = _POINT
        rest = size // _TEN
        place -= _ONE
        out[place] = np.uint8(_ZERO + size - _TEN * rest)
        size = rest
    return end


@kernel
def write_rows(kinds, whole, decimals, texts, origins, bounds, start, stop, out):
    """Write rows start to stop into `out`; tells how many bytes they take.

    Of a text, the row's bytes begin at an even place of `bounds` and end at the next, both counted
    from where the column's texts begin.
    """
    at = np.uint64(0)
    for row in range(np.uint64(start), np.uint64(stop)):
        for column in range(np.uint64(len(kinds))):
            if column > 0:
                out[at] = _COMMA
                at += _ONE
            if kinds[column] == NUMBER:
                if decimals[column, row] != MISSING:
                    at = _write_number(whole[column, row], decimals[column, row], out, at)
                continue
            first, last = bounds[column, _TWO * row], bounds[column, _TWO * row + _ONE]
            if first == MISSING:
                continue
            if kinds[column] == QUOTED:
                out[at] = _QUOTE
                at += _ONE
            place = np.uint64(origins[column] + first)
            for _ in range(last - first):
                out[at] = texts[place]
                at += _ONE
                place += _ONE
            if kinds[column] == QUOTED:
                out[at] = _QUOTE
                at += _ONE
        out[at] = _BREAK
        at += _ONE
    return at
