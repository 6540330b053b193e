"""Work off the GUI thread: a function runs in a thread, its result comes back into the GUI's."""

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.engine.pool import yield_to_others


class Background(QObject):
    """Runs functions that know no Qt in threads of their own.

    What a function gives, or the error it raises, is handed to a callback in the GUI thread.
    """

    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: set[threading.Thread] = set()
        self._is_closed = False
        # To a bound method of an object of the GUI thread: queued, never run in the worker.
        self._ended.connect(self._deliver)

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._threads)

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Run `work` in a thread; then call `done` with its result, or `failed`, in the GUI's."""
        if self._is_closed:
            return
        thread = threading.Thread(
            target=self._work, args=(work, done, failed), name="background", daemon=True
        )
        self._threads.add(thread)
        thread.start()

    def wait(self) -> None:
        """Wait for every thread; nothing is delivered and nothing started any more."""
        if not self._is_closed:
            self._ended.disconnect(self._deliver)
        self._is_closed = True
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _work(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        thread = threading.current_thread()
        yield_to_others()
        try:
            result = work()
        except Exception as error:
            self._ended.emit((thread, failed, error))
        else:
            self._ended.emit((thread, done, result))

    def _deliver(self, message: tuple[threading.Thread, Callable[[Any], None], Any]) -> None:
        thread, callback, argument = message
        thread.join()  # it has nothing more to do than to end
        self._threads.discard(thread)
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
