"""Named columns as a new CSV file: the bytes that pandas writes, which takes long to load.

But for a carriage return in a text: unquoted, as pandas leaves it, it ends a line for most readers.
"""

import csv
import math
import os
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt

from core.base.files import written_whole

Columns = Mapping[str, npt.NDArray[Any] | Sequence[Any]]
"""Values by the names of their columns, all as many; what is missing is None or no number."""
_ENDS = "\r\n"
_ROWS = 20_000
"""Written at a time: as Python's objects, they take ten times their room."""


def write_csv_table(columns: Columns, path: str | os.PathLike[str]) -> None:
    r"""Write the columns, numbers exact, whole or not at all.

    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "rows.csv"
    >>> write_csv_table({"x": np.array([0.1, np.nan]), "y": ["a", "b, c"]}, path)
    >>> path.read_text().splitlines()
    ['x,y', '0.1,a', ',"b, c"']
    """
    rows = len(next(iter(columns.values()), ()))
    with written_whole(path) as aside, aside.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(_OwnEnds(file), lineterminator=_ENDS)
        writer.writerow(columns)
        for start in range(0, rows, _ROWS):
            block = [_told(values[start : start + _ROWS]) for values in columns.values()]
            writer.writerows(zip(*block, strict=True))


class _OwnEnds:
    """Lines end as the system's do; the writer quotes texts with a character that ends its own."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, row: str) -> object:
        return self._file.write(row[: -len(_ENDS)] + os.linesep)


def _told(values: npt.NDArray[Any] | Sequence[Any]) -> list[Any]:
    """Python's own objects, None where nothing is."""
    told = values.tolist() if isinstance(values, np.ndarray) else values
    return [None if isinstance(value, float) and math.isnan(value) else value for value in told]
