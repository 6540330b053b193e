"""A new workbook with the values of another one, for kinds that cannot be changed cell by cell."""

import datetime
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.errors import DataError
from core.reading.foreign.found import ReadAsk
from core.reading.writing.edits import NewCell
from core.reading.writing.workbook import write_cell
from core.sources.formats import locked_sentence


def copy_values(ask: ReadAsk, to: Path, edits: Mapping[str, Any]) -> None:
    """Write every sheet where its cells were; `edits` are those of a sheet, as JSON holds them."""
    import python_calamine as calamine
    import xlsxwriter

    try:
        with (
            calamine.CalamineWorkbook.from_path(ask.path) as book,
            xlsxwriter.Workbook(str(to), {"constant_memory": True}) as copy,
        ):
            formats = {
                "": copy.add_format(),
                "date": copy.add_format({"num_format": "yyyy-mm-dd"}),
                "time": copy.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
            }
            for about in book.sheets_metadata:
                page = copy.add_worksheet(about.name)
                if about.typ != calamine.SheetTypeEnum.WorkSheet:
                    continue
                if about.visible != calamine.SheetVisibleEnum.Visible:
                    page.hide()
                sheet = book.get_sheet_by_name(about.name)
                own = edits if edits["sheet"] == about.name else {}
                _copy(page, sheet.to_python(), sheet.start or (0, 0), own, formats)
    except calamine.PasswordError as error:
        raise DataError(locked_sentence(ask.name)) from error
    except (calamine.CalamineError, zipfile.BadZipFile) as error:
        raise DataError(f"{ask.name} cannot be read any more ({error}).") from error


def _copy(
    page: Any,
    rows: list[list[Any]],
    start: tuple[int, int],
    edits: Mapping[str, Any],
    formats: Mapping[str, Any],
) -> None:
    top, left = start
    emptied, columns = set(edits.get("emptied", ())), set(edits.get("columns", ()))
    cells = {int(row): new for row, new in edits.get("cells", {}).items()}
    for row, values in enumerate(rows, top):
        new = {int(c): NewCell(**cell) for c, cell in cells.get(row, {}).items()}
        for column, value in enumerate(values, left):
            if row in emptied and column in columns:
                continue
            shown = _value(new[column], value) if column in new else value
            if shown != "":
                write_cell(page, row, column, shown, formats)


def _value(new: NewCell, before: Any) -> Any:
    """The new value, of the kind of the old one where that fits."""
    number = new.number
    if number is not None:
        return number
    if isinstance(before, datetime.date) and new.serial(False) is not None:
        return datetime.datetime.fromisoformat(new.text)
    if isinstance(before, bool) and new.text.upper() in ("TRUE", "FALSE"):
        return new.text.upper() == "TRUE"
    return new.text
