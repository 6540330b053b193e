"""A row with other values than it has, of which somebody asks what it would be. No Qt here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.data.table import Table


@dataclass(frozen=True)
class TriedRow:
    """The row of a line, and the values that are tried in some of its columns."""

    line: int
    values: Mapping[str, str] = field(default_factory=dict)
    """By column; an empty text is a missing value."""

    def of(self, row: "Table") -> "Table":
        """The row, a table of its own, with these values.

        >>> import pandas as pd
        >>> from core.data.table import Table
        >>> row = Table.from_frame(pd.DataFrame({"x": [1.0], "y": ["a"]}))
        >>> TriedRow(2, {"x": "5"}).of(row).raw_row(0)
        ['5', 'a']
        """
        from core.data.changes import NewValues

        line = int(row.lines[0])
        known = {name: text for name, text in self.values.items() if name in row.names}
        return row.edited({name: NewValues.of({line: text}) for name, text in known.items()})
