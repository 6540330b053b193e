"""How every kernel is compiled; `kernel_cache` has where the compiled code is kept.

What makes compiling long, and is not needed: copying a slice by `a[i:j] = b` (which brings along
the text of its error message; a loop does not), sorting, and a literal as an argument of another
kernel (which is compiled for it apart; `np.int64(0)` is none).

A division by zero gives infinity or NaN, as in numpy: to raise an error, each division would have a
branch, and no loop with one would become vectors.
"""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys

from core.base.compiled.kernel_cache import CompilingTurn, own_folder
from core.base.compiled.late_code import make_code_late

Function = TypeVar("Function", bound=Callable[..., object])


if (_own_folder := own_folder()) is not None:
    numba.config.CACHE_DIR = str(_own_folder)


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
    loads the rest by itself. What another program compiles just now is waited for.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        self._turn = CompilingTurn(Path(self._cache_path) / f"{self._impl.filename_base}.turn")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code for these types; None if none is kept, and it is to be compiled."""
        rtsys.initialize(target_context)
        kept = self._load_kept(sig, target_context)
        if kept is None:
            make_code_late(target_context)
            self._turn.take()
            kept = self._load_kept(sig, target_context)
            if kept is not None:
                self._turn.end()
        return kept

    def _load_kept(self, sig: Any, target_context: Any) -> Any:
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled."""
        try:
            super().save_overload(sig, data)
        finally:
            self._turn.end()

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return super()._index_key(sig, _machine(codegen))


def _kept(compiled: Any) -> Any:
    """A kernel whose compiled code is kept on disk."""
    compiled._cache = _KeptCode(compiled.py_func)
    return compiled


def kernel(function: Function) -> Function:
    """Compile on first call: without the GIL, cached on disk, serial."""
    compiled: Function = _kept(
        numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, _nrt=True)(function)
    )
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
    compiled: Function = numba.njit(
        nogil=True, error_model="numpy", no_cfunc_wrapper=True, _nrt=False
    )(function)
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
        numba.njit(
            nogil=True,
            error_model="numpy",
            fastmath={"reassoc", "nsz"},
            no_cfunc_wrapper=True,
            _nrt=True,
        )(function)
    )
    return compiled
