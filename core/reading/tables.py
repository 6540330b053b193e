"""Reading files into tables: any CSV, packed or not, Parquet, and files of other programs."""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Unpack

import numpy as np

from core.base import pool
from core.base.arrays import Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import count, grouped
from core.data.column import Column, Kind
from core.data.computing import Expressions
from core.data.dataset import Dataset
from core.data.plan import Plan
from core.data.split import SplitWords
from core.data.table import LineProblem, Origin, Table
from core.reading.columns import as_spelled, category, kept
from core.reading.drawn_rows import draw_rows
from core.reading.numerals import Sort, sort_of
from core.reading.parsing import (
    NUMBERS,
    SKIPPED,
    TEXTS,
    NotThisEncodingError,
    Parsed,
    Parser,
    Ragged,
    Spoiled,
)
from core.reading.preview import code_note
from core.reading.sampling import sampled
from core.reading.sniffing import guess
from core.reading.stray_rows import closing_words, repeated_headers
from core.sources.dialect import Dialect
from core.sources.excerpt import Excerpt, Manner
from core.sources.formats import format_of, name_note
from core.sources.known_dialect import NOTHING_KNOWN, Known
from core.sources.layout import TextLayout, read_layout
from core.sources.source import Packing, Source

__all__ = ["read_csv", "read_table"]


def read_csv(
    path: Source | str | os.PathLike[str],
    target: str | None = None,
    *,
    weight: str | None = None,
    dialect: Dialect | None = None,
    plan: Plan | None = None,
    as_text: Collection[str] = (),
    columns: Expressions | None = None,
    **split: Unpack[SplitWords],
) -> Dataset:
    """Read a CSV file into a Dataset; what is not told is guessed, the target among it.

    `dialect` and `as_text` say how the file is read, see `read_table`; `plan` what its columns are;
    `columns` computes new ones, such as {"each": "price / rooms"}.
    The words about the split (`validation_share`, `seed`, `validation_column`, `time`, `group`) are
    those of `Dataset.from_table`.

    >>> from resources import dataset_path
    >>> data = read_csv(dataset_path("moons.csv"), target="side")
    >>> data.classes
    ('lower', 'upper')
    """
    return Dataset.from_table(
        read_table(path, dialect, as_text=as_text),
        target,
        weight=weight,
        plan=plan,
        columns=columns,
        **split,
    )


def read_table(
    source: Source | str | os.PathLike[str],
    manner: Manner | None = None,
    *,
    as_text: Collection[str] = (),
    with_signs: Collection[str] = (),
    watch: Watch = unwatched,
    sample: int | None = None,
    seed: int = 0,
    known: Known = NOTHING_KNOWN,
) -> Table:
    r"""Read every column and row, on whatever thread this is called.

    A manner is the dialect of a text, or the excerpt of another program's file; without one it is
    guessed, but for what is `known` of it. Columns named in `as_text` stay
    texts exactly as written, with only empty values missing. Those in `with_signs`, where the file
    has them, keep the signs around their numbers: 3rd stays 3rd, whatever the other rows have.
    `watch` is told every few megabytes, and ends the reading by raising `Cancelled`. A `sample`
    is that many rows, drawn uniformly by the seed, in the order of the file; each keeps its line.

    A column is numbers if all its values are, missing ones left out; otherwise categories, as
    written. Rows with too few values have missing ones, and are listed in `Table.problems`. Rows
    with too many are set aside and listed: an unquoted separator has moved their values into the
    wrong columns. Only empty values too many are passed over.

    >>> source = Source.from_bytes(b"zip;size\n007;1,5\n010;2,5\n")
    >>> table = read_table(source)
    >>> [table.column(name).text(0) for name in table.names]
    ['007', '1.5']
    """
    source = Source.of(source)
    fingerprint = source.fingerprint()
    if source.packing is Packing.PARQUET:
        from core.reading.parquet import read_parquet

        table = read_parquet(source, as_text=as_text, watch=watch, sample=sample, seed=seed)
        return _remembering(table, as_text, sample, seed)
    kind = format_of(source)
    known.check(source.name, kind)
    if kind is not None:
        from core.reading.foreign.tables import read_foreign

        excerpt = manner if isinstance(manner, Excerpt) else known.excerpt or Excerpt()
        table = read_foreign(
            source,
            kind,
            excerpt,
            as_text=as_text,
            with_signs=with_signs,
            watch=watch,
            sample=sample,
            seed=seed,
        )
        return _remembering(table, as_text, sample, seed)
    guessed = not isinstance(manner, Dialect)
    dialect = manner if isinstance(manner, Dialect) else guess(source, known).dialect
    try:
        table = _read(source, dialect, as_text, with_signs, watch, sample, seed)
    except NotThisEncodingError as error:
        is_told = not guessed or known.encoding is not None
        if is_told or dialect.encoding != "utf-8" or dialect.has_mark:
            raise
        # The first part was plain ASCII or UTF-8, and a later one is not: an older encoding.
        dialect = replace(dialect, encoding="cp1252")
        table = _read(source, dialect, as_text, with_signs, watch, sample, seed)
        where = str(error).split(" is not ")[0]
        note = f"{where} is not UTF-8 text, so the file was read as Windows-1252."
        table = replace(table, notes=(note, *table.notes))
    if not source.is_still(fingerprint):
        raise DataError(f"{source.name} changed while it was read. Read it again.")
    return _remembering(table, as_text, sample, seed)


def read_like(path: str | os.PathLike[str], other: Table, watch: Watch = unwatched) -> Table:
    """Read a file whose table is to be compared with another: from the sheet of the same name."""
    origin = other.origin
    excerpt = origin.excerpt if origin is not None else None
    if excerpt is not None and excerpt.table:
        try:
            return read_table(path, Excerpt(table=excerpt.table), watch=watch)
        except DataError:
            pass  # it has no such sheet: it is understood anew, which may raise again
    return read_table(path, watch=watch)


def _remembering(table: Table, as_text: Collection[str], sample: int | None, seed: int) -> Table:
    """The table, knowing how it was read: reading it so again gives the same one."""
    assert table.origin is not None
    how = replace(table.origin, as_text=tuple(sorted(as_text)), sample=sample, seed=seed)
    return replace(table, origin=how)


class _Passes:
    """Tells the progress over one or more passes through the file."""

    def __init__(self, size: int, passes: int, watch: Watch) -> None:
        self._size = size
        self._passes = passes
        self._passed = 0
        self._watch = watch

    def start_next(self) -> None:
        """One pass is done."""
        self._passed += 1
        self._passes = max(self._passes, self._passed + 1)

    def __call__(self, done: int, rows: int) -> None:
        done += self._passed * self._size
        self._watch(Progress(done, self._passes * self._size, f"{grouped(rows)} rows"))


def _read(
    source: Source,
    dialect: Dialect,
    as_text: Collection[str],
    with_signs: Collection[str],
    watch: Watch,
    sample: int | None,
    seed: int,
) -> Table:
    layout = read_layout(source, dialect)
    unknown = [name for name in as_text if name not in layout.names]
    if unknown:
        raise DataError(f"{source.name} has no column {unknown[0]!r} to read as text.")
    size = source.size
    told = _Passes(size, 1 if sample is None else 2, watch)
    told(0, 0)
    chosen = None
    if sample is not None:
        nothing = [SKIPPED] * layout.width
        chosen = draw_rows(Parser(source, dialect, layout, nothing).parse(told).rows, sample, seed)
        told.start_next()
    kinds, mixed = first_kinds(source, dialect, layout, as_text)
    found = Parser(source, dialect, layout, kinds).parse(told, chosen)
    again: Parsed | None = None
    if found.spoiled:
        spoiled = [TEXTS if place in found.spoiled else SKIPPED for place in range(layout.width)]
        told.start_next()
        again = Parser(source, dialect, layout, spoiled).parse(told, chosen)
    if found.rows == 0 and not found.set_aside:
        raise DataError(f"{source.name} has a header but no rows.")
    if found.rows == 0:
        raise DataError(
            f"Every row of {source.name} has more values than its header has names. "
            "Give every column a name, or choose another separator."
        )
    columns = _columns(
        layout, dialect, kinds, found, again, set(as_text), lambda: told(size, found.rows)
    )
    lines = found.lines.values()
    problems = [_problem(ragged, layout.width) for ragged in found.ragged]
    strays, keep = _strays(columns, lines, found, dialect)
    starts, lengths = found.starts.values(), found.lengths.values()
    if strays:
        columns = tuple(kept(column, keep) for column in columns)
        lines, starts, lengths = lines[keep], starts[keep], lengths[keep]
        at = {problem.line for problem in strays}
        problems = [problem for problem in problems if problem.line not in at] + strays
    spelled = [
        (column, "") if column.name in {*as_text, *with_signs} else as_spelled(column, dialect)
        for column in columns
    ]
    notes = _notes(columns, [c.is_number for c, _ in spelled], lines, dialect, found, mixed, strays)
    origin = Origin(source, source.fingerprint(), dialect, starts, lengths)
    return Table(
        source.name,
        tuple(column for column, _ in spelled),
        lines,
        source.path.resolve() if source.path is not None else None,
        origin,
        tuple(sorted(problems, key=lambda problem: problem.line)),
        len(problems) + found.ragged_count - len(found.ragged),
        name_note(source, None) + layout.notes + notes + tuple(note for _, note in spelled if note),
    )


def _strays(
    columns: tuple[Column, ...], lines: Integers, found: Parsed, dialect: Dialect
) -> tuple[list[LineProblem], Mask]:
    """Rows that are none, and which of all rows are some."""
    repeated = repeated_headers(columns, dialect)
    closing = closing_words(found, columns, lines, dialect)
    gone = repeated | np.isin(lines, [ragged.line for ragged in closing])
    if not gone.any() or gone.all():
        return [], np.ones(len(lines), bool)
    again = [
        LineProblem(int(line), "the header once more: the row was set aside")
        for line in lines[repeated]
    ]
    ends = [
        LineProblem(ragged.line, "a row at the end that is not complete: it was set aside")
        for ragged in closing
    ]
    return again + ends, ~gone


def first_kinds(
    source: Source, dialect: Dialect, layout: TextLayout, as_text: Collection[str]
) -> tuple[list[int], dict[int, str]]:
    """What each column seems to hold; for columns of digits that are texts, what shows it.

    That is a code, or "" for a column mostly of numbers.
    """
    kinds, mixed = [], {}
    values = sampled(source, dialect, layout).values
    for place, name in enumerate(layout.names):
        sorts = [sort_of(text, dialect) for text in values[place]]
        texts, codes = sorts.count(Sort.TEXT), sorts.count(Sort.CODE)
        kinds.append(TEXTS if texts or codes or name in as_text else NUMBERS)
        if codes and not texts:
            mixed[place] = values[place][sorts.index(Sort.CODE)]
        elif 0 < texts < sorts.count(Sort.NUMBER):
            mixed[place] = ""
    return kinds, mixed


def _columns(
    layout: TextLayout,
    dialect: Dialect,
    kinds: list[int],
    found: Parsed,
    again: Parsed | None,
    as_text: set[str],
    still_going: Callable[[], object],
) -> tuple[Column, ...]:
    spoiled = sorted(found.spoiled)
    columns: list[Column | None] = [None] * layout.width

    def make(place: int) -> Column:
        name, slot = layout.names[place], kinds[:place].count(kinds[place])
        if place in found.spoiled and again is not None:
            return category(name, again, spoiled.index(place), dialect)
        if kinds[place] == NUMBERS:
            return Column(name, Kind.NUMBER, found.numbers[slot].values())
        exact = replace(dialect, missing=()) if name in as_text else dialect
        return category(name, found, slot, exact)

    # A few at a time: whoever waits for the end may want to cancel.
    step = pool.threads()
    for start in range(0, layout.width, step):

        def work(first: int, last: int, start: int = start) -> None:
            for place in range(start + first, start + last):
                columns[place] = make(place)

        pool.over(min(step, layout.width - start), work)
        still_going()
    return tuple(column for column in columns if column is not None)


def _problem(ragged: Ragged, width: int) -> LineProblem:
    values = count(ragged.fields, "value")
    if ragged.is_set_aside:
        return LineProblem(
            ragged.line, (f"{values} for {grouped(width)} columns: the row was set aside")
        )
    return LineProblem(
        ragged.line, (f"{values} for {grouped(width)} columns: the others are missing")
    )


def _notes(
    columns: tuple[Column, ...],
    are_numbers: list[bool],
    lines: Integers,
    dialect: Dialect,
    found: Parsed,
    mixed: Mapping[int, str],
    strays: list[LineProblem],
) -> tuple[str, ...]:
    notes = []
    at = {problem.line for problem in strays}
    closing = sum(ragged.line in at for ragged in found.ragged)
    few = found.ragged_count - found.set_aside - closing
    if few:
        notes.append(
            f"{count(few, 'row has', 'rows have')} too few values: the others count as missing."
        )
    if found.set_aside:
        rows = count(found.set_aside, "row has", "rows have")
        notes.append(f"{rows} too many values: set aside, and listed.")
    for place, column in enumerate(columns):
        if are_numbers[place]:
            continue
        if place in found.spoiled and found.spoiled[place].line not in at:
            notes.append(_spoiled_note(column.name, found.spoiled[place]))
        elif mixed.get(place):
            notes.append(code_note(column.name, mixed[place]))
        elif place in mixed:
            spoiled = _first_text(column, lines, dialect)
            notes += [_spoiled_note(column.name, spoiled)] if spoiled is not None else []
    return tuple(notes)


def _first_text(column: Column, lines: Integers, dialect: Dialect) -> Spoiled | None:
    """The first value that is no number."""
    is_text = [sort_of(text, dialect) is Sort.TEXT for text in column.categories]
    rows = np.flatnonzero(np.array([*is_text, False])[column.values])
    if len(rows) == 0:
        return None
    return Spoiled(int(lines[rows[0]]), column.text(int(rows[0])), is_code=False)


def _spoiled_note(name: str, spoiled: Spoiled) -> str:
    if spoiled.is_code:
        return code_note(name, spoiled.text)
    return (
        f"{name!r} is read as text: {spoiled.text!r} on line {grouped(spoiled.line)} is no number."
    )
