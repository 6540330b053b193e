"""The other way to read a CSV: an index of its rows by us, the values in them by a library.

Everything around the values stays as it is (sniffing, layout, samples, notes, rewriting). In the
place of the kernel that reads rows and values in one pass stand a small one that finds the rows
(their bytes, lines and number of fields) and a call of pandas or pyarrow for a few megabytes at a
time, so that reading can be cancelled and threads read side by side. A library gets whole rows of
equal width only: what is ragged, blank or a comment is left out or filled up before. What it
refuses is read by the slow reader of records that previews and rewriting have anyway.
"""

import contextlib
import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from unittest import mock

import numpy as np

from core.reading import tables
from core.reading.numerals import Sort, number_of, sort_of
from core.reading.parsing import (
    NUMBERS,
    SKIPPED,
    TEXTS,
    TOO_FEW,
    TOO_MANY,
    NotThisEncodingError,
    Parser,
    Spoiled,
    _leads,
    _Raw,
)
from core.sources.dialect import Dialect
from core.sources.fields import records
from core.sources.layout import encoding_sentence
from tests.benchmarks.reading.csv_index import index_rows

Texts = tuple[np.ndarray, list[str]]
"""Per row the place of its text, and the texts."""


class CannotRead(Exception):  # noqa: N818 - another way is taken
    """The library does not take this dialect, or refuses what stands there."""


@dataclass
class Values:
    """What a library found: numbers or texts, by the place of their column."""

    numbers: dict[int, np.ndarray] = field(default_factory=dict)
    texts: dict[int, Texts] = field(default_factory=dict)


Library = Callable[[memoryview, Dialect, Sequence[int]], Values]


@dataclass
class _LibraryRaw(_Raw):
    """A piece with the texts that a library gave, and the values that were to be numbers."""

    words: dict[int, list[str]] = field(default_factory=dict)
    broken: dict[int, tuple[int, str, bool]] = field(default_factory=dict)


class LibraryParser(Parser):
    """Parses in the same waves; the index finds rows, and `library` reads what stands in them."""

    library: Library
    slow_pieces = 0
    """How many pieces the library refused."""

    def __init__(self, source, dialect, layout, kinds) -> None:
        super().__init__(source, dialect, layout, kinds)
        self._signs = (
            ord(dialect.separator),
            ord(dialect.quote) if dialect.quote else -1,
            ord(dialect.escape) if dialect.escape else -1,
            dialect.is_run,
            dialect.trims and not dialect.is_run,
            _leads(dialect.encoding),
            np.frombuffer(dialect.comment.encode(self._encoding, "replace"), np.uint8).copy(),
        )

    def _piece(self, buffer, start, stop, size, is_final) -> _LibraryRaw:
        width = len(self._kinds)
        room = int(1.2 * (stop - start) / self._layout.row_bytes) + 64
        starts, lengths, lines = (
            np.empty(room, np.int64),
            np.empty(room, np.int32),
            np.empty(room, np.int32),
        )
        widths, has_more = np.empty(room, np.int32), np.empty(room, np.bool_)
        rows, end, passed, is_unclosed = index_rows(
            buffer,
            start,
            stop,
            size,
            is_final,
            *self._signs,
            width,
            starts,
            lengths,
            lines,
            widths,
            has_more,
        )
        starts, lengths, lines = starts[:rows], lengths[:rows], lines[:rows]
        widths, aside = widths[:rows], (widths[:rows] > width) & has_more[:rows]
        odd = np.flatnonzero((widths < width) | aside)
        ragged = np.stack(
            [
                np.where(aside[odd], TOO_MANY, TOO_FEW),
                starts[odd],
                lengths[odd],
                lines[odd],
                widths[odd],
            ],
            axis=1,
        ).astype(np.int64)
        keep = ~aside
        content = self._content(buffer, starts[keep], lengths[keep], widths[keep], width)
        raw = _LibraryRaw(
            int(keep.sum()),
            end,
            passed,
            is_unclosed,
            np.empty((0, 0)),
            np.empty((0, 0), np.int32),
            starts[keep],
            lengths[keep],
            lines[keep],
            np.empty((0, 4), np.int64),
            np.empty((0, 4), np.int64),
            ragged,
            np.full((width, 3), -1, np.int64),
        )
        self._fill(raw, content)
        return raw

    def _content(self, buffer, starts, lengths, widths, width) -> memoryview:
        """The rows, one after the other and all of one width."""
        if len(starts) == 0:
            return memoryview(b"")
        whole = (widths == width).all() and int(lengths.sum()) == int(
            starts[-1] + lengths[-1] - starts[0]
        )
        view = buffer.data
        if whole:
            return view[starts[0] : starts[-1] + lengths[-1]]
        separator = self._dialect.separator.encode()
        parts = []
        for first, length, fields in zip(
            starts.tolist(), lengths.tolist(), widths.tolist(), strict=True
        ):
            row = bytes(view[first : first + length]).rstrip(b"\r\n")
            if fields > width:
                row = row.rstrip(separator)
            parts += [row, separator * max(0, width - fields), b"\n"]
        return memoryview(b"".join(parts))

    def _fill(self, raw: _LibraryRaw, content: memoryview) -> None:
        """Have the values read, by the library or where it cannot by the reader of records."""
        kinds = self._kinds.tolist()
        raw.numbers = np.empty((kinds.count(NUMBERS), raw.rows))
        raw.codes = np.empty((kinds.count(TEXTS), raw.rows), np.int32)
        if raw.rows == 0 or not any(kinds):
            raw.words = {place: [] for place, kind in enumerate(kinds) if kind == TEXTS}
            return
        try:
            values = type(self).library(content, self._dialect, kinds)
            found = [*values.numbers.values(), *(codes for codes, _ in values.texts.values())]
            if any(len(column) != raw.rows for column in found):
                raise CannotRead("another number of rows")  # noqa: TRY301
        except CannotRead:
            type(self).slow_pieces += 1
            values = self._slowly(raw, content, kinds)
        base = 0
        for place, kind in enumerate(kinds):
            if kind == NUMBERS:
                raw.numbers[self._slots[place]] = values.numbers[place]
            elif kind == TEXTS:
                codes, words = values.texts[place]
                raw.codes[self._slots[place]] = np.where(codes < 0, codes, codes + base)
                raw.words[place] = words
                base += len(words)

    def _slowly(self, raw: _LibraryRaw, content: memoryview, kinds: Sequence[int]) -> Values:
        text = self._decoded(raw, bytes(content))
        rows = [record.values for record in records(text, self._dialect)]
        values = Values()
        for place, kind in enumerate(kinds):
            cells = [row[place] for row in rows]
            if kind == TEXTS:
                words = list(dict.fromkeys(cell for cell in cells if cell))
                at = {word: code for code, word in enumerate(words)}
                codes = np.array([at.get(cell, -1) for cell in cells], np.int32)
                values.texts[place] = codes, words
            elif kind == NUMBERS:
                numbers = np.full(len(cells), np.nan)
                for row, cell in enumerate(cells):
                    sort = sort_of(cell, self._dialect)
                    if sort is Sort.NUMBER:
                        numbers[row] = number_of(cell, self._dialect)
                    elif sort is not Sort.MISSING and place not in raw.broken:
                        raw.broken[place] = (int(raw.lines[row]), cell, sort is Sort.CODE)
                values.numbers[place] = numbers
        return values

    def _decoded(self, raw: _LibraryRaw, content: bytes) -> str:
        try:
            return content.decode(self._encoding)
        except UnicodeDecodeError as error:
            row = content.count(b"\n", 0, error.start)
            at = int(raw.lines[min(row, raw.rows - 1)])
            raise _NotDecoded(at) from error

    def _parts(self, buffer, size, is_final) -> list[_Raw]:
        try:
            return super()._parts(buffer, size, is_final)
        except _NotDecoded as error:
            line = self._layout.line + int(error.args[0])
            sentence = encoding_sentence(self._source.name, line, self._dialect)
            raise NotThisEncodingError(sentence) from error

    def _take(self, raw, buffer, offset, line, seen, chosen):
        numbers = super()._take(raw, buffer, offset, line, seen, chosen)
        known = [
            self._found.texts[self._slots[place]].setdefault(
                word, len(self._found.texts[self._slots[place]])
            )
            for place, words in sorted(raw.words.items())
            for word in words
        ]
        self._found.pieces[-1].known = np.array(known, np.int32)
        for place, (at, text, is_code) in raw.broken.items():
            self._found.spoiled.setdefault(place, Spoiled(line + at, text, is_code))
        return numbers


class _NotDecoded(Exception):  # noqa: N818 - becomes a sentence
    """Bytes that the encoding does not have, on a line of the piece."""


def by_pyarrow(content: memoryview, dialect: Dialect, kinds: Sequence[int]) -> Values:
    """By pyarrow.csv, on this thread."""
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    if dialect.is_run or dialect.thousands or dialect.trims:
        raise CannotRead("runs of separators, thousands marks, blanks around values")
    names = [str(place) for place in range(len(kinds))]
    types = {NUMBERS: pa.float64(), TEXTS: pa.dictionary(pa.int32(), pa.string())}
    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(pa.py_buffer(content)),
            arrow_csv.ReadOptions(
                use_threads=False,
                block_size=max(1, len(content)),
                column_names=names,
                encoding=_library_encoding(dialect),
            ),
            arrow_csv.ParseOptions(
                delimiter=dialect.separator,
                quote_char=dialect.quote or False,
                escape_char=dialect.escape or False,
                newlines_in_values=True,
                ignore_empty_lines=False,
            ),
            arrow_csv.ConvertOptions(
                column_types={n: types[k] for n, k in zip(names, kinds, strict=True) if k},
                include_columns=[n for n, k in zip(names, kinds, strict=True) if k],
                null_values=["", *dialect.missing, *dialect.missing_numbers],
                strings_can_be_null=False,
                decimal_point=dialect.decimal,
            ),
        )
    except (pa.ArrowException, UnicodeError) as error:
        raise CannotRead(str(error)) from error
    values = Values()
    for place, kind in enumerate(kinds):
        if kind == NUMBERS:
            column = table.column(names[place]).combine_chunks()
            values.numbers[place] = column.to_numpy(zero_copy_only=False)
        elif kind == TEXTS:
            column = table.column(names[place]).combine_chunks()
            codes = column.indices.to_numpy(zero_copy_only=False)
            values.texts[place] = _without_empty(codes, column.dictionary.to_pylist())
    return values


def by_pandas(content: memoryview, dialect: Dialect, kinds: Sequence[int]) -> Values:
    """By pandas.read_csv with its C engine."""
    more: dict[str, object] = {
        "skip_blank_lines": False,
        "low_memory": False,
        "index_col": False,
        "usecols": [place for place, kind in enumerate(kinds) if kind != SKIPPED],
    }
    if dialect.thousands:
        more["thousands"] = dialect.thousands
    if dialect.is_run:
        more["sep"] = r"\s+"
    return _by_pandas(content, dialect, kinds, "c", more)


def by_pandas_arrow(content: memoryview, dialect: Dialect, kinds: Sequence[int]) -> Values:
    """By pandas.read_csv with pyarrow as its engine."""
    if dialect.is_run or dialect.thousands or dialect.trims:
        raise CannotRead("runs of separators, thousands marks, blanks around values")
    return _by_pandas(content, dialect, kinds, "pyarrow", {})


def _by_pandas(
    content: memoryview,
    dialect: Dialect,
    kinds: Sequence[int],
    engine: str,
    more: Mapping[str, object],
) -> Values:
    import pandas as pd

    words = ["", *dialect.missing, *dialect.missing_numbers]
    names = [str(place) for place in range(len(kinds))]
    numbers = [name for name, kind in zip(names, kinds, strict=True) if kind == NUMBERS]
    texts = [name for name, kind in zip(names, kinds, strict=True) if kind == TEXTS]
    options = {
        "sep": dialect.separator,
        "header": None,
        "names": names,
        # Not as categories: those that look like numbers become some, and 007 is 7.
        "dtype": {**dict.fromkeys(numbers, "float64"), **dict.fromkeys(texts, "str")},
        "na_values": dict.fromkeys(numbers, words) if engine == "c" else words,
        "keep_default_na": False,
        "decimal": dialect.decimal,
        "encoding": _library_encoding(dialect),
        "engine": engine,
    }
    if dialect.quote:
        options["quotechar"] = dialect.quote
    else:
        options["quoting"] = csv.QUOTE_NONE
    if dialect.escape:
        options["escapechar"] = dialect.escape
    if dialect.trims:
        options["skipinitialspace"] = True
    try:
        frame = pd.read_csv(io.BytesIO(content), **{**options, **more})
    except (ValueError, OverflowError, TypeError, NotImplementedError) as error:
        raise CannotRead(str(error)) from error
    values = Values()
    for place, kind in enumerate(kinds):
        if kind == NUMBERS:
            values.numbers[place] = frame[names[place]].to_numpy(np.float64)
        elif kind == TEXTS:
            codes, distinct = pd.factorize(frame[names[place]])
            found = [str(text) for text in distinct]
            stripped = [text.strip(" ") for text in found] if dialect.trims else found
            values.texts[place] = _without_empty(codes.astype(np.int32), stripped)
    return values


def _library_encoding(dialect: Dialect) -> str:
    return "utf-8" if dialect.encoding.startswith("utf-16") else dialect.encoding


def _without_empty(codes: np.ndarray, words: list[str]) -> Texts:
    """An empty text is a missing one; a text that is there twice (trimmed) is one."""
    kept = list(dict.fromkeys(word for word in words if word))
    if kept == words:
        return codes, words
    at = {word: code for code, word in enumerate(kept)}
    return np.array([*(at.get(word, -1) for word in words), -1], np.int32)[codes], kept


LIBRARIES: Mapping[str, Library] = {
    "pandas, C": by_pandas,
    "pandas, pyarrow": by_pandas_arrow,
    "pyarrow": by_pyarrow,
}


@contextlib.contextmanager
def reading_by(library: Library) -> Iterator[type[LibraryParser]]:
    """Within this, `read_table` has its values read by a library."""
    parser = type("ByLibrary", (LibraryParser,), {"library": staticmethod(library)})
    with mock.patch.object(tables, "Parser", parser):
        yield parser
