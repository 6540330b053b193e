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

from core.base.wording import count
from core.reading.numerals import Sort, sort_of
from core.sources.dialect import SEPARATORS, THOUSANDS, Dialect
from core.sources.encodings import Encoding, guess_encoding
from core.sources.fields import Field, Record, records
from core.sources.known_dialect import NOTHING_KNOWN, Known
from core.sources.layout import decoded
from core.sources.source import Source
from core.sources.spellings import has_marks, number_part

_HEAD = 1 << 16
_ROWS = 100
_PREAMBLE = 50
_PLAUSIBLE = 0.6
_LEAST_ROWS = 3
_CONVENTIONS = (
    (".", ""),
    (",", ""),
    (".", ","),
    (",", "."),
    (",", " "),
    (",", "\u00a0"),
    (",", "\u202f"),
    (".", " "),
    (".", "'"),
    (".", "\u00a0"),
    (".", "\u202f"),
)
_TOLD = "as told"
_COMMENTS = ("#", "//", "%")
_RARE_SEPARATORS = "^~:\x01\x1f"
_NAMED = re.compile(r"\"?sep=(?P<separator>[\x01-\x7f])\"?(?:\r\n|\n|\r)", re.IGNORECASE)
"""A first line by which spreadsheets are told the separator."""
_RULE = re.compile(r"(?P<start>[ |+:]*(?:---|===))[-=+|: ]*")
"""A line drawn below a header or around a table."""
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?")
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?")
_ANY_NUMBER = re.compile(
    r"[+-]?(?:\d+|\d{1,3}(?:[.,' \u00a0\u202f]\d{3})+|\d{1,2}(?:,\d\d)+,\d{3})(?:[.,]\d*)?"
    r"(?:[eE][+-]?\d+)?|[+-]?[.,]\d+"
)


@dataclass(frozen=True)
class DialectGuess:
    """A dialect, and for each of its parts a few words on why."""

    dialect: Dialect
    reasons: Mapping[str, str] = field(default_factory=dict)


def sniff(source: Source) -> Dialect:
    r"""The dialect that a source seems to be written in.

    >>> sniff(Source.from_bytes(b"x;y\n1,5;a\n2,5;b\n")).separator
    ';'
    """
    return guess(source).dialect


def guess(source: Source, known: Known = NOTHING_KNOWN) -> DialectGuess:
    """The dialect with the reasons for it; raise DataError for a file that is no text.

    What is known about it is not guessed.
    """
    encoding = guess_encoding(source)
    if known.encoding is not None and encoding.name != known.encoding:
        encoding = Encoding(known.encoding, False, _TOLD)
    dialect = Dialect(encoding=encoding.name, has_mark=encoding.has_mark)
    size = _HEAD
    while True:
        head = source.head(size, encoding.name)
        is_whole = len(head) < size
        text = decoded(head, dialect, is_whole, source.name).removeprefix("\ufeff")
        if is_whole or size > 1 << 24 or len(re.findall(r"[\r\n]", text[: size // 2])) > 1:
            break
        size *= 16
    return guess_from_text(text, dialect, encoding, is_whole, known)


def guess_from_text(
    text: str, dialect: Dialect, encoding: Encoding, is_whole: bool, known: Known = NOTHING_KNOWN
) -> DialectGuess:
    """Guess all but the encoding from the first part of the text."""
    reasons = {"encoding": encoding.reason}
    named = _NAMED.match(text)
    text = text[named.end() :] if named else text
    comment, reasons["comments"] = _comment(text)
    found = _best(text, replace(dialect, comment=comment), is_whole, named, known.separator)
    reasons["separator"], reasons["quote"] = found.reason, _quote_reason(found)
    reasons["quote inside"] = "as in the first rows" if found.dialect.escape else "as usual"
    first = _first_row(found)
    skip = (first.line - 1 if first is not found.rows[0] else 0) + bool(named) if first else 0
    reasons["skipped lines"] = _skip_reason(skip, found.width, bool(named))
    rows = list(found.rows)[found.rows.index(first) if first else 0 :]
    dialect = replace(found.dialect, skip=skip, trims=found.dialect.trims or _are_padded(rows))
    reasons["blanks"] = "values with blanks around them seen" if dialect.trims else "none seen"
    cells = [
        [row.fields[place].value.strip(" ") for row in rows if place < len(row.fields)]
        for place in range(found.width)
    ]
    decimal, thousands, why = _marks([column[1:] for column in cells], dialect.separator)
    reasons["decimal mark"], reasons["thousands mark"] = why
    if known.decimal is not None and known.decimal != decimal:
        thousands = "" if thousands == known.decimal else thousands
        decimal, reasons["decimal mark"] = known.decimal, _TOLD
    dialect = replace(dialect, decimal=decimal, thousands=thousands)
    has_second = _has_second_header(cells, dialect)
    has_header, reasons["header"] = _header(cells, dialect)
    if has_second:
        has_header, reasons["header"] = True, "texts above columns of numbers, in two rows"
    return DialectGuess(
        replace(dialect, has_header=has_header, has_second_header=has_second), reasons
    )


@dataclass(frozen=True)
class _Reading:
    """The text as one dialect reads it."""

    dialect: Dialect
    rows: Sequence[Record]
    width: int
    score: float
    reason: str


def _best(
    text: str,
    dialect: Dialect,
    is_whole: bool,
    named: re.Match[str] | None,
    told: str | None = None,
) -> _Reading:
    if named and told in (None, named["separator"]):
        reading = _reading(text, replace(dialect, separator=named["separator"]), is_whole)
        return replace(reading, reason="the first line names it")
    quotes = ['"']
    if re.search(r"(?:^|[,;\t|])'[^'\r\n]*'(?:[,;\t|]|$)", text, re.MULTILINE) and (
        text.count("'") > text.count('"')
    ):
        quotes.append("'")
    escapes = ["", "\\"] if '\\"' in text else [""]
    paddings = [False, True] if re.search(r"[,;\t|] +[\"']", text) else [False]
    readings = [
        _reading(text, replace(dialect, separator=s, quote=q, escape=e, trims=t), is_whole)
        for s, q, e, t in itertools.product(told or SEPARATORS, quotes, escapes, paddings)
    ]
    best = max(readings, key=lambda reading: reading.score)
    if told:
        return replace(best, reason=_TOLD)
    if best.score > 0:
        return best
    for mark in _RARE_SEPARATORS:
        reading = _reading(text, replace(dialect, separator=mark), is_whole)
        widths = {len(record.fields) for record in reading.rows}
        if reading.score > 0 and len(reading.rows) > 2 and len(widths) == 1:
            return reading
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
    name = SEPARATORS.get(dialect.separator, repr(dialect.separator))
    place = "on every line" if share == 1 else f"on {share:.0%} of the lines"
    reason = f"{name}, {'once' if width == 2 else f'{width - 1} times'} {place}"
    if width < 2 or not _is_plausible(dialect, rows, width, share):
        return _Reading(dialect, rows, width, 0.0, reason)
    pattern = sum(count * (size - 1) / size for size, count in counts.items()) / len(counts)
    cells = [cell for record in rows for cell in record.fields if len(record.fields) == width]
    likely = sum(_likeness(cell, dialect) for cell in cells) / len(cells)
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


def _likeness(field: Field, dialect: Dialect) -> float:
    """How much a cell looks like one value, from 0 to 1."""
    cell = field.value
    word = cell.strip()
    if not word:
        return 0.6
    if field.is_quoted and field.has_rest:
        return 0.3  # the quote was not the closing one
    if _ANY_NUMBER.fullmatch(word) or _DATE.fullmatch(word) or _TIME.fullmatch(word):
        return 1.0
    if field.is_quoted:
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
    return f"around {count(quoted, 'value')} of the first rows" if quoted else "no quotes seen"


def _comment(text: str) -> tuple[str, str]:
    """The start of comment lines; a first line that only looks like one may be the header."""
    lines = re.split(r"\r\n|\n|\r", text)[: 2 * _ROWS]
    rules = [found["start"] for line in lines if (found := _RULE.fullmatch(line))]
    for mark in (*_COMMENTS, *dict.fromkeys(rules)):
        marked = [line for line in lines if line.startswith(mark)]
        others = [line for line in lines if line.strip() and not line.startswith(mark)]
        if not marked or len(marked) > len(lines) / 2:
            continue
        if mark in rules and not all(map(_RULE.fullmatch, marked)):
            continue
        # Lines with as many separators as the others are rows: #DIV/0! and #1 are values.
        shapes = Counter(map(_shape, others))
        usual = max(others, key=lambda line: shapes[_shape(line)], default="")
        if mark not in rules and 2 * sum(_has_same_marks(m, usual) for m in marked) > len(marked):
            continue
        start = "starts" if len(marked) == 1 else "start"
        return mark, f"{len(marked)} of the first lines {start} with {mark.strip()}"
    return "", "none seen"


def _shape(line: str) -> tuple[int, ...]:
    return tuple(map(line.count, SEPARATORS))


def _has_same_marks(line: str, other: str) -> bool:
    return any(
        line.count(separator) == other.count(separator) > 0
        for separator in SEPARATORS
        if separator != " "
    )


def _first_row(found: _Reading) -> Record | None:
    """The header, which has as many values as the rows, or one fewer, after what precedes it."""
    rows = found.rows
    if (below := _below_titles(found)) is not None:
        return below
    for record in rows[:_PREAMBLE]:
        if len(record.fields) >= found.width - 1 and (found.width > 2 or len(record.fields) > 1):
            is_first = record is rows[0] or len(record.fields) == found.width
            return record if is_first else rows[0]
    return rows[0] if rows else None


def _below_titles(found: _Reading) -> Record | None:
    """The header below titles that a spreadsheet filled up with separators; None without them.

    A title holds one value, or few of many, and the header a text in every column.
    """
    for place, record in enumerate(found.rows[:_PREAMBLE]):
        words = [field.value.strip() for field in record.fields]
        filled = sum(map(bool, words))
        if filled == found.width > 3:
            is_header = not any(map(_ANY_NUMBER.fullmatch, words))
            return record if place and is_header else None
        if filled > max(1, found.width // 4):
            return None
    return None


def _skip_reason(skip: int, width: int, is_named: bool) -> str:
    if skip == 1 and is_named:
        return "the line that names the separator"
    return f"{count(skip, 'line')} before the first row of {width} values" if skip else "none"


def _are_padded(rows: Sequence[Record]) -> bool:
    """Whether blanks stand around some values."""
    cells = (field for record in rows for field in record.fields if not field.is_quoted)
    return any(cell.value.strip(" ") not in ("", cell.value) for cell in cells)


def _marks(columns: Sequence[Sequence[str]], separator: str) -> tuple[str, str, tuple[str, str]]:
    """The decimal and the thousands mark under which most cells are numbers, and why."""
    cells = {number_part(cell) for column in columns for cell in column if re.search(r"\d", cell)}
    cells = {cell for cell in cells if any(has_marks(cell, *marks) for marks in _CONVENTIONS)}
    best, most = (".", ""), -1
    counts = {}
    for decimal, thousands in _CONVENTIONS:
        marked = sum(has_marks(cell, decimal, thousands) for cell in cells)
        counts[decimal, thousands] = marked
        if marked > most:
            best, most = (decimal, thousands), marked
    commas = [cell for cell in cells if "," in cell]
    if (
        best == (",", "")
        and counts[".", ","] == most
        and (separator == "," or _are_groups(commas, least=5))
    ):
        best = (".", ",")
    if not cells:
        return ".", "", ("no numbers seen", "no numbers seen")
    decimal, thousands = best
    longest = sorted(cells, key=lambda cell: (-len(cell), cell))
    readable = [cell for cell in longest if has_marks(cell, decimal, thousands)]
    decimals = next((cell for cell in readable if decimal in cell), "")
    grouped = next((cell for cell in readable if thousands and thousands in cell), "")
    name = "point" if decimal == "." else "comma"
    return (
        decimal,
        thousands,
        (
            f"{name}, as in {decimals}" if decimals else "all numbers seen can be read so",
            f"{THOUSANDS[thousands]}, as in {grouped}" if grouped else "none seen",
        ),
    )


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


def _has_second_header(columns: Sequence[Sequence[str]], dialect: Dialect) -> bool:
    """Whether the second row is names too, or units: texts above two columns of numbers or more."""
    texts = 0
    for _, second, *values in (column for column in columns if len(column) > 1):
        sorts = Counter(sort_of(value, dialect) for value in values)
        numbers, sort = sorts[Sort.NUMBER], sort_of(second, dialect)
        if len(values) < _LEAST_ROWS or (second and second in values):
            return False
        if numbers > 0.8 * (numbers + sorts[Sort.TEXT] + sorts[Sort.CODE]):
            if sort in (Sort.NUMBER, Sort.CODE):
                return False
            texts += sort is Sort.TEXT
    return texts > 1


def _are_years(names: Sequence[str]) -> bool:
    """Names such as 2019, 2020, 2021 in a row."""
    numbers = [int(name) for name in names if re.fullmatch(r"(?:19|20)\d\d", name.strip())]
    steps = {after - before for before, after in itertools.pairwise(numbers)}
    return len(numbers) > 1 and len(numbers) >= len(names) - 3 and steps in ({1}, {-1})
