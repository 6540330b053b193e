"""A preview: names, texts, kinds, missing words and an estimate, from the first part alone."""

import gzip

import numpy as np
import pandas as pd
import pytest

from core.data.column import Kind
from core.data.stacking import stacked
from core.reading.preview import preview
from core.reading.tables import read_table
from core.sources.dialect import Dialect
from core.sources.source import Source
from tests.core.reading import torture


def test_a_small_file_is_seen_whole():
    seen = preview(Source.from_bytes(b"zip;x;c\n007;1,50;a\n010;NA;-\n123;-;NA\n"))
    assert seen.names == ("zip", "x", "c")
    assert seen.rows == (("007", "1,50", "a"), ("010", "NA", "-"), ("123", "-", "NA"))
    assert seen.kinds == (Kind.CATEGORY, Kind.NUMBER, Kind.CATEGORY)
    assert seen.missing == ({}, {"NA": 1, "-": 1}, {"NA": 1})
    assert (seen.estimated_rows, seen.is_whole) == (3, True)
    assert seen.dialect == Dialect(separator=";", decimal=",")
    assert seen.reasons["separator"] == "semicolon, 2 times on every line"
    assert seen.notes == ("'zip' is read as text: '007' has leading zeros.",)


def test_a_given_dialect_is_used_and_needs_no_reasons():
    seen = preview(Source.from_bytes(b"a;b\n1;2\n"), Dialect(separator=","))
    assert (seen.names, seen.reasons) == (("a;b",), {})


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_rows_are_estimated(pack):
    content = "x,y\n" + "".join(f"{row},{row % 7}\n" for row in range(100_000))
    seen = preview(Source.from_bytes(pack(content.encode())), rows=50)
    assert len(seen.rows) == 50
    assert not seen.is_whole
    assert seen.estimated_rows == pytest.approx(100_000, rel=0.1)


def test_a_late_text_shows_in_the_kind():
    rows = "".join(f"{row},1\n" for row in range(50_000))
    source = Source.from_bytes(f"x,y\n{rows}{'word,1' * 1}\n{rows.replace('1,', 'w1,')}".encode())
    assert preview(source).kinds[0] is Kind.CATEGORY


def test_parquet_has_no_dialect(tmp_path):
    seen = preview(torture.make("table.parquet", tmp_path))
    assert seen.dialect is None
    assert seen.names == ("n", "id", "t", "yes", "day")
    assert seen.rows[0] == ("1.5", str(2**60), "b", "True", "1970-01-01")
    assert (seen.estimated_rows, seen.is_whole) == (3, True)
    assert seen.kinds == (Kind.NUMBER, *[Kind.CATEGORY] * 4)


def test_numbers_in_single_precision_have_the_digits_that_they_need(tmp_path):
    path = tmp_path / "single.parquet"
    numbers = np.array([0.657, -12.1, 3e-7, 5], np.float32)
    pd.DataFrame({"single": numbers, "double": numbers.astype(np.float64)}).to_parquet(path)
    texts = ["0.657", "-12.1", "3e-07", "5"]
    assert [row[0] for row in preview(path).rows] == texts
    table = read_table(path)
    column, double = table.column("single"), table.column("double")
    assert [column.text(row) for row in range(4)] == texts
    assert double.text(0) == "0.6570000052452087"
    assert np.array_equal(column.values, double.values)  # what is learned from stays what it was
    twice = stacked([column, column])
    assert [twice.text(row) for row in (0, 5)] == texts[:2]
    changed = column.changed(np.array([1]), np.array([0]), ["0.1"])
    assert [changed.text(row) for row in (0, 1)] == ["0.657", "0.1"]


def test_only_the_first_part_is_read(monkeypatch):
    content = b"x,y\n" + b"1,2\n" * 10**6
    source = Source.from_bytes(content)
    sizes = []
    head = Source.head
    monkeypatch.setattr(
        Source, "head", lambda self, size, *rest: sizes.append(size) or head(self, size, *rest)
    )
    preview(source)
    assert sum(sizes) < len(content) / 4
