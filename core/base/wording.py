"""Numbers in sentences, tables and axes: as a person reads them."""

import math


def readable(value: float, digits: int = 4) -> str:
    """A number with so many telling digits and separators, without powers of ten if it can.

    >>> [readable(value) for value in (205234.1, 12.3456, 0.04567, 0.0, -3.0, 1e12)]
    ['205,234', '12.35', '0.04567', '0', '-3', '1e+12']
    """
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    size = math.floor(math.log10(abs(value)))
    if not -4 <= size <= 9:
        return f"{value:.{digits}g}"
    text = f"{value:,.{max(0, digits - 1 - size)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def by_whom(word: str, is_unseen: bool) -> str:
    """What is said of a row, and by whom: models that never saw it need no mention.

    >>> by_whom("suggested", True), by_whom("suggested", False)
    ('suggested', 'suggested by the model that learned it')
    """
    return word if is_unseen else f"{word} by the model that learned it"
