"""The cleaned copy of several files, each byte for byte as it was where nothing is decided."""

import contextlib
import os
import secrets
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.base import room
from core.base.arrays import Integers
from core.base.errors import DataError, WriteError
from core.base.files import make_folder
from core.base.progress import Progress, Watch, unwatched
from core.data.changes import differing_rows
from core.data.table import Table
from core.parts.looking import FilesLook
from core.parts.picking import rows_in
from core.reading.pieces import names_in, pieces
from core.reading.rewriting import write_changed

Cells = Mapping[str, Mapping[int, str]]


def write_changed_parts(
    look: FilesLook,
    table: Table,
    path: str | os.PathLike[str],
    *,
    target: str,
    excluded: Collection[int] = (),
    relabelled: Mapping[int, str] | None = None,
    cells: Cells | None = None,
    spellings: Mapping[str, Mapping[str, str]] | None = None,
    watch: Watch = unwatched,
) -> None:
    """Write every file into a new folder, without some lines and with other values in some.

    Lines are those of `table.lines`; `cells` are values by column and line, `spellings` texts that
    are taken for another one, by column. A file that nothing is decided about is copied as it is.
    The folder is written aside, file by file, and then renamed: there is all of it or nothing. Of
    a single file the path is that of its copy.
    """
    labels, cells, into = relabelled or {}, cells or {}, Path(path)
    gone = frozenset(excluded)
    every = {*gone, *labels, *(line for texts in cells.values() for line in texts)}
    lines = np.array(sorted(every), np.int64)
    table.rows_of(lines)  # a line that is not there is refused before anything is written
    files, sources = table.files, look.parts.sources
    assert files is not None
    file, own = files.places(lines)
    with _beside(look, into) as aside:
        for number, source in enumerate(sources):
            watch(Progress(number, len(sources), f"writing {source.name}"))
            to = aside if len(sources) == 1 else aside / source.name
            before, here = files.before[number], own[file == number]
            merged = _merged(look, number, spellings or {})
            at = {line for texts in merged.values() for line in texts}
            here = np.union1d(here, np.array(sorted(at), np.int64))
            if not len(here):
                make_folder(to.parent)
                shutil.copyfile(look.parts.root / source.name, to)
                continue
            given = {name: _in_file(texts, here, before) for name, texts in cells.items()}
            for name, texts in merged.items():
                given[name] = texts | given.get(name, {})
            make_folder(to.parent)
            write_changed(
                _in_own_order(rows_in(look, number, here), look, number),
                to,
                target=target,
                excluded=[line for line in here.tolist() if line + before in gone],
                relabelled=_in_file(labels, here, before),
                cells={name: texts for name, texts in given.items() if texts},
            )


@contextlib.contextmanager
def _beside(look: FilesLook, into: Path) -> Iterator[Path]:
    """A place to write to, which becomes the folder, or the file, when all went well."""
    is_file = len(look.parts) == 1
    own = [(look.parts.root / name).resolve() for name in look.parts.names]
    if into.resolve() in own or any(into.resolve() == each.parent for each in own):
        raise DataError(f"{into} holds the files themselves. Choose another place for the copy.")
    if into.exists() and (into.is_dir() == is_file or (not is_file and any(into.iterdir()))):
        what = "a folder" if is_file else "a file or a folder that is not empty"
        raise DataError(f"{into} is {what}. Choose another place for the copy.")
    make_folder(into.parent)
    size = sum(source.size for source in look.parts.sources)
    room.check_room(into.parent, size, "choose another place")
    aside = into.parent / f".{secrets.token_hex(8)}{into.suffix if is_file else ''}"
    try:
        yield aside
        if into.is_dir():
            into.rmdir()
        aside.replace(into)
    except OSError as error:
        raise WriteError(
            f"The copy could not be written to {into.parent.resolve()} "
            f"({error.strerror or error}). Nothing was changed; choose another place or make room."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            shutil.rmtree(aside) if aside.is_dir() else aside.unlink(missing_ok=True)


def _in_file(texts: Mapping[int, str], here: Integers, before: int) -> dict[int, str]:
    """Those of some lines of a file, by these."""
    return {line: texts[line + before] for line in here.tolist() if line + before in texts}


def _merged(
    look: FilesLook, number: int, spellings: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[int, str]]:
    """The cells of a file that are read as another text, by column and line."""
    found: dict[str, dict[int, str]] = {name: {} for name in spellings}
    if not spellings:
        return found
    for piece in pieces(look.parts.sources[number], look.schema, unwatched):
        made = piece.table.respelled(spellings)
        for name, texts in found.items():
            column = made.column(name)
            for row in differing_rows(piece.table.column(name), column).tolist():
                texts[int(piece.table.lines[row])] = column.text(row)
    return found


def _in_own_order(table: Table, look: FilesLook, number: int) -> Table:
    """The columns as they stand in the file: another one may have them in another order."""
    names = names_in(look.parts.sources[number], look.schema)
    if any(name not in table.names for name in names):
        raise DataError(
            f"{look.parts.names[number]} has columns that other files lack, so it cannot be "
            "written with changes. Give all files the same columns."
        )
    return replace(table, columns=tuple(table.column(name) for name in names))
