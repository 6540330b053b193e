"""Where compiled kernels are kept, how much room they take, and how to clear them away."""

import contextlib
from pathlib import Path

import platformdirs


def caches_folder() -> Path:
    """The folder of all caches; raise RuntimeError where the user has no home."""
    own = platformdirs.user_cache_path("ensemble-workbench", appauthor=False, opinion=False)
    return own / "kernels"


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
