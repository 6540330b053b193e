"""The tables of an HTML page: many programs write one and call it .xls."""

import codecs
import re
from dataclasses import replace
from html.parser import HTMLParser

from core.base.errors import DataError
from core.reading.foreign.found import Found, ReadAsk
from core.reading.foreign.grid import Grid, Row, part_of, table_of

_MOST_SPAN = 1000
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)


def read(ask: ReadAsk) -> Found:
    """One table of the page; raise DataError where there is none."""
    finder = _Tables()
    finder.feed(_decoded(ask.path.read_bytes()))
    finder.close()
    grids = [
        Grid(f"table {place}", rows) for place, rows in enumerate(map(_squared, finder.tables), 1)
    ]
    if not grids:
        raise DataError(f"{ask.name} is an HTML page without a table. Open a file with one.")
    wanted = ask.excerpt.table.casefold()
    chosen = next((grid for grid in grids if grid.name == wanted), None)
    if wanted and chosen is None:
        names = ", ".join(grid.name for grid in grids[:12])
        raise DataError(f"{ask.name} has no {ask.excerpt.table!r}. It has: {names}.")
    largest = max(grids, key=lambda grid: sum(map(len, grid.rows)))
    found = table_of(chosen or largest, ask.excerpt, ask.name, ask.tell)
    return replace(found, parts=tuple(part_of(grid) for grid in grids))


def _decoded(content: bytes) -> str:
    """The text, by its mark, by what it says itself, or by what it can be."""
    said = _CHARSET.search(content[:4096])
    names = ["utf-8-sig", *([said[1].decode()] if said else []), "cp1252"]
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        names.insert(0, "utf-16")
    for name in names:
        try:
            return content.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return content.decode("latin-1")


def _squared(rows: list[Row]) -> list[Row]:
    width = max(map(len, rows), default=0)
    return [row + [""] * (width - len(row)) for row in rows]


class _Tables(HTMLParser):
    """Collects the cells of tables; one inside another belongs to its cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[Row]] = []
        self._depth = 0
        self._text: list[str] | None = None
        self._span = (1, 1)
        self._open: dict[int, tuple[int, str]] = {}
        """By column: for how many more rows a cell from above reaches down, and its text."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A table, a row or a cell starts."""
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.tables.append([])
                self._open = {}
        elif self._depth == 1 and tag == "tr":
            self._end_cell()
            self.tables[-1].append([])
        elif self._depth == 1 and tag in ("td", "th"):
            self._end_cell()
            if not self.tables[-1]:
                self.tables[-1].append([])
            given = dict(attrs)
            self._span = (_span(given.get("rowspan")), _span(given.get("colspan")))
            self._text = []
        elif tag == "br" and self._text is not None:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """A table, a row or a cell ends."""
        if tag == "table" and self._depth:
            if self._depth == 1:
                self._end_cell()
            self._depth -= 1
        elif self._depth == 1 and tag in ("td", "th", "tr"):
            self._end_cell()

    def handle_data(self, data: str) -> None:
        """Some text, which belongs to the cell that is open."""
        if self._text is not None:
            self._text.append(data)

    def _end_cell(self) -> None:
        if self._text is None:
            return
        text = " ".join("".join(self._text).split())
        self._text = None
        row = self.tables[-1][-1]
        self._reach_down(row)
        down, across = self._span
        for _ in range(across):
            if down > 1:
                self._open[len(row)] = (down - 1, text)
            row.append(text)
        self._reach_down(row)

    def _reach_down(self, row: Row) -> None:
        while len(row) in self._open:
            left, text = self._open.pop(len(row))
            if left > 1:
                self._open[len(row)] = (left - 1, text)
            row.append(text)


def _span(text: str | None) -> int:
    return min(_MOST_SPAN, max(1, int(text))) if text and text.strip().isdecimal() else 1
