"""A table of rows as a new file, of the kind that the name says: .csv, .xlsx or .parquet."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.files import TABLE_KINDS, written_whole
from core.reading.writing.csv_table import Columns, write_csv_table

if TYPE_CHECKING:
    import pandas as pd  # slow to load

FILTERS = ";;".join(f"{title} (*{ending})" for ending, title in TABLE_KINDS.items())
"""As dialogs ask for it."""


def is_csv(path: str | os.PathLike[str]) -> bool:
    """Whether a file of this name is written as a CSV."""
    return Path(path).suffix.lower() not in (".xlsx", ".parquet")


def framed(columns: Columns) -> "pd.DataFrame":
    """Columns as a frame."""
    import pandas as pd

    return pd.DataFrame(dict(columns))


def write_columns(columns: Columns, path: str | os.PathLike[str], sheet: str = "Rows") -> None:
    """Write columns as `write_frame` does a frame; for a CSV pandas is not loaded."""
    if is_csv(path):
        write_csv_table(columns, path)
    else:
        write_frame(framed(columns), path, sheet)


def write_frame(frame: "pd.DataFrame", path: str | os.PathLike[str], sheet: str = "Rows") -> None:
    """Write a table, exact, whole or not at all; any other ending gets a CSV.

    >>> import tempfile
    >>> import pandas as pd
    >>> path = Path(tempfile.mkdtemp()) / "rows.parquet"
    >>> write_frame(pd.DataFrame({"x": [1, 2]}), path)
    >>> pd.read_parquet(path).x.tolist()
    [1, 2]
    """
    ending = Path(path).suffix.lower()
    with written_whole(path) as aside:
        if ending == ".xlsx":
            from core.reading.writing.workbook import Sheet, write_workbook

            write_workbook(aside, [Sheet(sheet, frame)])
        elif ending == ".parquet":
            write_parquet(frame, aside)
        else:
            frame.to_csv(aside, index=False)


def write_parquet(frame: "pd.DataFrame", path: Path) -> None:
    """Write a frame as Parquet; a column of mixed values becomes texts."""
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pa.Table.from_pandas(frame, preserve_index=False)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        mixed = frame.select_dtypes(include=["object"]).columns
        texts = {name: frame[name].map(lambda v: None if pd.isna(v) else str(v)) for name in mixed}
        table = pa.Table.from_pandas(frame.assign(**texts), preserve_index=False)
    pq.write_table(table, path)
