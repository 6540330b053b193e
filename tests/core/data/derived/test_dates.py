"""Dates: what is written can be read, and day and month are told apart by the whole column."""

import datetime

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import DataError
from core.data.column import Column
from core.data.derived.date_texts import (
    COMPACT,
    MILLISECONDS,
    MIXED,
    SECONDS,
    WRITTEN,
    read_dates,
)
from core.data.derived.dates import DateParts, guessed_order

MOMENTS = st.datetimes(datetime.datetime(1900, 1, 1), datetime.datetime(2099, 12, 31))


def written(moment, order, time="", pad=True):
    parts = {"year": f"{moment.year}", "month": f"{moment.month:02}", "day": f"{moment.day:02}"}
    if not pad and order != COMPACT:
        parts |= {"month": f"{moment.month}", "day": f"{moment.day}"}
    text = order
    for name, digits in parts.items():
        text = text.replace(name, digits)
    return text + moment.strftime(time)


def dates(*texts, order="year-month-day"):
    return [None if np.isnat(date) else str(date) for date in read_dates(texts, order)]


@given(
    st.lists(MOMENTS, min_size=1, max_size=20),
    st.sampled_from(WRITTEN),
    st.sampled_from(
        ["", " %H:%M:%S", "T%H:%M:%S", " %H:%M:%S.123", "T%H:%M:%SZ", " %H:%M:%S+0200"]
    ),
    st.booleans(),
)
def test_what_is_written_in_an_order_is_read_back(moments, order, time, pad):
    texts = [written(moment, order, time, pad) for moment in moments]
    expected = [moment.replace(microsecond=0) for moment in moments]
    if not time:
        expected = [moment.replace(hour=0, minute=0, second=0) for moment in expected]
    np.testing.assert_array_equal(read_dates(texts, order), np.array(expected, "M8[s]"))


@pytest.mark.parametrize("order", WRITTEN)
def test_many_dates_are_read_as_few_are(order):
    """Many are read together, where they are written with all their digits."""
    start = datetime.datetime(1999, 12, 1)
    moments = [start + datetime.timedelta(hours=hours) for hours in range(0, 60_000, 37)]
    texts = [written(moment, order, time) for moment in moments for time in ("", " %H:%M:%S")]
    odd = ["2024-02-30", "30.02.2024", "31/04/2024", "2024-01-01 24:00:00", "2024-01-01 10:60:00",
           "2024-01-01T10:00:00", "2024-01-01x10:00:00", "2024-01-01 10:00:00Z", "3024-01-01",
           "0024-01-01", "2024_01_01", "20240-1-01", "", " 2024-01-01", "2024-01-01 10:00",
           "2024-01-01 10:00:00 pm", "２０２４-01-01", "2024-00-10", "2024-10-00"]  # fmt: skip
    texts += odd
    together = read_dates(texts, order)
    one_by_one = np.concatenate([read_dates([text], order) for text in texts])
    np.testing.assert_array_equal(together, one_by_one)
    assert (~np.isnat(together[: -len(odd)])).all()


@given(st.lists(MOMENTS, min_size=1, max_size=30), st.sampled_from(WRITTEN))
def test_the_order_is_guessed_unless_no_value_decides(moments, order):
    texts = sorted({written(moment, order) for moment in moments})
    guess = guessed_order(texts)
    assert guess.unreadable == 0
    if guess.order != order:
        assert guess.other == order
        assert all(moment.day <= 12 for moment in moments)
    assert (guessed_order(texts, frozenset([order]))).order == order


@pytest.mark.parametrize(
    ("text", "order", "expected"),
    [
        ("31 Jan 2024", "day month year", "2024-01-31T00:00:00"),
        ("1 sept. 2023 23:59", "day month year", "2023-09-01T23:59:00"),
        ("31-Jan-2024", "day-month-year", "2024-01-31T00:00:00"),
        ("January 31, 2024", "month day, year", "2024-01-31T00:00:00"),
        ("1/2/24", "day/month/year", "2024-02-01T00:00:00"),
        ("1/2/69", "day/month/year", "1969-02-01T00:00:00"),
        ("1/31/2024 2:05:09 PM", "month/day/year", "2024-01-31T14:05:09"),
        ("1/31/2024 12:05 am", "month/day/year", "2024-01-31T00:05:00"),
        ("  2024-01-31  ", "year-month-day", "2024-01-31T00:00:00"),
        ("2024-02-29", "year-month-day", "2024-02-29T00:00:00"),
        ("2023-02-29", "year-month-day", None),
        ("2024-13-01", "year-month-day", None),
        ("2024-00-01", "year-month-day", None),
        ("2024-01-00", "year-month-day", None),
        ("2024-01-31 24:00", "year-month-day", None),
        ("2024-01-31 10:61", "year-month-day", None),
        ("2024-01-31 13:00 pm", "year-month-day", None),
        ("2024-01-31 noon", "year-month-day", None),
        ("31 Foo 2024", "day month year", None),
        ("9999-01-31", "year-month-day", None),
        ("²-1-2024", "day-month-year", None),
        ("", "year-month-day", None),
    ],
)
def test_dates_as_people_write_them(text, order, expected):
    assert dates(text, order=order) == [expected]


@pytest.mark.parametrize(
    "texts",
    [(), ("",), ("a", "b"), ("1.2.3", "1.2.4"), ("12", "13"), ("2024", "2023"), ("10:30", "11:00"),
     ("2024-01-31", "later"), ("12/31", "11/30"), ("555-1234", "555-9876")],
)  # fmt: skip
def test_what_is_no_date_is_not_taken_for_one(texts):
    assert guessed_order(texts) is None


@given(st.lists(MOMENTS, min_size=1, max_size=20), st.sampled_from([*MIXED]), st.data())
def test_dates_that_are_written_in_several_ways_are_all_read(moments, order, data):
    texts = [written(moment, data.draw(st.sampled_from(MIXED[order]))) for moment in moments]
    expected = [moment.date() for moment in moments]
    np.testing.assert_array_equal(read_dates(texts, order), np.array(expected, "M8[s]"))


def test_several_ways_are_guessed_where_no_single_one_is_enough():
    days = [f"{day:02}" for day in range(1, 32)]
    mixed = [f"{day}-01-2024" for day in days] + [f"{day}/03/2024" for day in days[:9]]
    guess = guessed_order([*mixed, "2024-05-03"])
    assert (guess.order, guess.other, guess.unreadable) == ("in several ways (day first)", "", 0)
    american = [f"01-{day}-2024" for day in days] + [f"03/{day}/2024" for day in days]
    assert guessed_order(american).order == "in several ways (month first)"
    is_open = guessed_order(["01-02-2024", "03/04/2024"])
    assert is_open.other == "in several ways (month first)"
    # Two orders of day and month in one column contradict one another.
    assert guessed_order(["31/12/2024", "12/31/2024"]) is None
    assert guessed_order([*mixed, *mixed, *(f"no {number}" for number in range(9))]) is None


def test_one_value_decides_about_day_and_month():
    texts = [f"{day:02}/{month:02}/2024" for day in range(1, 13) for month in range(1, 13)]
    assert guessed_order(texts).other == "month/day/year"
    assert guessed_order([*texts, "13/01/2024"]).order == "day/month/year"
    decided = guessed_order([*texts, "01/13/2024"])
    assert (decided.order, decided.other, decided.unreadable) == ("month/day/year", "", 0)


def test_a_few_typing_errors_do_not_hide_a_date():
    texts = [f"2024-01-{day:02}" for day in range(1, 32)]
    guess = guessed_order([*texts, "soon"])
    assert guess.why == (
        "dates written year-month-day; 1 of 32 different values are none, and count as missing"
    )
    assert guessed_order([*texts, *"ab"]) is None


def column(values, name="paid"):
    return Column.from_series(name, pd.Series(values))


def parts(values, order, *names):
    derived = DateParts("paid", order, names).columns(column(values))
    return {part.name: part.values.tolist() for part in derived}


def test_the_parts_of_a_date_are_those_of_the_calendar():
    moments = [datetime.datetime(1969, 7, 20, 20, 17), datetime.datetime(2024, 12, 31, 6)]
    found = parts(
        [moment.isoformat(sep=" ") for moment in moments],
        "year-month-day",
        "year",
        "month",
        "weekday",
        "day of year",
        "hour",
        "days since 1970",
    )
    for name, expected in {
        "year": [1969, 2024],
        "month": [7, 12],
        "weekday": [moment.isoweekday() for moment in moments],
        "day of year": [moment.timetuple().tm_yday for moment in moments],
        "hour": [20, 6],
        "days since 1970": [
            (moment - datetime.datetime(1970, 1, 1)).total_seconds() / 86400 for moment in moments
        ],
    }.items():
        assert found[f"paid: {name}"] == expected


@given(st.lists(MOMENTS, min_size=1, max_size=10))
def test_the_parts_agree_with_the_standard_library(moments):
    texts = [moment.isoformat() for moment in moments]
    found = parts(texts, "year-month-day", "weekday", "day of year", "hour")
    assert found["paid: weekday"] == [moment.isoweekday() for moment in moments]
    assert found["paid: day of year"] == [moment.timetuple().tm_yday for moment in moments]
    assert found["paid: hour"] == [moment.hour for moment in moments]


def test_only_the_parts_that_vary_are_derived():
    texts = ["2024-01-01", "2024-01-08", "2024-01-15", "2025-06-01"]
    rows = np.array([0, 1, 2])
    assert DateParts.that_vary(column(texts), "year-month-day", rows).parts == (
        "day of year",
        "days since 1970",
    )
    assert DateParts.that_vary(column(texts), "year-month-day", rows[:1]).parts == ()


def test_a_missing_or_unreadable_date_is_missing():
    found = parts(["2024-03-01", None, "soon"], "year-month-day", "month")
    np.testing.assert_array_equal(found["paid: month"], [3, np.nan, np.nan])


def test_numbers_can_be_dates_too():
    assert parts([20240131, 20230228], COMPACT, "month") == {"paid: month": [1, 2]}
    second = 1_700_000_000
    for values in ([second], [str(second)]):
        assert parts(values, SECONDS, "year", "hour") == {"paid: year": [2023], "paid: hour": [22]}
    assert parts([second * 1000.0], MILLISECONDS, "hour") == {"paid: hour": [22]}
    odd = parts([second, np.nan, np.inf, -1e300], SECONDS, "year")["paid: year"]
    np.testing.assert_array_equal(odd, [2023, np.nan, np.nan, np.nan])


def test_dates_in_another_order_are_refused_in_a_sentence():
    with pytest.raises(DataError, match="No value of 'paid' is a date written day.month.year: the"):
        parts(["2024-01-31"], "day.month.year", "month")


@pytest.mark.parametrize(
    "derivation",
    [
        DateParts("x", "odd", ("year",)),
        DateParts("x", COMPACT, ("eon",)),
        DateParts("x", COMPACT, ()),
        DateParts("x", COMPACT, ("year", "year")),
    ],
)
def test_a_derivation_that_cannot_be_is_refused(derivation):
    with pytest.raises(ValueError, match="unknown order"):
        derivation.check()


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["1. März 2024", "13. Dezember 2024", "2. Mai 2024"], "day month year"),
        (["1 mars 2024", "13 décembre 2024", "2 mai 2024"], "day month year"),
        (["1 de marzo de 2024", "13 de diciembre de 2024", "2 de mayo de 2024"], "day month year"),
        (["Fri, 1 Mar 2024", "Fri, 13 Dec 2024", "Thu, 2 May 2024"], "day month year"),
        (["Friday, March 1, 2024", "Friday, December 13, 2024", "Thursday, May 2, 2024"],
         "month day, year"),
    ],
)  # fmt: skip
def test_months_have_names_in_many_languages(texts, order):
    guess = guessed_order(texts)
    assert (guess.order, guess.unreadable) == (order, 0)
    days = read_dates(texts, order).astype("M8[D]").astype(str).tolist()
    assert days == ["2024-03-01", "2024-12-13", "2024-05-02"]


def test_june_and_july_are_told_apart_in_french():
    dates = read_dates(["1 juin 2024", "1 juil. 2024", "1 juillet 2024"], "day month year")
    assert dates.astype("M8[M]").astype(str).tolist() == ["2024-06", "2024-07", "2024-07"]


@pytest.mark.parametrize("rest", ["", ":07", ":07.25", ":07Z", ":07.123456+02:00", ":07 UTC"])
def test_many_times_are_read_as_few_are(rest):
    texts = [f"2024-{1 + n % 12:02}-{1 + n % 28:02}T{n % 24:02}:{n % 60:02}{rest}"
             for n in range(2000)]  # fmt: skip
    texts[7] += "?"
    many = read_dates(texts, "year-month-day")
    few = np.concatenate([read_dates(texts[n : n + 500], "year-month-day") for n in
                          range(0, 2000, 500)])  # fmt: skip
    np.testing.assert_array_equal(many, few)
    assert np.flatnonzero(np.isnat(many)).tolist() == [7]
