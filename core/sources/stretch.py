"""A stretch of a file: some of its rows, one behind the other, that are read by themselves."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Stretch:
    """Bytes of a text, both ends where a row starts, or row groups of a Parquet file."""

    start: int
    stop: int
    """The byte, or the row group, that it ends before."""
    line: int
    """The line that its first row stands on."""
