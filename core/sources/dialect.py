"""A dialect: how the text of a CSV is to be read."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from core.base.errors import DataError

SEPARATORS: Mapping[str, str] = {
    ",": "comma",
    ";": "semicolon",
    "\t": "tab",
    "|": "pipe",
    " ": "spaces",
}
QUOTES: Mapping[str, str] = {'"': "double quote", "'": "single quote", "": "none"}
ESCAPES: Mapping[str, str] = {"": "a second quote", "\\": "a backslash"}
DECIMALS: Mapping[str, str] = {".": "point", ",": "comma"}
THOUSANDS: Mapping[str, str] = {
    "": "none",
    ",": "comma",
    ".": "point",
    " ": "space",
    "\u00a0": "hard space",
    "\u202f": "narrow space",
    "'": "apostrophe",
}
# Every one has ASCII's bytes for ASCII's characters, but UTF-16, which is read as UTF-8.
ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16, high byte first",
    "cp1252": "Windows-1252 (Western)",
    "latin-1": "Latin-1 (Western)",
    "cp932": "Shift-JIS (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "cp949": "Windows-949 (Korean)",
    "cp1250": "Windows-1250 (Central European)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "iso-8859-2": "Latin-2 (Central European)",
    "iso-8859-15": "Latin-9 (Western)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
}
# Bytes that take the next one with them, even if it looks like a separator.
LEADS: Mapping[str, tuple[range, ...]] = {
    "cp932": (range(0x81, 0xA0), range(0xE0, 0xFD)),
    **dict.fromkeys(("gb18030", "big5", "cp949"), (range(0x81, 0xFF),)),
}
# In any column: what programs write for a missing value, and "?", which older collections use.
# "None", "none", "missing" or "unknown" are often an answer ("extras: none") and are not here.
MISSING_WORDS = (
    "NA",
    "N/A",
    "n/a",
    "#N/A",
    "NaN",
    "nan",
    "NAN",
    "null",
    "NULL",
    "Null",
    "\\N",
    "?",
    "#DIV/0!",
    "#VALUE!",
    "#REF!",
    "#NUM!",
    "#NAME?",
    "#NV",
)
# Only where the other values are numbers: elsewhere they may be answers.
MISSING_NUMBERS = ("-", "--", ".", "None", "none")


@dataclass(frozen=True)
class Dialect:
    """How a CSV is written. An empty value is always missing.

    `skip` lines stand before the header, which takes two rows with `has_second_header`; lines that
    start with `comment` are passed over. A separator of one space stands for any number of them.
    Within quotes a quote is doubled, or stands behind `escape`. With `trims`, blanks around values
    do not count. `missing` words stand for a missing value in every column, `missing_numbers` only
    in columns of numbers.

    >>> Dialect(separator=";", decimal=",") == Dialect.from_plain(
    ...     Dialect(separator=";", decimal=",").plain()
    ... )
    True
    """

    separator: str = ","
    quote: str = '"'
    escape: str = ""
    trims: bool = False
    decimal: str = "."
    thousands: str = ""
    encoding: str = "utf-8"
    has_mark: bool = False
    has_header: bool = True
    has_second_header: bool = False
    skip: int = 0
    comment: str = ""
    missing: tuple[str, ...] = MISSING_WORDS
    missing_numbers: tuple[str, ...] = MISSING_NUMBERS

    def __post_init__(self) -> None:
        if len(self.separator) != 1 or self.separator in "\r\n" or not self.separator.isascii():
            raise DataError(
                f"The separator {self.separator!r} cannot be used. Give one character, such as a "
                "comma, a semicolon or a tab."
            )
        _check("quote", self.quote, QUOTES)
        _check("escape", self.escape, ESCAPES)
        _check("decimal mark", self.decimal, DECIMALS)
        _check("thousands mark", self.thousands, THOUSANDS)
        _check("encoding", self.encoding, ENCODINGS)
        if self.separator == self.quote:
            raise DataError("The separator and the quote are the same. Choose another separator.")
        if self.decimal == self.thousands:
            raise DataError(
                "The decimal mark and the thousands mark are the same. Choose another one of them."
            )
        if self.skip < 0:
            raise DataError(f"{self.skip} lines cannot be skipped. Give 0 or more.")
        if any(break_ in self.comment for break_ in "\r\n"):
            raise DataError("A comment starts within a line. Give the characters it starts with.")

    @property
    def is_run(self) -> bool:
        """Whether any number of separators counts as one."""
        return self.separator == " "

    def is_missing(self, text: str, among_numbers: bool = False) -> bool:
        """Whether a value is missing."""
        word = text.strip(" \t")
        return not word or word in (self._missing_there if among_numbers else self._missing)

    @functools.cached_property
    def _missing(self) -> frozenset[str]:
        return frozenset(self.missing)

    @functools.cached_property
    def _missing_there(self) -> frozenset[str]:
        return frozenset((*self.missing, *self.missing_numbers))

    def described(self) -> dict[str, str]:
        """What a person reads for each part, such as {"separator": "semicolon", ...}."""
        mark = ", with a byte-order mark" if self.has_mark else ""
        return {
            "separator": SEPARATORS.get(self.separator, f"{self.separator!r}"),
            "quote": QUOTES[self.quote],
            "quote inside": f"behind {ESCAPES[self.escape]}",
            "blanks": "left out around values" if self.trims else "part of the values",
            "decimal mark": DECIMALS[self.decimal],
            "thousands mark": THOUSANDS[self.thousands],
            "encoding": ENCODINGS[self.encoding] + mark,
            "header": ("two rows" if self.has_second_header else "yes")
            if self.has_header
            else "no",
            "skipped lines": str(self.skip) if self.skip else "none",
            "comments": f"lines that start with {self.comment}" if self.comment else "none",
        }

    def plain(self) -> dict[str, Any]:
        """As JSON holds it."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Dialect":
        """What `plain` gave; raise DataError if it is anything else."""
        values: dict[str, Any] = {}
        for field in fields(cls):
            if field.name not in plain:
                continue
            value = plain[field.name]
            if isinstance(field.default, tuple):
                is_right = isinstance(value, list | tuple) and all(
                    isinstance(word, str) for word in value
                )
                value = tuple(value) if is_right else value
            else:
                is_right = type(value) is type(field.default)
            if not is_right:
                raise DataError(f"The dialect's {field.name} cannot be {value!r}.")
            values[field.name] = value
        unknown = sorted(set(plain) - {field.name for field in fields(cls)})
        if unknown:
            raise DataError(f"A dialect has no {unknown[0]!r}.")
        return cls(**values)


def _check(what: str, value: str, known: Mapping[str, str]) -> None:
    if value not in known:
        names = ", ".join(name for name in known.values() if name)
        raise DataError(f"The {what} {value!r} is not known. There are: {names}.")
