"""The cleaned copy of several files, each byte for byte as it was where nothing is decided."""

import os
import shutil
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.base.errors import DataError
from core.base.files import make_folder, written_whole
from core.base.progress import Progress, Watch, unwatched
from core.data.table import Table
from core.parts.looking import FilesLook
from core.parts.picking import picked_by_file
from core.reading.pieces import names_in
from core.reading.rewriting import write_changed


def write_changed_parts(
    look: FilesLook,
    table: Table,
    folder: str | os.PathLike[str],
    *,
    target: str,
    excluded: Collection[int] = (),
    relabelled: Mapping[int, str] | None = None,
    watch: Watch = unwatched,
) -> None:
    """Write every file into another folder, without some lines and with other labels in some.

    Lines are those of `table.lines`. A file that nothing is decided about is copied as it is. Each
    file is written whole or not at all.
    """
    into = make_folder(folder)
    if into.resolve() == look.parts.root.resolve():
        raise DataError(f"{into} holds the files themselves. Choose another folder for the copy.")
    labels = relabelled or {}
    lines = np.array(sorted({*excluded, *labels}), np.int64)
    table.rows_of(lines)  # a line that is not there is refused before anything is written
    files = table.files
    assert files is not None
    decided = dict(picked_by_file(look, table, lines, watch)) if len(lines) else {}
    for number, source in enumerate(look.parts.sources):
        watch(Progress(number, len(files.names), f"writing {source.name}"))
        to = into / source.name
        make_folder(to.parent)
        if number not in decided:
            _copy(look.parts.root / source.name, to)
            continue
        before = files.before[number]
        own = {line + before for line in decided[number].lines.tolist()}
        write_changed(
            _in_own_order(decided[number], look, number),
            to,
            target=target,
            excluded=[line - before for line in own & set(excluded)],
            relabelled={line - before: labels[line] for line in own & labels.keys()},
        )


def _in_own_order(table: Table, look: FilesLook, number: int) -> Table:
    """The columns as they stand in the file: another one may have them in another order."""
    names = names_in(look.parts.sources[number], look.schema)
    if any(name not in table.names for name in names):
        raise DataError(
            f"{look.parts.names[number]} has columns that other files lack, so it cannot be "
            "written with changes. Give all files the same columns."
        )
    return replace(table, columns=tuple(table.column(name) for name in names))


def _copy(path: Path, to: Path) -> None:
    with written_whole(to) as aside:
        shutil.copyfile(path, aside)
