"""SQLite databases: opened for reading only, and left without a trace."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from core.base.errors import DataError
from core.base.wording import grouped
from core.reading.foreign.found import Found, ReadAsk, TablePart, counted, likely_first
from core.reading.foreign.values import cells
from core.sources.layout import unique_names

_ROWS = 10_000
_WAIT_SECONDS = 2.0


def read(ask: ReadAsk) -> Found:
    """One table or view. A row's number is its rowid, or its place where it has none."""
    try:
        with closing(_opened(ask.path)) as database:
            return _read(ask, database)
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "readonly" in str(error) or "unable to open" in str(error):
            raise DataError(
                f"{ask.name} is being written by another program, or was left with unfinished "
                "changes. Close it there, or open it there once, and try again."
            ) from error
        raise DataError(f"{ask.name} cannot be read ({error}). Choose another table.") from error
    except sqlite3.DatabaseError as error:
        raise DataError(
            f"{ask.name} is a damaged SQLite database ({error}). Fetch it again."
        ) from error


def _opened(path: Path) -> sqlite3.Connection:
    """Where no other program is at work the file is never touched, not even by a lock."""
    is_busy = any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal"))
    how = "mode=ro" if is_busy else "mode=ro&immutable=1"
    where = f"file:{quote(str(path))}?{how}"
    database = sqlite3.connect(where, uri=True, timeout=_WAIT_SECONDS)
    database.text_factory = lambda text: text.decode("utf-8", "replace")
    database.execute("PRAGMA trusted_schema = OFF")
    return database


def _read(ask: ReadAsk, database: sqlite3.Connection) -> Found:
    parts = _parts(database)
    if not parts:
        raise DataError(f"{ask.name} has no tables. Open another database.")
    chosen = part_named(parts, ask)
    name = _quoted(chosen.name)
    has_rowid = not chosen.remark and _has_rowid(database, name)
    order = f"SELECT rowid, * FROM {name} ORDER BY rowid" if has_rowid else f"SELECT * FROM {name}"
    found = database.execute(order)
    given = [each[0] for each in found.description][int(has_rowid) :]
    columns: list[list[Any]] = [[] for _ in given]
    numbers: list[int] = []
    while rows := found.fetchmany(_ROWS):
        values = list(zip(*rows, strict=True))
        if has_rowid:
            numbers += values.pop(0)
        for column, part in zip(columns, values, strict=True):
            column.extend(part)
        done = len(columns[0])
        ask.tell(done, chosen.rows or 0, f"{grouped(done)} rows")
    if not columns or not columns[0]:
        raise DataError(f"The table {chosen.name!r} of {ask.name} has no rows. Choose another one.")
    names, notes = unique_names(given)
    kept = [place for place, column in enumerate(columns) if not _is_binary(column)]
    if not kept:
        raise DataError(f"The table {chosen.name!r} of {ask.name} holds nothing but binary values.")
    told = [
        f"{name!r} holds binary values and is left out."
        for place, name in enumerate(names)
        if place not in kept
    ]
    return Found(
        tuple(names[place] for place in kept),
        tuple(cells(columns[place]) for place in kept),
        np.array(numbers, np.int64) if has_rowid else counted(len(columns[0])),
        replace(ask.excerpt, table=chosen.name),
        parts,
        (*notes, *told),
    )


def _parts(database: sqlite3.Connection) -> tuple[TablePart, ...]:
    """The tables, then the views; what the program keeps for itself is none."""
    found = database.execute(
        "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') "
        "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, rowid"
    ).fetchall()
    parts = []
    for name, kind in found:
        try:
            width = len(database.execute(f"SELECT * FROM {_quoted(name)} LIMIT 0").description)
            # A view may take forever to count.
            rows = None
            if kind == "table":
                rows = database.execute(f"SELECT count(*) FROM {_quoted(name)}").fetchone()[0]
        except sqlite3.OperationalError:
            continue  # made by an extension that is not here
        parts.append(TablePart(name, rows, width, "view" if kind == "view" else ""))
    return tuple(parts)


def part_named(parts: tuple[TablePart, ...], ask: ReadAsk) -> TablePart:
    """The table that was asked for, else the likeliest with rows; raise DataError."""
    wanted = ask.excerpt.table.casefold()
    if not wanted:
        return next((part for part in likely_first(parts) if part.rows), parts[0])
    for part in parts:
        if part.name.casefold() == wanted:
            return part
    names = ", ".join(part.name for part in parts[:12])
    raise DataError(f"{ask.name} has no table {ask.excerpt.table!r}. It has: {names}.")


def _has_rowid(database: sqlite3.Connection, name: str) -> bool:
    try:
        database.execute(f"SELECT rowid FROM {name} LIMIT 1")
    except sqlite3.OperationalError:
        return False
    return True


def _is_binary(column: list[Any]) -> bool:
    return {type(value) for value in column if value is not None} == {bytes}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
