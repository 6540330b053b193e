"""Calls into libraries: one thread each, and their warnings about convergence unseen.

Several members of an ensemble are fitted side by side by our own pool. A library that starts
threads of its own in each of them is slower and may add up in another order. What hides warnings
does so for the whole process: the first one in hides them and the last one out takes that back.
"""

import contextlib
import functools
import importlib
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

_lock = threading.Lock()
_inside = 0
_before: dict[str, int] = {}
_quiet = contextlib.ExitStack()
_quiet_inside = 0


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Linear algebra on one thread: sums come out the same however many threads there are.

    Some builds of the libraries count their threads for each calling thread apart, others for the
    whole process. So every thread sets the limit for itself, and gives back what was there
    before the first one came.
    """
    global _inside  # noqa: PLW0603 - the limits may be the process's
    with _lock:
        _inside += 1
        libraries = _libraries("blas")
        for library in libraries:
            _before.setdefault(library.filepath, library.num_threads)
            library.set_num_threads(1)
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            for library in libraries:
                library.set_num_threads(_before[library.filepath])
            if _inside == 0:
                _before.clear()


@contextlib.contextmanager
def library_fit() -> Iterator[None]:
    """A fit by scikit-learn; it may end before it has converged, and that is no one's trouble."""
    # Loaded before the limits are set: they hold for libraries that are there.
    for name in ("scipy.linalg", "sklearn.utils"):
        importlib.import_module(name)
    with one_thread(), _without_openmp(), _quietly():
        yield


@contextlib.contextmanager
def _without_openmp() -> Iterator[None]:
    # OpenMP counts its threads for each calling thread apart.
    before = [(library, library.num_threads) for library in _libraries("openmp")]
    for library, _ in before:
        library.set_num_threads(1)
    try:
        yield
    finally:
        for library, threads in before:
            library.set_num_threads(threads)


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    from sklearn.exceptions import ConvergenceWarning

    global _quiet_inside  # noqa: PLW0603 - the filters are the process's
    with _lock:
        _quiet_inside += 1
        if _quiet_inside == 1:
            _quiet.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore", ConvergenceWarning)
    try:
        yield
    finally:
        with _lock:
            _quiet_inside -= 1
            if _quiet_inside == 0:
                _quiet.close()


def _libraries(interface: str) -> list[Any]:
    found = _controller("scipy.linalg" in sys.modules, "sklearn" in sys.modules)
    return [library for library in found.lib_controllers if library.user_api == interface]


@functools.cache
def _controller(has_scipy: bool, has_sklearn: bool) -> Any:
    """Looking for loaded libraries takes 20 ms: again only when there may be more of them."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
