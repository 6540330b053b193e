"""Reading CSV files."""

import csv
import os
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

from core.arrays import Integers
from core.data.dataset import VALIDATION_SHARE, Dataset
from core.data.table import Table
from core.errors import DataError


def read_csv(
    path: str | os.PathLike[str],
    target: str | None = None,
    *,
    weight: str | None = None,
    validation_share: float = VALIDATION_SHARE,
    seed: int = 0,
) -> Dataset:
    """Read a CSV file into a Dataset; without a target the likeliest column is taken.

    >>> from resources import dataset_path
    >>> data = read_csv(dataset_path("moons.csv"), target="side")
    >>> data.classes
    ('lower', 'upper')
    """
    return Dataset.from_table(
        read_table(path), target, weight=weight, validation_share=validation_share, seed=seed
    )


def read_table(path: str | os.PathLike[str]) -> Table:
    """Read every column and row of a CSV file."""
    path = Path(path)
    try:
        frame = _read_frame(path)
        lines = _lines(path, len(frame))
    except pd.errors.EmptyDataError:
        raise DataError(f"{path.name} is empty. Choose a file with a header and rows.") from None
    except pd.errors.ParserWarning:
        raise DataError(
            f"{path.name} has rows with more values than its header has names. "
            "Give every column a name, or remove the separator at the end of the lines."
        ) from None
    except (pd.errors.ParserError, csv.Error) as error:
        raise DataError(f"{path.name} is not a well-formed CSV: {_reason(error)}.") from error
    except UnicodeError as error:
        raise DataError(f"{path.name} is not UTF-8 text. Save it as UTF-8 CSV.") from error
    except FileNotFoundError:
        raise DataError(f"There is no file {path}. Check the name and the folder.") from None
    except IsADirectoryError:
        raise DataError(f"{path} is a folder. Choose a CSV file in it.") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read ({error.strerror}).") from error
    if len(frame) == 0:
        raise DataError(f"{path.name} has a header but no rows.")
    table = Table.from_frame(frame, path.name, lines)
    return Table(table.name, table.columns, table.lines, path.resolve())


def _read_frame(path: Path) -> pd.DataFrame:
    with warnings.catch_warnings():
        # Rows with more values than the header has names are told, never cut.
        warnings.simplefilter("error", pd.errors.ParserWarning)
        frame = pd.read_csv(path, index_col=False, low_memory=False, compression=None)
    truths = [name for name in frame.columns if pd.api.types.infer_dtype(frame[name]) == "boolean"]
    if truths:
        # Read again as text: TRUE stays TRUE, as it stands in the file.
        texts = pd.read_csv(path, index_col=False, usecols=truths, dtype=str, compression=None)
        frame[truths] = texts[truths]
    return frame


def _lines(path: Path, rows: int) -> Integers:
    """The line each row starts on, the header being line 1."""
    with path.open("rb") as file:
        newlines = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
        if newlines:
            file.seek(-1, os.SEEK_END)
            newlines += file.read(1) != b"\n"
    if newlines == rows + 1:
        return np.arange(2, rows + 2)
    # Blank lines, or values with line breaks in them: count as the csv module does.
    starts = []
    with path.open(encoding="utf-8-sig", newline="") as text:
        reader = csv.reader(text)
        line = 0
        for record in reader:
            if not _is_blank(record):
                starts.append(line + 1)
            line = reader.line_num
    if len(starts) != rows + 1:
        raise DataError(
            f"{path.name} has {rows:,} rows but {len(starts) - 1:,} lines of data, so the rows "
            "cannot be told by their lines. Check its quotes."
        )
    return np.asarray(starts[1:], np.int64)


def _is_blank(record: list[str]) -> bool:
    """Whether pandas passes over the line: nothing but blanks, and no quotes around nothing."""
    return not record or (len(record) == 1 and record[0] != "" and not record[0].strip(" \t"))


def _reason(error: Exception) -> str:
    return str(error).removeprefix("Error tokenizing data. C error: ").strip().rstrip(".")
