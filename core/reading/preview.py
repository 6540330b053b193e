"""What a file seems to hold, from its first part: within a blink, however large it is."""

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.progress import Watch, unwatched
from core.data.column import Kind
from core.reading.numerals import Sort, sort_of
from core.reading.sampling import sampled
from core.reading.sniffing import guess
from core.sources.dialect import Dialect
from core.sources.excerpt import Excerpt, Manner
from core.sources.formats import Format, format_of, name_note
from core.sources.layout import read_layout
from core.sources.source import Packing, Source

if TYPE_CHECKING:
    from core.reading.foreign.found import TablePart


@dataclass(frozen=True)
class Preview:
    """The first rows and what was understood. Only a text has a dialect.

    `rows` are texts as written, as many as each row has. `kinds` and `missing` are judged by the
    rows looked at: the first ones and some from elsewhere in the file; `missing` tells per column
    which words were taken as a missing value, and how often among those rows ("" is an empty
    value). `reasons` has a few words per part of the dialect, under the names that
    `Dialect.described` uses; it is empty for a dialect that was given. `estimated_rows` is exact
    when `is_whole`: the file ends within `rows`.
    """

    source: Source
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kinds: tuple[Kind, ...]
    missing: tuple[Mapping[str, int], ...]
    estimated_rows: int
    is_whole: bool
    size: int
    row_bytes: float
    dialect: Dialect | None
    reasons: Mapping[str, str]
    notes: tuple[str, ...]
    excerpt: Excerpt | None = None
    """Which part it is of a file of another program."""
    parts: "tuple[TablePart, ...]" = ()
    """All parts of that file."""
    kind: Format | None = None

    @property
    def manner(self) -> Manner | None:
        """How the file is read."""
        return self.dialect or self.excerpt


def preview(
    source: Source | str | os.PathLike[str],
    manner: Manner | None = None,
    rows: int = 200,
    watch: Watch = unwatched,
) -> Preview:
    r"""Look at the first rows; what is not said about how it is read is guessed.

    >>> seen = preview(Source.from_bytes(b"x;y\n1,5;a\nNA;b\n"))
    >>> seen.names, seen.rows[0], [kind.value for kind in seen.kinds]
    (('x', 'y'), ('1,5', 'a'), ['number', 'category'])
    >>> seen.missing[0], seen.reasons["separator"]
    ({'NA': 1}, 'semicolon, once on every line')
    """
    source = Source.of(source)
    if source.packing is Packing.PARQUET:
        from core.reading.parquet import preview_parquet

        return preview_parquet(source, rows)
    foreign = format_of(source)
    if foreign is not None:
        from core.reading.foreign.tables import preview_foreign

        excerpt = manner if isinstance(manner, Excerpt) else Excerpt()
        return preview_foreign(source, foreign, excerpt, rows, watch)
    reasons: Mapping[str, str] = {}
    dialect = manner if isinstance(manner, Dialect) else None
    if dialect is None:
        guessed = guess(source)
        dialect, reasons = guessed.dialect, guessed.reasons
    layout = read_layout(source, dialect, rows)
    kinds, missing, notes = [], [], [*name_note(source, None), *layout.notes]
    sample = sampled(source, dialect, layout)
    for name, values in zip(layout.names, sample.values, strict=True):
        kind, words, note = _judged(name, values, dialect)
        kinds.append(kind)
        missing.append(words)
        notes += [note] if note else []
    return Preview(
        source,
        layout.names,
        tuple(tuple(row) for row in layout.rows),
        tuple(kinds),
        tuple(missing),
        sample.estimated_rows,
        layout.is_whole,
        source.size,
        layout.row_bytes,
        dialect,
        reasons,
        tuple(notes),
    )


def _judged(name: str, values: list[str], dialect: Dialect) -> tuple[Kind, dict[str, int], str]:
    """What a column holds, the words taken as missing, and a note on codes."""
    sorts = [sort_of(value, dialect) for value in values]
    is_number = all(sort in (Sort.NUMBER, Sort.MISSING) for sort in sorts)
    words = Counter(value.strip() for value in values if dialect.is_missing(value, is_number))
    note = ""
    if Sort.CODE in sorts and Sort.TEXT not in sorts:
        code = values[sorts.index(Sort.CODE)]
        note = code_note(name, code)
    return Kind.NUMBER if is_number else Kind.CATEGORY, dict(words), note


def code_note(name: str, text: str) -> str:
    """Why a column of digits is read as text."""
    what = "leading zeros" if text.strip().startswith("0") else "more digits than a number holds"
    return f"{name!r} is read as text: {text!r} has {what}."
