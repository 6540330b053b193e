"""Calls into libraries: one thread each, and their warnings about what is meant so unseen.

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
from concurrent.futures import ThreadPoolExecutor
from typing import Any

_lock = threading.Lock()
_inside = 0
_before: dict[str, tuple[Any, int]] = {}
_quiet = contextlib.ExitStack()
_quiet_inside = 0


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Linear algebra on one thread: sums come out the same however many threads there are.

    Builds on OpenMP count their threads for each calling thread apart, so every thread limits
    itself. The others have one limit for the process, which the first one in sets and the last one
    out takes back.
    """
    global _inside  # noqa: PLW0603 - the limit is the process's
    with _lock:
        _inside += 1
        own = []
        for library in _libraries("blas"):
            if getattr(library, "threading_layer", "") == "openmp":
                own.append((library, library.num_threads))
                library.set_num_threads(1)
            elif library.filepath not in _before:
                _before[library.filepath] = (library, library.num_threads)
                _set_threads(library, 1)
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            for library, threads in own:
                library.set_num_threads(threads)
            if _inside == 0:
                for library, threads in _before.values():
                    _set_threads(library, threads)
                _before.clear()


def _set_threads(library: Any, threads: int) -> None:
    """OpenBLAS heeds only the thread that first set its limit, so it is always the same one."""
    _keeper().submit(library.set_num_threads, threads).result()


@functools.cache
def _keeper() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="limits")


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
            # Classes are classes here, however few rows each of them has.
            warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
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
