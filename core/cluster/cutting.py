"""What each worker is given: whole files, and stretches of those that are large.

A Parquet file is cut between row groups. A text is cut anywhere at first: whoever has a stretch
finds its rows, as if one started with its first line. Where the stretch before it ends elsewhere,
since a line break stood inside quotes, it looks once more, from there. So rows are those that
reading the file as a whole would give.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.parts.looking import FilesLook
from core.reading.parquet import opened
from core.reading.row_finding import RowsFound
from core.sources.source import Source
from core.sources.stretch import Stretch

LEAST = 4 << 20
"""Nothing is cut into pieces of fewer bytes."""
_EACH = 2
"""No worker should have fewer pieces, so that all have about as much to do."""

Key = tuple[int, int]
"""A file by its number, and which of its pieces."""


@dataclass(frozen=True)
class FilePiece:
    """A file by its number among all, or a stretch of it: which one, counted from 0."""

    number: int
    size: int
    place: int = 0
    stretch: Stretch | None = None
    is_settled: bool = True
    """Whether rows are known to start at both ends of the stretch."""

    @property
    def key(self) -> Key:
        """What it is known by."""
        return self.number, self.place


def dealt(look: FilesLook, workers: int) -> list[list[FilePiece]]:
    """The pieces of all files, in lists of about the same size in bytes, one a worker."""
    sources = look.parts.sources
    sizes = [source.size for source in sources]
    most = max(LEAST, math.ceil(sum(sizes) / (_EACH * max(1, workers))))
    pieces = [
        piece
        for number, (source, size) in enumerate(zip(sources, sizes, strict=True))
        for piece in _cut(look, number, source, size, most)
    ]
    shares: list[list[FilePiece]] = [[] for _ in range(max(1, min(workers, len(pieces))))]
    filled = [0] * len(shares)
    for piece in sorted(pieces, key=lambda piece: (-piece.size, piece.key)):
        least = filled.index(min(filled))
        shares[least].append(piece)
        filled[least] += piece.size + 1
    return [sorted(share, key=lambda piece: piece.key) for share in shares]


def _cut(look: FilesLook, number: int, source: Source, size: int, most: int) -> list[FilePiece]:
    dialect = look.schema.dialect
    parts = min(math.ceil(size / most), size // LEAST)
    if parts < 2:
        return [FilePiece(number, size)]
    if dialect is None:
        return _between_groups(number, source, size, parts)
    if not source.is_seekable(dialect.encoding):
        return [FilePiece(number, size)]
    bounds = [size * place // parts for place in range(parts + 1)]
    return [
        FilePiece(number, stop - start, place, Stretch(start, stop, 0), is_settled=False)
        for place, (start, stop) in enumerate(itertools.pairwise(bounds))
    ]


def _between_groups(number: int, source: Source, size: int, parts: int) -> list[FilePiece]:
    known = opened(source).metadata
    groups = [known.row_group(each) for each in range(known.num_row_groups)]
    ends = np.cumsum([0, *(group.total_byte_size for group in groups)])
    lines = np.cumsum([2, *(group.num_rows for group in groups)]).tolist()
    wanted = ends[-1] * np.arange(1, parts) / parts
    cuts = np.searchsorted(ends, wanted).clip(1, max(1, len(groups) - 1))
    bounds = np.unique([0, *cuts, len(groups)]).tolist()
    if len(bounds) < 3:
        return [FilePiece(number, size)]
    return [
        FilePiece(
            number,
            int(size * (ends[stop] - ends[start]) / max(1, ends[-1])),
            place,
            Stretch(start, stop, lines[start]),
        )
        for place, (start, stop) in enumerate(itertools.pairwise(bounds))
    ]


class RowStarts:
    """Where the rows of stretches of texts start, once that is known of all of them."""

    def __init__(self, shares: Sequence[Sequence[FilePiece]]) -> None:
        self._files: dict[int, list[FilePiece]] = {}
        for piece in sorted((p for share in shares for p in share), key=lambda piece: piece.key):
            if not piece.is_settled:
                self._files.setdefault(piece.number, []).append(piece)
        self._found: dict[Key, RowsFound] = {}

    @property
    def are_known(self) -> bool:
        """Whether there is nothing to find."""
        return not self._files

    def take(self, found: Mapping[Key, RowsFound]) -> None:
        """Take what was found in some stretches."""
        self._found |= found

    def again(self) -> dict[Key, int]:
        """The stretches to look at once more, and where their first row starts.

        Empty once each starts where the one before it ends.
        """
        wrong: dict[Key, int] = {}
        for pieces in self._files.values():
            stop = self._found[pieces[0].key].start
            for piece in pieces:
                found = self._found[piece.key]
                if found.start != stop:
                    wrong[piece.key] = stop
                if found.stop is None:
                    break  # it is asked again, or cannot be read at all
                stop = found.stop
        return wrong

    def settled(self, share: Sequence[FilePiece]) -> list[FilePiece]:
        """The pieces of a share with the ends that were found, without those that have no rows."""
        known = {piece.key: piece for each in self._files.values() for piece in self._of_file(each)}
        pieces = [piece if piece.is_settled else known.get(piece.key) for piece in share]
        return [piece for piece in pieces if piece is not None]

    def _of_file(self, pieces: Sequence[FilePiece]) -> Iterator[FilePiece]:
        last = pieces[-1].stretch
        assert last is not None
        line = self._found[pieces[0].key].first_line
        for piece in pieces:
            found = self._found[piece.key]
            # From where it cannot be read, one piece has all the rest: who reads that will tell.
            stop = last.stop if found.stop is None else found.stop
            if stop > found.start:
                stretch = Stretch(found.start, stop, line)
                yield replace(piece, stretch=stretch, is_settled=True)
            if found.stop is None:
                return
            line += found.lines
