"""Which sources are read in parts: folders, patterns of names, and a file too large for memory."""

import os
from collections.abc import Collection
from pathlib import Path

from core.base.progress import Watch, unwatched
from core.parts.looking import FilesLook
from core.parts.sizes import fits_memory
from core.reading.memory import free_memory
from core.sources.formats import format_of
from core.sources.known_dialect import NOTHING_KNOWN, Known
from core.sources.parts import Parts, are_parts
from core.sources.source import Packing, Source

_MOST_GROWTH = 16
"""A byte of a packed text, or of a Parquet file, becomes no more bytes in memory than so many."""


def look_in_parts(
    path: str | os.PathLike[str],
    known: Known = NOTHING_KNOWN,
    as_text: Collection[str] = (),
    watch: Watch = unwatched,
    is_asked_for: bool = False,
) -> FilesLook | None:
    """A look at what is to be read in parts; None for a file that fits into memory as a whole."""
    if is_asked_for or are_parts(path):
        return FilesLook.at(Parts.of(path), known, as_text, watch)
    if not _may_exceed(path):
        return None
    look = FilesLook.at(Parts.of(path), known, as_text, watch)
    return None if fits_memory(look) else look


def _may_exceed(path: str | os.PathLike[str]) -> bool:
    """Whether a file is worth a look: a small one, and one of another program, is not."""
    if not Path(path).is_file():
        return False
    source = Source.from_path(path)
    if source.size * _MOST_GROWTH < free_memory():
        return False
    return source.packing is Packing.PARQUET or format_of(source) is None
