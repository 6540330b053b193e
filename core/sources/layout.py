"""The layout of a CSV: the columns' names, and where the rows begin."""

import codecs
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.base.errors import DataError
from core.base.wording import grouped
from core.sources.dialect import Dialect
from core.sources.fields import Record, records
from core.sources.source import Source

_HEAD = 1 << 17
_LONGEST_HEAD = 1 << 28
_LOOKED_AT = 200
_PARTED = re.compile(r"\S {2,}\S|[,;|\t].*[,;|\t]")


@dataclass(frozen=True)
class TextLayout:
    """Names made unique, the first row's byte and line, and the first rows themselves.

    `notes` tell what had to be changed, such as a name that stood there twice; `is_whole`, whether
    `records` are all there are.
    """

    names: tuple[str, ...]
    start: int
    line: int
    records: tuple[Record, ...]
    row_bytes: float
    notes: tuple[str, ...]
    is_whole: bool

    @property
    def rows(self) -> list[list[str]]:
        """The values of the first rows, as many as each has."""
        return [record.values for record in self.records]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.names)


def read_layout(source: Source, dialect: Dialect, rows: int = _LOOKED_AT) -> TextLayout:
    """Understand the first part of a source, as much of it as the header and some rows take."""
    size = _HEAD
    while True:
        head = source.head(size, dialect.encoding)
        is_whole = len(head) < size
        text = decoded(head, dialect, is_whole, source.name)
        start, line = _after_skipped(text, dialect, source.name)
        found = _first_records(text[start:], dialect, line, is_whole, rows + 2)
        # The header, and a row to tell how long rows are.
        if is_whole or len(found) >= 2 or size >= _LONGEST_HEAD:
            break
        size *= 8
    if not found:
        if is_whole:
            raise DataError(f"{source.name} is empty. Choose a file with a header and rows.")
        raise DataError(
            f"Line {grouped(line)} of {source.name} is longer than {_LONGEST_HEAD >> 20} "
            "MB. Check its "
            "quotes and its line breaks."
        )
    unclosed = next((record for record in found if not record.is_closed), None)
    if unclosed is not None and unclosed is found[0] and dialect.has_header:
        raise DataError(unclosed_sentence(source.name, unclosed.line))
    count = (1 + dialect.has_second_header) if dialect.has_header else 0
    header, rest = found[:count], found[count:]
    names, notes = _names(_given(header), [record for record in rest if record.is_closed])
    first = start + (header[-1].stop if header else found[0].start)
    after = found[0].line
    if header:
        taken = text[start + found[0].start : first]
        after += len(re.findall(r"\r\n|\n|\r", taken)) + (not header[-1].has_break)
    encoding = stream_encoding(dialect)
    return TextLayout(
        names,
        len(text[:first].encode(encoding)),
        after,
        tuple(record for record in rest if record.is_closed)[:rows],
        _row_bytes(head, rest),
        notes,
        is_whole and len(rest) <= rows,
    )


def _row_bytes(head: bytes, rows: Sequence[Record]) -> float:
    """How long rows are: bytes per line of all that was read, and lines per row."""
    lines = (rows[-1].line - rows[0].line) / (len(rows) - 1) if len(rows) > 1 else 1.0
    return max(1.0, lines / lines_per_byte(head))


def lines_per_byte(content: bytes) -> float:
    """How many lines there are to a byte."""
    breaks = max(content.count(b"\n"), content.count(b"\r"), 1)
    return breaks / max(1, len(content))


def stream_encoding(dialect: Dialect) -> str:
    """The encoding of the bytes that a source gives: UTF-16 comes as UTF-8."""
    return "utf-8" if dialect.encoding.startswith("utf-16") else dialect.encoding


def decoded(head: bytes, dialect: Dialect, is_whole: bool, name: str) -> str:
    """The text of the first bytes; half a character at the end is left out."""
    encoding = stream_encoding(dialect)
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head, is_whole)
    except UnicodeDecodeError as error:
        line = head.count(b"\n", 0, error.start) + 1
        raise DataError(encoding_sentence(name, line, dialect)) from error


def encoding_sentence(name: str, line: int, dialect: Dialect) -> str:
    """What a person reads when the encoding is not that of the file."""
    described = dialect.described()["encoding"]
    return f"Line {grouped(line)} of {name} is not {described} text. Choose another encoding."


def unclosed_sentence(name: str, line: int) -> str:
    """What a person reads when a quote is never closed."""
    return (
        f"On line {grouped(line)} of {name} a quote is opened and never closed. Close it, "
        "or read the "
        "file without quotes."
    )


def unique_names(given: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names that differ and are not empty, and what was changed.

    >>> unique_names(["x", "", "x"])[0]
    ('x', 'column 2', 'x (2)')
    """
    given = list(given)
    taken = set(given)
    names: dict[str, None] = {}
    notes = []
    nameless: list[tuple[int, str]] = []
    tried: dict[str, int] = {}
    for place, name in enumerate(given, 1):
        wanted = name if name.strip() else f"column {place}"
        unique, number = wanted, tried.get(wanted, 1)
        while unique in names or (unique != name and unique in taken):
            number += 1
            unique = f"{wanted} ({number})"
        tried[wanted] = number
        if not name.strip():
            nameless.append((place, unique))
        elif unique != name:
            notes.append(f"Column {place} is called {unique!r}: there is another {name!r}.")
        names[unique] = None
    return tuple(names), (*_nameless_notes(nameless), *notes)


def _nameless_notes(nameless: Sequence[tuple[int, str]]) -> Iterator[str]:
    """What columns without a name are called, a sentence for those beside one another."""
    for _, run in itertools.groupby(enumerate(nameless), lambda each: each[1][0] - each[0]):
        (first, name), *_, (last, other) = 2 * [column for _, column in run]
        if first == last:
            yield f"Column {first} has no name and is called {name!r}."
        else:
            yield f"Columns {first} to {last} have no name and are called {name!r} to {other!r}."


def _given(header: Sequence[Record]) -> list[str]:
    """The names as written. In two rows the upper one may stand for several columns."""
    if not header:
        return []
    rows = [[value.strip(" \t\u00a0\ufeff") for value in record.values] for record in header]
    if len(rows) == 1:
        return rows[0]
    names, above = [], ""
    for upper, lower in itertools.zip_longest(*rows, fillvalue=""):
        above = upper or (above if lower else "")
        names.append(f"{above} {lower}".strip())
    return names


def _names(given: Sequence[str], rows: Sequence[Record]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names for as many columns as rows have; some programs name no column of row names.

    Others end every row with a separator: what would be the last value is always empty.
    """
    widths = [len(record.fields) for record in rows]
    if not given:
        usual = Counter(widths).most_common(1)[0][0]
        return tuple(f"column {place}" for place in range(1, usual + 1)), ()
    names = list(given)
    while len(names) > 1 and not names[-1].strip() and widths and max(widths) < len(names):
        names.pop()
    note: tuple[str, ...] = ()
    is_closed = all(not record.fields[-1].value for record in rows)
    if widths and min(widths) == len(names) + 1 == max(widths) and len(names) > 1 and not is_closed:
        names.insert(0, "")
        note = (
            "The header has one name fewer than the rows have values: the first column has none.",
        )
    unique, notes = unique_names(names)
    return unique, note + notes + _one_column_note(names, rows)


def _one_column_note(names: Sequence[str], rows: Sequence[Record]) -> tuple[str, ...]:
    """What may be wrong where every line is one value, and most hold signs that part values."""
    parted = sum(bool(_PARTED.search(record.values[0])) for record in rows)
    if len(names) > 1 or parted < 0.8 * max(1, len(rows)):
        return ()
    return (
        "Every line is read as one value. If a sign stands between its values, choose it as the "
        "separator; if they stand below one another in columns of a fixed width, save the file "
        "with a separator first.",
    )


def _after_skipped(text: str, dialect: Dialect, name: str) -> tuple[int, int]:
    """The character and the line that the header stands on or before."""
    place = 1 if text.startswith("\ufeff") else 0
    for skipped in range(dialect.skip):
        found = re.compile(r"\r\n|\n|\r").search(text, place)
        if found is None:
            raise DataError(
                f"{name} has only {grouped(skipped + 1)} lines, and {grouped(dialect.skip)} "
                "were to be skipped. "
                "Skip fewer."
            )
        place = found.end()
    return place, dialect.skip + 1


def _first_records(
    text: str, dialect: Dialect, line: int, is_whole: bool, most: int
) -> list[Record]:
    found = []
    for record in records(text, dialect, line):
        if not is_whole and (record.stop == len(text) or not record.is_closed):
            break  # half of one
        found.append(record)
        if len(found) == most:
            break
    return found
