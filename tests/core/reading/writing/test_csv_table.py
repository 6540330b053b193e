"""Columns as a CSV file: what pandas would write, byte for byte."""

import numpy as np
import pandas as pd

from core.data.column import Column
from core.data.files import Files
from core.data.table import Table
from core.reading.file_columns import beside_file_columns, with_file_columns, with_files
from core.reading.writing import csv_table
from core.reading.writing.csv_table import write_csv_table

COLUMNS = {
    "line": np.array([4, 3, 2]),
    "share": np.array([0.1, 1e-17, np.nan]),
    "large": np.array([1e22, -0.0, np.inf]),
    "text, with commas": np.array(['say "so"', None, "two\nlines"], object),
    "plain": ["ü", "", "-"],
}


def as_pandas_writes(frame, folder):
    path = folder / "pandas.csv"
    frame.to_csv(path, index=False)
    return path.read_bytes()


def test_columns_are_written_as_pandas_would(tmp_path, monkeypatch):
    monkeypatch.setattr(csv_table, "_ROWS", 2)
    write_csv_table(COLUMNS, tmp_path / "own.csv")
    assert (tmp_path / "own.csv").read_bytes() == as_pandas_writes(pd.DataFrame(COLUMNS), tmp_path)


def test_a_carriage_return_in_a_text_ends_no_row(tmp_path):
    texts = ["a\rb", "\r", "c\r\nd", "e"]
    write_csv_table({"text": texts, "x": [1, 2, 3, 4]}, tmp_path / "own.csv")
    found = pd.read_csv(tmp_path / "own.csv")
    assert found["text"].tolist() == texts
    assert found["x"].tolist() == [1, 2, 3, 4]


def test_columns_without_rows_are_their_names(tmp_path):
    write_csv_table({"a": [], "b": []}, tmp_path / "own.csv")
    assert (tmp_path / "own.csv").read_text().split() == ["a,b"]


def test_the_columns_of_files_stand_beside_as_in_a_frame(tmp_path):
    columns = (
        Column.from_series("whole", pd.Series([1.0, np.nan, 3.0])),
        Column.from_series("all whole", pd.Series([1.0, -0.0, 3.0])),
        Column.from_series("broken", pd.Series([1.5, np.nan, 2.0])),
        Column.from_series("never", pd.Series([np.nan] * 3)),
        Column.from_series("plain", pd.Series(["a", None, "b"])),
        Column.from_series("file", pd.Series(["of", "their", "own"])),
    )
    for files in (None, Files(("a.csv", "b.csv"), (0, 2))):
        table = Table("all", columns, np.array([2, 3, 4]), files=files)
        write_csv_table(beside_file_columns(COLUMNS, table), tmp_path / "own.csv")
        frame = with_files(with_file_columns(pd.DataFrame(COLUMNS), table), table)
        assert (tmp_path / "own.csv").read_bytes() == as_pandas_writes(frame, tmp_path)
    assert frame["file"].tolist() == ["b.csv", "b.csv", "a.csv"]
    assert frame["file_in_file"].tolist() == ["own", "their", "of"]
