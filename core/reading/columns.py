"""From the texts of a column to its categories, or to numbers that are written for people."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.base.arrays import Mask
from core.base.wording import number_text
from core.data.column import Column, Kind
from core.reading.numerals import Sort, sort_of
from core.reading.parsing import Parsed
from core.sources.dialect import Dialect
from core.sources.spellings import spelling_of

_LOOKED_AT = 60


def category(name: str, found: Parsed, slot: int, dialect: Dialect) -> Column:
    """A column of texts as written; those that stand for a missing value are missing."""
    texts = list(found.texts[slot])
    categories = sorted(text for text in texts if not dialect.is_missing(text))
    place = {text: position for position, text in enumerate(categories)}
    codes = found.placed(slot, np.array([place.get(text, -1) for text in texts], np.int32))
    column = Column(name, Kind.CATEGORY, codes, tuple(categories))
    return column.trimmed() if found.set_aside or found.rows < found.seen else column


def kept(column: Column, rows: Mask) -> Column:
    """A column with these rows only, and of its categories those that they have."""
    return replace(column, values=column.values[rows]).trimmed()


def as_spelled(column: Column, dialect: Dialect) -> tuple[Column, str]:
    """The column as numbers if every text is one, and a note about it; else the column.

    Where a few texts are none, the numbers among the categories get their plain spelling: whoever
    finds those texts can still have the others as numbers.
    """
    if column.is_number or not _may_be_spelled(column.categories, dialect):
        return column, ""
    is_word = [not dialect.is_missing(text, among_numbers=True) for text in column.categories]
    words = [text for text, known in zip(column.categories, is_word, strict=True) if known]
    spelling = spelling_of(words, dialect)
    if spelling is None:
        return column, ""
    numbers = np.full(len(column.categories) + 1, np.nan)
    numbers[:-1][np.array(is_word, bool)] = spelling.values
    if spelling.is_whole:
        made = Column(column.name, Kind.NUMBER, numbers[column.values])
        return made, _note(column.name, words, spelling.values, dialect)
    if spelling.is_plain:
        return column, ""
    plain = [
        text if math.isnan(number) else number_text(float(number))
        for text, number in zip(column.categories, numbers, strict=False)
    ]
    categories = sorted(set(plain))
    place = {text: position for position, text in enumerate(categories)}
    lookup = np.array([*(place[text] for text in plain), -1], np.int32)
    return replace(column, values=lookup[column.values], categories=tuple(categories)), ""


def _may_be_spelled(texts: Sequence[str], dialect: Dialect) -> bool:
    """Whether a few of many texts are numbers; they tell of most columns that they are none."""
    few = texts[:: max(1, len(texts) // _LOOKED_AT)]
    words = [text for text in few if not dialect.is_missing(text, among_numbers=True)]
    return spelling_of(words, dialect) is not None


def _note(name: str, words: Sequence[str], values: Sequence[float], dialect: Dialect) -> str:
    """How the longest of the texts that are no plain numbers is read; it shows most."""
    spelled = [
        (len(word), word, value)
        for word, value in zip(words, values, strict=True)
        if sort_of(word, dialect) is not Sort.NUMBER
    ]
    if not spelled:
        return ""
    _, word, value = max(spelled)
    unit = " hours" if ":" in word else ""
    shown = word.replace("\u00a0", " ").replace("\u202f", " ")
    return f"{name!r} is read as numbers: {shown!r} as {number_text(round(value, 6))}{unit}."
