"""A table as it was read: every column, every row, and the line each row came from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from core.base.arrays import Integers
from core.base.ascending import places_among
from core.base.errors import DataError
from core.base.wording import grouped
from core.data.column import Column
from core.data.column_on_disk import ColumnOnDisk
from core.data.files import Files, Hashes
from core.sources.dialect import Dialect
from core.sources.excerpt import Excerpt, Manner
from core.sources.fields import Record, records
from core.sources.formats import Format, described
from core.sources.layout import stream_encoding
from core.sources.source import Fingerprint, Source

if TYPE_CHECKING:
    import pandas as pd

    from core.data.changes import NewValues


@dataclass(frozen=True)
class LineProblem:
    """Something on a line of the file that a person should look at."""

    line: int
    what: str


@dataclass(frozen=True, eq=False)
class Origin:
    """The source that a table was read from, and where in it each row stands.

    `starts` and `lengths` count the bytes that the source gives (unpacked, UTF-16 as UTF-8); a
    length takes in the line break. Only a text has a dialect and places; an excerpt says which part
    of another program's file it was.
    """

    source: Source
    fingerprint: Fingerprint
    dialect: Dialect | None = None
    starts: Integers | None = None
    lengths: npt.NDArray[np.int32] | None = None
    as_text: tuple[str, ...] = ()
    """The columns that were read exactly as written."""
    sample: int | None = None
    """How many rows were drawn, if not all were read, and by which seed."""
    seed: int = 0
    excerpt: Excerpt | None = None
    kind: Format | None = None
    """Which other program's file it is."""

    def described(self) -> dict[str, str]:
        """What a person reads for each part of how it was read; nothing for a Parquet file."""
        if self.dialect is not None:
            return self.dialect.described()
        if self.kind is None or self.excerpt is None:
            return {}
        return described(self.kind, self.excerpt)

    @property
    def manner(self) -> Manner | None:
        """How the source was read; a Parquet file tells that itself."""
        return self.dialect or self.excerpt

    @property
    def is_unchanged(self) -> bool:
        """Whether the source is there and still what was read."""
        return self.source.is_still(self.fingerprint)

    def record(self, row: int) -> Record | None:
        """The fields of a row as written; None if the source changed or has no text."""
        if self.dialect is None or self.starts is None or self.lengths is None:
            return None
        if not self.is_unchanged:
            return None
        written = self.source.piece(
            int(self.starts[row]), int(self.lengths[row]), self.dialect.encoding
        )
        text = written.decode(stream_encoding(self.dialect), "replace")
        return next(records(text, replace(self.dialect, comment="")), None)


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of equal length. Immutable; the file it came from is never touched.

    `problems` lists rows that did not fit, the first thousand of them; `problem_count` says how
    many there are in all. `notes` tell what was decided while reading.
    """

    name: str
    columns: tuple[Column, ...]
    lines: Integers
    path: Path | None = None
    origin: Origin | None = None
    problems: tuple[LineProblem, ...] = ()
    problem_count: int = 0
    notes: tuple[str, ...] = ()
    unedited: "Table | None" = None
    """The table as it was read, if some cells have other values here."""
    computed: tuple[str, ...] = ()
    """Columns, the last ones, that no file has: they are computed from the others."""
    files: Files | None = None
    """The files that the rows came from, if there are several."""

    @classmethod
    def from_frame(
        cls, frame: "pd.DataFrame", name: str = "data", lines: Integers | None = None
    ) -> "Table":
        """Take a data frame; without lines, rows are counted as if a header stood on line 1."""
        names = [str(column) for column in frame.columns]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise DataError(
                f"Two columns are called {twice[0]!r}. Rename one of them, and open the file again."
            )
        if lines is None:
            lines = np.arange(2, len(frame) + 2)
        columns = (
            Column.from_series(name, frame.iloc[:, position]) for position, name in enumerate(names)
        )
        return cls(name, tuple(columns), lines)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def is_on_disk(self) -> bool:
        """Whether the values are in the files, and not in memory."""
        return any(isinstance(column, ColumnOnDisk) for column in self.columns)

    def where(self, line: int) -> str:
        """A line as a person reads it, with its file where there are several."""
        return f"line {grouped(line)}" if self.files is None else self.files.told(line)

    def titled(self, line: int) -> str:
        """The same as a title begins."""
        return f"Line {grouped(line)}" if self.files is None else self.files.told(line)

    def where_short(self, line: int) -> str:
        """The same where a column or a sentence says already that it is a line."""
        if self.files is None:
            return grouped(line)
        name, own = self.files.place(line)
        return f"{name}:{own}"

    def hashes(self, lines: Integers, *stream: int) -> Hashes:
        """64 bits for each of these lines, by its file and its line there alone."""
        return (self.files or Files((self.name,))).hashes(lines, stream)

    @property
    def names(self) -> list[str]:
        """The columns' names, in the order of the file."""
        return [column.name for column in self.columns]

    def column(self, name: str) -> Column:
        """The column with this name; raise DataError, naming those there are."""
        for column in self.columns:
            if column.name == name:
                return column
        raise DataError(f"{self.name} has no column {name!r}. It has: {_listed(self.names)}.")

    @property
    def as_read(self) -> "Table":
        """The table as it was read, before any cell was set or column computed."""
        return self.unedited or self

    def rows_of(self, lines: Iterable[int] | Integers) -> Integers:
        """The rows that came from these lines; raise DataError for a line that has none."""
        wanted = np.asarray(lines if isinstance(lines, np.ndarray) else list(lines), np.int64)
        found, is_there = places_among(self.lines, wanted)
        if not is_there.all():
            line = grouped(wanted[~is_there][0])
            raise DataError(f"Line {line} of {self.name} is not in this data.")
        return found

    def value_text(self, name: str, text: str) -> str:
        """A value for a cell as it is kept: a number with a point, stripped; raise DataError.

        >>> import pandas as pd
        >>> table = Table.from_frame(pd.DataFrame({"x": [1.5], "y": ["a"]}))
        >>> table.value_text("x", " 2.50 "), table.value_text("y", "b")
        ('2.50', 'b')
        """
        column, text = self.column(name), text.strip()
        if not column.is_number or not text:
            return text
        dialect = self.origin.dialect if self.origin else None
        plain = text.replace(dialect.decimal, ".") if dialect else text
        try:
            is_finite = np.isfinite(float(plain))
        except ValueError:
            is_finite = False
        if not is_finite:
            raise DataError(
                f"{text!r} is no number, and {name!r} holds numbers. Type a number, or nothing for "
                "a missing value."
            )
        return plain

    def edited(self, cells: "Mapping[str, NewValues]") -> "Table":
        """The same table with other values in some cells; it knows what was read.

        >>> from core.data.changes import NewValues
        >>> import pandas as pd
        >>> table = Table.from_frame(pd.DataFrame({"x": [1, 2], "y": ["a", "b"]}))
        >>> made = table.edited({"y": NewValues.of({3: "c"})})
        >>> made.column("y").text(1), made.as_read.column("y").text(1)
        ('c', 'b')
        """
        for name in cells:
            self.column(name)
        columns = tuple(
            column.changed(
                self.rows_of(cells[column.name].lines),
                cells[column.name].codes,
                cells[column.name].texts,
            )
            if column.name in cells
            else column
            for column in self.columns
        )
        return replace(self, columns=columns, unedited=self.as_read)

    def respelled(self, spellings: Mapping[str, Mapping[str, str]]) -> "Table":
        """The same table with some texts taken for another one, by column; it knows what was read.

        >>> import pandas as pd
        >>> table = Table.from_frame(pd.DataFrame({"y": ["a", "A"]}))
        >>> made = table.respelled({"y": {"A": "a"}})
        >>> made.column("y").text(1), made.as_read.column("y").text(1)
        ('a', 'A')
        """
        if not spellings:
            return self
        columns = tuple(each.respelled(spellings.get(each.name, {})) for each in self.columns)
        return replace(self, columns=columns, unedited=self.as_read)

    def raw_row(self, row: int) -> list[str]:
        """The values of a row exactly as written; as understood where the file has changed."""
        record = self.origin.record(row) if self.origin is not None else None
        if record is None:
            return [column.text(row) for column in self.columns]
        own = len(self.columns) - len(self.computed)
        values = record.values[:own]
        made = [column.text(row) for column in self.columns[own:]]
        return values + [""] * (own - len(values)) + made


def _listed(names: Iterable[str], most: int = 12) -> str:
    names = list(names)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
