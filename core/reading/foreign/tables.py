"""Tables and previews of other programs' files, from what their readers hand over."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from core.base.errors import DataError
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import grouped
from core.data.column import Column
from core.data.table import LineProblem, Origin, Table
from core.reading.columns import as_spelled, kept
from core.reading.drawn_rows import draw_rows
from core.reading.foreign.found import TablePart
from core.reading.foreign.handing import Handed, handed
from core.reading.numerals import Sort, sort_of
from core.reading.parquet import arrow_column
from core.reading.preview import Preview, code_note
from core.sources.excerpt import Excerpt
from core.sources.formats import Format, format_of, name_note
from core.sources.source import Packing, Source

_LOOKED_AT = 2_000


def read_foreign(
    source: Source,
    kind: Format,
    excerpt: Excerpt,
    *,
    as_text: Collection[str] = (),
    with_signs: Collection[str] = (),
    watch: Watch = unwatched,
    sample: int | None = None,
    seed: int = 0,
) -> Table:
    """Every column and row; a row's line is the number that it has in its program."""
    import pyarrow as pa

    found = handed(source, kind, excerpt, watch)
    unknown = [name for name in as_text if name not in found.names]
    if unknown:
        raise DataError(f"{source.name} has no column {unknown[0]!r} to read as text.")
    arrow = found.table()
    rows = len(arrow)
    chosen = draw_rows(rows, sample, seed) if sample is not None else None
    if chosen is not None:
        arrow = arrow.take(pa.array(chosen))
    columns, notes = [], []
    for place, name in enumerate(found.names):
        column = arrow_column(name, arrow.column(place + 1), name in as_text)
        note = ""
        if name not in as_text:
            column, note = _understood(column, found, name in with_signs)
        columns.append(column)
        notes += [note] if note else []
        watch(Progress(place + 1, len(found.names), f"{grouped(rows)} rows"))
    return Table(
        source.name,
        tuple(columns),
        arrow.column(0).to_numpy(),
        source.path.resolve() if source.path is not None else None,
        Origin(source, found.fingerprint, excerpt=found.excerpt, kind=kind),
        tuple(LineProblem(number, what) for number, what in found.problems),
        len(found.problems),
        (*name_note(source, kind), *found.notes, *notes),
    )


def preview_foreign(
    source: Source, kind: Format, excerpt: Excerpt, rows: int, watch: Watch = unwatched
) -> Preview:
    """The first rows as texts, what was understood, and which other tables there are."""
    found = handed(source, kind, excerpt, watch)
    arrow = found.table()
    head = arrow.slice(0, max(rows, _LOOKED_AT))
    read = [
        _understood(arrow_column(name, head.column(place + 1), False), found, False)
        for place, name in enumerate(found.names)
    ]
    columns = [column for column, _ in read]
    count = len(arrow)
    return Preview(
        source,
        found.names,
        tuple(tuple(c.text(row) for c in columns) for row in range(min(rows, count))),
        tuple(column.kind for column in columns),
        tuple({} for _ in columns),
        count,
        count <= rows,
        source.size,
        source.size / max(1, count),
        None,
        found.reasons,
        (*name_note(source, kind), *found.notes, *(note for _, note in read if note)),
        found.excerpt,
        found.parts,
        kind,
    )


class PartsIn(NamedTuple):
    """The sheets of a book or the tables of a database, and which is read if nobody says."""

    kind: Format
    parts: tuple[TablePart, ...]
    usual: str


def parts_in(source: Source, watch: Watch = unwatched) -> PartsIn | None:
    """What another program's file has to choose from; None for a text, or Parquet."""
    kind = None if source.packing is Packing.PARQUET else format_of(source)
    if kind is None:
        return None
    found = handed(source, kind, Excerpt(), watch)
    return PartsIn(kind, found.parts, found.excerpt.table)


def _understood(column: Column, found: Handed, with_signs: bool) -> tuple[Column, str]:
    """Texts as those of a CSV are, where a cell may hold anything: missing words, and numbers."""
    if column.is_number or found.kind.about.is_typed:
        return column, ""
    dialect = found.excerpt.dialect
    column = kept(
        column.without([text for text in column.categories if dialect.is_missing(text)]),
        np.ones(len(column), bool),
    )
    if with_signs or not column.categories:
        return column, ""
    code = next((text for text in column.categories if sort_of(text, dialect) is Sort.CODE), None)
    spelled, note = as_spelled(column, dialect)
    if not note and not spelled.is_number and code is not None:
        is_text = any(sort_of(text, dialect) is Sort.TEXT for text in column.categories)
        note = "" if is_text else code_note(column.name, code)
    return spelled, note
