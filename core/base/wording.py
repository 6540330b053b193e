"""Numbers, counts, times and shares as people read them: in sentences, tables and axes."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import SupportsIndex

from core.base.numerals import localised, marks

_LIGHTEST_TOLD, _HEAVIEST_TOLD = 0.01, 1_000_000
_LARGE = {1e9: "billion", 1e12: "trillion"}


def readable(value: float, digits: int = 4) -> str:
    """A number with so many telling digits and separators, without powers of ten if it can.

    >>> [readable(value) for value in (205234.1, 12.3456, 0.04567, -0.0, -3.0, 1e18)]
    ['205,234', '12.35', '0.04567', '0', '-3', '1e+18']
    >>> readable(-1.7072e10), readable(2.5e13)
    ('-17.07 billion', '25 trillion')
    """
    if value == 0 or not math.isfinite(value):
        return f"{value + 0:g}"  # adding 0 makes nothing of what is less than nothing
    size = math.floor(math.log10(abs(value)))
    for unit, name in _LARGE.items():
        if unit <= abs(value) < 1000 * unit and size > 9:
            return f"{readable(value / unit, digits)} {name}"
    if not -4 <= size <= 9:
        return localised(f"{value:.{digits}g}")
    text = f"{value:,.{max(0, digits - 1 - size)}f}"
    return localised(text.rstrip("0").rstrip(".") if "." in text else text)


def number_text(value: float) -> str:
    """A number as it would stand in a file: whole numbers without a point.

    >>> number_text(3.0), number_text(0.25)
    ('3', '0.25')
    """
    value += 0.0  # -0 is 0
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else repr(value)


def as_read(number: str) -> str:
    """A number as it stands in a file, with separators and not a digit less.

    >>> as_read("14800"), as_read("-1234567.250"), as_read("1e-7"), as_read("")
    ('14,800', '-1,234,567.250', '1e-7', '')
    """
    try:
        value = float(number)
    except ValueError:
        return number
    if "e" in number.lower() or not math.isfinite(value):
        return number
    return localised(f"{value:,.{len(number.partition('.')[2])}f}")


def by_whom(word: str, is_unseen: bool) -> str:
    """What is said of a row, and by whom: models that never saw it need no mention.

    >>> by_whom("suggested", True), by_whom("suggested", False)
    ('suggested', 'suggested by the model that learned it')
    """
    return word if is_unseen else f"{word} by the model that learned it"


def percent(share: float, digits: int = 1) -> str:
    """A share in percent, with one decimal unless told; a dash where there is none.

    >>> percent(0.1184), percent(0.1184, 0), percent(float("nan"))
    ('11.8 %', '12 %', '–')
    """
    return f"{localised(f'{100 * share:,.{digits}f}')} %" if math.isfinite(share) else "–"


def between(low: str, high: str) -> str:
    """From one number to another; a unit that both have is said once.

    >>> between("2.2 %", "9.2 %"), between("12", "13.5")
    ('2.2 to 9.2 %', '12 to 13.5')
    """
    return f"{low.removesuffix(' %')} to {high}"


def times_average(weight: float, is_validation: bool = False) -> str:
    """A relative weight; a validation row's is held against other validation rows.

    >>> times_average(23.4), times_average(1.26, is_validation=True)
    ('23x average', '1.3x average of the validation rows')
    """
    return f"{times(weight)} average" + (" of the validation rows" if is_validation else "")


def times(weight: float) -> str:
    """A relative weight in short. Beyond a million, and below a hundredth, digits say nothing.

    >>> times(23.4), times(0.031), times(1e15), times(1e-40), times(0)
    ('23x', '0.03x', 'over 1,000,000x', 'below 0.01x', '0x')
    """
    if weight > _HEAVIEST_TOLD:
        return f"over {grouped(_HEAVIEST_TOLD)}x"
    if 0 < weight < _LIGHTEST_TOLD:
        return f"below {localised(str(_LIGHTEST_TOLD))}x"
    return f"{short_number(weight)}x"


def suspicion_text(suspicion: float, is_class: bool) -> str:
    """A suspicion on its scale: of classes it ends at 1, and twins, which come first, have 1 more.

    >>> suspicion_text(0.956, True), suspicion_text(1.76, True), suspicion_text(12.34, False)
    ('0.96', 'twin 0.76', '12.34')
    """
    is_twin = is_class and suspicion > 1
    return f"twin {fixed(suspicion - 1, 2)}" if is_twin else fixed(suspicion, 2)


def short_number(value: float) -> str:
    """A number with about two telling digits.

    >>> [short_number(value) for value in (1234.5, 23.4, 9.96, 1.26, 0.031, 0.0)]
    ['1,234', '23', '10', '1.3', '0.03', '0']
    """
    size = abs(value)
    if size >= 9.95:
        return localised(f"{value:,.0f}")
    if size >= 0.1:
        return localised(f"{value:.1f}")
    if size >= 0.005:
        return localised(f"{value:.2f}")
    return "0" if value == 0 else f"{value:.0e}"


def duration(seconds: float) -> str:
    """A time span.

    >>> duration(0.004), duration(0.21), duration(75), duration(7300)
    ('4 ms', '0.2 s', '1 min 15 s', '2 h 1 min')
    """
    if seconds < 0.1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 60:
        return f"{localised(f'{seconds:.1f}')} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min {int(seconds % 60)} s"
    return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"


def roughly(seconds: float) -> str:
    """A time span that nobody knows exactly.

    >>> [roughly(seconds) for seconds in (3.2, 47, 100, 400, 9000)]
    ['3 s', '50 s', '2 min', '7 min', '2.5 h']
    """
    if seconds < 10:
        return f"{max(1, round(seconds))} s"
    if seconds < 90:
        return f"{10 * round(seconds / 10)} s"
    if seconds < 5400:
        return f"{round(seconds / 60)} min"
    return f"{localised(f'{seconds / 3600:.1f}')} h"


def fixed(value: float, digits: int) -> str:
    """A number with so many decimals.

    >>> fixed(0.0251, 2), fixed(12345.6, 0), fixed(-0.001, 2)
    ('0.03', '12,346', '0.00')
    """
    return localised(f"{value:z,.{digits}f}")


def fixed_apart(one: float, other: float, digits: int) -> tuple[str, str]:
    """Two numbers with so many decimals, or one or two more where these alone tell them apart.

    >>> fixed_apart(0.12, 0.25, 2), fixed_apart(-0.0512, -0.0468, 2), fixed_apart(0.1, 0.1, 2)
    (('0.12', '0.25'), ('-0.051', '-0.047'), ('0.10', '0.10'))
    """
    for more in (digits, digits + 1, digits + 2):
        if fixed(one, more) != fixed(other, more):
            return fixed(one, more), fixed(other, more)
    return fixed(one, digits), fixed(other, digits)


def grouped(number: SupportsIndex | float) -> str:
    """A whole number with its thousands apart.

    >>> grouped(12040)
    '12,040'
    """
    return localised(f"{number:,}")


def count(number: int, noun: str, several: str = "") -> str:
    """A count with its noun; `several` where more of it are not the noun with an s.

    >>> count(1, "row"), count(1204, "row"), count(2, "row has", "rows have")
    ('1 row', '1,204 rows', '2 rows have')
    """
    return f"{grouped(number)} {noun if number == 1 else several or noun + 's'}"


def listed(words: Sequence[str]) -> str:
    """Words one after the other, as in a sentence.

    >>> listed(["-99"]), listed(["-99", "-98"]), listed(["7", "8", "9"])
    ('-99', '-99 and -98', '7, 8 and 9')
    """
    return " and ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])


def shortened(text: str, most: int = 60) -> str:
    """A text on one line, cut where it is long: Qt takes seconds to measure a megabyte.

    >>> shortened("short"), shortened("a very long text", 7)
    ('short', 'a very…')
    """
    part = text[: most + 1].replace("\r", "").replace("\n", "⏎")
    return part if len(part) <= most else f"{part[: most - 1]}…"


def size_text(size: int) -> str:
    """A number of bytes.

    >>> size_text(734), size_text(160_300_000), size_text(3_200_000_000)
    ('734 bytes', '160 MB', '3.2 GB')
    """
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            digits = 1 if size < 10 * unit else 0
            return f"{localised(f'{size / unit:,.{digits}f}')} {name}"
    return count(size, "byte")


def error_text(error: float, is_share: bool) -> str:
    """An error: the share of wrong rows, or how far off numbers are; a dash where there is none.

    >>> error_text(0.25, True), error_text(12.5, False), error_text(float("nan"), False)
    ('25.0 %', '12.5', '–')
    """
    if is_share:
        return percent(error)
    return readable(error) if math.isfinite(error) else "–"


def error_and_spread(error: float, spread: float, is_share: bool) -> str:
    """An error and its standard error, which has as many decimals.

    >>> error_and_spread(56.021, 5.2134, False), error_and_spread(0.25, 0.0123, True)
    ('56.02 ± 5.21', '25.0 % ± 1.2 %')
    >>> error_and_spread(12.5, float("inf"), False)
    '12.5'
    """
    told = error_text(error, is_share)
    if not math.isfinite(spread):
        return told
    digits = len(told.partition(marks()[0])[2])
    return f"{told} ± {percent(spread) if is_share else fixed(spread, digits)}"


def time_text(seconds: float) -> str:
    """Seconds since 1970 as a time that reads the same everywhere; empty for 0.

    >>> time_text(1700000000.25)
    '2023-11-14 22:13:20 UTC'
    """
    if not seconds:
        return ""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
