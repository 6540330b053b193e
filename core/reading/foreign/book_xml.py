"""What the XML of an Excel workbook tells that its reader does not: sizes, percents, errors.

The XML is looked at, never run; a declaration of entities, which no spreadsheet program writes, is
refused.
"""

import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree as Tree

from core.base.errors import DataError
from core.sources.excerpt import CellArea, column_place

_BLOCK, _OVERLAP = 1 << 22, 1 << 10
_STYLED_BYTES = 1 << 20
"""The styles of the cells in the first part of a sheet tell those of its columns."""
_CELL = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]{1,3})([0-9]+)"[^>]*>')
_STYLE = re.compile(rb'\bs="([0-9]+)"')
_ERROR_SIGN, _ERROR = b't="e"', re.compile(rb't="e"')
_NO_VALUE = re.compile(
    rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f\b[^>]*/>)(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?"
    rb"</(?:\w+:)?c>"
)
_PERCENT_IDS = (9, 10)
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_DIMENSION = re.compile(rb'<(?:\w+:)?dimension\b[^>]*\bref="([A-Z0-9:]+)"')


def parsed(archive: zipfile.ZipFile, name: str) -> Tree.Element:
    """A part of a book; raise DataError for one that declares entities."""
    content = archive.read(name)
    if b"<!DOCTYPE" in content[:4096] or b"<!ENTITY" in content:
        raise DataError(
            "The book holds a declaration that no spreadsheet program writes. Do not trust it; "
            "ask for a CSV instead."
        )
    return Tree.fromstring(content)


def local(name: str) -> str:
    """The name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


def sheet_members(archive: zipfile.ZipFile) -> dict[str, str]:
    """By the name of a sheet, the part of the archive that holds it."""
    targets = {
        each.get("Id"): each.get("Target", "")
        for each in parsed(archive, "xl/_rels/workbook.xml.rels")
    }
    found = {}
    for element in parsed(archive, "xl/workbook.xml").iter():
        if local(element.tag) == "sheet":
            link = next((v for k, v in element.attrib.items() if local(k) == "id"), None)
            target = targets.get(link, "")
            member = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
            if member in archive.namelist():
                found[element.get("name", "")] = member
    return found


def extent(archive: zipfile.ZipFile, member: str) -> CellArea | None:
    """The used cells of a sheet as it says itself, if it does."""
    with archive.open(member) as stream:
        found = _DIMENSION.search(stream.read(4096))
    if found is None:
        return None
    text = found[1].decode()
    try:
        return CellArea.of(text if ":" in text else f"{text}:{text}")
    except DataError:
        return None


def percent_styles(archive: zipfile.ZipFile) -> set[int]:
    """The numbers of the styles that show a percent sign."""
    if "xl/styles.xml" not in archive.namelist():
        return set()
    ids, styles = set(_PERCENT_IDS), set()
    for element in parsed(archive, "xl/styles.xml").iter():
        kind = local(element.tag)
        if kind == "numFmt" and "%" in _QUOTED.sub("", element.get("formatCode", "")):
            ids.add(int(element.get("numFmtId", -1)))
        elif kind == "cellXfs":
            styles = {
                place for place, own in enumerate(element) if int(own.get("numFmtId", 0)) in ids
            }
    return styles


@dataclass
class SheetScan:
    """What was seen in the cells of a sheet."""

    percents: set[int] = field(default_factory=set)
    """The columns whose cells are mostly shown in percent."""
    errors: int = 0
    first_error: str = ""
    uncalculated: int = 0
    """Formulas whose value nobody ever calculated."""
    first_uncalculated: str = ""


def scanned(archive: zipfile.ZipFile, member: str) -> SheetScan:
    """Look through a sheet, block by block."""
    found = SheetScan()
    styles = percent_styles(archive)
    for number, (block, seam) in enumerate(_blocks(archive, member)):
        if number == 0 and styles:
            found.percents = _percents(block[:_STYLED_BYTES], styles)
        # A search for a fixed text takes a fraction of what one for a pattern does.
        if _ERROR_SIGN in block:
            for match in _after(seam, _ERROR.finditer(block)):
                found.errors += 1
                found.first_error = found.first_error or _cell_at(block, match.start())
        if b"<f" in block or b":f" in block:
            for match in _after(seam, _NO_VALUE.finditer(block)):
                found.uncalculated += 1
                first = found.first_uncalculated
                found.first_uncalculated = first or _cell_at(block, match.start())
    return found


def _blocks(archive: zipfile.ZipFile, member: str) -> Iterator[tuple[bytes, int]]:
    """Blocks that overlap, each with the place before which it was seen already."""
    with archive.open(member) as stream:
        before = b""
        while block := stream.read(_BLOCK):
            yield before + block, len(before)
            before = (before + block)[-_OVERLAP:]


def _after(seam: int, matches: Iterator[re.Match[bytes]]) -> Iterator[re.Match[bytes]]:
    return (match for match in matches if match.end() > seam)


def _cell_at(block: bytes, place: int) -> str:
    """The name of the cell that a place lies in."""
    start = max(0, place - _OVERLAP)
    found = list(_CELL.finditer(block, start, block.find(b">", place) + 1))
    return (found[-1][1] + found[-1][2]).decode() if found else ""


def _percents(block: bytes, styles: set[int]) -> set[int]:
    seen: Counter[bytes] = Counter()
    shown: Counter[bytes] = Counter()
    for cell in _CELL.finditer(block):
        if b't="s"' in cell[0] or b't="inlineStr"' in cell[0] or b't="str"' in cell[0]:
            continue
        seen[cell[1]] += 1
        style = _STYLE.search(cell[0])
        shown[cell[1]] += style is not None and int(style[1]) in styles
    return {column_place(name.decode()) for name in seen if 2 * shown[name] > seen[name]}
