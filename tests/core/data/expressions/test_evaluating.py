"""Whole columns at once give what plain Python gives row by row."""

import datetime
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.data.column import Column, Kind
from core.data.expressions.checking import checked
from core.data.expressions.evaluating import computed
from core.data.expressions.functions import VOCABULARY, help_lines
from core.data.expressions.kinds import DATE, NUMBER, TEXT, YES_NO
from core.data.expressions.parsing import parse
from core.data.expressions.printing import printed
from core.data.expressions.values import ANSWERS, Texts, column_of, values_of
from resources import help_text
from tests.core.data.expressions import slow
from tests.core.data.expressions.random_expressions import COLUMNS, expressions, rows

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def columns_of(given_rows):
    found = {}
    for name, kind in COLUMNS.items():
        own = [row[name] for row in given_rows]
        if kind is NUMBER:
            numbers = [math.nan if each is None else each for each in own]
            found[name] = values_of(Column(name, Kind.NUMBER, np.array(numbers)), NUMBER)
        else:
            texts = [str(each) if each is not None else None for each in own]
            column = Column.from_series(name, pd.Series(texts, dtype=object))
            found[name] = values_of(column, kind, "year-month-day" if kind is DATE else "")
    return found


def told(values, kind, row):
    """A computed value as plain Python has it."""
    if isinstance(values, Texts):
        return None if values.codes[row] < 0 else values.texts[values.codes[row]]
    number = float(values[row])
    if math.isnan(number):
        return None
    if kind is DATE:
        return datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=number)
    return bool(number) if kind is YES_NO else number


def are_alike(one, other):
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, rel=1e-9, abs=1e-9)
    return one == other


@given(expressions(), rows())
@settings(max_examples=150, deadline=None, suppress_health_check=_QUIET)
def test_random_expressions_are_those_of_plain_python(expression, given_rows):
    found = checked(printed(expression), COLUMNS)
    made = computed(found, columns_of(given_rows), len(given_rows))
    # A column is made of it, whatever it is; dates beyond what a column can write are not made.
    column = column_of("made", made.values, found.kind)
    assert len(column) == len(given_rows)
    for row, values in enumerate(given_rows):
        expected, own = (
            slow.value(parse(printed(expression)), values),
            told(made.values, found.kind, row),
        )
        # Rounding may turn a comparison of computed numbers, and what hangs on it.
        assert are_alike(own, expected) or _hangs_on_rounding(expression), (
            printed(expression),
            values,
        )


def _hangs_on_rounding(expression):
    """Whether the last bit of a power or a logarithm decides about something that jumps."""
    inexact = {"^", "log", "log10", "exp"}  # all others are the same bits, row by row or not
    inner = (list(part.parts())[1:] for part in expression.parts())
    return any(getattr(part, "function", "") in inexact for parts in inner for part in parts)


@given(expressions())
@settings(max_examples=100, deadline=None, suppress_health_check=_QUIET)
def test_what_is_printed_reads_as_the_same(expression):
    assert parse(printed(expression)) == expression
    assert printed(parse(printed(expression))) == printed(expression)


NAN = math.nan


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a / b", [0.5, NAN, NAN, 2.0]),
        ("log(b)", [math.log(2), NAN, math.log(5), NAN]),
        ("sqrt(b)", [math.sqrt(2), 0.0, math.sqrt(5), NAN]),
        ("a ^ 0", [1.0, 1.0, NAN, 1.0]),
        ("-7 % 3 + 0 * a", [2.0, 2.0, NAN, 2.0]),
        ("exp(1000 * a)", [NAN, 1.0, NAN, 0.0]),
        ("a > 0 and b > 0", ["yes", "no", None, "no"]),
        ("a > 0 or b > 0", ["yes", "no", "yes", "no"]),
        ("not is_missing(a)", ["yes", "yes", "no", "yes"]),
        ("coalesce(a, 9)", [1.0, 0.0, 9.0, -2.0]),
        ("if(a > 0, missing, a)", [NAN, 0.0, NAN, -2.0]),
        ("round(a / 3, 2)", [0.33, 0.0, NAN, -0.67]),
        ("min(a, b) + max(a, b, 1)", [3.0, 1.0, NAN, -1.0]),
        ("bins(a, -1, 0.5)", ["0.5 and above", "-1 to 0.5", None, "below -1"]),
        ('if(t = "x", upper(t), lower(t))', ["X", "yz", None, "yz"]),
        ('join(t, "-", text(a))', ["x-1", "Yz-0", None, "yZ--2"]),
        ("length(trim(t))", [1.0, 2.0, NAN, 2.0]),
        ("number(left(text(a), 1))", [1.0, 0.0, NAN, NAN]),
        ("month(d) * 100 + day(d)", [131.0, 229.0, NAN, 1231.0]),
        ('days_between(d, date("2024-03-01"))', [30.0, 11 / 24, NAN, 61.0]),
        ("weekday(d) + hour(d) / 100 + year(d) * 10", [20243.0, 20244.13, NAN, 20237.0]),
        ('d > date("2024-02-01")', ["no", "yes", None, "no"]),
        (
            'max(d, date("2024-02-01"))',
            ["2024-02-01 00:00:00", "2024-02-29 13:00:00", None, "2024-02-01 00:00:00"],
        ),
    ],
)
def test_by_hand(text, expected):
    kinds = {"a": NUMBER, "b": NUMBER, "t": TEXT, "d": DATE}
    days = pd.Series(["2024-01-31", "2024-02-29 13:00", None, "2023-12-31"], dtype=object)
    columns = {
        "a": np.array([1.0, 0.0, NAN, -2.0]),
        "b": np.array([2.0, 0.0, 5.0, -1.0]),
        "t": values_of(Column.from_series("t", pd.Series(["x", "Yz", None, "yZ"])), TEXT),
        "d": values_of(Column.from_series("d", days), DATE, "year-month-day"),
    }
    found = checked(text, kinds)
    made = column_of("made", computed(found, columns, 4).values, found.kind)
    own = [made.text(row) or None for row in range(4)]
    if found.kind is NUMBER:
        np.testing.assert_allclose(made.values, expected, rtol=1e-12)
    else:
        assert own == expected
    if found.kind is YES_NO:
        assert made.categories == ANSWERS


def test_what_has_no_result_is_counted_with_its_reason():
    columns = {"a": np.array([1.0, 0.0, NAN, -2.0])}
    made = computed(checked("1 / a + log(a)", {"a": NUMBER}), columns, 4)
    assert made.lost == {"a division by 0": 1, "the logarithm of 0 or less": 2}
    assert made.told == (
        "Missing values come from a division by 0 in 1 row, the logarithm of 0 or less in 2 rows."
    )


def test_infinite_numbers_of_a_file_count_as_missing():
    column = Column("a", Kind.NUMBER, np.array([np.inf, 1.0, -np.inf]))
    assert np.isnan(values_of(column, NUMBER)).tolist() == [True, False, True]


def test_the_page_of_help_tells_of_every_function_as_it_is_declared():
    page = help_text("pages", "compute")
    lines = [line for line in page.splitlines() if line.startswith("- `") and "(" in line]
    assert lines[-len(help_lines()) :] == help_lines()


def test_every_example_of_usage_names_the_function():
    for function in VOCABULARY.values():
        assert function.is_operator or function.usage.startswith(f"{function.name}(")
        assert function.help.endswith(".")


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_a_date_column_that_is_computed_reads_as_the_same_dates(data):
    seconds = data.draw(st.lists(st.integers(-(10**9), 2 * 10**9), min_size=1, max_size=5))
    made = column_of("d", np.array([*map(float, seconds), NAN]), DATE)
    again = values_of(made, DATE, "year-month-day")
    np.testing.assert_array_equal(again, [*map(float, seconds), NAN])
