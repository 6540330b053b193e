"""Some values of every column: from the first rows, and from other places of the file."""

from dataclasses import dataclass

from core.sources.dialect import Dialect
from core.sources.fields import records
from core.sources.layout import TextLayout, lines_per_byte, stream_encoding
from core.sources.source import Source

_SPOTS = 4
_ROWS_PER_SPOT = 25
_LEAST_SPOT, _MOST_SPOT = 1 << 12, 1 << 16


@dataclass(frozen=True)
class Sample:
    """Texts of every column, and how many rows the file seems to have."""

    values: list[list[str]]
    estimated_rows: int


def sampled(source: Source, dialect: Dialect, layout: TextLayout) -> Sample:
    """The first rows, and a few from elsewhere if that is quick."""
    # Rows with too many values will be set aside.
    rows = [row for row in layout.rows if not any(row[layout.width :])]
    density = [1 / layout.row_bytes]
    for spot in _spots(source, dialect, layout):
        text = spot.decode(stream_encoding(dialect), "replace")
        # It may lie within quotes, so only whole rows of full width count.
        found = list(records(text, dialect))[1:-1]
        rows += [record.values for record in found if len(record.fields) == layout.width]
        lines = (found[-1].line - found[0].line) / (len(found) - 1) if len(found) > 1 else 1.0
        density.append(lines_per_byte(spot) / max(1.0, lines))
    columns: list[list[str]] = [[] for _ in layout.names]
    for row in rows:
        for column, value in zip(columns, row, strict=False):
            column.append(value)
    left = max(0, source.unpacked_size(dialect.encoding) - layout.start)
    estimated = round(left * sum(density) / len(density))
    count = len(layout.records)
    return Sample(columns, count if layout.is_whole else max(estimated, count))


def _spots(source: Source, dialect: Dialect, layout: TextLayout) -> list[bytes]:
    """Pieces from elsewhere; a packed file would have to be unpacked for them."""
    if not source.is_seekable(dialect.encoding):
        return []
    first = layout.start + int(layout.row_bytes * len(layout.records))
    step = (source.size - first) // _SPOTS
    size = min(max(_LEAST_SPOT, int(_ROWS_PER_SPOT * layout.row_bytes)), _MOST_SPOT)
    if step <= 2 * size:
        return []
    return [source.piece(first + (n + 1) * step - size, size) for n in range(_SPOTS)]
