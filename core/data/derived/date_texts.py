"""Reading dates: texts in a known order of day, month and year, with a time behind it or without.

The clock is taken as it is written: time zones are not converted.
"""

import datetime
import functools
import re
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from core.base.arrays import Integers

Dates = npt.NDArray[np.datetime64]

COMPACT = "yearmonthday"
SECONDS, MILLISECONDS = "seconds since 1970", "milliseconds since 1970"
PER_SECOND = {SECONDS: 1, MILLISECONDS: 1000}

MONTH_FIRST = {
    "day.month.year": "month.day.year",
    "day/month/year": "month/day/year",
    "day-month-year": "month-day-year",
}
"""Orders that can be mistaken for one another."""
WRITTEN = (
    "year-month-day",
    "year/month/day",
    "year.month.day",
    COMPACT,
    *MONTH_FIRST,
    "day month year",
    *MONTH_FIRST.values(),
    "month day, year",
)
_YEAR_FIRST, _NAMED = WRITTEN[:3], ("day month year", "month day, year")
MIXED = {
    "in several ways (day first)": (*_YEAR_FIRST, *MONTH_FIRST, *_NAMED),
    "in several ways (month first)": (*_YEAR_FIRST, *MONTH_FIRST.values(), *_NAMED),
}
"""Orders that stand side by side in one column; none of them reads what another one does."""
ORDERS = (*WRITTEN, *MIXED, *PER_SECOND)

_MONTHS = {
    start: number
    for number, starts in enumerate(
        (
            "jan ene gen",
            "feb fev fév",
            "mar mär mae mrz mrt maa",
            "apr abr avr",
            "may mai mag mei maj",
            "jun juin giu",
            "jul juil lug",
            "aug ago aou aoû",
            "sep set",
            "oct okt ott out",
            "nov",
            "dec déc dez dic",
        ),
        1,
    )
    for start in starts.split()
}
"""How months begin in English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish."""
_LETTERS = "[a-zA-Zà-ÿÀ-Ý]"
_TIME = re.compile(
    r"(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)? ?([ap]m)? ?(?:Z|UTC|[+-]\d\d:?\d\d)?",
    re.IGNORECASE | re.ASCII,
)
_REST = re.compile(r"(?:[.,]\d+)? ?(?:Z|UTC|[+-]\d\d:?\d\d)?", re.IGNORECASE | re.ASCII)
_MANY, _CHUNK = 1000, 1 << 13
_LENGTH = 19
"""The signs of a date and a time to the second."""
_1970 = datetime.date(1970, 1, 1).toordinal()
_NO_DATE = -(1 << 50)
"""Seconds that no date reaches, nor two of them together an overflow."""


def read_dates(texts: Sequence[str], order: str) -> Dates:
    """The dates, to the second; NaT for a text that is none in this order.

    >>> read_dates(["1.2.2024", "1/2/2024", "31.2.2024"], "day.month.year").astype("M8[D]")
    array(['2024-02-01',        'NaT',        'NaT'], dtype='datetime64[D]')
    """
    if order in MIXED:
        return _read_mixed(texts, MIXED[order])
    match, places = _patterns()[order]
    seconds = np.full(len(texts), _NO_DATE, np.int64)
    if len(texts) > _MANY and len(order.split()) == 1 and order != COMPACT:
        _read_padded(texts, order, seconds)
    for place in np.flatnonzero(seconds == _NO_DATE).tolist():
        found = match(texts[place])
        if found is not None:
            parts = found.groups()
            seconds[place] = _day(*(parts[group] for group in places)) + _clock(parts[3])
    seconds[seconds < _NO_DATE // 2] = np.iinfo(np.int64).min  # as NaT is stored
    return seconds.view("M8[s]")


def _read_mixed(texts: Sequence[str], orders: Sequence[str]) -> Dates:
    """The dates, each in the one of these orders that it is written in.

    >>> texts = ["2024-03-01", "1/3/2024", "soon"]
    >>> _read_mixed(texts, MIXED["in several ways (day first)"]).astype("M8[D]")
    array(['2024-03-01', '2024-03-01',        'NaT'], dtype='datetime64[D]')
    """
    dates = np.full(len(texts), np.datetime64("NaT", "s"))
    for order in orders:
        unread = np.flatnonzero(np.isnat(dates))
        dates[unread] = read_dates([texts[place] for place in unread.tolist()], order)
    return dates


def _read_padded(texts: Sequence[str], order: str, seconds: Integers) -> None:
    """Read the texts that are written with all their digits, many at a time; leave the others.

    That is 31.01.2024, 31.01.2024 09:05, or 31.01.2024 09:05:00 with a fraction or a zone behind.
    """
    layout = order.replace("year", "yyyy").replace("month", "mm").replace("day", "dd")
    marks = [(place, sign) for place, sign in enumerate(layout) if sign not in "ymd"]
    for first in range(0, len(texts), _CHUNK):
        chunk = [
            text[:_LENGTH] if len(text) > _LENGTH and _REST.fullmatch(text, _LENGTH) else text
            for text in texts[first : first + _CHUNK]
        ]
        # One sign more than a date and a time have, to tell what is longer. A row a place.
        signs = np.array(chunk, "U20").view(np.uint32)
        signs = np.ascontiguousarray(signs.reshape(-1, 20).T)
        number = functools.partial(_number, signs)
        year, month, day = (
            number(layout.index(letter), layout.rindex(letter) + 1) for letter in "ymd"
        )
        hour, minute, second = number(11, 13), number(14, 16), number(17, 19)
        is_to_minute = signs[16] == 0
        second[is_to_minute] = 0
        has_time = (
            ((signs[10] == ord(" ")) | (signs[10] == ord("T")))
            & (signs[13] == ord(":"))
            & ((signs[16] == ord(":")) | is_to_minute)
            & (signs[19] == 0)
            & (hour >= 0)
            & (hour < 24)
            & (minute >= 0)
            & (minute < 60)
            & (second >= 0)
            & (second < 60)
        )
        starts = (np.clip(year, 1000, 2999) - 1970).astype("M8[Y]").astype("M8[M]")
        starts = starts + (np.clip(month, 1, 12) - 1)
        days = starts.astype("M8[D]") + (day - 1)
        is_date = (year >= 1000) & (year < 3000) & (month >= 1) & (month <= 12) & (day >= 1)
        is_date &= (days.astype("M8[M]") == starts) & (has_time | (signs[10] == 0))
        for place, sign in marks:
            is_date &= signs[place] == ord(sign)
        clock = np.where(has_time, 3600 * hour + 60 * minute + second, 0)
        found = 86_400 * days.astype(np.int64) + clock
        part = seconds[first : first + _CHUNK]
        part[is_date] = found[is_date]


def _number(signs: npt.NDArray[np.uint32], start: int, end: int) -> Integers:
    """The number that stands from one place to another; -1 where there is another sign."""
    total = np.zeros(signs.shape[1], np.int64)
    is_number = np.ones(signs.shape[1], bool)
    for place in range(start, end):
        digit = signs[place] - np.uint32(ord("0"))  # other signs become very large
        is_number &= digit < 10
        total = 10 * total + digit
    return np.where(is_number, total, -1)


_Match = Callable[[str], re.Match[str] | None]


@functools.cache
def _patterns() -> dict[str, tuple[_Match, tuple[int, ...]]]:
    """For every order its pattern, and the groups of year, month and day; the time is the last."""
    return {order: _pattern(order) for order in WRITTEN}


def _pattern(order: str) -> tuple[_Match, tuple[int, ...]]:
    digits = {
        "year": r"[12]\d{3}|\d\d",
        "month": rf"\d{{1,2}}|{_LETTERS}{{3,10}}\.?",
        "day": r"\d{1,2}",
    }
    if order.startswith("year"):
        digits["year"] = r"[12]\d{3}"
    if order == COMPACT:
        digits |= {"month": r"\d\d", "day": r"\d\d"}
    pattern = order.replace(".", r"\.").replace(",", ",?")
    pattern = re.sub("year|month|day", lambda part: f"({digits[part[0]]})", pattern)
    if order == "day month year":
        pattern = pattern.replace(" ", r"\.?(?: de)? ")  # 1. März 2024, 1 de marzo de 2024
    if " " in order:
        pattern = rf"(?:{_LETTERS}{{2,10}}\.?,? )?{pattern}"  # a weekday
    names = re.findall("year|month|day", order)
    compiled = re.compile(rf"\s*{pattern}(?:[T ] *(\d.*)|\s*)", re.IGNORECASE | re.ASCII)
    return compiled.fullmatch, tuple(names.index(name) for name in ("year", "month", "day"))


@functools.lru_cache(maxsize=1 << 16)
def _day(year: str, month: str, day: str) -> int:
    """The seconds between 1970 and the start of a day."""
    # Two digits: 69 and above are of the last century, as POSIX has it.
    century = 0 if len(year) > 2 else 1900 if int(year) >= 69 else 2000
    name = month.lower()
    number = int(month) if month.isdigit() else _MONTHS.get(name[:4], _MONTHS.get(name[:3], 0))
    try:
        return 86_400 * (datetime.date(int(year) + century, number, int(day)).toordinal() - _1970)
    except ValueError:
        return _NO_DATE


@functools.lru_cache(maxsize=1 << 17)
def _clock(text: str | None) -> int:
    """The seconds since midnight."""
    if text is None:
        return 0
    found = _TIME.fullmatch(text.rstrip())
    if found is None:
        return _NO_DATE
    hour, minute, second = (int(part or 0) for part in found.groups()[:3])
    is_real = hour < 24 and minute < 60 and second < 60
    if found[4]:
        is_real = is_real and 1 <= hour <= 12
        hour = hour % 12 + (12 if found[4].lower() == "pm" else 0)
    return 3600 * hour + 60 * minute + second if is_real else _NO_DATE
