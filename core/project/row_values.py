"""The values of decided rows in the journal: by them the rows are known again in another export.

The file itself may be gone by then. Kept are the values of few rows at a time, with the entry that
tells the decision; of a batch about many rows there are only the marks.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from core.base.arrays import Integers, Mask
from core.data.column import Column, Kind
from core.data.identifying import sounds_like_identifier
from core.data.table import Table
from core.judging.reviewing.packing import packed, unpacked

_MOST_ROWS = 1000
"""Beyond these no values are kept: the journal stays small."""
_MOST_COLUMNS = 40

Rows = dict[int, dict[str, Any]]
"""By line, the values of a row by column: a number, a text, or None."""


def row_values(table: Table, lines: Integers, target: str = "") -> dict[str, Any] | None:
    """The values of some rows as plain data, ready for JSON; None if they would be too many.

    Of very many columns those are kept that sound like names of rows, the target and the first.

    >>> import pandas as pd
    >>> table = Table.from_frame(pd.DataFrame({"x": [1.5, None], "y": ["a", "b"]}))
    >>> row_values(table, np.array([3]))
    {'lines': [3], 'columns': {'x': [None], 'y': ['b']}}
    """
    if table.is_on_disk:
        return {}  # the values are in the files alone
    table, lines = table.as_read, np.unique(lines)
    if not 0 < len(lines) <= _MOST_ROWS:
        return None
    rows = table.rows_of(lines)
    return {
        "lines": packed(lines),
        "columns": {column.name: _values(column, rows) for column in _telling(table, target)},
    }


def joined_values(plain: Iterable[Any], lines: Iterable[int]) -> dict[str, Any] | None:
    """The values of several entries as one, of some lines alone; None if there are none."""
    known = _rows(plain)
    kept = [line for line in sorted(set(lines)) if line in known]
    if not kept:
        return None
    names = list(dict.fromkeys(name for line in kept for name in known[line]))
    return {
        "lines": packed(np.array(kept, np.int64)),
        "columns": {name: [known[line].get(name) for line in kept] for name in names},
    }


def table_of(plain: Iterable[Any], lines: Sequence[int], name: str) -> tuple[Table, Mask]:
    """A table of these lines, ascending, with what is known of them; and of which that is anything.

    >>> kept = {"lines": [3], "columns": {"x": [1.5], "y": ["b"]}}
    >>> table, is_known = table_of([kept], [2, 3], "orders.csv")
    >>> table.raw_row(1), is_known.tolist()
    (['1.5', 'b'], [False, True])
    """
    known = _rows(plain)
    names = list(dict.fromkeys(name for line in lines for name in known.get(line, ())))
    columns = tuple(
        _column(each, [known.get(line, {}).get(each) for line in lines]) for each in names
    )
    is_known = np.array([line in known for line in lines], bool)
    return Table(name, columns, np.array(lines, np.int64)), is_known


def _telling(table: Table, target: str) -> list[Column]:
    """The columns that tell most about which row it is."""

    def rank(column: Column) -> bool:
        return column.name != target and not sounds_like_identifier(column.name)

    return sorted(table.columns, key=rank)[:_MOST_COLUMNS]


def _values(column: Column, rows: Integers) -> list[Any]:
    if column.is_number:
        return [None if np.isnan(value) else float(value) for value in column.values[rows]]
    return [None if code < 0 else column.categories[code] for code in column.values[rows]]


def _column(name: str, values: list[Any]) -> Column:
    if any(isinstance(value, str) for value in values):
        import pandas as pd  # slow to load

        return Column.from_series(name, pd.Series(values, dtype=object))
    numbers = [np.nan if value is None else float(value) for value in values]
    return Column(name, Kind.NUMBER, np.array(numbers, np.float64))


def _rows(plain: Iterable[Any]) -> Rows:
    """The rows that entries tell of; what makes no sense is passed over."""
    found: Rows = {}
    for block in plain:
        columns = block.get("columns") if isinstance(block, Mapping) else None
        if not isinstance(columns, Mapping):
            continue
        try:
            lines = unpacked(block.get("lines"), np.dtype(np.int64)).tolist()
        except ValueError:
            continue
        own = {
            str(name): values
            for name, values in columns.items()
            if isinstance(values, list)
            and len(values) == len(lines)
            and all(isinstance(value, int | float | str | None) for value in values)
        }
        for place, line in enumerate(lines if own else ()):
            found[line] = {name: values[place] for name, values in own.items()}
    return found
