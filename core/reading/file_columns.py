"""The file's own columns beside what was found out about its rows: nobody has to join two files."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from core.data.column import Column
from core.data.table import Table

if TYPE_CHECKING:
    import pandas as pd

_LARGEST_WHOLE = 2**53


def with_file_columns(found: "pd.DataFrame", table: Table) -> "pd.DataFrame":
    """A table of rows by their `line`, with the values that the file has for each of them.

    >>> import pandas as pd
    >>> table = Table.from_frame(pd.DataFrame({"x": [1.0, 2.5], "line": ["a", None]}))
    >>> print(with_file_columns(pd.DataFrame({"line": [3, 2], "odd": [9, 1]}), table))
       line  odd    x line_in_file
    0     3    9  2.5         None
    1     2    1  1.0            a
    """
    import pandas as pd  # slow to load, and predictions are written without it

    own = table.as_read
    rows = own.rows_of(found["line"].to_numpy(np.int64))
    columns = {
        name: _series(column.take(rows)) for name, column in own_columns(own, list(found.columns))
    }
    return pd.concat([found.reset_index(drop=True), pd.DataFrame(columns)], axis=1)


def with_files(found: "pd.DataFrame", table: Table) -> "pd.DataFrame":
    """A table of rows by their `line`; of several files with the `file`, and the line there.

    >>> import pandas as pd
    >>> from core.data.files import Files
    >>> table = Table("all", (), np.array([2, 3, 12]), files=Files(("a.csv", "b.csv"), (0, 10)))
    >>> with_files(pd.DataFrame({"line": [12, 3]}), table).to_dict("list")
    {'file': ['b.csv', 'a.csv'], 'line': [2, 3]}
    """
    if table.files is None:
        return found
    file, own = table.files.places(found["line"].to_numpy(np.int64))
    made = found.assign(line=own)
    made.insert(0, "file", np.array(table.files.names, dtype=object)[file])
    return made


def own_columns(table: Table, taken: Collection[str]) -> Iterator[tuple[str, Column]]:
    """The columns of a file with their names; one that is taken says that it is the file's."""
    used = {*taken}
    for column in table.columns:
        name = column.name
        while name in used:
            name += "_in_file"
        used.add(name)
        yield name, column


def _series(column: Column) -> "pd.Series[Any]":
    """Texts as read, whole numbers without a point, nothing where nothing is."""
    import pandas as pd

    if not column.is_number:
        names = np.array([*column.categories, None], object)
        return pd.Series(names[column.values], dtype=object)
    numbers = np.asarray(column.values, np.float64)
    there = numbers[~column.missing]
    is_whole = bool(((there % 1 == 0) & (np.abs(there) < _LARGEST_WHOLE)).all())
    series = pd.Series(numbers)
    return series.astype("Int64") if is_whole and len(there) else series
