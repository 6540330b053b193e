"""Values as sentences and bars show them: long numbers and long texts cut short."""

import math

from core.base.wording import readable, shortened

_MOST_DIGITS, _MOST_LETTERS = 9, 40


def short_value(text: str) -> str:
    """A value that is read within a sentence; nothing is said of one that is short already.

    >>> short_value("0.22578661322792176"), short_value("2022"), short_value("2022-01-06")
    ('0.225787', '2022', '2022-01-06')
    """
    if len(text) <= _MOST_DIGITS:
        return text
    try:
        number = float(text)
    except ValueError:
        return shortened(text, _MOST_LETTERS)
    return readable(number, 6) if math.isfinite(number) else text
