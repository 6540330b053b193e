"""Numbers, times and shares as the report writes them."""

import math
from datetime import UTC, datetime

from core.base.wording import readable
from core.data.dataset import Dataset


def percent(share: float) -> str:
    """A share in percent with one decimal; a dash where there is none.

    >>> percent(0.1184), percent(float("nan"))
    ('11.8 %', '–')
    """
    return f"{100 * share:.1f} %" if math.isfinite(share) else "–"


def grouped(number: int) -> str:
    """A whole number with its thousands apart.

    >>> grouped(12040)
    '12,040'
    """
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """A count with its noun.

    >>> counted(1, "row"), counted(1204, "row")
    ('1 row', '1,204 rows')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def error_text(data: Dataset, error: float) -> str:
    """An error: the share of wrong rows, or how far off numbers are."""
    if data.classes:
        return percent(error)
    return readable(error) if math.isfinite(error) else "–"


def time_text(seconds: float) -> str:
    """Seconds since 1970 as a time that reads the same everywhere; empty for 0.

    >>> time_text(1700000000.25)
    '2023-11-14 22:13:20 UTC'
    """
    if not seconds:
        return ""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
