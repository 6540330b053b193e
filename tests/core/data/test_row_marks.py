"""The marks of rows: the same for the same values, however they were understood."""

import numpy as np
import pandas as pd
import pytest

from core.data.row_marks import row_marks
from core.data.table import Table
from core.reading.tables import read_table
from core.sources.source import Source

TEXT = b"id,city,size\n1,Bonn,1.50\n2,,0.25\n3,Cork,\n4,Oslo,1e3\n"


def marks_of(table):
    return row_marks(table, np.arange(len(table))).tolist()


@pytest.mark.parametrize("as_text", [["size"], ["id"], ["id", "size"]])
def test_they_do_not_depend_on_how_a_column_is_understood(as_text):
    usual = read_table(Source.from_bytes(TEXT))
    other = read_table(Source.from_bytes(TEXT), as_text=as_text)
    assert marks_of(usual) == marks_of(other)


def test_they_do_not_depend_on_other_rows():
    table = read_table(Source.from_bytes(TEXT))
    lines = TEXT.splitlines(keepends=True)
    for row in range(4):
        alone = read_table(Source.from_bytes(lines[0] + lines[1] + lines[row + 1]))
        assert marks_of(alone)[-1] == marks_of(table)[row]


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"1.50", b"1.51"), (b"Bonn", b"Bern"), (b"1,Bonn,1.50", b"1.50,Bonn,1"), (b"1,B", b"7,B")],
)
def test_another_value_anywhere_gives_another_mark(old, new):
    before = marks_of(read_table(Source.from_bytes(TEXT)))
    after = marks_of(read_table(Source.from_bytes(TEXT.replace(old, new))))
    assert [one == two for one, two in zip(before, after, strict=True)] == [False, True, True, True]


def test_many_different_rows_have_different_marks():
    rows = 200_000
    random = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"a": np.arange(rows), "b": random.integers(0, 5, rows), "c": ["x", "y"] * (rows // 2)}
    )
    assert len(set(marks_of(Table.from_frame(frame)))) == rows
