"""The rows that are to be predicted, some at a time: of a table, or of files larger than memory."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from core.base.errors import DataError
from core.base.progress import unwatched
from core.base.wording import count
from core.data.column import Column
from core.data.table import Table
from core.parts.looking import FilesLook
from core.reading.pieces import pieces

PART = 65_536
"""So many rows are predicted and written at a time."""


@dataclass(frozen=True, eq=False)
class RowsOfTable:
    """The rows of a table in memory."""

    table: Table

    @property
    def total(self) -> int:
        """How many there are."""
        return len(self.table)

    @property
    def has_files(self) -> bool:
        """Whether it is to be said of each row which file it is in."""
        return self.table.files is not None

    def __iter__(self) -> Iterator[tuple[str, Table]]:
        """Some rows at a time, with the name of their file; of several files never of two."""
        files = self.table.files
        bounds = [*files.before, None] if files is not None else [0, None]
        names = files.names if files is not None else (self.table.name,)
        lines = self.table.lines
        for name, before, behind in zip(names, bounds[:-1], bounds[1:], strict=True):
            first = 0 if not before else int(lines.searchsorted(before, side="right"))
            last = len(lines) if behind is None else int(lines.searchsorted(behind, side="right"))
            for start in range(first, last, PART):
                some = part_of(self.table, slice(start, min(start + PART, last)))
                yield name, replace(some, lines=some.lines - (before or 0))

    def notes(self) -> list[str]:
        """What there was to tell about reading them; the first line that did not fit, too."""
        table = self.table
        first = [f"Line {each.line} of {table.name}: {each.what}." for each in table.problems[:1]]
        return [*table.notes, *first]


@dataclass(eq=False)
class RowsOfFiles:
    """The rows of files, read piece by piece."""

    look: FilesLook
    understood: Callable[[Table], Table]
    """What the model takes each piece for."""
    _short: int = field(default=0, init=False)
    _set_aside: int = field(default=0, init=False)

    @property
    def table(self) -> Table:
        """The first rows of some files."""
        return self.look.table

    @property
    def total(self) -> int:
        """About how many there are."""
        return self.look.estimated_rows

    @property
    def has_files(self) -> bool:
        """Whether it is to be said of each row which file it is in."""
        return len(self.look.parts) > 1

    def __iter__(self) -> Iterator[tuple[str, Table]]:
        """Some rows at a time, with the name of their file."""
        seen = False
        for source in self.look.parts.sources:
            for piece in pieces(source, self.look.schema, unwatched):
                self._short += piece.short
                self._set_aside += piece.set_aside
                table = self.understood(piece.table)
                for start in range(0, len(table), PART):
                    seen = True
                    yield source.name, part_of(table, slice(start, start + PART))
        if not seen:
            raise DataError(f"{self.look.parts.title} has no rows. Choose files with rows.")

    def notes(self) -> list[str]:
        """What there was to tell about reading them."""
        told = []
        if self._short:
            what = count(self._short, "row has", "rows have")
            told.append(f"{what} too few values: the others count as missing.")
        if self._set_aside:
            what = count(self._set_aside, "row has", "rows have")
            told.append(f"{what} too many values: set aside.")
        return told


def part_of(table: Table, rows: slice) -> Table:
    """Some rows of a table."""
    columns = tuple(
        Column(column.name, column.kind, column.values[rows], column.categories)
        for column in table.columns
    )
    return Table(table.name, columns, table.lines[rows], table.path)
