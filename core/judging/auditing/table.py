"""The ranked rows as a table that leaves the program."""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from core.base.arrays import Floats, Integers, Mask
from core.base.wording import by_whom
from core.data.dataset import Dataset
from core.reading.writing.frames import write_frame


def ranked_table(
    data: Dataset,
    ranked: Integers,
    suspicion: Floats,
    suggested: npt.NDArray[Any],
    flagged: Mask,
    more: Mapping[str, npt.NDArray[Any]],
    is_unseen: bool = True,
    measure: str = "suspicion",
) -> pd.DataFrame:
    """Every row, most suspicious first, with some more columns.

    `is_unseen` tells whether the suggestions are those of models that never saw the row, and
    `measure` what they are ranked by: suspicion is what an audit says.
    """
    given, other = data.labels[ranked], suggested[ranked]
    if data.classes:
        names = np.array(data.classes, dtype=object)
        given, other = names[given.astype(np.int64)], names[other.astype(np.int64)]
    return pd.DataFrame(
        {
            "line": data.lines[ranked],
            measure: suspicion[ranked],
            "given": given,
            by_whom("suggested", is_unseen): other,
            "flagged": np.where(flagged[ranked], "yes", "no"),
            **{name: values[ranked] for name, values in more.items()},
            "part": np.where(data.validation[ranked], "validation", "training"),
        }
    )


def write_table(table: pd.DataFrame, path: str | os.PathLike[str]) -> None:
    """Write a table by its ending: .csv, .xlsx or .parquet, exact, whole or not at all."""
    write_frame(table, path, "Ranked rows")
