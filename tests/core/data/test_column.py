"""Columns: numbers or names, with missing values, from any series."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.wording import number_text
from core.data.column import Column, Kind


def texts(column):
    return [column.text(row) for row in range(len(column))]


@pytest.mark.parametrize(
    ("series", "kind", "expected"),
    [
        (pd.Series([1, 2, 1]), Kind.NUMBER, ["1", "2", "1"]),
        (pd.Series([1.5, np.nan, -2.0]), Kind.NUMBER, ["1.5", "", "-2"]),
        (pd.Series([1, None], dtype="Int64"), Kind.NUMBER, ["1", ""]),
        (pd.Series(["b", None, "a"]), Kind.CATEGORY, ["b", "", "a"]),
        (pd.Series([True, False, None], dtype=object), Kind.CATEGORY, ["True", "False", ""]),
        (pd.Series([True, False]), Kind.CATEGORY, ["True", "False"]),
        (pd.Series(["x", "y"], dtype="category"), Kind.CATEGORY, ["x", "y"]),
        (pd.Series([None, None], dtype=object), Kind.CATEGORY, ["", ""]),
        (pd.Series([1, "1", 2, "b"], dtype=object), Kind.CATEGORY, ["1", "1", "2", "b"]),
    ],
)
def test_a_column_keeps_what_a_series_says(series, kind, expected):
    column = Column.from_series("x", series)
    assert (column.kind, texts(column)) == (kind, expected)
    assert column.missing.tolist() == [text == "" for text in expected]
    assert column.distinct == len({text for text in expected if text})


def test_the_order_of_rows_does_not_decide_about_a_categorys_place():
    one = Column.from_series("x", pd.Series(["b", "a", "c"]))
    other = Column.from_series("x", pd.Series(["c", "b", "a"]))
    assert one.categories == other.categories == ("a", "b", "c")


def test_values_that_read_the_same_are_one_category():
    column = Column.from_series("x", pd.Series([1, "1", True, "True"], dtype=object))
    assert len(set(column.categories)) == len(column.categories)


@pytest.mark.parametrize("step", [1, 2])
def test_later_changes_of_the_frame_do_not_reach_the_column(step):
    frame = pd.DataFrame({"x": np.arange(6.0), "z": np.arange(6.0)})
    column = Column.from_series("x", frame["x"][::step])
    frame.iloc[0, 0] = 99.0
    assert column.values[0] == 0.0
    assert column.values.flags.c_contiguous


def test_categories_that_read_as_numbers_can_become_numbers():
    column = Column.from_series("x", pd.Series(["1.5", None, "-2", "1e3"]))
    np.testing.assert_array_equal(column.as_numbers().values, [1.5, np.nan, -2, 1000])


def test_a_text_cannot_become_a_number_unless_no_row_has_it():
    column = Column.from_series("x", pd.Series(["1", "two", "3"]))
    with pytest.raises(ValueError, match="two"):
        column.as_numbers()
    assert column.take(np.array([0, 2])).as_numbers().values.tolist() == [1, 3]


def test_numbers_can_become_categories_named_as_a_person_reads_them():
    column = Column.from_series("x", pd.Series([10.0, 2.0, np.nan, 2.5, -0.0]))
    names = column.as_categories()
    assert names.categories == ("0", "10", "2", "2.5")
    assert texts(names) == ["10", "2", "", "2.5", "0"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3"), (-3.0, "-3"), (-0.0, "0"), (0.1, "0.1"), (1e20, "1e+20"), (np.inf, "inf")],
)
def test_a_number_is_written_as_in_a_file(value, text):
    assert number_text(value) == text


@given(st.floats(allow_nan=False))
def test_a_number_is_written_so_that_it_reads_back(value):
    assert float(number_text(value)) == value


@given(st.lists(st.sampled_from([np.nan, 0.0, 1.0, 2.0, 3.5, np.inf])), st.integers(0, 6))
def test_different_values_are_counted_as_far_as_asked(values, most):
    numbers = Column.from_series("x", pd.Series(values, dtype=float))
    texts = [None if np.isnan(value) else str(value) for value in values]
    names = Column.from_series("x", pd.Series(texts, dtype=object))
    exact = len(set(texts) - {None})
    assert numbers.distinct == names.distinct == names.distinct_up_to(most) == exact
    assert min(numbers.distinct_up_to(most), most + 1) == min(exact, most + 1)
    assert names.counts.sum() == len(values) - names.missing.sum()


def test_words_can_be_missing():
    column = Column.from_series("x", pd.Series(["1", "n.v.", "2", None, "n.v."]))
    without = column.without(["n.v."])
    assert [without.text(row) for row in range(5)] == ["1", "", "2", "", ""]
    assert without.as_numbers().values[[0, 2]].tolist() == [1.0, 2.0]
    assert column.text(1) == "n.v."


def test_many_words_can_be_missing():
    texts = [str(number) for number in range(60_000)]
    column = Column.from_series("x", pd.Series(texts)).without(tuple(texts[30_000:]))
    assert column.missing.tolist() == [False] * 30_000 + [True] * 30_000


def test_names_are_counted_piece_by_piece_as_in_one_go():
    values = np.random.default_rng(0).integers(-1, 3, 200_000).astype(np.int32)
    column = Column("x", Kind.CATEGORY, values, ("a", "b", "c", "d"))
    assert column.counts.tolist() == [int((values == place).sum()) for place in range(4)]
