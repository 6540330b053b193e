"""A kernel that finds the rows of a CSV and reads no value: bytes, lines and number of fields."""

import numpy as np

from core.base.compiling import kernel

_LF, _CR, _SPACE, _TAB = 10, 13, 32, 9


@kernel
def index_rows(
    data,
    start,
    stop,
    size,
    is_final,
    separator,
    quote,
    escape,
    is_run,
    trims,
    leads,
    comment,
    width,
    starts,
    lengths,
    lines,
    widths,
    has_more,
):
    """Find the rows that start from `start` on and before `stop`, and nothing about their values.

    The rules are those of `parse_rows`. `widths` gets the number of fields, `has_more` whether one
    beyond the last column holds anything. Gives (rows, where the next one starts, lines passed,
    is_unclosed).
    """
    is_special = np.zeros(256, np.bool_)
    is_special[separator] = is_special[_LF] = is_special[_CR] = True
    is_special |= leads
    rows = 0
    line = 0
    place = start
    while place < stop and rows < len(starts):
        row_start = place
        row_line = line
        is_comment = len(comment) > 0 and place + len(comment) <= size
        for step in range(len(comment)):
            is_comment = is_comment and data[place + step] == comment[step]
        while place < size and (data[place] == _SPACE or data[place] == _TAB):
            if data[place] == separator and not is_run:
                break
            place += 1
        while is_comment and place < size and data[place] != _LF and data[place] != _CR:
            place += 1
        if place == size:
            if not is_final:
                return rows, row_start, line, False
            return rows, size, line + 1, False
        if data[place] == _LF or data[place] == _CR:
            if data[place] == _CR:
                if place + 1 == size and not is_final:
                    return rows, row_start, line, False
                if place + 1 < size and data[place + 1] == _LF:
                    place += 1
            place += 1
            line += 1
            continue
        if not is_run:
            place = row_start
        fields = 0
        more = False
        is_complete = False
        while True:
            while trims and place < size and data[place] == _SPACE:
                place += 1
            first = place
            if place < size and data[place] == quote:
                place += 1
                while True:
                    if place >= size:
                        return rows, row_start, row_line, True
                    byte = data[place]
                    if byte == quote:
                        if place + 1 < size and data[place + 1] == quote:
                            place += 2
                            continue
                        place += 1
                        break
                    if byte == escape:
                        place += 1
                        byte = data[place]
                    if byte == _LF or (
                        byte == _CR and not (place + 1 < size and data[place + 1] == _LF)
                    ):
                        line += 1
                    elif leads[byte]:
                        place += 1
                    place += 1
            while True:
                # The byte after the last is a line feed, so this ends.
                here = np.uint64(place)
                while not is_special[data[here]]:
                    here += np.uint64(1)
                place = np.int64(here)
                if place >= size or data[place] < 0x80:
                    break
                place += 2
            place = min(place, size)
            more = more or (fields >= width and place > first)
            fields += 1
            while is_run and place < size and data[place] == separator:
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
        if not is_complete:
            return rows, row_start, row_line, False
        line += 1
        starts[rows] = row_start
        lengths[rows] = place - row_start
        lines[rows] = row_line
        widths[rows] = fields
        has_more[rows] = more
        rows += 1
    return rows, place, line, False
