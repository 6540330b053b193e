"""A look at the files before they are read: whether they agree, and how all of them are read."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from core.base.errors import DataError
from core.base.progress import Progress, Watch, unwatched
from core.data.column import Column
from core.data.files import Files
from core.data.stacking import stacked
from core.data.table import Table
from core.parts.disagreement import DisagreementError
from core.parts.texts_apart import texts_apart
from core.reading.columns import as_spelled
from core.reading.parquet import opened
from core.reading.parsing import TEXTS
from core.reading.pieces import NoNumberError, Schema, check_names, names_in, pieces
from core.reading.sniffing import guess
from core.reading.tables import first_kinds
from core.sources.dialect import Dialect
from core.sources.formats import format_of
from core.sources.known_dialect import NOTHING_KNOWN, Known
from core.sources.layout import read_layout, unique_names
from core.sources.parts import Parts
from core.sources.source import Packing, Source

_LOOKED_AT = 16
"""Of so many files the first rows are read."""
_ROWS = 160_000
"""So many rows are looked at in all."""


@dataclass(frozen=True, eq=False)
class FilesLook:
    """The files, how all of them are read, and the first rows of some of them as a table.

    Its notes tell of columns that are read as texts because of a few files.
    """

    parts: Parts
    schema: Schema
    table: Table
    estimated_rows: int

    @classmethod
    def at(
        cls,
        parts: Parts,
        known: Known | Dialect | None = NOTHING_KNOWN,
        as_text: Collection[str] = (),
        watch: Watch = unwatched,
    ) -> "FilesLook":
        """Look at every header, and at rows of some files; raise DataError if they disagree.

        All of them are read by the dialect that is told, or by the one that the first one seems
        to have.
        """
        schema = _first_schema(parts, known or NOTHING_KNOWN, frozenset(as_text))
        _check(parts, schema, watch)
        schema, table = _first_rows(parts, _kinds(parts, schema))
        table = replace(table, notes=texts_apart(table, schema))
        return cls(parts, schema, table, _estimated_rows(parts, schema))


def _first_schema(parts: Parts, known: Known | Dialect, as_text: frozenset[str]) -> Schema:
    """The columns and the dialect of most files: of the first one that can be read."""
    errors = {}
    for source in parts.sources:
        try:
            names, dialect = _header(source, known)
        except DataError as error:
            errors[source.name] = str(error)
            continue
        unknown = sorted(as_text.difference(names))
        if unknown:
            raise DataError(f"{source.name} has no column {unknown[0]!r} to read as text.")
        return Schema(names, frozenset(), dialect, as_text=as_text)
    raise DisagreementError(parts, errors)


def _header(source: Source, known: Known | Dialect) -> tuple[tuple[str, ...], Dialect | None]:
    if source.packing is Packing.PARQUET:
        return unique_names(opened(source).schema_arrow.names)[0], None
    if (kind := format_of(source)) is not None:
        raise DataError(
            f"{source.name} is a {kind.about.title}. Only CSV and Parquet files can be read in "
            "parts: save it as one of them."
        )
    dialect = known if isinstance(known, Dialect) else guess(source, known).dialect
    return read_layout(source, dialect, rows=1).names, dialect


def _check(parts: Parts, schema: Schema, watch: Watch) -> None:
    """Raise an error that lists every file whose header is another one."""
    told = {}
    for number, source in enumerate(parts.sources):
        watch(Progress(number, len(parts), "looking at the files"))
        try:
            check_names(source, schema, names_in(source, schema))
        except DataError as error:
            told[source.name] = _otherwise(source, schema) or str(error)
    if told:
        raise DisagreementError(parts, told)


def _otherwise(source: Source, schema: Schema) -> str:
    """In a sentence, how a file is written that has the columns, and another dialect."""
    if schema.dialect is None or source.packing is Packing.PARQUET:
        return ""
    try:
        own = guess(source).dialect
        check_names(source, schema, read_layout(source, own, rows=1).names)
    except DataError:
        return ""
    usual, other = schema.dialect.described(), own.described()
    differ = [
        f"{what} {other[what]}, not {usual[what]}" for what in usual if usual[what] != other[what]
    ]
    return (
        f"{source.name} is written otherwise ({'; '.join(differ)}). Write it as the others, or "
        "leave it out."
    )


def _some(parts: Parts) -> list[Source]:
    """Some of the files, from the first to the last."""
    places = np.unique(np.linspace(0, len(parts) - 1, min(len(parts), _LOOKED_AT)).astype(int))
    return [parts.sources[place] for place in places]


def _kinds(parts: Parts, schema: Schema) -> Schema:
    """With the columns that seem to hold numbers."""
    texts = set(schema.as_text)
    for source in _some(parts):
        if schema.dialect is None:
            file = opened(source)
            names = unique_names(file.schema_arrow.names)[0]
            texts |= {
                name
                for name, own in zip(names, file.schema_arrow, strict=True)
                if _is_text(own.type)
            }
        else:
            layout = read_layout(source, schema.dialect)
            kinds, _ = first_kinds(source, schema.dialect, layout, schema.as_text)
            texts |= {name for name, kind in zip(layout.names, kinds, strict=True) if kind == TEXTS}
    return replace(schema, numbers=frozenset(schema.names) - texts)


def _is_text(kind: object) -> bool:
    import pyarrow as pa

    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
    return not (is_number or pa.types.is_decimal(kind) or pa.types.is_null(kind))


def _first_rows(parts: Parts, schema: Schema) -> tuple[Schema, Table]:
    """The first rows of some files; a column with a text among its numbers holds texts."""
    while True:
        try:
            table = _read_first(parts, schema)
        except NoNumberError as error:
            schema = replace(schema, numbers=schema.numbers - {error.column})
            continue
        found = [_spelled(column, schema) for column in table.columns]
        spelled = frozenset(
            column.name
            for column, own in zip(found, table.columns, strict=True)
            if column.is_number and not own.is_number
        )
        schema = replace(schema, numbers=schema.numbers | spelled, spelled=spelled)
        return schema, replace(table, columns=tuple(found))


def _spelled(column: Column, schema: Schema) -> Column:
    dialect: Dialect | None = schema.dialect
    if dialect is None or column.name in schema.as_text:
        return column
    return as_spelled(column, dialect)[0]


def _read_first(parts: Parts, schema: Schema) -> Table:
    tables, names, before, lines, seen = [], [], [], [], 0
    some = _some(parts)
    most = _ROWS // len(some)
    for source in some:
        first = next(pieces(source, schema, unwatched), None)
        if first is not None and len(first.table):
            rows = np.arange(min(len(first.table), most))
            tables.append([column.take(rows).trimmed() for column in first.table.columns])
            names.append(source.name)
            before.append(seen)
            lines.append(first.table.lines[rows] + seen)
            seen = int(lines[-1][-1])
    if not tables:
        raise DataError(f"{parts.title} has no rows. Choose files with rows.")
    columns = tuple(stacked(each) for each in zip(*tables, strict=True))
    files = Files(tuple(names), tuple(before))
    return Table(parts.title, columns, np.concatenate(lines), files=files)


def _estimated_rows(parts: Parts, schema: Schema) -> int:
    """About how many rows the files have: told by Parquet, else by the bytes of the first rows."""
    if schema.dialect is None:
        return sum(opened(source).metadata.num_rows for source in parts.sources)
    some = [read_layout(source, schema.dialect).row_bytes for source in _some(parts)]
    size = sum(source.unpacked_size(schema.dialect.encoding) for source in parts.sources)
    return round(size * len(some) / sum(some))
