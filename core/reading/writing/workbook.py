"""Workbooks for Excel, written by XlsxWriter row by row: typed, with a header that stays in sight.

No text ever becomes a formula or a link. What was decided is marked by a colour and by a comment,
so that it can be read without the colour.
"""

import datetime
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from core.base.errors import DataError
from core.base.wording import grouped
from core.sources.excerpt import MOST_COLUMNS, MOST_ROWS

_LONGEST_TEXT = 32_767
_MARKED, _HEADED = "#FFE699", "#D9E2EF"
_MOST_WIDE, _LOOKED_AT = 40, 200
_DATE = re.compile(r"(1[89]|2\d)\d\d-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?")
_FIRST_DAY = datetime.datetime(1900, 3, 1)
"""Before it Excel counts a day that never was."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table, and what is told of some of its cells by the row and the column, from 0."""

    name: str
    frame: pd.DataFrame
    marks: Mapping[tuple[int, int], str] = field(default_factory=dict)


def write_workbook(path: Path, sheets: Sequence[Sheet]) -> None:
    """Write the sheets; raise DataError for more rows or columns than a sheet holds."""
    import xlsxwriter

    for sheet in sheets:
        check_size(len(sheet.frame) + 1, sheet.frame.shape[1])
    options = {"constant_memory": True, "nan_inf_to_errors": False}
    with xlsxwriter.Workbook(str(path), options) as book:
        formats = {
            "head": book.add_format({"bold": True, "bg_color": _HEADED, "bottom": 1}),
            "": book.add_format(),
            "date": book.add_format({"num_format": "yyyy-mm-dd"}),
            "time": book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
        }
        marked = {
            kind: book.add_format({"num_format": own.num_format, "bg_color": _MARKED, "border": 1})
            for kind, own in formats.items()
        }
        for sheet in sheets:
            _write(book.add_worksheet(sheet.name), sheet, formats, marked)


def check_size(rows: int, columns: int) -> None:
    """Raise DataError for more rows or columns than a sheet holds."""
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        raise DataError(
            f"A sheet holds {grouped(MOST_ROWS)} rows of {grouped(MOST_COLUMNS)} columns at most, "
            f"and these are {grouped(rows)} of {grouped(columns)}. Write .csv or .parquet instead."
        )


def _write(page: Any, sheet: Sheet, formats: Mapping[str, Any], marked: Mapping[str, Any]) -> None:
    frame = sheet.frame
    names = [str(name) for name in frame.columns]
    columns = [_values(frame.iloc[:, place]) for place in range(len(names))]
    page.freeze_panes(1, 0)
    if names:
        page.autofilter(0, 0, max(1, len(frame)), len(names) - 1)
    for place, (name, values) in enumerate(zip(names, columns, strict=True)):
        longest = max((len(str(value)) for value in values[:_LOOKED_AT]), default=0)
        page.set_column(place, place, min(_MOST_WIDE, max(longest, len(name)) + 3))
        page.write_string(0, place, name[:_LONGEST_TEXT], formats["head"])
    for (row, place), words in sheet.marks.items():
        page.write_comment(row + 1, place, words[:_LONGEST_TEXT])
    for row, cells in enumerate(zip(*columns, strict=True)):
        for place, value in enumerate(cells):
            known = marked if (row, place) in sheet.marks else formats
            write_cell(page, row + 1, place, value, known)


def write_cell(page: Any, row: int, column: int, value: Any, formats: Mapping[str, Any]) -> None:
    """A cell of the type that its value has; nothing for nothing, but for a mark."""
    if isinstance(value, bool):
        page.write_boolean(row, column, value, formats[""])
    elif isinstance(value, int | float):
        if math.isfinite(value):
            page.write_number(row, column, value, formats[""])
        else:
            page.write_string(row, column, str(value), formats[""])
    elif isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        is_day = not isinstance(value, datetime.datetime) or value.time() == datetime.time()
        kind = "date" if isinstance(value, datetime.date) and is_day else "time"
        page.write_datetime(row, column, value, formats[kind])
    elif value:
        page.write_string(row, column, value[:_LONGEST_TEXT], formats[""])
    else:
        page.write_blank(row, column, None, formats[""])


def _values(column: "pd.Series[Any]") -> list[Any]:
    """Plain values; dates where every text is one."""
    if pd.api.types.is_bool_dtype(column.dtype):
        return [bool(value) for value in column]
    if pd.api.types.is_numeric_dtype(column.dtype):
        numbers = column.to_numpy(np.float64, na_value=np.nan)
        return [None if math.isnan(value) else value for value in numbers.tolist()]
    texts = ["" if pd.isna(value) else str(value) for value in column]
    dates = _dates({text for text in texts if text})
    return [dates[text] if text else None for text in texts] if dates else texts


def _dates(texts: set[str]) -> dict[str, datetime.datetime] | None:
    """The days of these texts, if all are some that Excel can count."""
    if not texts or not all(map(_DATE.fullmatch, texts)):
        return None
    try:
        found = {text: datetime.datetime.fromisoformat(text) for text in texts}
    except ValueError:
        return None
    return found if min(found.values()) >= _FIRST_DAY else None
