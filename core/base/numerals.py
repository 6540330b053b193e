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
