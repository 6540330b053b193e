"""Rows that are none: the header once more, where files were put together, and what ends a file."""

import numpy as np

from core.base.arrays import Integers, Mask
from core.data.column import Column
from core.reading.numerals import Sort, sort_of
from core.reading.parsing import Parsed, Ragged
from core.sources.dialect import Dialect

_MOST_AT_END = 5


def repeated_headers(columns: tuple[Column, ...], dialect: Dialect) -> Mask:
    """Rows in which every value is the name of its column."""
    rows = np.ones(len(columns[0]) if columns else 0, bool)
    if not dialect.has_header or len(columns) < 2:
        return ~rows
    for column in columns:
        if column.is_number:
            return np.zeros_like(rows)  # a name among its values would have made them texts
        name = column.name.strip()
        is_name = [text.strip("\ufeff \t") == name for text in column.categories]
        rows &= np.array([*is_name, False])[column.values]
        if not rows.any():
            break
    return rows


def closing_words(
    found: Parsed, columns: tuple[Column, ...], lines: Integers, dialect: Dialect
) -> list[Ragged]:
    """The rows at the end that alone have too few values: notes, sources and sums.

    They must hold nothing but one value each, or a text in a column of numbers.
    """
    short = [ragged for ragged in found.ragged if not ragged.is_set_aside]
    if not 0 < found.ragged_count - found.set_aside <= _MOST_AT_END:
        return []
    if len(short) >= len(lines) or [each.line for each in short] != lines[-len(short) :].tolist():
        return []
    first = len(lines) - len(short)
    is_note = all(each.fields == 1 for each in short) and len(columns) > 2
    return short if is_note or any(_ends_numbers(c, first, dialect) for c in columns) else []


def _ends_numbers(column: Column, first: int, dialect: Dialect) -> bool:
    """Whether there are numbers before a row, and texts from it on."""
    if column.is_number:
        return False
    before = {column.text(row) for row in range(max(0, first - 20), first)} - {""}
    after = {column.text(row) for row in range(first, len(column))} - {""}
    numbers = [sort_of(text, dialect) is Sort.NUMBER for text in before]
    return (
        len(numbers) > 0
        and all(numbers)
        and any(sort_of(text, dialect) is Sort.TEXT for text in after)
    )
