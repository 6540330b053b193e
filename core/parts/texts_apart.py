"""Columns in which a few files have texts, and most of them numbers alone: those few are told."""

import numpy as np

from core.base.arrays import Integers
from core.base.wording import count, grouped
from core.data.column import Column
from core.data.table import Table
from core.reading.numerals import Sort, sort_of
from core.reading.pieces import Schema
from core.sources.dialect import Dialect

_FIRST = 20
"""So many rows of each file tell whether a column is worth going through."""


def texts_apart(table: Table, schema: Schema) -> tuple[str, ...]:
    """A sentence for each column that is read as texts because of a few of the files.

    The table has the first rows of some files, one behind the other.
    """
    assert table.files is not None
    dialect = schema.dialect or Dialect()
    file, _ = table.files.places(table.lines)
    start = np.searchsorted(file, file)
    first = np.flatnonzero(np.arange(len(file)) - start < _FIRST)
    told = []
    for column in table.columns:
        if column.is_number or column.name in schema.as_text:
            continue
        _, alone, has_values = _numbers(column, file, first, dialect)
        if 2 * alone.sum() <= has_values.sum():
            continue
        texts, alone, has_values = _numbers(column, file, np.arange(len(file)), dialect)
        if len(texts) and 2 * alone.sum() > has_values.sum():
            told.append(_sentence(table, column, texts, int(alone.sum()), int(has_values.sum())))
    return tuple(told)


def _numbers(
    column: Column, file: Integers, rows: Integers, dialect: Dialect
) -> tuple[Integers, np.ndarray, np.ndarray]:
    """Which of some rows have texts; which files numbers alone there, and which values at all."""
    rows = rows[column.values[rows] >= 0]
    codes, back = np.unique(column.values[rows], return_inverse=True)
    sorts = [sort_of(column.categories[code], dialect) for code in codes]
    is_number = np.array([sort is Sort.NUMBER for sort in sorts], bool)[back]
    files = int(file[-1]) + 1
    values = np.bincount(file[rows], minlength=files)
    texts = rows[~is_number]
    has_texts = np.bincount(file[texts], minlength=files) > 0
    return texts, (values > 0) & ~has_texts, values > 0


def _sentence(table: Table, column: Column, texts: Integers, alone: int, files: int) -> str:
    assert table.files is not None
    file, line = table.files.places(table.lines[texts])
    names = [table.files.names[place] for place in np.unique(file)]
    others = count(len(names) - 1, "other file has", "other files have")
    more = f", {others} texts, too" if len(names) > 1 else ""
    text = column.categories[int(column.values[texts[0]])]
    return (
        f"{column.name!r} is read as texts: {names[0]} has {text!r} there on line "
        f"{grouped(int(line[0]))}{more}, and {alone} of {files} files that were looked at have "
        "numbers alone. If they should be numbers, correct the others or leave them out."
    )
