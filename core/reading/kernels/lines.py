"""One pass over the bytes of a CSV: rows, the lines they start on, numbers and texts.

Texts are not copied: each different one becomes an entry, the place of its first appearance, and
a row holds the number of the entry. What takes more than bytes to understand (a doubled quote, a
number of twenty digits) is left to the caller, by its place.
"""

import numpy as np

from core.base.compiling import inner, kernel
from core.reading.kernels.decimals import CODE, HARD, nearest_float, read_grouped, read_number

SKIPPED, NUMBERS, TEXTS = 0, 1, 2
TOO_FEW, TOO_MANY = 0, 1
_LF, _CR, _SPACE, _TAB = 10, 13, 32, 9
# An index without a sign needs no look at whether it counts from the end.
_ONE = np.uint64(1)
_TENS = 10.0 ** np.arange(16)


@kernel
def after_break(data, place, size):
    """Where the first line after `place` starts, or `size` if none does."""
    while place < size and data[place] != _LF and data[place] != _CR:
        place += 1
    if place + 1 < size and data[place] == _CR and data[place + 1] == _LF:
        place += 1
    return min(place + 1, size)


@inner
def _hash(data, place, last, seed):
    """64 bits that differ for different texts of eight bytes at most, and mostly for others."""
    mixed = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)
    word = np.uint64(0)
    shift = np.uint64(0)
    while place < last:
        word |= np.uint64(data[place]) << shift
        shift += np.uint64(8)
        place += _ONE
        if shift == np.uint64(64):
            mixed = (mixed ^ word) * np.uint64(0xD6E8FEB86659FD93)
            mixed ^= mixed >> np.uint64(32)
            word = np.uint64(0)
            shift = np.uint64(0)
    if shift > np.uint64(0):
        mixed = (mixed ^ word) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
    return mixed


@inner
def _is_word(data, first, last, words, bounds):
    """Whether these bytes, blanks around them left out, are one of the words."""
    while first < last and (data[first] == _SPACE or data[first] == _TAB):
        first += 1
    while first < last and (data[last - 1] == _SPACE or data[last - 1] == _TAB):
        last -= 1
    for word in range(len(bounds) - 1):
        if bounds[word + 1] - bounds[word] == last - first:
            is_same = True
            for step in range(last - first):
                if words[bounds[word] + step] != data[first + step]:
                    is_same = False
                    break
            if is_same:
                return True
    return False


@inner
def _starts_with(data, place, size, prefix):
    if place + len(prefix) > size:
        return False
    for step in range(len(prefix)):  # noqa: SIM110 - numba compiles no generator
        if data[place + step] != prefix[step]:
            return False
    return True


@kernel
def parse_rows(data, start, stop, size, is_final, dialect, numerals, wanted, values, notes):
    """Parse the rows that start from `start` on and before `stop`; a row may end after `stop`.

    It ends early when an array is full: the caller goes on from there with others.

    `size` is how far `data` is filled, a line feed and seven bytes follow; `is_final` tells
    whether the file ends there: if not, a row that reaches it is left for later. A row with too
    many fields is set aside.

    Gives (rows, where the next row starts, lines passed, is_unclosed, number of entries, of hard
    numbers, of ragged rows).
    """
    separator, quote, escape, is_run, trims, leads, comment = dialect
    decimal, thousands, words, bounds = numerals
    kinds, slots = wanted
    numbers, codes, starts, lengths, lines = values
    entries, table, hard, ragged, spoiled = notes
    width = len(kinds)
    entry_count = 0
    hard_count = 0
    ragged_count = 0
    mask = np.uint64(len(table) - 1)
    scratch = np.empty(64, np.uint8)
    is_special = np.zeros(256, np.bool_)
    is_special[separator] = is_special[_LF] = is_special[_CR] = True
    is_special |= leads
    is_unclosed = False
    rows = 0
    line = 0
    place = start
    # Room for a row of nothing but new texts, and for one more of everything else.
    most_rows = min(len(starts), len(ragged))
    most_entries = len(entries) - width
    most_hard = len(hard) - width
    while (
        place < stop
        and max(rows, ragged_count) < most_rows
        and entry_count <= most_entries
        and hard_count <= most_hard
    ):
        row_start = place
        row_line = line
        is_comment = len(comment) > 0 and _starts_with(data, place, size, comment)
        while place < size and (data[place] == _SPACE or data[place] == _TAB):
            if data[place] == separator and not is_run:
                break
            place += 1
        if is_comment:
            while place < size and data[place] != _LF and data[place] != _CR:
                place += 1
        if place == size:
            if not is_final:
                place = row_start
                break
            line += 1
            break
        if data[place] == _LF or data[place] == _CR:
            if data[place] == _CR:
                if place + 1 == size and not is_final:
                    place = row_start
                    break
                if place + 1 < size and data[place + 1] == _LF:
                    place += 1
            place += 1
            line += 1
            continue
        if not is_run:
            place = row_start
        field = 0
        hard_before = hard_count
        entries_before = entry_count
        has_more = False
        is_complete = False
        while True:
            flag = 0
            is_known = False
            if trims:
                while place < size and data[place] == _SPACE:
                    place += 1
            kind = kinds[field] if field < width else SKIPPED
            if kind == NUMBERS:
                # The usual number, digits with a decimal mark among them, read in one go.
                here = np.uint64(place)
                is_negative = data[here] == 45
                if is_negative:
                    here += _ONE
                digits = np.uint64(0)
                start_of = here
                while 48 <= data[here] <= 57:
                    digits = digits * np.uint64(10) + np.uint64(data[here] - 48)
                    here += _ONE
                whole = np.int64(here - start_of)
                fraction = 0
                if data[here] == decimal and decimal != separator:
                    here += _ONE
                    point = here
                    while 48 <= data[here] <= 57:
                        digits = digits * np.uint64(10) + np.uint64(data[here] - 48)
                        here += _ONE
                    fraction = np.int64(here - point)
                byte = data[here]
                if (
                    whole > 0
                    and whole + fraction < 20
                    and (whole == 1 or data[start_of] != 48)
                    and byte in (separator, _LF, _CR)
                ):
                    if whole + fraction < 16:
                        value = np.float64(digits) / _TENS[fraction]
                        is_known = True
                    elif fraction > 0:
                        value, is_known = nearest_float(digits, -fraction)
                    if is_known:
                        numbers[slots[field], rows] = -value if is_negative else value
                        place = min(np.int64(here), size)
                        kind = SKIPPED
            if is_known:
                first = last = after = place
            elif place < size and data[place] == quote:
                first = place + 1
                place = first
                is_closed = False
                while place < size:
                    byte = data[place]
                    if byte == quote:
                        if place + 1 < size and data[place + 1] == quote:
                            flag = 1
                            place += 2
                            continue
                        is_closed = True
                        break
                    if byte == escape:
                        flag = 1
                        place += 1
                        byte = data[place]
                    if byte == _LF or (
                        byte == _CR and not (place + 1 < size and data[place + 1] == _LF)
                    ):
                        line += 1
                    elif leads[byte]:
                        place += 1
                    place += 1
                if not is_closed:
                    is_unclosed = True
                    place = size
                    break
                last = place
                place += 1
                after = place
            else:
                first = place
                last = -1
                after = -1
            while not is_known:
                # The byte after the last is a line feed, so this ends.
                here = np.uint64(place)
                while not is_special[data[here]]:
                    here += _ONE
                place = np.int64(here)
                if place >= size or data[place] < 0x80:
                    break
                place += 2
            place = min(place, size)
            if last < 0:
                last = place
                while trims and last > first and data[last - 1] == _SPACE:
                    last -= 1
            elif trims and place > after:
                rest = place
                while rest > after and data[rest - 1] == _SPACE:
                    rest -= 1
                flag = max(flag, np.int64(rest > after))
            elif place > after:
                flag = 1
            if flag == 1:
                # The quotes belong to what has to be understood.
                first -= 1
                last = place
            if field >= width:
                has_more = has_more or last > first
            elif kind == NUMBERS:
                if len(thousands) == 0:
                    value, what = read_number(data, np.uint64(first), np.uint64(last), decimal)
                else:
                    value, what = read_grouped(data, first, last, decimal, thousands, scratch)
                if what >= CODE:
                    if what == HARD:
                        hard[hard_count, 0] = field
                        hard[hard_count, 1] = rows
                        hard[hard_count, 2] = first
                        hard[hard_count, 3] = last - first
                        hard_count += 1
                    elif spoiled[field, 0] < 0 and (
                        what == CODE or not _is_word(data, first, last, words, bounds)
                    ):
                        spoiled[field, 0] = row_line
                        spoiled[field, 1] = first
                        spoiled[field, 2] = what == CODE
                numbers[slots[field], rows] = value
            elif kind == TEXTS:
                if first == last:
                    codes[slots[field], rows] = -1
                else:
                    mixed = _hash(data, np.uint64(first), np.uint64(last), np.int64(field))
                    name = 2 * field + flag
                    slot = mixed & mask
                    entry = table[slot] - 1
                    while entry >= 0:
                        if (
                            entries[entry, 3] == np.int64(mixed)
                            and entries[entry, 2] == last - first
                            and entries[entry, 0] == name
                        ):
                            is_same = True
                            if last - first > 8:
                                other = entries[entry, 1]
                                for step in range(last - first):
                                    if data[other + step] != data[first + step]:
                                        is_same = False
                                        break
                            if is_same:
                                break
                        slot = (slot + np.uint64(1)) & mask
                        entry = table[slot] - 1
                    if entry < 0:
                        entry = entry_count
                        entries[entry, 0] = name
                        entries[entry, 1] = first
                        entries[entry, 2] = last - first
                        entries[entry, 3] = np.int64(mixed)
                        table[slot] = entry + 1
                        entry_count += 1
                    codes[slots[field], rows] = entry
            field += 1
            if is_run:
                while place < size and data[place] == separator:
                    place += 1
            if place == size:
                is_complete = is_final
                break
            byte = data[place]
            if byte == _LF:
                place += 1
                is_complete = True
                break
            if byte == _CR:
                place += 1
                is_complete = place < size or is_final
                if place < size and data[place] == _LF:
                    place += 1
                break
            if not is_run:
                place += 1
        is_set_aside = field > width and has_more
        if not is_complete or is_set_aside:
            # Nothing of the row counts; of one to be read again, not its texts either.
            hard_count = hard_before
            for column in range(width):
                if spoiled[column, 1] >= row_start:
                    spoiled[column, 0] = spoiled[column, 1] = -1
        if not is_complete:
            entry_count = entries_before
            place = row_start
            line = row_line
            break
        line += 1
        if field < width or is_set_aside:
            ragged[ragged_count, 0] = TOO_MANY if is_set_aside else TOO_FEW
            ragged[ragged_count, 1] = row_start
            ragged[ragged_count, 2] = place - row_start
            ragged[ragged_count, 3] = row_line
            ragged[ragged_count, 4] = field
            ragged_count += 1
            if is_set_aside:
                continue
            for column in range(field, width):
                if kinds[column] == NUMBERS:
                    numbers[slots[column], rows] = np.nan
                elif kinds[column] == TEXTS:
                    codes[slots[column], rows] = -1
        starts[rows] = row_start
        lengths[rows] = place - row_start
        lines[rows] = row_line
        rows += 1
    return rows, place, line, is_unclosed, entry_count, hard_count, ragged_count
