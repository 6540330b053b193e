"""What is to change in a sheet: the new texts of cells, and rows that are to be emptied."""

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?")


@dataclass(frozen=True)
class NewCell:
    """The text that a cell is to have; a number is written as one, in the unit of the sheet."""

    text: str
    is_number: bool = False
    scale: float = 1.0
    """What is stored for 1: a hundredth where percents are shown, a day's part for hours."""

    @property
    def number(self) -> float | None:
        """The number to store, if it is one."""
        if not self.is_number or not self.text:
            return None
        try:
            value = float(self.text)
        except ValueError:
            return None
        return value if self.scale == 1.0 else float(f"{value * self.scale:.15g}")

    def serial(self, is_1904: bool) -> float | None:
        """The number of the day that the text names, as Excel counts them; None for no date."""
        if not _ISO.fullmatch(self.text):
            return None
        try:
            when = datetime.datetime.fromisoformat(self.text)
        except ValueError:
            return None
        start = datetime.datetime(1904, 1, 1) if is_1904 else datetime.datetime(1899, 12, 30)
        days = (when - start) / datetime.timedelta(days=1)
        return days if days > (0 if is_1904 else 60) else None


@dataclass(frozen=True)
class SheetEdits:
    """Changes of one sheet, by the rows and columns of the sheet, counted from 0."""

    sheet: str
    cells: Mapping[int, Mapping[int, NewCell]]
    emptied: frozenset[int] = frozenset()
    columns: tuple[int, ...] = ()
    """Those of the table: only their cells are emptied."""

    def of_row(self, row: int) -> dict[int, NewCell]:
        """What changes in a row."""
        if row in self.emptied:
            return {column: NewCell("") for column in self.columns}
        return dict(self.cells.get(row, {}))

    @property
    def rows(self) -> frozenset[int]:
        """The rows in which something changes."""
        return self.emptied | frozenset(self.cells)


@dataclass
class PatchOutcome:
    """What became of the edits."""

    formulas: int = 0
    """Formulas that gave way to a value."""
    has_formulas: bool = False
    """Whether any are left, which have to be calculated again."""
    covered: list[str] = field(default_factory=list)
    """Cells that lie under merged ones, and show nothing."""
