"""Data of several files in a session: they stay where they are, and are found there again."""

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.codec import require
from core.base.errors import DataError, SessionFileError
from core.base.progress import Watch
from core.data.dataset import Dataset
from core.sources.parts import Parts
from core.storage.rereading import files_of, how_read, read_files_again

_END = 1 << 16


class DataWantedError(SessionFileError):
    """The session is sound, and the data it was made with have to be shown to it."""

    def __init__(self, sentence: str, is_folder: bool = False) -> None:
        super().__init__(sentence)
        self.is_folder = is_folder


def are_files(base: Dataset) -> bool:
    """Whether data were read from several files."""
    return base.table.files is not None and base.table.files.origin is not None


def about_files(base: Dataset) -> dict[str, Any]:
    """Which files data came from; raise SessionFileError if one of them changed since."""
    files = base.table.files
    assert files is not None
    assert files.origin is not None
    if changed := files.origin.changed:
        raise SessionFileError(
            f"{changed[0]} is gone or was changed since it was opened, so a session would not fit "
            "it. Put it back as it was, or export the decisions and the model."
        )
    return how_read(base) | {"name": base.name, "checksum": files_checksum(files.origin.parts)}


def files_checksum(parts: Parts) -> str:
    """What tells the files from others cheaply: the names, sizes, starts and ends of all."""
    digest = hashlib.sha256()
    for name, path in zip(parts.names, parts.paths, strict=True):
        try:
            with path.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(0)
                ends = file.read(_END)
                file.seek(max(0, size - _END))
                ends += file.read(_END)
        except OSError:
            size, ends = -1, b""
        digest.update(repr((name, size, hashlib.sha256(ends).hexdigest())).encode())
    return digest.hexdigest()


def found_files(
    about: Mapping[str, Any], folder: Path, given: str | os.PathLike[str] | None, watch: Watch
) -> Dataset:
    """The data of a session of several files: as given, where they were, or beside it."""
    name, kept, checksum = about["name"], about["files"], about["checksum"]
    require(isinstance(name, str) and isinstance(kept, str) and isinstance(checksum, str))
    beside = folder / Path(kept).name
    for place in (Path(kept), beside) if given is None else (Path(given),):
        if str(place).startswith(("\\\\", "//")):
            continue  # asking for it would call another computer
        try:
            parts = files_of(about, place)
        except (DataError, OSError):
            continue
        if files_checksum(parts) == checksum:
            return read_files_again(about, watch, place)
    where = kept if given is None else given
    raise DataWantedError(
        f"a session does not hold data of several files, and those of {where} are not as they were "
        "when it was saved. Choose the folder with the files as they were then.",
        is_folder=True,
    )
