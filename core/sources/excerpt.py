"""An excerpt: which part of a book, a database or a foreign file is the table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from core.base.errors import DataError
from core.base.wording import grouped
from core.sources.dialect import MISSING_NUMBERS, MISSING_WORDS, Dialect

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
"""Of a sheet."""
_CELL = r"\$?([A-Za-z]{1,3})?\$?([0-9]{1,7})?"
_AREA = re.compile(rf"{_CELL}:{_CELL}")


@dataclass(frozen=True)
class ExcerptChoice:
    """Something that a person may say about where the table is: a control, and an option."""

    option: str
    """On the command line."""
    title: str
    help: str
    sign: str = ""
    """What stands for the value in the command line's help; empty for a yes or no."""
    others: tuple[str, ...] = ()
    """Other names of the option."""

    @property
    def is_number(self) -> bool:
        """Whether its value is the number of a row."""
        return self.sign == "ROW"


def _choice(
    default: Any, option: str, title: str, told: str, sign: str = "", others: tuple[str, ...] = ()
) -> Any:
    return field(
        default=default, metadata={"choice": ExcerptChoice(option, title, told, sign, others)}
    )


@dataclass(frozen=True)
class Excerpt:
    """Which part of a file is the table; what is not said is found.

    A header row of 0 says that there is none. The area is as spreadsheets write it, `A3:K900`,
    `B:F` or `3:900`; it starts with the header, unless that is named. `missing` words stand for a
    missing value where cells hold texts.

    >>> Excerpt(table="Orders", area="a3:k900").area
    'A3:K900'
    >>> Excerpt.from_plain(Excerpt(header_row=3).plain()) == Excerpt(header_row=3)
    True
    """

    table: str = _choice(
        "",
        "sheet",
        "Sheet",
        "the sheet or table to read (default: the first with rows)",
        "NAME",
        others=("table",),
    )
    header_row: int | None = _choice(
        None, "header-row", "Header row", "the row with the names of the columns, 0 for none", "ROW"
    )
    has_second_header: bool | None = _choice(
        None, "second-header", "Second header", "the row below it has names or units too"
    )
    area: str = _choice("", "range", "Range", "the cells to read, such as A3:K900", "CELLS")
    has_codes: bool = _choice(
        False, "codes", "Codes", "read the codes of values instead of their labels"
    )
    missing: tuple[str, ...] = MISSING_WORDS

    def __post_init__(self) -> None:
        object.__setattr__(self, "area", self.area.strip().upper().replace("$", ""))
        if self.area:
            CellArea.of(self.area)
        if self.header_row is not None and not 0 <= self.header_row <= MOST_ROWS:
            raise DataError(
                f"The header cannot be in row {grouped(self.header_row)}. Give a row of the sheet, "
                "or 0 if it has no header."
            )

    @property
    def dialect(self) -> Dialect:
        """How the texts in its cells are understood: as those of a CSV are."""
        return Dialect(missing=self.missing, missing_numbers=MISSING_NUMBERS)

    def plain(self) -> dict[str, Any]:
        """As JSON holds it."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Excerpt":
        """What `plain` gave; raise DataError if it is anything else."""
        for name, value in plain.items():
            if name not in _KINDS:
                raise DataError(f"An excerpt has no {name!r}.")
            if type(value) not in _KINDS[name]:
                raise DataError(f"The excerpt's {name} cannot be {value!r}.")
        words = plain.get("missing", MISSING_WORDS)
        if not all(isinstance(word, str) for word in words):
            raise DataError(f"The excerpt's missing words cannot be {words!r}.")
        return cls(**{**plain, "missing": tuple(words)})


_KINDS: Mapping[str, tuple[type, ...]] = {
    "table": (str,),
    "header_row": (int, type(None)),
    "has_second_header": (bool, type(None)),
    "area": (str,),
    "has_codes": (bool,),
    "missing": (list, tuple),
}
CHOICES: Mapping[str, ExcerptChoice] = {
    each.name: each.metadata["choice"] for each in fields(Excerpt) if "choice" in each.metadata
}
"""By the name of the field: the form and the command line are made from them."""


class CellArea(NamedTuple):
    """Some rows and columns of a sheet, counted from 0, the ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def of(cls, text: str) -> "CellArea":
        """What spreadsheets write for it; raise DataError, saying how that looks.

        >>> CellArea.of("B3:C9")
        CellArea(top=2, left=1, bottom=8, right=2)
        >>> CellArea.of("B:B")
        CellArea(top=0, left=1, bottom=1048575, right=1)
        """
        found = _AREA.fullmatch(text.strip().replace("$", ""))
        if found is not None:
            left, top, right, bottom = found.groups()
            area = cls(
                int(top or 1) - 1,
                column_place(left or "A"),
                int(bottom or MOST_ROWS) - 1,
                column_place(right or "XFD"),
            )
            is_whole = bool(left) == bool(right) and bool(top) == bool(bottom)
            is_there = 0 <= area.top <= area.bottom < MOST_ROWS
            if is_whole and is_there and area.left <= area.right < MOST_COLUMNS:
                return area
        raise DataError(
            f"The range {text!r} is not understood. Write its first and its last cell, such as "
            "A3:K900, or columns, such as B:F."
        )


def column_place(letters: str) -> int:
    """The place of a column, from 0.

    >>> column_place("A"), column_place("Z"), column_place("AA")
    (0, 25, 26)
    """
    place = 0
    for letter in letters.upper():
        place = 26 * place + ord(letter) - 64
    return place - 1


def column_letters(place: int) -> str:
    """What spreadsheets call a column.

    >>> column_letters(0), column_letters(26), column_letters(16_383)
    ('A', 'AA', 'XFD')
    """
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


Manner = Dialect | Excerpt
"""How a file is read: the text of a CSV by its dialect, a part of any other file by an excerpt."""
