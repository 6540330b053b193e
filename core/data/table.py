"""A table as it was read: every column, every row, and the line each row came from."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from core.arrays import Integers
from core.data.column import Column
from core.errors import DataError


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of equal length. Immutable; the file it came from is never touched."""

    name: str
    columns: tuple[Column, ...]
    lines: Integers
    path: Path | None = None

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


def _listed(names: Iterable[str], most: int = 12) -> str:
    names = list(names)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
