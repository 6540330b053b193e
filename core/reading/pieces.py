"""Files piece by piece: some thousand rows of each at a time, all read in one and the same way."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.base.arrays import Integers
from core.base.errors import DataError
from core.base.progress import Progress, Watch
from core.base.stopping import stop_if_asked
from core.base.wording import grouped
from core.data.column import Column, Kind
from core.data.table import Origin, Table
from core.reading.columns import as_spelled, category
from core.reading.numerals import Sort, sort_of
from core.reading.parquet import arrow_column, opened
from core.reading.parsing import NUMBERS, SKIPPED, TEXTS, Parsed, Parser
from core.sources.dialect import Dialect
from core.sources.layout import read_layout, unique_names
from core.sources.source import Packing, Source

_BATCH = 131_072
_PARQUET_TEXTS = "string", "large_string"
"""The types of columns that are read as codes: most of them have few different texts."""


@dataclass(frozen=True)
class Schema:
    """How every file of a list is read: one dialect, and one kind a column.

    Numbers that are written for people ($5) are `spelled`; texts are exactly as written where they
    are asked for `as_text`. Without a dialect the files are Parquet.
    """

    names: tuple[str, ...]
    numbers: frozenset[str]
    dialect: Dialect | None = None
    spelled: frozenset[str] = frozenset()
    as_text: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class TablePiece:
    """Some rows of a file, one behind the other."""

    table: Table
    """Its name is that of the file, and its lines are those of the file."""
    next_line: int
    set_aside: int = 0
    """Rows of it with too many values."""
    short: int = 0
    """Rows of it with too few."""


def pieces(source: Source, schema: Schema, watch: Watch) -> Iterator[TablePiece]:
    """The rows of a file, its columns in the order of the schema, whatever theirs is.

    Raise DataError, naming the file, what is wrong and what to do, where it cannot be read so.
    """
    dialect = schema.dialect
    found = (
        _of_parquet(source, schema, watch)
        if dialect is None
        else _of_text(source, schema, dialect, watch)
    )
    for piece in found:
        stop_if_asked()
        yield piece


def check_names(source: Source, schema: Schema, names: tuple[str, ...]) -> None:
    """Raise DataError if a file lacks columns; those that it has besides are passed over."""
    lacking = [name for name in schema.names if name not in names]
    if lacking:
        more = [name for name in names if name not in schema.names]
        has = f"; it has {_listed(more)} instead" if more else ""
        raise DataError(
            f"{source.name} lacks {_listed(lacking)}{has}. Name the columns as in the other files, "
            "or leave the file out."
        )


def names_in(source: Source, schema: Schema) -> tuple[str, ...]:
    """The columns of a file, found as the schema says; raise DataError for one of another kind."""
    is_parquet = source.packing is Packing.PARQUET
    if is_parquet is (schema.dialect is not None):
        kinds = ("a Parquet file", "a text") if is_parquet else ("no Parquet file", "one")
        raise DataError(
            f"{source.name} is {kinds[0]}, and the first file is {kinds[1]}. Leave it out."
        )
    if schema.dialect is not None:
        return read_layout(source, schema.dialect, rows=1).names
    return unique_names(opened(source).schema_arrow.names)[0]


def _of_text(
    source: Source, schema: Schema, dialect: Dialect, watch: Watch
) -> Iterator[TablePiece]:
    check_names(source, schema, names_in(source, schema))
    fingerprint, size = source.fingerprint(), source.size
    layout, stretch = read_layout(source, dialect), source.stretch
    stop = None
    if stretch is not None:
        layout, stop = replace(layout, start=stretch.start, line=stretch.line), stretch.stop
        size = stretch.stop - stretch.start
    at = [layout.names.index(name) for name in schema.names]
    kinds = [SKIPPED] * layout.width
    for place, name in zip(at, schema.names, strict=True):
        kinds[place] = NUMBERS if name in schema.numbers - schema.spelled else TEXTS
    slots = [kinds[:place].count(kinds[place]) for place in range(layout.width)]
    path = source.path.resolve() if source.path is not None else None

    def told(done: int, rows: int) -> None:
        done = done if stretch is None else min(size, done - stretch.start)
        watch(Progress(done, size, f"{source.name}, {grouped(rows)} rows"))

    for found in Parser(source, dialect, layout, kinds).pieces(told, stop):
        if found.spoiled:
            place, spoiled = min(found.spoiled.items())
            _refuse(source.name, layout.names[place], spoiled.line, spoiled.text)
        lines = found.lines.values()
        columns = tuple(
            _text_column(source.name, name, found, slots[place], schema, dialect, lines)
            for place, name in zip(at, schema.names, strict=True)
        )
        starts, lengths = found.starts.values(), found.lengths.values()
        origin = Origin(source, fingerprint, dialect, starts, lengths)
        table = Table(source.name, columns, lines, path, origin)
        short = found.ragged_count - found.set_aside
        yield TablePiece(table, found.next_line, found.set_aside, short)


def _text_column(
    file: str,
    name: str,
    found: Parsed,
    slot: int,
    schema: Schema,
    dialect: Dialect,
    lines: Integers,
) -> Column:
    if name in schema.numbers - schema.spelled:
        return Column(name, Kind.NUMBER, found.numbers[slot].values())
    exact = replace(dialect, missing=()) if name in schema.as_text else dialect
    column = category(name, found, slot, exact)
    if name not in schema.spelled:
        return column
    made, _ = as_spelled(column, dialect)
    if not made.is_number and not column.trimmed().categories:
        return Column(name, Kind.NUMBER, np.full(len(column), np.nan))
    if not made.is_number:
        is_text = [sort_of(text, dialect) is Sort.TEXT for text in column.categories]
        row = int(np.array([*is_text, False])[column.values].argmax())
        _refuse(file, name, int(lines[row]), column.text(row))
    return made


class NoNumberError(DataError):
    """A text where there should be numbers."""

    def __init__(self, column: str, sentence: str) -> None:
        super().__init__(sentence)
        self.column = column


def _refuse(file: str, name: str, line: int, text: str) -> None:
    raise NoNumberError(
        name,
        f"{file} has {text!r} in {name!r} on line {grouped(line)}, which is no number, and the "
        f"other files have numbers there. Correct it, or read the column as texts by "
        f"--type {name}=category.",
    )


def _of_parquet(source: Source, schema: Schema, watch: Watch) -> Iterator[TablePiece]:
    names = names_in(source, schema)
    check_names(source, schema, names)
    fields = dict(zip(names, opened(source).schema_arrow, strict=True))
    own = {name: field.name for name, field in fields.items()}
    texts = [own[name] for name in schema.names if str(fields[name].type) in _PARQUET_TEXTS]
    file = opened(source, texts)
    first, groups = 0, range(file.num_row_groups)
    if source.stretch is not None:
        first = source.stretch.line - 2
        groups = range(source.stretch.start, source.stretch.stop)
    rows, seen = sum(file.metadata.row_group(each).num_rows for each in groups), 0
    path = source.path.resolve() if source.path is not None else None
    origin = Origin(source, source.fingerprint())
    try:
        wanted = [own[name] for name in schema.names]
        for batch in file.iter_batches(_BATCH, row_groups=list(groups), columns=wanted):
            next_line = first + seen + len(batch) + 2
            lines = np.arange(first + seen + 2, next_line)
            columns = tuple(
                _parquet_column(source.name, name, batch.column(own[name]), schema)
                for name in schema.names
            )
            seen += len(batch)
            watch(Progress(seen, rows, f"{source.name}, {grouped(seen)} rows"))
            yield TablePiece(Table(source.name, columns, lines, path, origin), next_line)
    except OSError as error:
        raise DataError(
            f"{source.name} is a damaged Parquet file ({error}). Write it again, or leave it out."
        ) from error


def _parquet_column(file: str, name: str, values: Any, schema: Schema) -> Column:
    if (texts := getattr(values, "dictionary", None)) is not None and len(texts) > len(values):
        values = values.dictionary_decode()  # of all texts of the file these rows have but some
    column = arrow_column(name, values, name not in schema.numbers).trimmed()
    if column.is_number == (name in schema.numbers):
        return column
    if column.is_number:  # nothing but gaps: of no type
        return Column(name, Kind.CATEGORY, np.full(len(column), -1, np.int32))
    raise NoNumberError(
        name,
        f"{file} holds texts, or whole numbers of more than 15 digits, in {name!r}, and the other "
        f"files hold numbers there. Correct it, or read the column as texts by "
        f"--type {name}=category.",
    )


def _listed(names: list[str], most: int = 6) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(repr, names[:most])) + more
