"""A workbook with other values in some cells: every other byte of its parts stays as it was.

Only the cells in question are rewritten in the XML of their sheet; styles, formulas, charts, macros
and the other sheets are copied. A formula that gives way to a value leaves the calculation chain,
and what depends on a changed cell is calculated again when the book is next opened.
"""

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape, unescape

from core.base.errors import DataError
from core.reading.foreign.book_xml import sheet_members
from core.reading.writing.edits import NewCell, PatchOutcome, SheetEdits
from core.reading.writing.formula_shift import shifted
from core.sources.excerpt import column_letters, column_place

_ROW = re.compile(rb"<((?:\w+:)?)row\b([^>]*?)(/?)>")
_CELL = re.compile(rb"<((?:\w+:)?)c\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?c>)", re.DOTALL)
_NUMBER = re.compile(rb'\br="([0-9]+)"')
_NAME = re.compile(rb'\br="([A-Z]{1,3})([0-9]+)"')
_KIND = re.compile(rb'\s+t="(\w+)"')
_STYLE = re.compile(rb'\bs="([0-9]+)"')
_FORMULA = re.compile(rb"<(?:\w+:)?f\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?f>)", re.DOTALL)
_SHARED = re.compile(rb'\bsi="([0-9]+)"')
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*\bref="([A-Z]+)([0-9]+):([A-Z]+)([0-9]+)"')
_UTF8 = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*encoding=.utf-8|<\?xml(?![^>]*encoding)|<[\w:]*worksheet)",
    re.IGNORECASE,
)
_CHAIN = "xl/calcChain.xml"
_CALCULATION = re.compile(rb"<((?:\w+:)?)calcPr\b([^>]*?)/?>(?:</(?:\w+:)?calcPr>)?")
_BEFORE_CALCULATION = re.compile(
    rb"</(?:\w+:)?definedNames>|</(?:\w+:)?externalReferences>|</(?:\w+:)?sheets>"
)


@dataclass
class _Master:
    """A formula that other cells share, whose own cell gets a value."""

    text: str
    row: int
    column: int


@dataclass
class _State:
    outcome: PatchOutcome
    is_1904: bool
    name: str
    masters: dict[bytes, _Master] = field(default_factory=dict)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)


def patch_xlsx(book: Path, edits: SheetEdits, to: Path, name: str) -> PatchOutcome:
    """Copy a workbook with the edits; raise DataError where one cannot be made."""
    with zipfile.ZipFile(book) as archive, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as copy:
        member = sheet_members(archive)[edits.sheet]
        about = archive.read("xl/workbook.xml")
        is_1904 = re.search(rb'\bdate1904="(?:1|true)"', about) is not None
        state = _State(PatchOutcome(), is_1904, name)
        changed = {member: _sheet(archive.read(member), edits, state)}
        outcome = state.outcome
        outcome.has_formulas = _CHAIN in archive.namelist() or b"<f" in changed[member]
        left_out: set[str] = set()
        if outcome.formulas and _CHAIN in archive.namelist():
            left_out.add(_CHAIN)
            for part, pattern in (
                ("[Content_Types].xml", rb'<Override\b[^>]*"/xl/calcChain\.xml"[^>]*/>'),
                ("xl/_rels/workbook.xml.rels", rb'<Relationship\b[^>]*calcChain\.xml"[^>]*/>'),
            ):
                changed[part] = re.sub(pattern, b"", archive.read(part))
        if outcome.has_formulas:
            changed["xl/workbook.xml"] = _calculated_on_load(about)
        for info in archive.infolist():
            if info.filename not in left_out:
                content = changed.get(info.filename)
                # The name, the time and the way of packing stay, too.
                copy.writestr(info, archive.read(info) if content is None else content)
    return outcome


def _sheet(xml: bytes, edits: SheetEdits, state: _State) -> bytes:
    """The XML of the sheet with the edits."""
    if not _UTF8.match(xml):
        raise DataError(
            f"The sheet {edits.sheet!r} of {state.name} is not written as UTF-8, so its cells "
            "cannot be changed one by one. Write a CSV instead."
        )
    state.merged = [
        (int(top) - 1, column_place(left.decode()), int(bottom) - 1, column_place(right.decode()))
        for left, top, right, bottom in (found.groups() for found in _MERGED.finditer(xml))
    ]
    pieces, place, wanted = [], 0, set(edits.rows)
    for start, stop, number, prefix in _rows(xml):
        if number not in wanted:
            continue
        wanted.discard(number)
        pieces += [xml[place:start], _row(xml[start:stop], number, prefix, edits, state)]
        place = stop
    if any(cell.text for row in wanted for cell in edits.of_row(row).values()):
        row = min(wanted) + 1
        raise DataError(f"Row {row} of {edits.sheet!r} in {state.name} has no cells to change.")
    made = b"".join([*pieces, xml[place:]])
    return _spelled_out(made, state) if state.masters else made


def _rows(xml: bytes) -> Iterator[tuple[int, int, int, bytes]]:
    """Where each row starts and stops, its number from 0, and the prefix of its elements."""
    number = -1
    for found in _ROW.finditer(xml):
        told = _NUMBER.search(found[2])
        number = int(told[1]) - 1 if told else number + 1
        if found[3]:
            yield found.start(), found.end(), number, found[1]
            continue
        end = b"</" + found[1] + b"row>"
        yield found.start(), xml.index(end, found.end()) + len(end), number, found[1]


def _row(xml: bytes, number: int, prefix: bytes, edits: SheetEdits, state: _State) -> bytes:
    new = {c: cell for c, cell in edits.of_row(number).items() if not _covered(number, c, state)}
    head = _ROW.match(xml)
    assert head is not None
    opening = b"<" + prefix + b"row" + head[2].rstrip() + b">"
    inner = b"" if head[3] else xml[head.end() : xml.rindex(b"</")]
    pieces, place, column = [], 0, -1
    for found in _CELL.finditer(inner):
        told = _NAME.search(found[2])
        column = column_place(told[1].decode()) if told else column + 1
        # What the row has no cell for comes before the next one that it has.
        for missing in sorted(c for c in new if c < column):
            pieces += [
                inner[place : found.start()],
                _made(b"", number, missing, new, prefix, state),
            ]
            place = found.start()
            del new[missing]
        if column in new:
            _give_way(found, number, column, new[column], state)
            made = _made(found[2], number, column, new, prefix, state)
            pieces += [inner[place : found.start()], made]
            place = found.end()
            del new[column]
    rest = [_made(b"", number, missing, new, prefix, state) for missing in sorted(new)]
    body = b"".join([*pieces, inner[place:], *rest])
    return opening + body + b"</" + prefix + b"row>"


def _covered(row: int, column: int, state: _State) -> bool:
    """Whether a cell lies under a merged one, whose first cell alone is seen."""
    for top, left, bottom, right in state.merged:
        if top <= row <= bottom and left <= column <= right and (row, column) != (top, left):
            state.outcome.covered.append(f"{column_letters(column)}{row + 1}")
            return True
    return False


def _give_way(found: re.Match[bytes], row: int, column: int, new: NewCell, state: _State) -> None:
    """A formula goes; what others share of it is kept for them."""
    formula = _FORMULA.search(found[3] or b"")
    if formula is None:
        return
    kind = _KIND.search(b" " + formula[1])
    if kind is not None and kind[1] in (b"array", b"dataTable"):
        raise DataError(
            f"The cell {column_letters(column)}{row + 1} of {state.name} belongs to a formula over "
            "several cells, which cannot be changed in part. Write a CSV, or a new workbook."
        )
    state.outcome.formulas += 1
    shared = _SHARED.search(formula[1])
    if shared is not None and formula[2]:
        text = unescape(formula[2].decode(), {"&quot;": '"', "&apos;": "'"})
        state.masters[shared[1]] = _Master(text, row, column)


def _made(
    attributes: bytes, row: int, column: int, new: dict[int, NewCell], prefix: bytes, state: _State
) -> bytes:
    """The cell with its new value; its style stays."""
    cell = new[column]
    kind = _KIND.search(b" " + attributes)
    style = _STYLE.search(attributes)
    start = f'r="{column_letters(column)}{row + 1}"'.encode()
    if style is not None:
        start += b' s="' + style[1] + b'"'
    tag = b"<" + prefix + b"c " + start

    def valued(value: str, told: bytes = b"") -> bytes:
        shown = b"<" + prefix + b"v>" + value.encode() + b"</" + prefix + b"v>"
        return tag + told + b">" + shown + b"</" + prefix + b"c>"

    if not cell.text:
        return tag + b"/>"
    if kind is not None and kind[1] == b"b" and cell.text.upper() in ("TRUE", "FALSE"):
        return valued(str(int(cell.text.upper() == "TRUE")), b' t="b"')
    number = cell.number
    if number is None and attributes and (kind is None or kind[1] in (b"n", b"d")):
        number = cell.serial(state.is_1904)
    if number is not None:
        return valued(repr(int(number)) if number.is_integer() else repr(number))
    text = (
        f'<{prefix.decode()}t xml:space="preserve">{escape(_legal(cell.text))}</{prefix.decode()}t>'
    )
    inner = b"<" + prefix + b"is>" + text.encode() + b"</" + prefix + b"is>"
    return tag + b' t="inlineStr">' + inner + b"</" + prefix + b"c>"


def _legal(text: str) -> str:
    """Without the characters that no XML holds."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", text)


def _spelled_out(xml: bytes, state: _State) -> bytes:
    """Every cell that shared a formula whose first cell is gone gets one of its own."""

    def own(cell: re.Match[bytes]) -> bytes:
        formula = _FORMULA.search(cell[3] or b"")
        shared = _SHARED.search(formula[1]) if formula is not None else None
        master = state.masters.get(shared[1]) if shared is not None else None
        named = _NAME.search(cell[2])
        if formula is None or master is None or named is None or b'"shared"' not in formula[1]:
            return cell[0]
        down = int(named[2]) - 1 - master.row
        right = column_place(named[1].decode()) - master.column
        text = escape(shifted(master.text, down, right)).encode()
        prefix = cell[1]
        written = b"<" + prefix + b"f>" + text + b"</" + prefix + b"f>"
        at = formula.start() + cell.start(3) - cell.start()
        return cell[0][:at] + written + cell[0][at + len(formula[0]) :]

    return _CELL.sub(own, xml)


def _calculated_on_load(about: bytes) -> bytes:
    """The book's own part, saying that formulas are to be calculated when it is opened."""
    found = _CALCULATION.search(about)
    if found is not None:
        rest = re.sub(rb'\s*fullCalcOnLoad="[^"]*"', b"", found[2]).rstrip()
        made = b"<" + found[1] + b"calcPr" + rest + b' fullCalcOnLoad="1"/>'
        return about[: found.start()] + made + about[found.end() :]
    last = max(_BEFORE_CALCULATION.finditer(about), key=lambda each: each.end(), default=None)
    if last is None:
        return about
    prefix = re.match(rb"</((?:\w+:)?)", last[0])
    assert prefix is not None
    made = b"<" + prefix[1] + b'calcPr fullCalcOnLoad="1"/>'
    return about[: last.end()] + made + about[last.end() :]
