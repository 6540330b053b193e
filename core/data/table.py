"""A table as it was read: every column, every row, and the line each row came from."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from core.arrays import Integers
from core.data.column import Column
from core.errors import DataError
from core.reading.dialect import Dialect
from core.reading.fields import Record, records
from core.reading.layout import stream_encoding
from core.reading.source import Fingerprint, Source


@dataclass(frozen=True)
class Problem:
    """Something on a line of the file that a person should look at."""

    line: int
    what: str


@dataclass(frozen=True, eq=False)
class Origin:
    """The source that a table was read from, and where in it each row stands.

    `starts` and `lengths` count the bytes that the source gives (unpacked, UTF-16 as UTF-8); a
    length takes in the line break. A Parquet file has no dialect and no places.
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
    problems: tuple[Problem, ...] = ()
    problem_count: int = 0
    notes: tuple[str, ...] = ()

    @classmethod
    def from_frame(
        cls, frame: pd.DataFrame, name: str = "data", lines: Integers | None = None
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
    def names(self) -> list[str]:
        """The columns' names, in the order of the file."""
        return [column.name for column in self.columns]

    def column(self, name: str) -> Column:
        """The column with this name; raise DataError, naming those there are."""
        for column in self.columns:
            if column.name == name:
                return column
        raise DataError(f"{self.name} has no column {name!r}. It has: {_listed(self.names)}.")

    def raw_row(self, row: int) -> list[str]:
        """The values of a row exactly as written; as understood where the file has changed."""
        record = self.origin.record(row) if self.origin is not None else None
        if record is None:
            return [column.text(row) for column in self.columns]
        values = record.values[: len(self.columns)]
        return values + [""] * (len(self.columns) - len(values))


def _listed(names: Iterable[str], most: int = 12) -> str:
    names = list(names)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
