"""Threads that wait for work, and the post that brings what they found into the GUI thread.

The threads are the process's: they end with it and keep nobody waiting, however long the work is
that they are at. Starting one would let the GUI thread wait until it runs, so they are kept.
"""

import functools
import threading
from collections.abc import Callable
from queue import SimpleQueue

from PySide6.QtCore import QObject, Signal

from core.base.pool import yield_to_others
from workbench.jobs.task import JobTask

_waiting: "SimpleQueue[tuple[JobTask, Post]]" = SimpleQueue()
_lock = threading.Lock()
_free = 0


class Post(QObject):
    """Lives as long as the process: a thread that ends after its window finds it, too."""

    _sent = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._expected: dict[JobTask, Callable[[], None]] = {}
        # To a bound method of an object of the GUI thread: queued, never run in the worker.
        self._sent.connect(self._arrived)

    def send(self, task: JobTask, heard: Callable[[], None]) -> None:
        """Let a thread do the task; then call `heard` in the GUI thread."""
        global _free  # noqa: PLW0603 - the one set of threads of the process
        self._expected[task] = heard
        with _lock:
            is_free = _free > 0
            _free -= is_free
        if not is_free:
            threading.Thread(target=_serve, name="jobs", daemon=True).start()
        _waiting.put((task, self))

    def bring(self, task: JobTask) -> None:
        """Runs on the thread: the task is done."""
        self._sent.emit(task)

    def _arrived(self, task: JobTask) -> None:
        self._expected.pop(task)()


@functools.cache
def post() -> Post:
    """The one of the process, made in the GUI thread."""
    return Post()


def _serve() -> None:
    """Runs on the thread, for ever."""
    global _free  # noqa: PLW0603
    yield_to_others()
    while True:
        task, by = _waiting.get()
        task.do()
        with _lock:
            _free += 1
        by.bring(task)
        task.ended.set()
        del task  # it must not be this thread that keeps it while it waits
