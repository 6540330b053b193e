"""One pool of threads that runs compiled kernels on fixed chunks of rows.

The chunks depend on the number of rows alone, never on the number of threads, and what the
chunks give is added up in their order: results are the same bits on 1 and on 8 threads.
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

_CHUNKS = 16
_LEAST_ROWS = 4096
_ALIGNMENT = 64  # whole bytes of packed bits, whole cache lines of codes

_lock = threading.Lock()
_threads = max(1, min(16, os.cpu_count() or 1))
_executor: ThreadPoolExecutor | None = None


def threads() -> int:
    """How many threads kernels run on."""
    return _threads


def set_threads(count: int) -> None:
    """Choose how many threads kernels run on."""
    global _threads, _executor  # noqa: PLW0603 - the one pool of the process
    if count < 1:
        raise ValueError("at least one thread is needed")
    with _lock:
        _threads = count
        if _executor is not None:
            _executor.shutdown(wait=False)
        _executor = None


def chunk_rows(rows: int) -> int:
    """How many rows a chunk has: a function of the number of rows alone."""
    wanted = max(_LEAST_ROWS, -(-rows // _CHUNKS))
    return -(-wanted // _ALIGNMENT) * _ALIGNMENT


def chunk_count(rows: int) -> int:
    """How many chunks there are."""
    return max(1, -(-rows // chunk_rows(rows)))


def over_chunks(rows: int, work: Callable[[int, int], object]) -> None:
    """Call `work(first, last)` for consecutive ranges of chunks that cover all rows."""
    over(chunk_count(rows), work)


def over(count: int, work: Callable[[int, int], object]) -> None:
    """Call `work(first, last)` for consecutive ranges that cover 0 to `count`, side by side."""
    parts = min(_threads, count)
    bounds = [count * part // parts for part in range(parts + 1)] if parts else []
    futures: list[Future[object]] = []
    if parts > 1:
        executor = _pool()
        futures = [
            executor.submit(work, bounds[part], bounds[part + 1]) for part in range(1, parts)
        ]
    try:
        if parts:
            work(bounds[0], bounds[1])
    finally:
        # The arrays belong to the caller again only when every part is done with them.
        results = [future.exception() for future in futures]
    for error in results:
        if error is not None:
            raise error


def _pool() -> ThreadPoolExecutor:
    global _executor  # noqa: PLW0603
    with _lock:
        if _executor is None:
            _executor = ThreadPoolExecutor(_threads, thread_name_prefix="kernel")
        return _executor
