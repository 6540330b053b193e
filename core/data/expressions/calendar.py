"""Computing with dates, which are seconds since 1970."""

import datetime

import numpy as np

from core.base.arrays import Floats
from core.data.derived.date_texts import Dates
from core.data.derived.dates import PARTS
from core.data.expressions.values import Texts, floats_by

_DAY = 86_400
_EPOCH = datetime.datetime(1970, 1, 1)  # clocks are taken as they are written


def year(seconds: Floats) -> Floats:
    """The year."""
    return PARTS["year"](_dates(seconds))


def month(seconds: Floats) -> Floats:
    """The month, from 1 to 12."""
    return PARTS["month"](_dates(seconds))


def weekday(seconds: Floats) -> Floats:
    """The weekday, from 1 for Monday to 7."""
    return PARTS["weekday"](_dates(seconds))


def hour(seconds: Floats) -> Floats:
    """The hour, from 0 to 23."""
    return PARTS["hour"](_dates(seconds))


def day(seconds: Floats) -> Floats:
    """The day of the month."""
    dates = _dates(seconds)
    passed = dates.astype("M8[D]") - dates.astype("M8[M]").astype("M8[D]")
    return np.where(np.isnat(dates), np.nan, passed.astype(np.int64) + 1.0)


def days_between(start: Floats, end: Floats) -> Floats:
    """How many days pass from one date to another, and which part of one."""
    return (end - start) / _DAY


def days_since(end: Floats, start: Floats) -> Floats:
    """How many days lie between: end - start."""
    return days_between(start, end)


def date(texts: Texts) -> Floats:
    """The date that a text writes as year-month-day, with a time or without."""
    return floats_by(seconds_of, texts)


def seconds_of(text: str) -> float:
    """The seconds of a date written year-month-day; NaN for anything else.

    >>> seconds_of("1970-01-02"), seconds_of("tomorrow")
    (86400.0, nan)
    """
    try:
        found = datetime.datetime.fromisoformat(text.strip())
    except ValueError:
        return float("nan")
    return (found.replace(tzinfo=None, microsecond=0) - _EPOCH).total_seconds()


def _dates(seconds: Floats) -> Dates:
    is_there = ~np.isnan(seconds)
    dates = np.where(is_there, seconds, 0).astype(np.int64).astype("M8[s]")
    dates[~is_there] = np.datetime64("NaT")
    return dates
