"""Which texts are numbers, and what a column of texts holds.

The rules are those of the compiled kernel: ASCII digits only (the digit ٣ is a text), no 0x1F,
`1e5` and `inf` are numbers, a whole number with leading zeros or with more digits than a float
holds is a code and stays a text.
"""

import enum
import functools
import re
from collections.abc import Iterable

from core.data.column import Kind
from core.sources.dialect import Dialect

_EXACT = 2**53


class Sort(enum.Enum):
    """What a single text is."""

    NUMBER = "number"
    MISSING = "missing"
    CODE = "code"
    TEXT = "text"


def sort_of(text: str, dialect: Dialect) -> Sort:
    """What a text is, in a column that is otherwise numbers.

    >>> [sort_of(text, Dialect()).value for text in ("1e5", "007", "-", "0x1F")]
    ['number', 'code', 'missing', 'text']
    """
    word = text.strip(" \t")
    if not word:
        return Sort.MISSING
    found = _pattern(dialect.decimal, dialect.thousands).fullmatch(word)
    if found is None:
        return Sort.MISSING if dialect.is_missing(word, among_numbers=True) else Sort.TEXT
    whole = found.group("whole")
    if whole is not None:
        digits = whole.replace(dialect.thousands, "") if dialect.thousands else whole
        if (len(digits) > 1 and digits[0] == "0") or len(digits) > 18 or int(digits) > _EXACT:
            return Sort.CODE
    return Sort.NUMBER


def number_of(text: str, dialect: Dialect) -> float:
    """The value of a text that is a number."""
    word = text.strip(" \t")
    if dialect.thousands:
        word = word.replace(dialect.thousands, "")
    return float(word.replace(dialect.decimal, "."))


def kind_of(texts: Iterable[str], dialect: Dialect) -> Kind:
    """Number if every text is one or missing, else category."""
    known = (Sort.NUMBER, Sort.MISSING)
    return Kind.NUMBER if all(sort_of(t, dialect) in known for t in texts) else Kind.CATEGORY


@functools.lru_cache(maxsize=32)
def _pattern(decimal: str, thousands: str) -> re.Pattern[str]:
    mark, point = re.escape(thousands), re.escape(decimal)
    grouped = rf"[0-9]{{1,3}}(?:{mark}[0-9]{{3}})+|" if thousands else ""
    digits = rf"(?:{grouped}[0-9]+)"
    exponent = "(?:[eE][+-]?[0-9]+)?"
    return re.compile(
        rf"[+-]?(?:(?P<whole>{digits})|{digits}(?:{point}[0-9]*)?{exponent}"
        rf"|{point}[0-9]+{exponent}|inf(?:inity)?)",
        re.IGNORECASE | re.ASCII,
    )
