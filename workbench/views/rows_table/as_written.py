"""Cells as the file has them: 1.50 stays 1.50. The rows looked at last are kept."""

from collections import OrderedDict
from collections.abc import Callable

from core import Dataset

_MOST_ROWS = 1000


class AsWritten:
    """Reads rows back from the file, a bounded number of which stay at hand."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._places = {name: place for place, name in enumerate(dataset.table.names)}
        self._rows: OrderedDict[int, list[str]] = OrderedDict()

    @classmethod
    def of(cls, dataset: Dataset) -> "AsWritten | None":
        """None where single rows cannot be read quickly: packed files, and data of no file."""
        origin = dataset.table.origin
        if origin is None or origin.dialect is None:
            return None
        return cls(dataset) if origin.source.is_seekable(origin.dialect.encoding) else None

    def column(self, name: str) -> Callable[[int], str] | None:
        """What tells a row's value in a column; None for a column that the file has not got."""
        place = self._places.get(name)
        return None if place is None else lambda row: self._row(row)[place]

    def _row(self, row: int) -> list[str]:
        known = self._rows.get(row)
        if known is None:
            known = self._rows[row] = self._dataset.table.raw_row(int(self._dataset.rows[row]))
            if len(self._rows) > _MOST_ROWS:
                self._rows.popitem(last=False)
        return known
