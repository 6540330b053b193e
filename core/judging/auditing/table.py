"""The ranked rows as a table that leaves the program."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.wording import by_whom
from core.data.dataset import Dataset
from core.data.table import Table
from core.reading.file_columns import beside_file_columns, with_file_columns, with_files
from core.reading.writing.csv_table import Columns
from core.reading.writing.frames import framed, is_csv, write_columns, write_frame

if TYPE_CHECKING:
    import pandas as pd

_SHEET = "Ranked rows"


def ranked_columns(
    data: Dataset,
    ranked: Integers,
    suspicion: Floats,
    suggested: npt.NDArray[Any],
    flagged: Mask,
    more: Mapping[str, npt.NDArray[Any]],
    is_unseen: bool = True,
    measure: str = "suspicion",
) -> Columns:
    """Every row, most suspicious first, with some more columns.

    `is_unseen` tells whether the suggestions are those of models that never saw the row, and
    `measure` what they are ranked by: suspicion is what an audit says.
    """
    given, other = data.labels[ranked], suggested[ranked]
    if data.classes:
        names = np.array(data.classes, dtype=object)
        given, other = names[given.astype(np.int64)], names[other.astype(np.int64)]
    return {
        "line": data.lines[ranked],
        measure: suspicion[ranked],
        "given": given,
        by_whom("suggested", is_unseen): other,
        "flagged": np.where(flagged[ranked], "yes", "no"),
        **{name: values[ranked] for name, values in more.items()},
        "part": np.where(data.validation[ranked], "validation", "training"),
    }


def write_ranked(found: Columns, table: Table, path: str | os.PathLike[str]) -> None:
    """Write rows by their `line` with the file's own columns, by the ending of the name."""
    if is_csv(path):
        write_columns(beside_file_columns(found, table), path, _SHEET)
    else:
        write_table(with_files(with_file_columns(framed(found), table), table), path)


def write_table(table: "pd.DataFrame", path: str | os.PathLike[str]) -> None:
    """Write a table by its ending: .csv, .xlsx or .parquet, exact, whole or not at all."""
    write_frame(table, path, _SHEET)
