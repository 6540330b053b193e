"""Work off the GUI thread: a function runs in a thread, its result comes back into the GUI's."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.base.pool import yield_to_others

_MOST_THREADS = 32
"""Far more than ever run at a time: nothing waits behind what takes long."""


class Background(QObject):
    """Runs functions that know no Qt in threads of their own.

    What a function gives, or the error it raises, is handed to a callback in the GUI thread.
    """

    _ended = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Threads that wait for work: starting one would let the GUI wait until it runs.
        self._pool = ThreadPoolExecutor(_MOST_THREADS, "background", yield_to_others)
        self._under_way = 0
        self._is_closed = False
        # To a bound method of an object of the GUI thread: queued, never run in the worker.
        self._ended.connect(self._deliver)

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way."""
        return self._under_way > 0

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Run `work` in a thread; then call `done` with its result, or `failed`, in the GUI's."""
        if self._is_closed:
            return
        self._under_way += 1
        self._pool.submit(self._work, work, done, failed)

    def wait(self) -> None:
        """Wait for every thread; nothing is delivered and nothing started any more."""
        if not self._is_closed:
            self._ended.disconnect(self._deliver)
        self._is_closed = True
        self._pool.shutdown()
        self._under_way = 0

    def _work(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        try:
            result = work()
        except Exception as error:
            self._ended.emit(failed, error)
        else:
            self._ended.emit(done, result)

    def _deliver(self, callback: Callable[[Any], None], argument: Any) -> None:
        self._under_way -= 1
        callback(argument)


class Latest(QObject):
    """Runs one function at a time; of the requests that come meanwhile only the last one counts."""

    def __init__(self, background: Background) -> None:
        super().__init__(background)
        self._background = background
        self.is_running = False
        self._waiting: tuple[Any, ...] | None = None

    def request(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Run `work` now, or as soon as what runs now has ended."""
        if self.is_running:
            self._waiting = (work, done, failed)
            return
        self.is_running = True

        def delivered(result: Any) -> None:
            self._next()
            done(result)

        def broken(error: Exception) -> None:
            self._next()
            failed(error)

        self._background.run(work, delivered, broken)

    def _next(self) -> None:
        self.is_running = False
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self.request(*waiting)


class Immediate(Background):
    """Runs everything at once, where it is asked for: for programs without a window."""

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Run `work` now."""
        del failed  # an error is raised to whoever asked
        done(work())


class Headless(Immediate):
    """Runs everything at once; an error is told as in a window."""

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Run `work` now."""
        try:
            result = work()
        except Exception as error:
            failed(error)
        else:
            done(result)
