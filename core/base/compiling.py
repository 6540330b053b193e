"""How every kernel is compiled, and where the compiled code is kept.

numba notices a change of the file that a kernel stands in, not of the files that it calls into.
So each state of the kernels' sources has a cache folder of its own, in the user's cache folder.

What makes compiling long, and is not needed: copying a slice by `a[i:j] = b` (which brings along
the text of its error message; a loop does not), sorting, and a literal as an argument of another
kernel (which is compiled for it apart; `np.int64(0)` is none).

A division by zero gives infinity or NaN, as in numpy: to raise an error, each division would have a
branch, and no loop with one would become vectors.
"""

import functools
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys

from core.base.cache_folder import caches_folder

Function = TypeVar("Function", bound=Callable[..., object])
_KEPT_CACHES = 3


def _use_own_cache() -> None:
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    sources = hashlib.sha256(numba.__version__.encode())
    kernels = Path(__file__).parents[1].glob("*/kernels/**/*.py")
    for source in (Path(__file__), *sorted(kernels)):
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
        return  # no home, or no place to write: numba finds one of its own, or compiles each time
    numba.config.CACHE_DIR = str(own)


_use_own_cache()


class _Machine:
    """What numba asks about the processor for each kernel anew; it stays the same."""

    def __init__(self, codegen: Any) -> None:
        self._told = codegen.magic_tuple()

    def magic_tuple(self) -> Any:
        """The machine, as part of the key of what is kept."""
        return self._told


_machine = functools.cache(_Machine)


class _KeptCode(FunctionCache):  # type: ignore[misc]
    """Loads compiled code alone: numba would first load all that compiling needs, SciPy included.

    What code calls at run time is its memory management; whatever has to be compiled after all
    loads the rest by itself.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code for these types; None if none is kept."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return super()._index_key(sig, _machine(codegen))


def _kept(compiled: Any) -> Any:
    """A kernel whose compiled code is kept on disk."""
    compiled._cache = _KeptCode(compiled.py_func)
    return compiled


def kernel(function: Function) -> Function:
    """Compile on first call: without the GIL, cached on disk, serial."""
    compiled: Function = _kept(numba.njit(nogil=True, error_model="numpy", _nrt=True)(function))
    return compiled


def part(function: Function) -> Function:
    """A part of one kernel: compiled within that one, and not for itself as well."""
    compiled: Function = numba.njit(nogil=True, inline="always", error_model="numpy")(function)
    return compiled


def inner(function: Function) -> Function:
    """A kernel that only kernels call: what Python would need to call it is not compiled.

    Where much is handed over, as tuples of many arrays, that is most of what there is to compile.
    """
    compiled: Function = numba.njit(
        nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=True
    )(function)
    return compiled


def leaf(function: Function) -> Function:
    """A kernel that takes no room of its own, for kernels that call it often.

    Nobody counts who holds its arrays: that takes some 5 ns for each, however little there is to
    do. What a leaf calls would go without room, too, unless it says otherwise: so all others do.
    """
    compiled: Function = numba.njit(nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled


def inner_leaf(function: Function) -> Function:
    """A leaf that only kernels call."""
    compiled: Function = numba.njit(
        nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False
    )(function)
    return compiled


def sum_kernel(function: Function) -> Function:
    """Compile a plain sum, with leave to add in several lanes: the same ones on every call."""
    compiled: Function = _kept(
        numba.njit(nogil=True, error_model="numpy", fastmath={"reassoc", "nsz"}, _nrt=True)(
            function
        )
    )
    return compiled
