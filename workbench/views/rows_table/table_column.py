"""One column of the table of rows: how a row reads in it, and what it is sorted by."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class TableColumn:
    """One column of the table."""

    title: str
    help: str
    text: Callable[[int], str]
    values: Callable[[], np.ndarray]
    is_number: bool = False
    label: Callable[[int], int] | None = None
    """The class that a row has in it, shown by the class's symbol."""
    written: Callable[[int], str] | None = None
    """How the file has a row's value, where that can be told quickly."""
    ranked: Callable[[], np.ndarray] | None = None
    """The rows in the order of a ranking, where the column is one; the worst first."""
    edits: str = ""
    """The column of the file whose cells are set in it; empty if it is none of these."""
    is_computed: bool = False
    """Whether no file has it: it is computed from others."""
    marks: bool = False
    """Whether it says what is the matter with a row, and what was decided."""

    def order(self, descending: bool) -> np.ndarray:
        """All rows sorted by the column, equals in the order of the file."""
        if self.ranked is not None and descending:
            return self.ranked()
        values = self.values()
        return np.argsort(-values if descending else values, kind="stable")

    @property
    def shown(self) -> Callable[[int], str]:
        """What a cell shows."""
        return self.written or self.text
