"""The kinds of files that other programs write: told by their first bytes, never by the name."""

import enum
import json
import re
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import DataError
from core.sources.excerpt import Excerpt
from core.sources.source import Packing, Source

_HEAD = 1 << 13
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SAS = bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011")
_OLD_STATA = range(102, 116)
_MARKUP = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|meta|table)\b",
    re.IGNORECASE | re.DOTALL,
)
_OLD_XML = b"urn:schemas-microsoft-com:office:spreadsheet"
_MOST_SEARCHED = 64 << 20


@dataclass(frozen=True)
class FormatFacts:
    """What is known of a kind of file, whatever it holds."""

    title: str
    endings: tuple[str, ...]
    reader: str
    """The module of core.reading.foreign that reads it."""
    choices: tuple[str, ...] = ()
    """The fields of an Excerpt that say something about it."""
    part: str = "table"
    """What a table is called there."""
    is_typed: bool = False
    """Whether texts stay texts: where it is not, a text that is a number is one."""


_SHEET = ("table", "header_row", "has_second_header", "area", "missing")


class Format(enum.Enum):
    """A kind of file."""

    EXCEL = FormatFacts("Excel workbook", (".xlsx", ".xlsm"), "books", _SHEET, "sheet")
    EXCEL_BINARY = FormatFacts("Excel binary workbook", (".xlsb",), "books", _SHEET, "sheet")
    OLD_EXCEL = FormatFacts("Excel 97-2003 workbook", (".xls",), "books", _SHEET, "sheet")
    OPEN_DOCUMENT = FormatFacts("OpenDocument spreadsheet", (".ods",), "books", _SHEET, "sheet")
    HTML = FormatFacts("HTML page", (".html", ".htm"), "html_tables", _SHEET)
    JSON = FormatFacts("JSON file", (".jsonl", ".ndjson", ".json"), "json_rows", ("missing",))
    SQLITE = FormatFacts(
        "SQLite database", (".sqlite", ".sqlite3", ".db"), "sqlite", ("table", "missing")
    )
    DUCKDB = FormatFacts("DuckDB database", (".duckdb", ".ddb"), "duck", ("table",), is_typed=True)
    STATA = FormatFacts("Stata file", (".dta",), "surveys", ("has_codes",), is_typed=True)
    SPSS = FormatFacts(
        "SPSS file", (".sav", ".zsav", ".por"), "surveys", ("has_codes",), is_typed=True
    )
    SAS = FormatFacts("SAS file", (".sas7bdat", ".xpt"), "surveys", ("has_codes",), is_typed=True)

    @property
    def about(self) -> FormatFacts:
        """What is known of it."""
        about: FormatFacts = self.value
        return about

    @property
    def has_sheets(self) -> bool:
        """Whether its tables lie in cells, whose rows have numbers."""
        return "header_row" in self.about.choices


ENDINGS = tuple(ending for kind in Format for ending in kind.about.endings)


def format_of(source: Source) -> Format | None:
    """Which other program's file it is; None for a text, or for what the text reader refuses.

    Raise DataError for one that cannot be opened at all, such as a book with a password.
    """
    if source.packing is Packing.ZIP:
        return _zipped(source)
    if source.packing is Packing.PARQUET:
        return None
    head = source.head(_HEAD)
    if source.packing is Packing.PLAIN:
        found = _by_mark(head) or _old_stata(source, head)
        if found is None and head.startswith(_OLE):
            return _compound(source)
        if found is not None:
            return found
    if _MARKUP.match(head.lstrip(b"\xef\xbb\xbf")):
        return Format.HTML if b"<table" in source.head(_MOST_SEARCHED).lower() else None
    if _OLD_XML in head:
        raise DataError(
            f"{source.name} is a spreadsheet in the XML of Excel 2003. Open it in a spreadsheet "
            "program, save it as .xlsx, and open that."
        )
    return Format.JSON if _is_json(head) else None


def described(kind: Format, excerpt: Excerpt) -> dict[str, str]:
    """What a person reads for each part of how a file was read.

    >>> described(Format.EXCEL, Excerpt(table="Orders", header_row=3))
    {'kind': 'Excel workbook', 'sheet': 'Orders', 'header row': '3', 'range': 'all cells'}
    """
    choices = kind.about.choices
    told = {"kind": kind.about.title}
    if "table" in choices:
        told[kind.about.part] = excerpt.table
    if "header_row" in choices:
        told["header row"] = str(excerpt.header_row) if excerpt.header_row else "none"
        if excerpt.has_second_header:
            told["header row"] += " and the one below it"
        told["range"] = excerpt.area or "all cells"
    if "has_codes" in choices:
        told["values"] = "their codes" if excerpt.has_codes else "their labels"
    return told


def name_note(source: Source, found: Format | None) -> tuple[str, ...]:
    """What a person should know whose file has the ending of another kind."""
    ending = Path(source.name).suffix.lower()
    own = next((kind for kind in Format if ending in kind.about.endings), None)
    is_text = ending in (".csv", ".tsv", ".tab", ".txt")
    if own is found or not (own or is_text) or {own, found} <= set(BOOKS):
        return ()
    told = "a text, read as CSV" if found is None else f"of another kind ({found.about.title})"
    return (f"{source.name} is {told}, whatever its name ends in.",)


BOOKS = (Format.EXCEL, Format.EXCEL_BINARY, Format.OLD_EXCEL, Format.OPEN_DOCUMENT)


def _by_mark(head: bytes) -> Format | None:
    if head.startswith(b"SQLite format 3\0"):
        return Format.SQLITE
    if head[8:12] == b"DUCK":
        return Format.DUCKDB
    if head.startswith(b"<stata_dta>"):
        return Format.STATA
    if head.startswith((b"$FL2", b"$FL3")) or b"SPSS PORT FILE" in head[:500]:
        return Format.SPSS
    if head[12:32] == _SAS or head.startswith(b"HEADER RECORD*******LIB"):
        return Format.SAS
    return None


def _old_stata(source: Source, head: bytes) -> Format | None:
    """Before version 117 the mark is a number alone: the name has to say it, too."""
    is_named = source.name.lower().endswith(".dta")
    return Format.STATA if is_named and head[:1] and head[0] in _OLD_STATA else None


def _zipped(source: Source) -> Format | None:
    with source.members() as members:
        names = {member.filename for member in members.infolist()}
        if "xl/workbook.bin" in names:
            return Format.EXCEL_BINARY
        if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
            return Format.EXCEL
        if "mimetype" in names and "content.xml" in names:
            kind = members.read("mimetype")[:200]
            return Format.OPEN_DOCUMENT if b"opendocument.spreadsheet" in kind else None
    return None


def _compound(source: Source) -> Format:
    """A container of old Office programs: a book, or something locked inside one."""
    content = source.head(_MOST_SEARCHED)

    def holds(name: str) -> bool:
        return name.encode("utf-16-le") in content

    if holds("EncryptedPackage"):
        raise DataError(locked_sentence(source.name))
    if holds("Workbook") or holds("Book"):
        return Format.OLD_EXCEL
    raise DataError(
        f"{source.name} is a document of an old Office program, and no spreadsheet. Save the "
        "table as .xlsx or CSV, and open that."
    )


def locked_sentence(name: str) -> str:
    """What a person reads whose book is locked."""
    return (
        f"{name} is locked by a password. Open it in a spreadsheet program, take the password "
        "away (or save a copy without one), and open that."
    )


def _is_json(head: bytes) -> bool:
    """Whether it starts with an object, or a list of objects."""
    text = head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text.startswith("["):
        text = text[1:].lstrip()
    if not text.startswith("{"):
        return False
    try:
        first, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        # An object longer than what was looked at starts with a name at least.
        return len(head) == _HEAD and re.match(r'\{\s*"(?:[^"\\]|\\.)*"\s*:', text) is not None
    return isinstance(first, dict)
