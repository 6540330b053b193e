"""What is usual of a column, and what a value speaks for: by hand."""

import numpy as np
import pandas as pd
import pytest

from core.data.column import Column
from core.judging.auditing.usual_values import speaks_for, usual_value


def column(values):
    return Column.from_series("c", pd.Series(values))


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([7.0, 1.0, 2.0, 3.0, 8.0], "2.5 · above 75 %"),
        ([2.5, 1.0, 2.0, 3.0, 8.0], "2.5"),
        ([np.nan, 1.0, 2.0, np.nan, 3.0], "2 · missing 25 %"),
        ([1986.0, 1960.0, 1960.0, 1950.0, 1970.0], "1960 · above 100 %"),
        ([5.0, np.inf, 2.0, 3.0, 4.0], "3 · above 75 %"),
        (["b", "a", "a", "a", "b"], "a 75 % · this 25 %"),
        (["a", "a", "a", "a", "b"], "a 75 %"),
        ([None, "a", "a", None, "b"], "a 50 % · missing 25 %"),
        ([1.0, np.nan, np.nan, np.nan, np.nan], "missing"),
    ],
)
def test_what_is_usual_and_where_the_row_lies(values, told):
    assert str(usual_value(column(values), 0, np.arange(1, 5))) == told


def test_numbers_near_by_speak_for_the_label_that_has_them():
    """Of 20 rows each the ten nearest count: all of them have the other label."""
    values = column([0.0, *np.linspace(5, 6, 20), *np.linspace(0, 2, 20)])
    given, other = np.arange(1, 21), np.arange(21, 41)
    drawn = 2 * 10 / 40
    expected = ((10 + drawn) / 22) / ((0 + drawn) / 22)
    assert speaks_for(values, 0, given, other) == pytest.approx(expected)
    assert speaks_for(values, 0, other, given) == pytest.approx(1 / expected)


def test_a_value_that_both_labels_have_alike_speaks_for_neither():
    values = column([1.0] * 41)
    assert speaks_for(values, 0, np.arange(1, 21), np.arange(21, 41)) == 1
    assert speaks_for(values, 0, np.arange(1, 21), np.arange(0)) == 1


def test_a_gap_speaks_too():
    values = column([np.nan, 1.0, 2.0, np.nan, np.nan])
    found = speaks_for(values, 0, np.array([1, 2]), np.array([3, 4]))
    assert found == pytest.approx((2 + 1) / (0 + 1))
