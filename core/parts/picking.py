"""Some rows of data in parts with all their values: read again from the files that have them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.base.arrays import Integers
from core.base.progress import Progress, Watch, unwatched
from core.data.stacking import stacked
from core.data.table import Table
from core.parts.looking import FilesLook
from core.reading.pieces import pieces


def picked(look: FilesLook, table: Table, lines: Integers, watch: Watch = unwatched) -> Table:
    """The rows of these lines of a table of files, in their order, as a table in memory."""
    wanted = np.sort(lines)
    found = [some for _, some in picked_by_file(look, table, wanted, watch)]
    columns = tuple(stacked(each) for each in zip(*(some.columns for some in found), strict=True))
    return replace(table, columns=columns, lines=wanted)


def picked_by_file(
    look: FilesLook, table: Table, lines: Integers, watch: Watch = unwatched
) -> Iterator[tuple[int, Table]]:
    """The same file by file, each with its number; lines and places are those of the file."""
    files = table.files
    assert files is not None
    file, own = files.places(np.sort(lines))
    for number in np.unique(file).tolist():
        watch(Progress(number, len(files.names), f"reading rows of {files.names[number]}"))
        yield number, rows_in(look, number, own[file == number])


def rows_in(look: FilesLook, number: int, lines: Integers) -> Table:
    """The rows of some ascending lines of a file, by its number, with their places there."""
    found = []
    for piece in pieces(look.parts.sources[number], look.schema, unwatched):
        rows = np.flatnonzero(np.isin(piece.table.lines, lines))
        if len(rows):
            found.append(_taken(piece.table, rows))
        # A file that is larger than memory is read up to the last row only.
        if len(piece.table) and piece.table.lines[-1] >= lines[-1]:
            break
    columns = tuple(stacked(each) for each in zip(*(t.columns for t in found), strict=True))
    origin = found[0].origin
    if origin is not None and origin.starts is not None:
        places = [t.origin for t in found if t.origin is not None]
        starts = [o.starts for o in places if o.starts is not None]
        lengths = [o.lengths for o in places if o.lengths is not None]
        origin = replace(origin, starts=np.concatenate(starts), lengths=np.concatenate(lengths))
    return replace(found[0], columns=columns, lines=lines, origin=origin)


def _taken(table: Table, rows: Integers) -> Table:
    origin = table.origin
    if origin is not None and origin.starts is not None and origin.lengths is not None:
        origin = replace(origin, starts=origin.starts[rows], lengths=origin.lengths[rows])
    columns = tuple(column.take(rows).trimmed() for column in table.columns)
    return replace(table, columns=columns, lines=table.lines[rows], origin=origin)
