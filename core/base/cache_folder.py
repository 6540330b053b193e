"""Where compiled kernels and encoded parts are kept, how much room they take, and clearing them."""

import contextlib
from pathlib import Path

import platformdirs


def _own_folder() -> Path:
    return platformdirs.user_cache_path("ensemble-workbench", appauthor=False, opinion=False)


def caches_folder() -> Path:
    """The folder of all caches of kernels; raise RuntimeError where the user has no home."""
    return _own_folder() / "kernels"


def parts_folder() -> Path:
    """The folder of the codes of data in parts; raise RuntimeError where the user has no home."""
    return _own_folder() / "parts"


def cache_size(folder: Path) -> int:
    """How many bytes the files in a folder have, and in those below."""
    size = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):  # another program may clear it meanwhile
            size += path.stat().st_size if path.is_file() else 0
    return size


def clear_cache(folder: Path) -> None:
    """Delete the files, and leave the folders: a program that runs writes there.

    What is compiled already is used on; at the next start it is compiled again.
    """
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            if path.is_file():
                path.unlink()
