"""How numbers are written for the reader: the decimal mark, and what parts the thousands.

One choice for the process, English unless told otherwise. Whatever a person reads is written by
`core.base.wording`, which asks here; files and anything that programs read never do. What a
person types is read with the same marks.
"""

import re

_marks: dict[int, str] = {}


def write_numbers(decimal: str, thousands: str) -> None:
    """Write numbers with these marks from now on; a thousands mark may be empty."""
    _marks.clear()
    if (decimal, thousands) != (".", ","):
        _marks.update(str.maketrans({".": decimal, ",": thousands}))


def without_thousands(number: str) -> str:
    """A number as the reader writes it, without what parts the thousands.

    >>> without_thousands("1,234.5")
    '1234.5'
    """
    return number.replace(_marks.get(ord(","), ","), "") if _marks.get(ord(","), ",") else number


def plain_number(number: str) -> str:
    """A number as the reader writes it, as programs do: a point, and no thousands.

    >>> write_numbers(",", ".")
    >>> plain_number("1.234,5")
    '1234.5'
    >>> write_numbers(".", ",")
    >>> plain_number("1,234.5")
    '1234.5'
    """
    return without_thousands(number).replace(_marks.get(ord("."), "."), ".")


def marks() -> tuple[str, str]:
    """The decimal mark, and what parts the thousands."""
    return _marks.get(ord("."), "."), _marks.get(ord(","), ",")


def has_thousands(number: str) -> bool:
    """Whether a number is typed with its thousands apart, each of three digits.

    >>> has_thousands("12,345"), has_thousands("0,500"), has_thousands("12,34")
    (True, False, False)
    """
    decimal, thousands = (re.escape(mark) for mark in marks())
    if not thousands:
        return False
    pattern = rf"[+-]?[1-9]\d{{0,2}}({thousands}\d{{3}})+({decimal}\d*)?"
    return re.fullmatch(pattern, number.strip()) is not None


def typed_number(number: str) -> str:
    """What a person typed with their marks, as programs write it; with a point it stays as it is.

    What is no number stays none: 0,5 is not taken for 5 where a comma parts the thousands.

    >>> typed_number("1,234.5"), typed_number("0.001"), typed_number("0,5")
    ('1234.5', '0.001', '0,5')
    >>> write_numbers(",", ".")
    >>> typed_number("1.234,5"), typed_number("0.001"), typed_number("0,5")
    ('1234.5', '0.001', '0.5')
    >>> write_numbers(".", ",")
    """
    number = number.strip()
    if has_thousands(number):
        return plain_number(number)
    return number.replace(marks()[0], ".") if "." not in number else number


def localised(number: str) -> str:
    """A number that was written the English way, as the reader writes it.

    >>> localised("1,234.5")
    '1,234.5'
    >>> write_numbers(",", ".")
    >>> localised("1,234.5")
    '1.234,5'
    >>> write_numbers(".", ",")
    """
    return number.translate(_marks) if _marks else number
