"""Formulas that several cells share, written out for each: their references move with the cell."""

import re

from core.sources.excerpt import MOST_COLUMNS, MOST_ROWS, column_letters, column_place

_PIECES = re.compile(
    r"""(?P<kept>"(?:[^"]|"")*"|'(?:[^']|'')*'!?|\[[^\]]*\]|[A-Za-z_\\][\w.\\]*\(|\#[A-Z0-9/!?]+)"""
    r"|(?P<dc>\$?)(?P<column>[A-Za-z]{1,3})(?P<dr>\$?)(?P<row>[1-9][0-9]{0,6})(?![\w.(!])"
    r"|(?P<columns>\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3})(?![\w.(])"
    r"|(?P<rows>\$?[1-9][0-9]*:\$?[1-9][0-9]*)(?![\w.])"
    r"|(?P<word>[A-Za-z_\\][\w.\\]*!?|[0-9.]+(?:[eE][+-]?[0-9]+)?)"
)


def shifted(formula: str, down: int, right: int) -> str:
    """The formula of a cell so far below and to the right of the one that it is written for.

    >>> shifted('A1*$B$2+SUM(C1:C3)&"A1"', 2, 1)
    'B3*$B$2+SUM(D3:D5)&"A1"'
    >>> shifted("'My A1'!B2+LOG10(A1)", 1, 0)
    "'My A1'!B3+LOG10(A2)"
    """

    def moved(found: re.Match[str]) -> str:
        if found["column"]:
            return _cell(found, down, right)
        if found["columns"]:
            ends = (_column(end, right) for end in found["columns"].split(":"))
            return ":".join(ends)
        if found["rows"]:
            ends = (_row(end, down) for end in found["rows"].split(":"))
            return ":".join(ends)
        return found[0]

    return _PIECES.sub(moved, formula)


def _cell(found: re.Match[str], down: int, right: int) -> str:
    column = _column(found["dc"] + found["column"], right)
    row = _row(found["dr"] + found["row"], down)
    return f"{column}{row}"


def _column(text: str, right: int) -> str:
    if text.startswith("$"):
        return text
    return column_letters((column_place(text) + right) % MOST_COLUMNS)


def _row(text: str, down: int) -> str:
    if text.startswith("$"):
        return text
    return str((int(text) - 1 + down) % MOST_ROWS + 1)
