"""From digits to the nearest float: Clinger's short way, else that of Eisel and Lemire (2021)."""

import math

import numpy as np

from core.base.compiling import inner, kernel

NUMBER, MISSING, CODE, TEXT, HARD = 0, 1, 2, 3, 4

_LEAST, _MOST = -342, 308
_EXACT = 2**53
_ONE = np.uint64(1)


def _powers_of_five() -> np.ndarray:
    """The leading 128 bits of 5^q as two words, rounded up for q < 0, down for the others."""
    powers = np.empty((_MOST - _LEAST + 1, 2), np.uint64)
    for q in range(_LEAST, _MOST + 1):
        power = 5 ** abs(q)
        if q < 0:
            bits = power.bit_length()
            leading = (1 << (bits + 127 if q >= -27 else 2 * bits + 128)) // power + 1
        else:
            leading = power << 128
        leading >>= max(0, leading.bit_length() - 128)
        powers[q - _LEAST] = leading >> 64, leading & (2**64 - 1)
    return powers


_POWERS = _powers_of_five()
_TENS = 10.0 ** np.arange(23)


@inner
def _product(a, b):
    """The high and the low word of a product of two words."""
    mask = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    a_low, a_high, b_low, b_high = a & mask, a >> half, b & mask, b >> half
    low = a_low * b_low
    middle = a_high * b_low + (low >> half)
    other = a_low * b_high + (middle & mask)
    high = a_high * b_high + (middle >> half) + (other >> half)
    return high, a * b


@inner
def nearest_float(digits, exponent):
    """(digits * 10^exponent, whether it is certain): the nearest float of the exact value.

    Lemire, D. (2021), Number parsing at a gigabyte per second, Software: Practice and
    Experience 51. The few values that it leaves open, and subnormal ones, are not certain.
    """
    if digits < np.uint64(_EXACT) and -22 <= exponent <= 22:
        value = np.float64(digits)
        return (value * _TENS[exponent] if exponent >= 0 else value / _TENS[-exponent]), True
    if digits == np.uint64(0):
        return 0.0, True
    if exponent < _LEAST or exponent > _MOST:
        return 0.0, False
    zeros = 0
    mantissa = digits
    for step in (32, 16, 8, 4, 2, 1):
        if mantissa >> np.uint64(64 - step) == np.uint64(0):
            mantissa <<= np.uint64(step)
            zeros += step
    high, low = _product(mantissa, _POWERS[exponent - _LEAST, 0])
    if high & np.uint64(0x1FF) == np.uint64(0x1FF):
        more, _ = _product(mantissa, _POWERS[exponent - _LEAST, 1])
        low += more
        if more > low:
            high += np.uint64(1)
    if low == np.uint64(0xFFFFFFFFFFFFFFFF) and (exponent < -27 or exponent > 55):
        return 0.0, False
    upper = high >> np.uint64(63)
    shift = upper + np.uint64(9)
    bits = high >> shift
    power = ((217706 * exponent) >> 16) + 63 + np.int64(upper) - zeros + 1023
    if power <= 0 or power >= 2046:
        return 0.0, False
    # Exactly half way: to the even one.
    is_half = low <= np.uint64(1) and bits & np.uint64(3) == np.uint64(1)
    if is_half and -4 <= exponent <= 23 and bits << shift == high:
        bits &= ~np.uint64(1)
    bits += bits & np.uint64(1)
    bits >>= np.uint64(1)
    if bits >= np.uint64(1 << 53):
        bits = np.uint64(1 << 52)
        power += 1
    return math.ldexp(np.float64(bits), power - 1075), True


@kernel
def read_number(data, first, last, decimal):
    """(value, what it is) of the bytes from `first` to `last`.

    [+-] digits [decimal mark digits] [e [+-] digits], or inf; blanks around it. Whole numbers
    with leading zeros, and those that a float cannot hold, are codes: an identifier must not lose
    its digits. The places have no sign: such an index is quicker.
    """
    while first < last and (data[first] == 32 or data[first] == 9):
        first += _ONE
    while first < last and (data[last - _ONE] == 32 or data[last - _ONE] == 9):
        last -= _ONE
    if first == last:
        return np.nan, MISSING
    place = first
    is_negative = data[place] == 45
    if is_negative or data[place] == 43:
        place += _ONE
    start = place
    while place < last and data[place] == 48:
        place += _ONE
    digits = np.uint64(0)
    significant = place
    while place < last and 48 <= data[place] <= 57:
        digits = digits * np.uint64(10) + np.uint64(data[place] - 48)
        place += _ONE
    count = np.int64(place - significant)
    whole = np.int64(place - start)
    if place == last:
        if whole == 0:
            return np.nan, TEXT
        if (whole > 1 and data[start] == 48) or count > 18 or digits > np.uint64(_EXACT):
            return np.nan, CODE
        value = np.float64(digits)
        return (-value if is_negative else value), NUMBER
    exponent = 0
    if data[place] == decimal:
        place += _ONE
        point = place
        if count == 0:
            while place < last and data[place] == 48:
                place += _ONE
        significant = place
        while place < last and 48 <= data[place] <= 57:
            digits = digits * np.uint64(10) + np.uint64(data[place] - 48)
            place += _ONE
        count += np.int64(place - significant)
        exponent = -np.int64(place - point)
        whole -= exponent
    if whole == 0:
        return _infinity(data, place, last, is_negative, place == start)
    if place < last:
        if data[place] | 32 != 101:
            return np.nan, TEXT
        place += _ONE
        is_small = place < last and data[place] == 45
        if is_small or (place < last and data[place] == 43):
            place += _ONE
        if place == last:
            return np.nan, TEXT
        power = 0
        while place < last:
            if not 48 <= data[place] <= 57:
                return np.nan, TEXT
            power = min(power * 10 + (data[place] - 48), 100000)
            place += _ONE
        exponent += -power if is_small else power
    if count > 19:
        return np.nan, HARD
    value, is_certain = nearest_float(digits, exponent)
    if not is_certain:
        return np.nan, HARD
    return (-value if is_negative else value), NUMBER


@kernel
def read_grouped(data, first, last, decimal, thousands, scratch):
    """As `read_number`, with thousands marks between groups of three; `scratch` takes a number."""
    while first < last and (data[first] == 32 or data[first] == 9):
        first += 1
    while first < last and (data[last - 1] == 32 or data[last - 1] == 9):
        last -= 1
    if last - first > len(scratch):
        return np.nan, TEXT
    length = _without_marks(data, first, last, thousands, scratch)
    if length < 0:
        return np.nan, TEXT
    return read_number(scratch, np.uint64(0), np.uint64(length), decimal)


@inner
def _without_marks(data, first, last, thousands, plain):
    """Copy a number without its thousands marks; its length, -1 if they stand in wrong places."""
    length = 0
    group = 0
    groups = 0
    place = first
    if place < last and (data[place] == 45 or data[place] == 43):
        plain[length] = data[place]
        length += 1
        place += 1
    while place < last:
        if 48 <= data[place] <= 57:
            plain[length] = data[place]
            length += 1
            group += 1
            place += 1
            continue
        for step in range(len(thousands)):
            if place + step >= last or data[place + step] != thousands[step]:
                break
        else:
            if group == 0 or group > 3 or (groups > 0 and group != 3):
                return -1
            groups += 1
            group = 0
            place += len(thousands)
            continue
        break
    if groups > 0 and group != 3:
        return -1
    while place < last:
        plain[length] = data[place]
        length += 1
        place += 1
    return length


@inner
def _infinity(data, place, last, is_negative, is_bare):
    """What starts with no digit is infinity, spelled short or long, or a text."""
    length = np.int64(last - place)
    place = np.int64(place)
    if is_bare and length in (3, 8):
        word = b"infinity"
        for step in range(length):
            if data[place + step] | 32 != word[step]:
                return np.nan, TEXT
        return (-np.inf if is_negative else np.inf), NUMBER
    return np.nan, TEXT
