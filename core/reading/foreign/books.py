"""Spreadsheets, read by calamine: Excel's old and new books, and OpenDocument's."""

import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

from core.base.errors import DataError
from core.base.wording import count, grouped
from core.reading.foreign.book_xml import SheetScan, extent, scanned, sheet_members
from core.reading.foreign.found import Found, ReadAsk, TablePart, likely_first
from core.reading.foreign.grid import Grid, Merged, table_of
from core.sources.formats import Format, locked_sentence

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

_MOST_CELLS = 400_000_000
"""A sheet of more cells would fill the memory of any machine that this runs on."""
_BOMB_BYTES, _BOMB_RATIO = 1 << 30, 400


def read(ask: ReadAsk) -> Found:
    """The table of one sheet; raise DataError where there is none."""
    import python_calamine as calamine

    _check_size(ask)
    try:
        with calamine.CalamineWorkbook.from_path(ask.path) as book:
            return _read(ask, book)
    except calamine.PasswordError as error:
        raise DataError(locked_sentence(ask.name)) from error
    except (calamine.CalamineError, zipfile.BadZipFile, KeyError, OSError, SyntaxError) as error:
        raise DataError(
            f"{ask.name} is a damaged {ask.kind.about.title}. Open it in a spreadsheet program, "
            "save it again, and open that."
        ) from error


def _read(ask: ReadAsk, book: "CalamineWorkbook") -> Found:
    parts = _parts(ask, book)
    if not parts:
        raise DataError(f"{ask.name} has no sheet with cells, only charts. Open another file.")
    ask.tell(0, 2, "opening the book")
    grid = _chosen(ask, book, parts)
    notes: list[str] = []
    if ask.kind is Format.EXCEL:
        with zipfile.ZipFile(ask.path) as archive:
            seen = scanned(archive, sheet_members(archive)[grid.name])
        grid.percents = seen.percents.__contains__
        notes += _told(seen)
    found = table_of(grid, ask.excerpt, ask.name, ask.tell)
    return replace(found, parts=parts, notes=(*found.notes, *notes))


def _check_size(ask: ReadAsk) -> None:
    """Refuse what is made to fill a memory, before it is unpacked."""
    if not zipfile.is_zipfile(ask.path):
        return
    with zipfile.ZipFile(ask.path) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
    if unpacked > _BOMB_BYTES and unpacked > _BOMB_RATIO * ask.path.stat().st_size:
        raise DataError(
            f"{ask.name} unpacks to more than {_BOMB_RATIO} times its size, as files do that are "
            "made to fill a memory. Ask for a CSV instead."
        )


def _parts(ask: ReadAsk, book: "CalamineWorkbook") -> tuple[TablePart, ...]:
    """Every sheet with its size; only sizes that are told without reading it."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    sheets = {
        each.name: each.visible != SheetVisibleEnum.Visible
        for each in book.sheets_metadata
        if each.typ == SheetTypeEnum.WorkSheet
    }
    sizes: dict[str, tuple[int | None, int | None]] = {}
    if ask.kind is Format.EXCEL:
        with zipfile.ZipFile(ask.path) as archive:
            for name, member in sheet_members(archive).items():
                if name in sheets and (area := extent(archive, member)) is not None:
                    sizes[name] = (area.bottom - area.top + 1, area.right - area.left + 1)
    elif ask.kind is not Format.EXCEL_BINARY:
        for name in sheets:
            sheet = book.get_sheet_by_name(name)
            sizes[name] = (sheet.height, sheet.width)
    return tuple(
        TablePart(name, *sizes.get(name, (None, None)), remark="hidden" if is_hidden else "")
        for name, is_hidden in sheets.items()
    )


def _chosen(ask: ReadAsk, book: "CalamineWorkbook", parts: tuple[TablePart, ...]) -> Grid:
    """The sheet that was asked for, else the likeliest that holds a table."""
    wanted = ask.excerpt.table
    if wanted:
        named = {part.name.casefold(): part.name for part in parts}
        if wanted.casefold() not in named:
            names = ", ".join(part.name for part in parts[:12])
            raise DataError(f"{ask.name} has no sheet {wanted!r}. It has: {names}.")
        return _grid(ask, book, named[wanted.casefold()])
    for part in likely_first(parts):
        grid = _grid(ask, book, part.name)
        if len(grid.rows) > 1:
            return grid
    return _grid(ask, book, parts[0].name)


def _grid(ask: ReadAsk, book: "CalamineWorkbook", name: str) -> Grid:
    if ask.kind is Format.EXCEL:
        with zipfile.ZipFile(ask.path) as archive:
            area = extent(archive, sheet_members(archive)[name])
        cells = (area.bottom + 1 - area.top) * (area.right + 1 - area.left) if area else 0
        if cells > _MOST_CELLS:
            raise DataError(
                f"{name!r} of {ask.name} spans {grouped(cells)} cells, more than fit into memory. "
                "Delete the empty rows and columns around its table, or save it as CSV."
            )
    sheet = book.get_sheet_by_name(name)
    top, left = sheet.start or (0, 0)
    merged = [Merged(*first, *last) for first, last in sheet.merged_cell_ranges or ()]
    return Grid(name, sheet.to_python(), top, left, merged)


def _told(seen: SheetScan) -> list[str]:
    told = []
    if seen.errors:
        what = count(seen.errors, "cell holds an error", "cells hold errors")
        told.append(f"{what} instead of a value (the first is {seen.first_error}): missing.")
    if seen.uncalculated:
        what = count(seen.uncalculated, "formula was", "formulas were")
        told.append(
            f"{what} never calculated (the first is in {seen.first_uncalculated}): missing. Open "
            "the book in a spreadsheet program and save it; then they have values."
        )
    return told
