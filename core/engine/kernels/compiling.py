"""How every kernel is compiled, and where the compiled code is kept.

numba notices a change of the file that a kernel stands in, not of the files that it calls into.
So each state of the kernels' sources has a cache folder of its own, in the user's cache folder.

What makes compiling long, and is not needed: copying a slice by `a[i:j] = b` (which brings along
the text of its error message; a loop does not), sorting, and a literal as an argument of another
kernel (which is compiled for it apart; `np.int64(0)` is none).
"""

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., object])
_KEPT_CACHES = 3


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))


def _use_own_cache() -> None:
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    sources = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        sources.update(source.read_bytes())
    caches = _user_cache() / "ensemble-workbench" / "kernels"
    own = caches / sources.hexdigest()[:16]
    try:
        own.mkdir(parents=True, exist_ok=True)
        own.touch()
        by_age = sorted(caches.iterdir(), key=lambda cache: -cache.stat().st_mtime)
        for old in by_age[_KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return  # no place to write: numba finds one of its own, or compiles each time
    numba.config.CACHE_DIR = str(own)


_use_own_cache()


def kernel(function: Function) -> Function:
    """Compile on first call: without the GIL, cached on disk, serial."""
    compiled: Function = numba.njit(nogil=True, cache=True)(function)
    return compiled


def part(function: Function) -> Function:
    """A part of one kernel: compiled within that one, and not for itself as well."""
    compiled: Function = numba.njit(nogil=True, inline="always")(function)
    return compiled


def sum_kernel(function: Function) -> Function:
    """Compile a plain sum, with leave to add in several lanes: the same ones on every call."""
    compiled: Function = numba.njit(nogil=True, cache=True, fastmath={"reassoc", "nsz"})(function)
    return compiled
