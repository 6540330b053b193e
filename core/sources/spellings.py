"""Numbers as people write them: with a currency, a unit or a percent sign, or as a time.

The compiled kernel reads plain numbers only. A column that it leaves as texts is numbers after all
if every text is one number with the same signs around it: "$1,200.50", "12 %", "(1,200)", "60 kg",
"5,00-" or "1:30:00". What stands around the number is left out; a percent sign divides nothing.
"""

import functools
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.sources.dialect import Dialect

_MOSTLY = 0.75
"""The share of texts that must be numbers for the others to be exceptions."""
_FEW = 10
_EXACT = 2**53
_BLANKS = " \t\u00a0\u202f"
_MINUS = r"\-\u2212\u2013"
_CURRENCIES = (
    "AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KRW|MXN|"
    "MYR|NOK|NZD|PEN|PHP|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR"
)
"""What may stand right before a number: other letters are those of a code, as in MRN200652."""
_MONEY = (
    rf"(?:[A-Z]{{1,3}})?[$€£¥₹₽₩₺₪₫฿]|(?:{_CURRENCIES})(?=[\d+-])|[A-Z]{{3}}(?=\s)|Rs\.?|[Kk]r\.?"
)
_UNIT = r"[%‰°$€£¥₹₽₩₺₪₫฿]|°[CF]|[^\W\d_](?:[^\W\d_]|[./²³]){0,11}"
_GAP = rf"[{_BLANKS}]*"
_WRITTEN = re.compile(
    rf"(?P<open>\()?(?:{_GAP}(?P<sign>[+{_MINUS}]))?{_GAP}(?:(?P<before>{_MONEY}){_GAP})?"
    rf"(?P<inner>[+{_MINUS}])?"
    rf"(?P<number>[.,]?[0-9](?:[{_BLANKS}]?[0-9.,'’])*(?:[eE][+-]?[0-9]+)?)"
    rf"(?:{_GAP}(?P<behind>[{_MINUS}]))?(?:{_GAP}(?P<after>{_UNIT}))?{_GAP}(?P<close>\))?"
)
"""Blanks can be read in one way only: else a long row of them would take forever."""
_TIME = re.compile(
    r"(?P<sign>-)?(?P<hours>[0-9]{1,4}):(?P<minutes>[0-5][0-9])"
    r"(?::(?P<seconds>[0-5][0-9](?:[.,][0-9]+)?))?(?: ?(?P<half>[AaPp])\.?[Mm]\.?)?"
)


@dataclass(frozen=True)
class Spelling:
    """How the numbers of a column are written, and the value of every text; NaN for none."""

    decimal: str
    thousands: str
    around: tuple[str, str]
    values: tuple[float, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every text is a number."""
        return not any(map(math.isnan, self.values))

    @property
    def is_plain(self) -> bool:
        """Whether any program reads the numbers as they are written."""
        return (self.decimal, self.thousands, self.around) == (".", "", ("", ""))


def spelling_of(texts: Sequence[str], dialect: Dialect) -> Spelling | None:
    """How these different texts write numbers, if all or nearly all of them do.

    >>> spelling_of(["$1,200.50", "-$7.00"], Dialect()).values
    (1200.5, -7.0)
    >>> spelling_of(["60 kg", "70 g"], Dialect()) is None
    True
    """
    return _read(texts, dialect) if texts else None


def number_part(text: str) -> str:
    """The number in a text, without what stands around it; empty if there is none.

    >>> number_part("$1,200.50"), number_part("2024-01-02")
    ('1,200.50', '')
    """
    found = _WRITTEN.fullmatch(text.strip(_BLANKS))
    return found["number"] if found else ""


def has_marks(number: str, decimal: str, thousands: str) -> bool:
    """Whether a number can be read with these marks."""
    return _pattern(decimal, thousands).fullmatch(number) is not None


def _read(texts: Sequence[str], dialect: Dialect) -> Spelling | None:
    if _TIME.fullmatch(texts[len(texts) // 2].strip(_BLANKS)):
        return _enough(Spelling(":", "", ("", "time"), tuple(map(_hours, texts))))
    found = [_WRITTEN.fullmatch(text.strip(_BLANKS)) for text in texts]
    signs = Counter((each["before"] or "", each["after"] or "") for each in found if each)
    if not signs:
        return None
    around, _ = signs.most_common(1)[0]
    if any(around) and any(any(other) and other != around for other in signs):
        return None  # 60 kg and 70 g, or ABC7 and XYZ7: the sign tells what the number does not
    numbers = [
        each["number"]
        if each
        and (each["before"] or "", each["after"] or "") == around
        and bool(each["open"]) == bool(each["close"])
        and sum(each[sign] is not None for sign in ("open", "sign", "inner", "behind")) <= 1
        else ""
        for each in found
    ]
    decimal, thousands = _marks([number for number in numbers if number], dialect, around)
    pattern = _pattern(decimal, thousands)
    values = []
    for number, each in zip(numbers, found, strict=True):
        if not number or not pattern.fullmatch(number) or each is None:
            values.append(math.nan)
            continue
        if _is_code(number, thousands):
            return None
        plain = number.replace(thousands, "") if thousands else number
        value = float(plain.replace(decimal, "."))
        signs_there = (each["sign"] or "") + (each["inner"] or "") + (each["behind"] or "")
        values.append(-value if each["open"] or signs_there.strip("+") else value)
    return _enough(Spelling(decimal, thousands, around, tuple(values)))


def _enough(found: Spelling) -> Spelling | None:
    """The spelling, if no text or only a few of many are exceptions."""
    numbers = len(found.values) - sum(map(math.isnan, found.values))
    is_enough = numbers >= max(_FEW, _MOSTLY * len(found.values))
    return found if found.is_whole or is_enough else None


def _hours(text: str) -> float:
    found = _TIME.fullmatch(text.strip(_BLANKS))
    if found is None:
        return math.nan
    hours = int(found["hours"])
    if found["half"]:
        if not 1 <= hours <= 12:
            return math.nan
        hours = hours % 12 + (12 if found["half"] in "Pp" else 0)
    seconds = float((found["seconds"] or "0").replace(",", "."))
    value = hours + int(found["minutes"]) / 60 + seconds / 3600
    return -value if found["sign"] else value


def _marks(numbers: Sequence[str], dialect: Dialect, around: tuple[str, str]) -> tuple[str, str]:
    """The decimal and the thousands mark under which most of these are numbers.

    Bare numbers have the marks of the file. Beside a unit others can be told with more certainty.
    """
    own = (dialect.decimal, dialect.thousands)
    if not any(around):
        own_choices = [own, (".", "’")] if dialect.decimal == "." and not own[1] else [own]
        return _most_readable(numbers, own_choices)
    choices = [own, (".", ","), (",", "."), (".", ""), (",", "")]
    if not all(re.fullmatch(r"[1-9][0-9]{0,2}(?:,[0-9]{2,3})+", n) for n in numbers if "," in n):
        choices.insert(1, choices.pop())  # a comma that cannot stand between thousands
    choices += [(".", mark) for mark in "'’ \u00a0\u202f"]
    choices += [(",", mark) for mark in " \u00a0\u202f"]
    return _most_readable(numbers, choices)


def _most_readable(numbers: Sequence[str], choices: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The marks under which most are numbers, of equals the first; all is not counted twice."""
    best, most = choices[0], -1
    for marks in choices:
        count = sum(has_marks(number, *marks) for number in numbers)
        if count > most:
            best, most = marks, count
        if most == len(numbers):
            break
    return best


def _is_code(number: str, thousands: str) -> bool:
    """Whether a whole number has leading zeros, or more digits than a float holds."""
    digits = number.replace(thousands, "") if thousands else number
    if not digits.isdigit():
        return False
    return (len(digits) > 1 and digits[0] == "0") or len(digits) > 18 or int(digits) > _EXACT


@functools.lru_cache(maxsize=64)
def _pattern(decimal: str, thousands: str) -> re.Pattern[str]:
    """Numbers with these marks; with commas also in groups of two, as in 12,34,567."""
    mark, point = re.escape(thousands), re.escape(decimal)
    grouped = rf"[0-9]{{1,3}}(?:{mark}[0-9]{{3}})+|" if thousands else ""
    if thousands == ",":
        grouped += r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}|"
    digits = rf"(?:{grouped}[0-9]+)"
    return re.compile(rf"(?:{digits}(?:{point}[0-9]*)?|{point}[0-9]+)(?:[eE][+-]?[0-9]+)?")
