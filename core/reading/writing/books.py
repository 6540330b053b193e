"""The cleaned copy of a spreadsheet: the same book, of which only the decided cells differ."""

import zipfile
from pathlib import Path

from core.base.errors import DataError
from core.base.progress import unwatched
from core.base.wording import count
from core.data.table import Origin, Table
from core.reading.foreign.handing import copied, handed
from core.reading.writing.edits import NewCell, PatchOutcome, SheetEdits
from core.reading.writing.ods_patch import patch_ods
from core.reading.writing.xlsx_patch import patch_xlsx
from core.sources.formats import Format

_PATCHED = {Format.EXCEL: (".xlsx", ".xlsm"), Format.OPEN_DOCUMENT: (".ods",)}
_COPIED = {Format.OLD_EXCEL: (".xlsx",), Format.EXCEL_BINARY: (".xlsx",)}
Cells = dict[int, dict[int, str]]


def is_book_copy(origin: Origin, path: Path) -> bool:
    """Whether a name asks for a copy of the book that a table came from."""
    if origin.kind is None or origin.source.path is None:
        return False
    endings = (_PATCHED | _COPIED).get(origin.kind, ())
    # A book with macros is one only under its own ending.
    own = origin.source.path.suffix.lower()
    is_own = own not in endings or origin.kind in _COPIED or path.suffix.lower() == own
    return path.suffix.lower() in endings and is_own


def write_book(
    table: Table, origin: Origin, to: Path, gone: list[int], changed: Cells
) -> list[str]:
    """Write the copy; what became of it, in sentences. Raise DataError where it cannot be made."""
    assert origin.excerpt is not None
    assert origin.kind is not None
    assert origin.source.path is not None
    found = handed(origin.source, origin.kind, origin.excerpt, unwatched)
    rows = table.lines - 1
    cells: dict[int, dict[int, NewCell]] = {}
    for place, texts in changed.items():
        column = table.columns[place]
        scale = found.scales.get(column.name, 1.0)
        for row, text in texts.items():
            cell = NewCell(text, column.is_number, scale)
            cells.setdefault(int(rows[row]), {})[found.places[place]] = cell
    emptied = frozenset(int(rows[row]) for row in gone)
    edits = SheetEdits(origin.excerpt.table, cells, emptied, found.places)
    if origin.kind in _COPIED:
        copied(origin.source, origin.kind, edits, to)
        told = [
            f"A {origin.kind.about.title} cannot be changed cell by cell: the copy has the values "
            "of all sheets, without formulas, formats and charts."
        ]
        return told + _told(PatchOutcome(), len(emptied))
    patch = patch_xlsx if origin.kind is Format.EXCEL else patch_ods
    try:
        outcome = patch(origin.source.path, edits, to, origin.source.name)
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise DataError(
            f"{origin.source.name} is written in a way that cannot be changed cell by cell "
            f"({error}). Write .csv or .parquet instead."
        ) from error
    return _told(outcome, len(emptied))


def _told(outcome: PatchOutcome, emptied: int) -> list[str]:
    told = []
    if emptied:
        rows = count(emptied, "excluded row is", "excluded rows are")
        told.append(
            f"{rows} emptied, not removed, so that formulas keep their places; a .csv or .parquet "
            "file is without them."
        )
    if outcome.formulas:
        what = count(outcome.formulas, "formula", "formulas")
        told.append(f"{what} gave way to what was decided.")
    if outcome.has_formulas:
        told.append("Formulas are calculated again when the book is next opened.")
    if outcome.covered:
        what = count(len(outcome.covered), "cell", "cells")
        told.append(
            f"{what} under merged ones stayed as they were (the first is {outcome.covered[0]})."
        )
    return told
