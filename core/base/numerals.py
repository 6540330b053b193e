"""How numbers are written for the reader: the decimal mark, and what parts the thousands.

One choice for the process, English unless told otherwise. Whatever a person reads is written by
`core.base.wording`, which asks here; files and anything that is read again never do.
"""

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
