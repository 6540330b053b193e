"""Rows as CSV: byte by byte what pyarrow writes."""

import io

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import csv

from core.reading.writing import csv_rows as written
from core.reading.writing.csv_rows import csv_rows


def by_arrow(columns):
    sink = io.BytesIO()
    table = pa.Table.from_arrays(columns, [str(place) for place in range(len(columns))])
    csv.write_csv(table, sink, csv.WriteOptions(include_header=False))
    return sink.getvalue()


decimals = st.builds(lambda n, k: n / 10**k, st.integers(-(10**16), 10**16), st.integers(0, 17))
odd = st.sampled_from([0.0, -0.0, 1e-6, 9.9e-7, 1e10, 9999999999.5, np.inf, np.nan, 5e-324])
numbers = st.one_of(decimals, odd, st.floats(), st.none())


@settings(max_examples=80, deadline=None)
@given(st.lists(numbers, min_size=1, max_size=8))
def test_numbers_are_written_as_arrow_writes_them(values):
    column = pa.array(values, pa.float64())
    assert b"".join(csv_rows([column, column])) == by_arrow([column, column])


@settings(max_examples=80, deadline=None)
@given(st.lists(st.one_of(decimals, st.none()), min_size=1, max_size=8))
def test_numbers_of_a_few_decimals_are_written_in_the_quick_way(values):
    rounded = [None if value is None else round(value % 1e9, 4) for value in values]
    column = pa.array(rounded, pa.float64())
    assert b"".join(csv_rows([column])) == by_arrow([column])


@pytest.mark.parametrize("text", ['a "b"', "a,b", "", "Zürich\n", None])
def test_rows_of_every_kind_are_written_as_arrow_writes_them(text):
    rows = 20_000
    random = np.random.default_rng(0)
    texts = pa.array([text, "plain"] * (rows // 2), pa.string())
    columns = [
        pa.array(np.arange(rows)),
        texts,
        pa.array(random.normal(size=rows)),
        pa.array(random.normal(size=rows).round(2)),
        pa.array([True, False, None, True] * (rows // 4)),
        pa.array([-(2**63), 2**63 - 1] * (rows // 2)),
    ]
    assert b"".join(csv_rows(columns)) == by_arrow(columns)
    some = [column.slice(7, 900) for column in columns]
    assert b"".join(csv_rows(some)) == by_arrow(some)


def test_a_column_of_another_kind_is_left_to_arrow(monkeypatch):
    called = []
    by_pyarrow = written._by_arrow
    monkeypatch.setattr(written, "_by_arrow", lambda given: called.append(1) or by_pyarrow(given))
    days = pa.array([1, None], pa.date32())
    assert b"".join(csv_rows([days])) == by_arrow([days])
    plain = pa.array([1.5, None])
    assert b"".join(csv_rows([plain])) == by_arrow([plain])
    assert called == [1]
