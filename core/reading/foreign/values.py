"""Values that a library gives one by one, column by column, as Arrow arrays."""

from collections.abc import Sequence
from typing import Any

from core.reading.foreign.grid import array_of

_EXACT = 2**53


def cells(values: Sequence[Any]) -> Any:
    """A column whose values may be of any kind; None is missing, bytes are told by their number."""
    kinds = set(map(type, values))
    if bytes in kinds:
        values = [f"({len(value)} bytes)" if type(value) is bytes else value for value in values]
    if int in kinds and any(type(value) is int and abs(value) > _EXACT for value in values):
        # A float cannot hold them: they are names rather than amounts.
        values = [str(value) if type(value) is int else value for value in values]
    if type(None) in kinds:
        values = ["" if value is None else value for value in values]
    return array_of(values)
