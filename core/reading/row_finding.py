"""Where rows start and end in a part of a text that is read by itself, and how many lines it has.

Whether a line break ends a row is known for certain only to who has read all that stands before it:
it may stand inside quotes. So a part is read as if a row started with its first line, and whoever
knows better says so.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.base.errors import DataError
from core.base.progress import Progress, Watch
from core.base.stopping import stop_if_asked
from core.reading.parsing import SKIPPED, Parser
from core.sources.dialect import Dialect
from core.sources.layout import read_layout
from core.sources.source import Source
from core.sources.stretch import Stretch

_BLOCK = 1 << 16


@dataclass(frozen=True)
class RowsFound:
    """The bytes where a first row starts and where the last one ends, and the lines in between."""

    start: int
    stop: int | None
    """None if the part cannot be read from there."""
    lines: int
    first_line: int
    """The line of the first row of the file."""


def find_rows(source: Source, dialect: Dialect, start: int | None, watch: Watch) -> RowsFound:
    """The rows of a stretch whose ends may be any bytes: those that start in it.

    Where one is known to start at, that is given; else the first line is taken for a row.
    """
    stretch = source.stretch
    assert stretch is not None
    layout = read_layout(source, dialect)
    if start is None:
        start = layout.start if stretch.start == 0 else _line_from(source, stretch)
    here = replace(layout, start=start, line=1)
    size = max(1, stretch.stop - start)

    def told(done: int, _: int) -> None:
        watch(Progress(min(size, done - start), size, f"finding rows in {source.name}"))

    end, next_line = start, 1
    try:
        for piece in Parser(source, dialect, here, [SKIPPED] * layout.width).pieces(
            told, stretch.stop
        ):
            stop_if_asked()
            end, next_line = piece.next_byte, piece.next_line
    except DataError:
        # Either it was entered in the middle of a row, or whoever reads its rows will be told.
        return RowsFound(start, None, 0, layout.line)
    return RowsFound(start, end, next_line - 1, layout.line)


def _line_from(source: Source, stretch: Stretch) -> int:
    """Where the first line starts that does so at a byte or after it."""
    from core.reading.kernels.lines import after_break

    place = stretch.start - 1
    while True:
        block = source.piece(place, _BLOCK)
        data = np.frombuffer(block, np.uint8)
        found = int(after_break(data, 0, len(data)))
        # What ends the block may be half of a line break.
        if found < len(data) or len(data) < _BLOCK:
            return place + found
        place += len(data) - 1
