"""Guessing how a CSV is written, with the reason for each guess.

The separator is the one under which rows have one pattern and cells look like values, after
van den Burg, Nazabal and Sutton (2019), Wrangling messy CSV files by detecting row and type
patterns, Data Mining and Knowledge Discovery 33.
"""

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.reading.dialect import SEPARATORS, THOUSANDS, Dialect
from core.reading.encodings import Encoding, guess_encoding
from core.reading.fields import Record, records
from core.reading.layout import decoded
from core.reading.numerals import Sort, sort_of
from core.reading.source import Source

_HEAD = 1 << 16
_ROWS = 100
_PREAMBLE = 50
_PLAUSIBLE = 0.6
_CONVENTIONS = (
    (".", ""), (",", ""), (".", ","), (",", "."), (",", " "), (",", "\u00a0"), (",", "\u202f"),
    (".", " "), (".", "'"), (".", "\u00a0"), (".", "\u202f"),
)  # fmt: skip
_COMMENTS = ("#", "//", "%")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?")
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?")
_ANY_NUMBER = re.compile(
    r"[+-]?(?:\d+|\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+)(?:[.,]\d*)?(?:[eE][+-]?\d+)?|[+-]?[.,]\d+"
)


@dataclass(frozen=True)
class Guess:
    """A dialect, and for each of its parts a few words on why."""

    dialect: Dialect
    reasons: Mapping[str, str] = field(default_factory=dict)


def sniff(source: Source) -> Dialect:
    r"""The dialect that a source seems to be written in.

    >>> sniff(Source.from_bytes(b"x;y\n1,5;a\n2,5;b\n")).separator
    ';'
    """
    return guess(source).dialect


def guess(source: Source) -> Guess:
    """The dialect with the reasons for it; raise DataError for a file that is no text."""
    encoding = guess_encoding(source)
    dialect = Dialect(encoding=encoding.name, has_mark=encoding.has_mark)
    size = _HEAD
    while True:
        head = source.head(size, encoding.name)
        is_whole = len(head) < size
        text = decoded(head, dialect, is_whole, source.name).removeprefix("\ufeff")
        if is_whole or size > 1 << 24 or len(re.findall(r"[\r\n]", text[: size // 2])) > 1:
            break
        size *= 16
    return guess_from_text(text, dialect, encoding, is_whole)


def guess_from_text(text: str, dialect: Dialect, encoding: Encoding, is_whole: bool) -> Guess:
    """Guess all but the encoding from the first part of the text."""
    reasons = {"encoding": encoding.reason}
    comment, reasons["comments"] = _comment(text)
    found = _best(text, replace(dialect, comment=comment), is_whole)
    reasons["separator"], reasons["quote"] = found.reason, _quote_reason(found)
    rows, skip = _without_preamble(found)
    reasons["skipped lines"] = (
        f"{skip} lines before the first row of {found.width} values" if skip else "none"
    )
    dialect = replace(found.dialect, skip=skip)
    cells = [[row[place] for row in rows if place < len(row)] for place in range(found.width)]
    decimal, thousands, why = _marks([column[1:] for column in cells], dialect.separator)
    reasons["decimal mark"] = reasons["thousands mark"] = why
    dialect = replace(dialect, decimal=decimal, thousands=thousands)
    has_header, reasons["header"] = _header(cells, dialect)
    return Guess(replace(dialect, has_header=has_header), reasons)


@dataclass(frozen=True)
class _Reading:
    """The text as one dialect reads it."""

    dialect: Dialect
    rows: Sequence[Record]
    width: int
    score: float
    reason: str


def _best(text: str, dialect: Dialect, is_whole: bool) -> _Reading:
    quotes = ['"']
    if re.search(r"(?:^|[,;\t|])'[^'\r\n]*'(?:[,;\t|]|$)", text, re.MULTILINE) and (
        text.count("'") > text.count('"')
    ):
        quotes.append("'")
    readings = [
        _reading(text, replace(dialect, separator=separator, quote=quote), is_whole)
        for separator in SEPARATORS
        for quote in quotes
    ]
    best = max(readings, key=lambda reading: reading.score)
    if best.score > 0:
        return best
    # One column: a separator that no line has, so that its texts may hold the others.
    free = next((mark for mark in SEPARATORS if mark not in text and mark != " "), ",")
    reading = _reading(text, replace(dialect, separator=free), is_whole)
    return replace(reading, width=1, reason="no separator found: one column")


def _reading(text: str, dialect: Dialect, is_whole: bool) -> _Reading:
    rows: list[Record] = []
    for record in records(text, dialect):
        if not is_whole and record.stop == len(text):
            break
        rows.append(record)
        if len(rows) == _ROWS:
            break
    counts = Counter(len(record.fields) for record in rows)
    if not counts:
        return _Reading(dialect, rows, 1, 0.0, "no rows")
    # The commonest number of values; the larger one of two as common, as a preamble has fewer.
    width, common = max(counts.items(), key=lambda item: (item[1], item[0]))
    share = common / len(rows)
    name = SEPARATORS[dialect.separator]
    place = "on every line" if share == 1 else f"on {share:.0%} of the lines"
    reason = f"{name}, {'once' if width == 2 else f'{width - 1} times'} {place}"
    if width < 2 or not _is_plausible(dialect, rows, width, share):
        return _Reading(dialect, rows, width, 0.0, reason)
    pattern = sum(count * (size - 1) / size for size, count in counts.items()) / len(counts)
    cells = [cell for record in rows for cell in record.fields if len(record.fields) == width]
    likely = sum(_likeness(cell.value, cell.is_quoted, dialect) for cell in cells) / len(cells)
    return _Reading(dialect, rows, width, pattern * likely * share, reason)


def _is_plausible(dialect: Dialect, rows: Sequence[Record], width: int, share: float) -> bool:
    tail = rows[1:] or rows
    body = [record.values for record in tail if len(record.fields) == width]
    if dialect.separator == ",":
        # One column with decimal commas, under a name without one.
        return len(rows[0].fields) == width or not all(
            re.fullmatch(r"[+-]?\d+,\d+", ",".join(row)) for row in body
        )
    if dialect.separator == " ":
        # Words have spaces between them too: lines of as many, and a column of numbers.
        columns = list(zip(*body, strict=True))
        has_numbers = any(all(_ANY_NUMBER.fullmatch(cell) for cell in cells) for cells in columns)
        return len(body) > 0.9 * len(tail) and has_numbers
    return share > _PLAUSIBLE or len(body) > 1


def _likeness(cell: str, is_quoted: bool, dialect: Dialect) -> float:
    """How much a cell looks like one value, from 0 to 1."""
    word = cell.strip()
    if not word:
        return 0.6
    if _ANY_NUMBER.fullmatch(word) or _DATE.fullmatch(word) or _TIME.fullmatch(word):
        return 1.0
    if is_quoted:
        return 1.0
    if any(mark in cell for mark in (";", "\t", "|") if mark != dialect.separator):
        return 0.1
    if word[0] in "\"'" or word[-1] in "\"'":
        return 0.3  # half of something in quotes
    if "," in word:
        return 0.5
    return 0.9


def _quote_reason(found: _Reading) -> str:
    quoted = sum(cell.is_quoted for record in found.rows for cell in record.fields)
    return f"around {quoted:,} values of the first rows" if quoted else "no quotes seen"


def _comment(text: str) -> tuple[str, str]:
    """The start of comment lines; a first line that only looks like one may be the header."""
    lines = re.split(r"\r\n|\n|\r", text)[: 2 * _ROWS]
    for mark in _COMMENTS:
        marked = [place for place, line in enumerate(lines) if line.startswith(mark)]
        if not marked or len(marked) > len(lines) / 2:
            continue
        if marked == [0] and len(lines) > 1 and _has_same_marks(lines[0], lines[1]):
            continue
        return mark, f"{len(marked)} of the first lines start with {mark}"
    return "", "none seen"


def _has_same_marks(line: str, other: str) -> bool:
    return any(
        line.count(separator) == other.count(separator) > 0
        for separator in SEPARATORS
        if separator != " "
    )


def _without_preamble(found: _Reading) -> tuple[list[list[str]], int]:
    """The rows from the header on, and how many lines stand before it."""
    rows = found.rows
    first = 0
    for place, record in enumerate(rows[:_PREAMBLE]):
        if len(record.fields) >= found.width - 1 and (found.width > 2 or len(record.fields) > 1):
            first = place
            break
    if first and len(rows[first].fields) != found.width:
        first = 0
    return [record.values for record in rows[first:]], rows[first].line - 1 if first else 0


def _marks(columns: Sequence[Sequence[str]], separator: str) -> tuple[str, str, str]:
    """The decimal and the thousands mark under which most cells are numbers."""
    cells = {cell.strip() for column in columns for cell in column if re.search(r"\d", cell)}
    cells = {cell for cell in cells if _ANY_NUMBER.fullmatch(cell)}
    best, most = (".", ""), -1
    counts = {}
    for decimal, thousands in _CONVENTIONS:
        dialect = Dialect(decimal=decimal, thousands=thousands)
        count = sum(sort_of(cell, dialect) in (Sort.NUMBER, Sort.CODE) for cell in cells)
        counts[decimal, thousands] = count
        if count > most:
            best, most = (decimal, thousands), count
    commas = [cell for cell in cells if "," in cell]
    if (
        best == (",", "")
        and counts[".", ","] == most
        and (separator == "," or _are_groups(commas, least=5))
    ):
        best = (".", ",")
    if not cells:
        return ".", "", "no numbers seen"
    decimal, thousands = best
    if best == (".", ""):
        return decimal, thousands, "all numbers seen can be read so"
    example = next(
        cell for cell in sorted(cells, key=lambda cell: (-len(cell), cell))
        if (thousands or decimal) in cell
    )  # fmt: skip
    name = f"{THOUSANDS[thousands]} between thousands" if thousands else "comma"
    return decimal, thousands, f"{name}, as in {example}"


def _are_groups(cells: Sequence[str], least: int) -> bool:
    """Whether commas seem to stand between thousands: always three digits after, never 0 before."""
    return len(cells) >= least and all(
        re.fullmatch(r"[+-]?[1-9]\d{0,2}(,\d{3})+", c) for c in cells
    )


def _header(columns: Sequence[Sequence[str]], dialect: Dialect) -> tuple[bool, str]:
    """Whether the first row is names: by columns of numbers, and by names that come again."""
    names = [column[0] if column else "" for column in columns]
    if all(len(column) < 2 for column in columns):
        return True, "there is one row"
    if _are_years(names):
        return True, "the first row counts up"
    votes = 0.0
    for name, *values in columns:
        sorts = Counter(sort_of(value, dialect) for value in values)
        numbers = sorts[Sort.NUMBER] + sorts[Sort.CODE]
        sort = sort_of(name, dialect)
        if numbers > 0.8 * (numbers + sorts[Sort.TEXT]):
            is_number = sort in (Sort.NUMBER, Sort.CODE)
            votes += -1 if is_number else (1 if sort is Sort.TEXT else 0)
        elif name.strip() and name in values:
            votes -= 0.6
        elif sort in (Sort.NUMBER, Sort.CODE) or _DATE.fullmatch(name.strip()):
            votes -= 0.5
        elif len(set(values)) <= len(values) / 2 and sort is Sort.TEXT:
            votes += 0.3
    if votes < 0:
        return False, "the first row looks like the others"
    return True, "the first row differs from the others" if votes else "taken as usual"


def _are_years(names: Sequence[str]) -> bool:
    """Names such as 2019, 2020, 2021 in a row."""
    numbers = [int(name) for name in names if re.fullmatch(r"(?:19|20)\d\d", name.strip())]
    steps = {after - before for before, after in itertools.pairwise(numbers)}
    return len(numbers) > 1 and len(numbers) >= len(names) - 3 and steps in ({1}, {-1})
