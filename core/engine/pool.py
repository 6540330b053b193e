"""One pool of threads that runs compiled kernels on fixed chunks of rows.

The chunks depend on the number of rows alone, never on the number of threads, and what the
chunks give is added up in their order: results are the same bits on 1 and on 8 threads.
"""

import os
import threading
from collections.abc import Callable
from queue import SimpleQueue

_CHUNKS = 16
_LEAST_ROWS = 4096
_ALIGNMENT = 64  # whole bytes of packed bits, whole cache lines of codes

Work = Callable[[int, int], object]

_threads = max(1, min(16, os.cpu_count() or 1))
_lock = threading.Lock()
_helpers: list[threading.Thread] = []
# A queue of our own: a future's round trip takes five times as long as this one's.
_jobs: "SimpleQueue[tuple[Work, int, int, SimpleQueue[BaseException | None]]]" = SimpleQueue()


def threads() -> int:
    """How many threads kernels run on."""
    return _threads


def set_threads(count: int) -> None:
    """Choose how many threads kernels run on."""
    global _threads  # noqa: PLW0603 - the one pool of the process
    if count < 1:
        raise ValueError("at least one thread is needed")
    _threads = count


def chunk_rows(rows: int) -> int:
    """How many rows a chunk has: a function of the number of rows alone."""
    wanted = max(_LEAST_ROWS, -(-rows // _CHUNKS))
    return -(-wanted // _ALIGNMENT) * _ALIGNMENT


def chunk_count(rows: int) -> int:
    """How many chunks there are."""
    return max(1, -(-rows // chunk_rows(rows)))


def over_chunks(rows: int, work: Work) -> None:
    """Call `work(first, last)` for consecutive ranges of chunks that cover all rows."""
    over(chunk_count(rows), work)


def over(count: int, work: Work) -> None:
    """Call `work(first, last)` for consecutive ranges that cover 0 to `count`, side by side."""
    parts = max(1, min(_threads, count))
    bounds = [count * part // parts for part in range(parts + 1)]
    done: SimpleQueue[BaseException | None] = SimpleQueue()
    _ensure_helpers(parts - 1)
    for part in range(1, parts):
        _jobs.put((work, bounds[part], bounds[part + 1], done))
    try:
        work(bounds[0], bounds[1])
    finally:
        # The arrays belong to the caller again only when every part is done with them.
        errors = [done.get() for _ in range(1, parts)]
    for error in errors:
        if error is not None:
            raise error


def _ensure_helpers(count: int) -> None:
    if len(_helpers) < count:
        with _lock:
            while len(_helpers) < count:
                helper = threading.Thread(target=_help, name="kernels", daemon=True)
                helper.start()
                _helpers.append(helper)


def _forget_helpers() -> None:
    """In a forked process no helper lives on, and nobody waits for what the queue holds."""
    global _jobs, _lock
    _helpers.clear()
    _jobs, _lock = SimpleQueue(), threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_helpers)


def _help() -> None:
    while True:
        work, first, last, done = _jobs.get()
        try:
            work(first, last)
        except BaseException as error:
            done.put(error)
        else:
            done.put(None)
