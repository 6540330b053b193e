"""An OpenDocument spreadsheet with other values in some cells; every other byte stays.

Rows and cells that repeat are written once there, with how often: where one of them changes, the
repetition is taken apart. Positions in the XML are told by the parser of the standard library.
"""

import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat
from xml.sax.saxutils import escape

from core.base.errors import DataError
from core.reading.writing.edits import NewCell, PatchOutcome, SheetEdits
from core.sources.excerpt import column_letters

_CONTENT = "content.xml"
_CELLS = ("table:table-cell", "table:covered-table-cell")
_VALUE = re.compile(
    rb"\s+(?:office:(?:value-type|value|currency|date-value|time-value|boolean-value|string-value)"
    rb'|calcext:value-type|table:formula)="[^"]*"'
)
_REPEATED = re.compile(rb'\s+table:number-(?:rows|columns)-repeated="[0-9]+"')


@dataclass
class _Span:
    """Where an element stands, how often it counts, and what it holds."""

    start: int
    repeated: int
    name: str
    kind: str = ""
    has_formula: bool = False
    head: int = 0
    stop: int = 0
    cells: list["_Span"] = field(default_factory=list)


class _Finder:
    """Finds the rows of one sheet in which something changes, with their cells."""

    def __init__(self, sheet: str, wanted: frozenset[int]) -> None:
        self.rows: list[tuple[int, _Span]] = []
        self.has_formulas = False
        self._sheet, self._wanted = sheet, wanted
        self._number = 0
        self._depth = 0
        """How many tables are open: one inside a cell is none of ours."""
        self._is_ours = False
        self._open: list[_Span] = []
        self._just_opened: _Span | None = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.EntityDeclHandler = _refuse

    def find(self, xml: bytes) -> None:
        """Go through the XML once."""
        self._xml = xml
        self._parser.Parse(xml, True)

    def _here(self) -> int:
        return self._parser.CurrentByteIndex

    def _start(self, name: str, given: dict[str, str]) -> None:
        self.has_formulas |= "table:formula" in given
        if name == "table:table":
            self._depth += 1
            if self._depth == 1:
                self._is_ours, self._number = given.get("table:name") == self._sheet, 0
        if not self._is_ours or self._depth != 1:
            return
        if name == "table:table-row":
            times = int(given.get("table:number-rows-repeated", 1))
            self._open = [_Span(self._here(), times, name)]
        elif name in _CELLS and len(self._open) == 1:
            times = int(given.get("table:number-columns-repeated", 1))
            kind, formula = given.get("office:value-type", ""), "table:formula" in given
            self._open.append(_Span(self._here(), times, name, kind, formula))

    def _end(self, name: str) -> None:
        if self._is_ours and self._depth == 1 and self._open and name == self._open[-1].name:
            span = self._open.pop()
            span.stop = self._xml.index(b">", self._here()) + 1
            span.head = self._xml.index(b">", span.start) + 1
            if name == "table:table-row":
                numbers = range(self._number, self._number + span.repeated)
                if any(number in numbers for number in self._wanted):
                    self.rows.append((self._number, span))
                self._number += span.repeated
            elif self._open:
                self._open[0].cells.append(span)
        if name == "table:table":
            self._depth -= 1


def _refuse(*_declared: object) -> None:
    raise DataError("The book declares entities, which no spreadsheet program writes.")


def patch_ods(book: Path, edits: SheetEdits, to: Path, name: str) -> PatchOutcome:
    """Copy a spreadsheet with the edits; raise DataError where one cannot be made."""
    with zipfile.ZipFile(book) as archive, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as copy:
        xml = archive.read(_CONTENT)
        if b"<table:table" not in xml:
            raise DataError(f"{name} names its parts in an unusual way. Write a CSV instead.")
        finder = _Finder(edits.sheet, edits.rows)
        finder.find(xml)
        outcome = PatchOutcome(has_formulas=finder.has_formulas)
        pieces, place = [], 0
        for number, row in finder.rows:
            pieces += [xml[place : row.start], _rows(xml, number, row, edits, outcome)]
            place = row.stop
        changed = b"".join([*pieces, xml[place:]])
        for info in archive.infolist():
            content = changed if info.filename == _CONTENT else archive.read(info)
            copy.writestr(info, content)
    return outcome


def _rows(xml: bytes, first: int, row: _Span, edits: SheetEdits, outcome: PatchOutcome) -> bytes:
    """A row, or a repeated one taken apart around those that change."""
    whole, head = xml[row.start : row.stop], xml[row.start : row.head]
    pieces, waiting = [], 0
    for number in range(first, first + row.repeated):
        new = edits.of_row(number)
        if not new:
            waiting += 1
            continue
        if waiting:
            pieces.append(_repeated(head, waiting, b"rows") + whole[len(head) :])
        waiting = 0
        pieces.append(_row(xml, row, number, new, outcome))
    if waiting:
        pieces.append(_repeated(head, waiting, b"rows") + whole[len(head) :])
    return b"".join(pieces)


def _row(
    xml: bytes, row: _Span, number: int, new: dict[int, NewCell], outcome: PatchOutcome
) -> bytes:
    is_bare = xml[row.start : row.head].endswith(b"/>")
    opening = _repeated(xml[row.start : row.head], 1, b"rows")
    if is_bare:
        opening = opening[:-2].rstrip() + b">"
    pieces, column, place = [opening], 0, row.head
    for cell in row.cells:
        pieces.append(xml[place : cell.start])
        head, rest = xml[cell.start : cell.head], xml[cell.head : cell.stop]
        waiting = 0
        for here in range(column, column + cell.repeated):
            if here not in new:
                waiting += 1
                continue
            if waiting:
                pieces.append(_repeated(head, waiting, b"columns") + rest)
                waiting = 0
            if cell.name != _CELLS[0]:
                outcome.covered.append(f"{column_letters(here)}{number + 1}")
                pieces.append(_repeated(head, 1, b"columns") + rest)
                continue
            outcome.formulas += cell.has_formula
            pieces.append(_cell(_repeated(head, 1, b"columns"), cell.kind, new[here]))
        if waiting:
            pieces.append(_repeated(head, waiting, b"columns") + rest)
        column, place = column + cell.repeated, cell.stop
    for here in sorted(c for c in new if c >= column and new[c].text):
        gap = here - column
        pieces += [b'<table:table-cell table:number-columns-repeated="%d"/>' % gap] * bool(gap)
        pieces.append(_cell(b"<table:table-cell>", "", new[here]))
        column = here + 1
    pieces.append(b"" if is_bare else xml[place : row.stop - len(b"</table:table-row>")])
    return b"".join([*pieces, b"</table:table-row>"])


def _repeated(head: bytes, times: int, what: bytes) -> bytes:
    """The start of an element that counts so often."""
    once = _REPEATED.sub(b"", head)
    if times == 1:
        return once
    end = 2 if once.endswith(b"/>") else 1
    told = b' table:number-%s-repeated="%d"' % (what, times)
    return once[:-end].rstrip() + told + once[-end:]


def _cell(head: bytes, kind: str, new: NewCell) -> bytes:
    """A cell with its style and a new value."""
    bare = _VALUE.sub(b"", head).removesuffix(b">").removesuffix(b"/").rstrip()
    if not new.text:
        return bare + b"/>"
    number, text = new.number, new.text
    if number is not None:
        kept = kind if kind in ("percentage", "currency") else "float"
        told = f' office:value-type="{kept}" office:value="{number!r}"'
    elif kind == "boolean" and text.upper() in ("TRUE", "FALSE"):
        told = f' office:value-type="boolean" office:boolean-value="{text.lower()}"'
    elif kind == "date" and new.serial(False) is not None:
        told = f' office:value-type="date" office:date-value="{text.replace(" ", "T")}"'
    else:
        told = ' office:value-type="string"'
    shown = "".join(f"<text:p>{escape(line)}</text:p>" for line in text.split("\n"))
    return bare + told.encode() + b">" + shown.encode() + b"</table:table-cell>"
