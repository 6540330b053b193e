"""What a reader of another program's files finds, before it is handed over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from core.base.arrays import Integers
from core.sources.excerpt import Excerpt
from core.sources.formats import Format


class TablePart(NamedTuple):
    """A sheet of a book, or a table of a database."""

    name: str
    rows: int | None = None
    columns: int | None = None
    """None where counting would mean to read it."""
    remark: str = ""
    """What sets it apart, such as hidden, or a view."""

    @property
    def told(self) -> str:
        """Its size and what sets it apart.

        >>> TablePart("Orders", 900, 11).told, TablePart("Old", 3, 1, "hidden").told
        ('900 × 11', '3 × 1, hidden')
        """
        size = f"{self.rows:,} × {self.columns:,}" if self.rows is not None else ""
        return ", ".join(told for told in (size, self.remark) if told)


_TINY = 50
"""A part with so many times fewer cells than another one is not the table."""


def likely_first(parts: Sequence[TablePart]) -> list[TablePart]:
    """Parts in their order, but those that are hidden, or views, or tiny beside another one, wait.

    Notes before the table are often a sheet of their own, and codes are a table of a database.

    >>> old = TablePart("Old", 900, 9, "hidden")
    >>> parts = [TablePart("Notes", 3, 1), old, TablePart("Now", 800, 9)]
    >>> [part.name for part in likely_first(parts)]
    ['Now', 'Notes', 'Old']
    """
    largest = max(((part.rows or 0) * (part.columns or 0) for part in parts), default=0)

    def is_late(part: TablePart) -> tuple[bool, bool]:
        cells = largest if part.rows is None else part.rows * (part.columns or 0)
        return bool(part.remark), cells * _TINY < largest

    return sorted(parts, key=is_late)


@dataclass(frozen=True)
class ReadAsk:
    """What a reader is asked for."""

    path: Path
    name: str
    """Of the file as a person knows it."""
    kind: Format
    excerpt: Excerpt
    tell: Callable[[float, float, str], None] = lambda done, total, words: None
    """Is told how far it is."""


@dataclass(frozen=True, eq=False)
class Found:
    """A table as a reader found it: Arrow arrays, and the number of each row in its program."""

    names: tuple[str, ...]
    arrays: tuple[Any, ...]
    numbers: Integers
    excerpt: Excerpt
    """What was asked for, and what was found where nothing was said."""
    parts: tuple[TablePart, ...] = ()
    notes: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    """The place of each column in a sheet."""
    problems: tuple[tuple[int, str], ...] = ()
    """Rows that did not fit, and what became of them."""
    scales: dict[str, float] = field(default_factory=dict)
    """Columns whose numbers are stored in another unit: what is stored for 1."""
    reasons: dict[str, str] = field(default_factory=dict)
    """By the field of the excerpt: why it was understood so."""


def counted(rows: int, first: int = 1) -> Integers:
    """The numbers of rows that are counted from the first one."""
    return np.arange(first, first + rows, dtype=np.int64)
