"""The file's own columns beside what was found out about its rows: nobody has to join two files."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.data.column import Column
from core.data.table import Table
from core.reading.writing.csv_table import Columns

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


def beside_file_columns(found: Columns, table: Table) -> Columns:
    """The same of columns, for a CSV file; of several files with the `file`, and the line there.

    >>> from core.data.column import Kind
    >>> table = Table("one", (Column("x", Kind.NUMBER, np.array([1.0, np.nan])),), np.array([2, 3]))
    >>> beside_file_columns({"line": np.array([3, 2])}, table)["x"].tolist()
    [None, 1]
    """
    own, lines = table.as_read, np.asarray(found["line"], np.int64)
    rows = own.rows_of(lines)
    columns = {name: _values(column.take(rows)) for name, column in own_columns(own, list(found))}
    if table.files is None:
        return {**found, **columns}
    file, places = table.files.places(lines)
    names = np.array(table.files.names, dtype=object)[file]
    return {"file": names, **found, "line": places, **columns}


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
    (other,) = names_in_file(["file"], found.columns)
    made = found.rename(columns={"file": other}).assign(line=own)
    made.insert(0, "file", np.array(table.files.names, dtype=object)[file])
    return made


def own_columns(table: Table, taken: Collection[str]) -> Iterator[tuple[str, Column]]:
    """The columns of a file with their names; one that is taken says that it is the file's."""
    used = {*taken} if table.files is None else {*taken, "file"}
    names = names_in_file([column.name for column in table.columns], used)
    return zip(names, table.columns, strict=True)


def names_in_file(names: Iterable[str], taken: Collection[str]) -> list[str]:
    """The names, of which those that are taken say that they are the file's.

    >>> names_in_file(["x", "line"], ("line", "part"))
    ['x', 'line_in_file']
    """
    used, found = {*taken}, []
    for each in names:
        name = each
        while name in used:
            name += "_in_file"
        used.add(name)
        found.append(name)
    return found


def _series(column: Column) -> "pd.Series[Any]":
    """Texts as read, whole numbers without a point, nothing where nothing is."""
    import pandas as pd

    if not column.is_number:
        return pd.Series(_names(column), dtype=object)
    series = pd.Series(np.asarray(column.values, np.float64))
    return series.astype("Int64") if _is_whole(column) else series


def _values(column: Column) -> npt.NDArray[Any]:
    """The same without pandas: None where nothing is, or no number."""
    if not column.is_number:
        return _names(column)
    numbers = np.asarray(column.values, np.float64)
    if not _is_whole(column):
        return numbers
    if not column.missing.any():
        return numbers.astype(np.int64)
    whole = np.where(column.missing, 0.0, numbers).astype(np.int64).astype(object)
    whole[column.missing] = None
    return whole


def _names(column: Column) -> npt.NDArray[Any]:
    names = np.array([*column.categories, None], object)
    return np.asarray(names[column.values])


def _is_whole(column: Column) -> bool:
    """Whether it has numbers, and all of them are whole and exact."""
    there = np.asarray(column.values, np.float64)[~column.missing]
    is_whole = (there % 1 == 0) & (np.abs(there) < _LARGEST_WHOLE)
    return len(there) > 0 and bool(is_whole.all())
