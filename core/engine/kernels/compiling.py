"""How every kernel is compiled."""

from collections.abc import Callable
from typing import TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compile on first call: without the GIL, cached on disk, serial."""
    compiled: Function = numba.njit(nogil=True, cache=True)(function)
    return compiled
