"""The cleaned file: rows left out, labels and cells changed, all else byte for byte as it was."""

import codecs
import gzip
import os
import zipfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
import pandas as pd

from core.base.arrays import Integers
from core.base.errors import DataError
from core.base.files import written_whole
from core.base.wording import grouped
from core.data.table import Origin, Table
from core.reading.writing.books import is_book_copy, write_book
from core.reading.writing.frames import write_parquet
from core.reading.writing.row_groups import write_changed_groups
from core.reading.writing.workbook import Sheet, write_workbook
from core.sources.dialect import Dialect
from core.sources.fields import quoted_as_needed, records
from core.sources.formats import BOOKS, ENDINGS
from core.sources.layout import stream_encoding
from core.sources.source import Packing, Stream

_BLOCK = 1 << 20


class _Change(NamedTuple):
    """Bytes of the source to be replaced."""

    start: int
    stop: int
    content: bytes


Cells = dict[int, dict[int, str]]
"""By the place of a column: by row, the text that a cell is to have."""


def write_changed(
    table: Table,
    path: str | os.PathLike[str],
    *,
    target: str,
    excluded: Collection[int] = (),
    relabelled: Mapping[int, str] | None = None,
    cells: Mapping[str, Mapping[int, str]] | None = None,
    record: pd.DataFrame | None = None,
) -> tuple[str, ...]:
    """Write the file that a table came from, without some lines and with other values in some.

    Lines are those of `table.lines`; `relabelled` are values of the target, `cells` those of other
    columns. Encoding, mark, line breaks, quotes, comments and every other byte stay; so do rows
    that are not in the table (set aside, or not in a sample). A name that ends in .gz or .zip
    packs the file. A spreadsheet under its own ending stays the same book, of which only the cells
    in question differ; excluded rows are emptied there. Under any other ending the table is written
    anew: as a workbook (.xlsx), in which changed cells are marked and the `record` of what was
    decided is a second sheet, as .parquet, or as plain CSV. Written whole or not at all; refused if
    the file has changed since it was read. Gives back what is to be said about it.
    """
    path = Path(path)
    gone = table.rows_of(sorted(excluded))
    changed = _by_place(table, cells or {}, target, relabelled or {}, gone)
    origin = table.origin
    if origin is not None and not origin.is_unchanged:
        raise DataError(
            f"{table.name} has changed since it was read, so its rows cannot be told any more. "
            "Open it again, and apply the decisions there."
        )
    check_ending(path, origin)
    if origin is not None and is_book_copy(origin, path):
        with written_whole(path) as aside:
            return tuple(write_book(table, origin, aside, gone.tolist(), changed))
    if path.suffix.lower() == ".xlsx":
        with written_whole(path) as aside:
            write_workbook(aside, _sheets(table, gone, changed, record))
        return ()
    to_parquet = path.suffix.lower() == ".parquet"
    if origin is not None and origin.dialect is not None and not to_parquet:
        changes = _changes(table, origin, origin.dialect, gone, changed)
        with written_whole(path) as aside, _packed(aside, path) as file:
            _copy(origin, origin.dialect, changes, file)
            if not origin.is_unchanged:
                raise DataError(f"{table.name} changed while it was copied. Try again.")
        return ()
    if origin is not None and origin.source.packing is Packing.PARQUET and to_parquet:
        with written_whole(path) as aside:
            write_changed_groups(table, origin.source, gone, changed, aside)
        return ()
    content = frame_of(table, gone, changed)
    with written_whole(path) as aside:
        if to_parquet:
            write_parquet(content, aside)
        else:
            with _packed(aside, path) as file:
                content.to_csv(file, index=False)
    return ()


def cleaned_name(table: Table) -> str:
    """What the cleaned file may be called: as its own, where it can be a copy of that."""
    own = Path(table.name)
    name = f"{own.stem}-cleaned{own.suffix or '.csv'}"
    if own.suffix.lower() not in ENDINGS:
        return name
    if table.origin is not None and is_book_copy(table.origin, Path(name)):
        return name
    has_sheets = table.origin is not None and table.origin.kind in BOOKS
    return f"{own.stem}-cleaned{'.xlsx' if has_sheets else '.csv'}"


def check_ending(path: Path, origin: Origin | None) -> None:
    """Raise DataError for a kind of file that is read here and not written."""
    ending = path.suffix.lower()
    is_copy = origin is not None and is_book_copy(origin, path)
    if ending in ENDINGS and ending != ".xlsx" and not is_copy:
        raise DataError(
            f"{path.name} cannot be written: files that end in {ending} are read here, and written "
            "only as a copy of one. Choose a name that ends in .xlsx, .csv or .parquet."
        )


def _sheets(
    table: Table, gone: Integers, changed: Cells, record: pd.DataFrame | None
) -> list[Sheet]:
    """The table as it is now, changed cells marked with what they were, and what was decided."""
    kept = np.setdiff1d(np.arange(len(table)), gone)
    place_of = {int(row): place for place, row in enumerate(kept)}
    marks = {
        (place_of[row], column): f"was: {table.columns[column].text(row) or 'nothing'}"
        for column, texts in changed.items()
        for row in texts
    }
    sheets = [Sheet("Data", frame_of(table, gone, changed), marks)]
    return sheets if record is None or record.empty else [*sheets, Sheet("Decisions", record)]


def _by_place(
    table: Table,
    cells: Mapping[str, Mapping[int, str]],
    target: str,
    relabelled: Mapping[int, str],
    gone: Integers,
) -> Cells:
    """The new texts by column and row; those of rows that are left out are not wanted."""
    left_out = frozenset(gone.tolist())
    found = {}
    every = {target: {}, **cells} if relabelled else cells
    for name, texts in every.items():
        new = {**texts, **relabelled} if name == target else texts
        place = table.names.index(table.column(name).name)
        rows = table.rows_of(new).tolist()
        kept = {
            row: text for row, text in zip(rows, new.values(), strict=True) if row not in left_out
        }
        if kept:
            found[place] = kept
    return found


def frame_of(table: Table, gone: Integers, changed: Cells) -> pd.DataFrame:
    """The table as a frame: texts as written, whole numbers without a point."""
    kept = np.setdiff1d(np.arange(len(table)), gone)
    columns: dict[str, pd.Series[Any]] = {}
    for position, column in enumerate(table.columns):
        new = changed.get(position, {})
        if column.is_number and all(_is_number(label or "nan") for label in new.values()):
            numbers = column.values.astype(np.float64)
            for row, label in new.items():
                numbers[row] = float(label or "nan")
            columns[column.name] = _shortest(pd.Series(numbers)).iloc[kept].reset_index(drop=True)
        else:
            texts = np.array([column.text(row) or None for row in range(len(table))], object)
            for row, label in new.items():
                texts[row] = label or None
            columns[column.name] = pd.Series(texts[kept], dtype=object)
    return pd.DataFrame(columns)


def _shortest(numbers: "pd.Series[Any]") -> "pd.Series[Any]":
    """Whole numbers as such, so that they are written without a point."""
    there = numbers.dropna()
    is_whole = bool((np.isfinite(there) & (there % 1 == 0) & (there.abs() < 2**53)).all())
    return numbers.astype("Int64") if is_whole and len(there) else numbers


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _changes(
    table: Table, origin: Origin, dialect: Dialect, gone: Integers, changed: Cells
) -> list[_Change]:
    """What to replace, in the order of the file."""
    assert origin.starts is not None  # a text has places
    assert origin.lengths is not None
    starts, stops = origin.starts, origin.starts + origin.lengths
    changes = [_Change(int(starts[row]), int(stops[row]), b"") for row in gone]
    by_row: dict[int, dict[int, str]] = {}
    for place, texts in changed.items():
        is_number = table.columns[place].is_number
        for row, text in texts.items():
            shown = text.replace(".", dialect.decimal) if is_number else text
            by_row.setdefault(row, {})[place] = shown
    for row, fields in by_row.items():
        start, stop = int(starts[row]), int(stops[row])
        content = origin.source.piece(start, stop - start, dialect.encoding)
        # The last field first: those before it stay where they are.
        for place, shown in sorted(fields.items(), reverse=True):
            content = _rewritten(content, shown, dialect, place, int(table.lines[row]), table.name)
        changes.append(_Change(start, stop, content))
    return sorted(changes)


def _rewritten(
    written: bytes, new: str, dialect: Dialect, place: int, line: int, name: str
) -> bytes:
    """A row with another value in one field."""
    encoding = stream_encoding(dialect)
    text = written.decode(encoding)
    record = next(records(text, replace(dialect, comment="")))
    if place < len(record.fields):
        field = record.fields[place]
        before, after, is_quoted = text[: field.start], text[field.stop :], field.is_quoted
    else:
        # A row that ends early: its other fields come to be, empty.
        end = record.fields[-1].stop
        before = text[:end] + dialect.separator * (place + 1 - len(record.fields))
        after, is_quoted = text[end:], False
    value = quoted_as_needed(new, dialect, always=is_quoted)
    if not dialect.quote and any(mark in new for mark in (dialect.separator, "\r", "\n")):
        raise DataError(
            f"The value {new!r} for line {grouped(line)} of {name} holds a separator, and "
            "the file has "
            "no quotes to put around it. Choose another one."
        )
    try:
        return (before + value + after).encode(encoding)
    except UnicodeEncodeError as error:
        raise DataError(
            f"The value {new!r} for line {grouped(line)} cannot be written as "
            f"{dialect.described()['encoding']}, the encoding of {name}. Choose another one."
        ) from error


def _copy(origin: Origin, dialect: Dialect, changes: list[_Change], file: IO[bytes]) -> None:
    """Copy the source with its changes, block by block."""
    encoder = _Encoder(dialect.encoding, file)
    with origin.source.open(dialect.encoding) as stream:
        place = 0
        for change in changes:
            _copy_bytes(stream, change.start - place, encoder)
            stream.skip(change.stop - change.start)
            encoder.write(change.content)
            place = change.stop
        _copy_bytes(stream, None, encoder)
    encoder.finish()


def _copy_bytes(stream: Stream, count: int | None, encoder: "_Encoder") -> None:
    while count is None or count > 0:
        block = stream.read(_BLOCK if count is None else min(count, _BLOCK))
        if not block:
            return
        encoder.write(block)
        count = None if count is None else count - len(block)


class _Encoder:
    """Writes the bytes of a source's stream in the file's own encoding: UTF-8 back to UTF-16."""

    def __init__(self, encoding: str, file: IO[bytes]) -> None:
        self._file = file
        self._encoding = encoding
        self._decoder = (
            codecs.getincrementaldecoder("utf-8")() if encoding.startswith("utf-16") else None
        )

    def write(self, block: bytes) -> None:
        """Write some bytes of the stream."""
        if self._decoder is not None:
            block = self._decoder.decode(block).encode(self._encoding)
        self._file.write(block)

    def finish(self) -> None:
        """Nothing may be left of a character."""
        if self._decoder is not None:
            self._decoder.decode(b"", final=True)


@contextmanager
def _packed(aside: Path, path: Path) -> Iterator[IO[bytes]]:
    """A file to write to, packed as the name of the target says."""
    ending = path.suffix.lower()
    with aside.open("wb") as raw:
        if ending == ".gz":
            # No time and no name inside: the same content gives the same file.
            with gzip.GzipFile("", "wb", 6, raw, 0) as packed:
                yield packed  # type: ignore[misc]
        elif ending == ".zip":
            with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
                member = path.stem if Path(path.stem).suffix else f"{path.stem}.csv"
                with archive.open(member, "w", force_zip64=True) as packed:
                    yield packed
        else:
            yield raw
