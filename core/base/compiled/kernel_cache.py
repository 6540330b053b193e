"""The folder of compiled kernels, whether all are in it, and whose turn it is to compile one.

numba notices a change of the file that a kernel stands in, not of the files that it calls into.
So each state of the kernels' sources has a folder of its own, in the user's cache folder. Nothing
here loads numba: a program asks before it starts whether there is anything to compile.
"""

import functools
import hashlib
import os
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.cache_folder import caches_folder

if TYPE_CHECKING:
    from filelock import FileLock

_KEPT_CACHES = 3
_ALL = "all-compiled"
_PATIENCE = 100.0
"""Seconds. No kernel takes as long: whoever compiles it has come to a halt."""


@functools.cache
def own_folder() -> Path | None:
    """Where this program's kernels are kept; None if numba chooses, or no place can be written."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return None
    sources = hashlib.sha256(version("numba").encode())
    kernels = Path(__file__).parents[2].glob("*/kernels/**/*.py")
    for source in (Path(__file__).parents[1] / "compiling.py", *sorted(kernels)):
        sources.update(source.read_bytes())
    try:
        caches = caches_folder()
        own = caches / sources.hexdigest()[:16]
        own.mkdir(parents=True, exist_ok=True)
        own.touch()
        by_age = sorted(caches.iterdir(), key=lambda cache: -cache.stat().st_mtime)
        for old in by_age[_KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    except (OSError, RuntimeError):
        return None  # no home, or no place to write: numba finds one of its own, or keeps nothing
    return own


def is_worth_filling() -> bool:
    """Whether there is a folder for kernels, and some may be lacking."""
    own = own_folder()
    return own is not None and not (own / _ALL).exists()


def note_all_compiled() -> None:
    """Every kernel that people need is in the folder."""
    own = own_folder()
    if own is not None:
        try:
            (own / _ALL).touch()
        except OSError:
            return  # then the next start asks the compiler again, which has nothing to do


class CompilingTurn:
    """The right to compile a kernel: of several programs one has it, the others wait for its work.

    It ends with the process, however that ends. Where nothing can be locked, nobody waits.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: FileLock | None = None

    def take(self) -> None:
        """Have it, at once or after whoever has it now; who has it already keeps it."""
        from filelock import FileLock

        if self._lock is not None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._path, thread_local=False, fallback_to_soft=False)
            lock.acquire(_PATIENCE, poll_interval=0.02)
        except (OSError, NotImplementedError):  # filelock's Timeout is an OSError, too
            return
        self._lock = lock

    def end(self) -> None:
        """Leave it to the next one."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
