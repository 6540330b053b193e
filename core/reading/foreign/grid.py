"""From the cells of a sheet to a table: where the header is, and what its columns hold.

Cells are what the reader of a book gives: numbers, texts, truth values, dates and times, and an
empty text for nothing.
"""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from core.base.errors import DataError
from core.base.wording import grouped, number_text
from core.reading.foreign.found import Found, TablePart
from core.sources.excerpt import CellArea, Excerpt
from core.sources.layout import unique_names

_LOOKED_AT = 60
"""The header stands in one of so many rows."""
_FULL = 0.6
"""Of the usual number of cells, so many make a row a full one."""
_MOST_MERGED = 2_000_000
_MIDNIGHT = datetime.time()

Row = list[Any]


class Merged(NamedTuple):
    """Cells that are one, by the first and the last of them, counted from 0."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(eq=False)
class Grid:
    """The used cells of a sheet; `top` and `left` say where in the sheet they start."""

    name: str
    rows: list[Row]
    top: int = 0
    left: int = 0
    merged: Sequence[Merged] = ()
    percents: Callable[[int], bool] = lambda column: False
    """Whether a column of the sheet is shown in percent."""


def table_of(
    grid: Grid, excerpt: Excerpt, file: str, tell: Callable[[float, float, str], None]
) -> Found:
    """The table that a person sees in a sheet; raise DataError where there is none."""
    grid = _cut(grid, excerpt.area, file)
    _fill(grid)
    width = max(map(len, grid.rows), default=0)
    if not width or not any(_is_filled(row) for row in grid.rows):
        raise DataError(f"{grid.name!r} of {file} is empty. Choose another sheet or range.")
    header = _header_place(grid, excerpt, file)
    has_header = header is not None
    start = (header or 0) + int(has_header)
    second = has_header and _has_second(grid, excerpt, start - 1)
    given = _names(grid.rows[start - 1 : start + int(second)], width) if has_header else []
    start += int(second)
    body, numbers = _body(grid, start)
    if not body:
        raise DataError(
            f"{grid.name!r} of {file} has a header but no rows below it. Choose another sheet, or "
            "another header row."
        )
    tell(1, 2, f"{grouped(len(body))} rows")
    columns = list(zip(*body, strict=True))
    places = _used_columns(columns, given)
    names, notes = unique_names([given[place] if given else "" for place in places])
    percents = tuple(
        name
        for name, place in zip(names, places, strict=True)
        if grid.percents(grid.left + place) and _are_numbers(columns[place])
    )
    arrays = tuple(
        array_of(columns[place], name in percents)
        for name, place in zip(names, places, strict=True)
    )
    row = grid.top + header + 1 if header is not None else 0
    known = replace(excerpt, table=grid.name, header_row=row, has_second_header=bool(second))
    told = [f"{name!r} is shown in percent: 0.15 there is read as 15." for name in percents[:3]]
    return Found(
        names,
        arrays,
        numbers,
        known,
        notes=(*(notes if given else ()), *told),
        places=tuple(grid.left + place for place in places),
        scales=dict.fromkeys(percents, 0.01)
        | dict.fromkeys(_hours(names, places, columns), 1 / 24),
        reasons={} if excerpt.header_row is not None else {"header_row": _why(row, header)},
    )


def _why(row: int, header: int | None) -> str:
    """Why a row is taken for the header; `header` is its place among the rows with cells."""
    if not row:
        return "the first row holds values"
    if header:
        return "the first row that is as full as the table; above it are notes"
    return "the first row" if row == 1 else "the first row that is filled"


def _cut(grid: Grid, area: str, file: str) -> Grid:
    """The cells of the area that a person named."""
    if not area:
        return grid
    wanted = CellArea.of(area)
    first, last = max(wanted.top - grid.top, 0), wanted.bottom - grid.top
    left, right = max(wanted.left - grid.left, 0), wanted.right - grid.left
    rows = [row[left : right + 1] for row in grid.rows[first : last + 1]] if last >= 0 else []
    if right < 0 or not any(rows):
        raise DataError(f"{area} of {grid.name!r} in {file} is empty. Choose another range.")
    return replace_rows(grid, rows, grid.top + first, grid.left + left)


def replace_rows(grid: Grid, rows: list[Row], top: int, left: int) -> Grid:
    """The same sheet with other cells."""
    return Grid(grid.name, rows, top, left, grid.merged, grid.percents)


def _fill(grid: Grid) -> None:
    """Cells that are one have one value: a person sees it beside every row that they span."""
    room = _MOST_MERGED
    for area in grid.merged:
        top, left = area.top - grid.top, area.left - grid.left
        if not (0 <= top < len(grid.rows) and 0 <= left < len(grid.rows[top])):
            continue
        value = grid.rows[top][left]
        bottom = min(area.bottom - grid.top, len(grid.rows) - 1)
        room -= (bottom - top + 1) * (area.right - area.left + 1)
        if value == "" or room < 0:
            continue
        for row in grid.rows[top : bottom + 1]:
            last = min(area.right - grid.left, len(row) - 1)
            row[left : last + 1] = [value] * (last - left + 1)


def _is_filled(row: Row) -> bool:
    return any(value != "" for value in row)


def _header_place(grid: Grid, excerpt: Excerpt, file: str) -> int | None:
    """The row of the grid that has the names; None if there is none."""
    if excerpt.header_row == 0:
        return None
    if excerpt.header_row is not None:
        place = excerpt.header_row - 1 - grid.top
        if not 0 <= place < len(grid.rows) or not _is_filled(grid.rows[place]):
            raise DataError(
                f"Row {grouped(excerpt.header_row)} of {grid.name!r} in {file} is empty, so it has "
                "no names of columns. Choose another header row, or 0 for none."
            )
        return place
    first = [_distinct(grid, place) for place in range(min(_LOOKED_AT, len(grid.rows)))]
    usual = float(np.median([filled for filled in first if filled])) if any(first) else 0.0
    place = next(place for place, filled in enumerate(first) if filled >= max(1, _FULL * usual))
    row = [value for value in grid.rows[place] if value != ""]
    texts = sum(isinstance(value, str) for value in row)
    # As in a CSV: a row of values, not of names, is no header.
    return None if 2 * texts < len(row) or (place == 0 and not texts) else place


def _distinct(grid: Grid, place: int) -> int:
    """How many cells of a row are filled; those that are one count once."""
    merged = sum(
        area.right - area.left
        for area in grid.merged[:1000]
        if area.top <= place + grid.top <= area.bottom
    )
    filled = [value for value in grid.rows[place] if value != ""]
    return max(0, len(filled) - merged)


def _has_second(grid: Grid, excerpt: Excerpt, header: int) -> bool:
    """Whether the row below the header has names too: told, or shown by cells that are one."""
    if excerpt.has_second_header is not None:
        return excerpt.has_second_header and header + 1 < len(grid.rows)
    at = grid.top + header
    spans = [area for area in grid.merged[:1000] if area.top <= at <= area.bottom]
    is_wide = any(area.right > area.left for area in spans)
    below = grid.rows[header + 1] if header + 1 < len(grid.rows) else []
    filled = [value for value in below if value != ""]
    return is_wide and bool(filled) and all(isinstance(value, str) for value in filled)


def _names(rows: list[Row], width: int) -> list[str]:
    """The names of the columns; of two rows, both, but what stands in both once."""
    texts = [
        [text_of(value).strip() for value in (*row, *[""] * (width - len(row)))] for row in rows
    ]
    return [
        " ".join(dict.fromkeys(name for name in each if name)) for each in zip(*texts, strict=True)
    ]


def _body(grid: Grid, start: int) -> tuple[list[Row], Any]:
    """The rows that hold something, and the number of each in the sheet."""
    filled = [place for place in range(start, len(grid.rows)) if _is_filled(grid.rows[place])]
    if len(filled) == len(grid.rows) - start:
        body = grid.rows[start:]
    else:
        body = [grid.rows[place] for place in filled]
    return body, np.array(filled, np.int64) + grid.top + 1


def _used_columns(columns: Sequence[Sequence[Any]], names: Sequence[str]) -> list[int]:
    """Columns that have a name or a value: between tables there are some that have neither."""
    return [
        place
        for place, column in enumerate(columns)
        if (names and names[place]) or any(value != "" for value in column)
    ]


def _hours(
    names: Sequence[str], places: Sequence[int], columns: Sequence[Sequence[Any]]
) -> list[str]:
    """Columns of times, which are read as hours and stored as parts of a day."""
    found = []
    for name, place in zip(names, places, strict=True):
        kinds = {type(value) for value in columns[place] if value != ""}
        if kinds and kinds <= {datetime.time, datetime.timedelta}:
            found.append(name)
    return found


def _are_numbers(column: Sequence[Any]) -> bool:
    kinds = set(map(type, column))
    return bool(kinds & {int, float}) and kinds <= {int, float, str}


def array_of(column: Sequence[Any], is_percent: bool = False) -> Any:
    """An Arrow array: numbers if all cells are, else the texts that a person sees."""
    import pyarrow as pa

    kinds = set(map(type, column))
    if kinds <= {int, float}:
        numbers = np.array(column, np.float64)
        return pa.array(_in_percent(numbers) if is_percent else numbers)
    if kinds <= {int, float, str} and not any(type(v) is str and v != "" for v in column):
        numbers = np.array([np.nan if value == "" else value for value in column], np.float64)
        numbers = _in_percent(numbers) if is_percent else numbers
        return pa.array(numbers, mask=np.isnan(numbers))
    if kinds == {str}:
        texts = pa.array(column, pa.string()).dictionary_encode()
    else:
        shown: dict[tuple[type, Any], str] = {}
        keys = [(type(value), value) for value in column]
        has_times = any(isinstance(v, datetime.datetime) and v.time() != _MIDNIGHT for v in column)
        for key in dict.fromkeys(keys):
            value = key[1]
            if is_percent and isinstance(value, int | float):
                value = float(_in_percent(np.array([value], np.float64))[0])
            shown[key] = text_of(value, has_times)
        texts = pa.array([shown[key] for key in keys], pa.string()).dictionary_encode()
    return texts


def _in_percent(numbers: Any) -> Any:
    """A hundred times as much, without what a float adds: 0.07 is 7, not 7.000000000000001."""
    with np.errstate(invalid="ignore"):
        return np.array([float(f"{100 * value:.14g}") for value in numbers])


def text_of(value: Any, with_times: bool = True) -> str:
    """A cell as a person reads it.

    >>> text_of(2.0), text_of(True), text_of(datetime.datetime(2024, 1, 3, 12, 30))
    ('2', 'TRUE', '2024-01-03 12:30:00')
    >>> text_of(datetime.timedelta(days=1, hours=6)), text_of(datetime.date(2024, 1, 3))
    ('30:00:00', '2024-01-03')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return number_text(float(value))
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ") if with_times else value.date().isoformat()
    if isinstance(value, datetime.timedelta):
        seconds = round(value.total_seconds())
        sign, seconds = "-" if seconds < 0 else "", abs(seconds)
        return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return str(value)


def part_of(grid: Grid, remark: str = "") -> TablePart:
    """The size of a sheet."""
    return TablePart(grid.name, len(grid.rows), max(map(len, grid.rows), default=0), remark)
