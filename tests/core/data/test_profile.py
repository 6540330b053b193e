"""Profiles: counts that add up, and what numpy and pandas would say."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.column import Column
from core.data.column_plan import ColumnPlan
from core.data.plan import Plan
from core.data.profile import MOST_BARS, Bar, profile, profiles
from core.data.roles import Meaning, Role
from core.data.table import Table


def of(values, **options):
    return profile(Column.from_series("x", pd.Series(values, **options)))


def test_numbers_have_a_range_and_a_histogram():
    values = np.random.default_rng(0).normal(size=1000)
    values[:30] = np.nan
    found = of(values)
    assert (found.rows, found.missing, found.distinct) == (1000, 30, 970)
    present = values[30:]
    counts = np.histogram(present, MOST_BARS)[0]
    assert [bar.count for bar in found.bars] == counts.tolist()
    assert float(found.low) == pytest.approx(present.min(), rel=1e-3)
    assert float(found.high) == pytest.approx(present.max(), rel=1e-3)
    assert float(found.median) == pytest.approx(np.sort(present)[484], rel=1e-3)


def test_few_numbers_have_a_bar_each():
    found = of([3, 1, 2.5, 1, None])
    assert found.bars == (Bar("1", 2), Bar("2.5", 1), Bar("3", 1))
    assert (found.low, found.median, found.high, found.others) == ("1", "1", "3", 0)


def test_categories_show_the_commonest_first():
    names = [f"c{place:02}" for place in range(25) for _ in range(place + 1)]
    found = of([*names, None])
    assert (found.distinct, found.missing, found.low) == (25, 1, "")
    assert found.bars[0] == Bar("c24", 25)
    assert len(found.bars) == MOST_BARS
    assert found.others == 1 + 2 + 3 + 4 + 5


def test_dates_have_a_range_of_dates():
    days = [f"{day:02}.01.2024" for day in range(1, 32)]
    column = Column.from_series("x", pd.Series([*days, "soon", None]))
    planned = ColumnPlan(Meaning.DATE, Role.FEATURE, date_order="day.month.year")
    found = profile(column, planned)
    assert (found.low, found.median, found.high) == ("2024-01-01", "2024-01-16", "2024-01-31")
    assert (found.missing, found.distinct, sum(bar.count for bar in found.bars)) == (2, 31, 31)


def test_a_column_without_a_value_has_no_range():
    assert of([None, None], dtype=float) == profile(
        Column.from_series("x", pd.Series([np.nan, np.nan]))
    )
    assert of([None, None], dtype=float).bars == of([None, None], dtype=object).bars == ()


@given(st.lists(st.floats() | st.none(), max_size=60))
def test_every_row_is_counted_once(values):
    found = of(values, dtype=float)
    assert found.missing + found.others + sum(bar.count for bar in found.bars) == len(values)
    assert len(found.bars) <= MOST_BARS
    assert found.distinct == pd.Series(values, dtype=float).nunique()


def test_a_table_is_profiled_column_by_column():
    table = Table.from_frame(pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}))
    found = profiles(table, Plan.suggested(table))
    assert next(found).name == "a"
    assert [rest.name for rest in found] == ["b"]
