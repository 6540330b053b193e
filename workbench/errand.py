"""An errand: long work on a thread of its own that tells how far it is and can be called off.

The work is a plain function that knows no Qt. It is given a function to report to, now and then:
what it reports is looked at by a timer in the GUI thread, and once the errand is called off,
reporting raises `Cancelled`, which ends the work.
"""

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from core.engine.pool import yield_to_others
from core.errors import Cancelled

_POLL_MILLISECONDS = 50

Report = Callable[[Any], None]


class Errand(QObject):
    """Runs one piece of work at a time; another one calls the first off."""

    progressed = Signal()
    """Something newer was reported: see `latest`."""
    finished = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.latest: Any = None
        """What was reported last."""
        self._seen: Any = None
        self._thread: threading.Thread | None = None
        self._outcome: tuple[threading.Event, bool, Any] | None = None
        self._is_off = threading.Event()
        self._timer = QTimer(self, interval=_POLL_MILLISECONDS)
        self._timer.timeout.connect(self._look)

    @property
    def is_running(self) -> bool:
        """Whether something is under way that somebody waits for."""
        return self._timer.isActive()

    def start(self, work: Callable[[Report], Any]) -> None:
        """Start the work; whatever was under way is called off first."""
        self.cancel()
        self.latest = self._seen = self._outcome = None
        self._is_off = threading.Event()
        self._thread = threading.Thread(
            target=self._work, args=(work, self._is_off), name="errand", daemon=True
        )
        self._thread.start()
        self._timer.start()

    def cancel(self) -> None:
        """Call it off: it ends at its next report, and nobody is told of it any more."""
        self._is_off.set()
        self._timer.stop()

    def wait(self) -> None:
        """Let it come to its end; nobody is told of it any more."""
        if self._thread is not None:
            self._thread.join()
        self._timer.stop()

    def close(self) -> None:
        """Call it off and wait for its end."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _work(self, work: Callable[[Report], Any], is_off: threading.Event) -> None:
        """Runs on the thread: no Qt here."""
        yield_to_others()

        def report(progress: Any) -> None:
            if is_off.is_set():
                raise Cancelled
            self.latest = progress

        try:
            self._outcome = (is_off, True, work(report))
        except Cancelled:
            return
        except Exception as error:
            self._outcome = (is_off, False, error)

    def _look(self) -> None:
        """Runs in the GUI thread: tell what is new."""
        if self.latest is not self._seen:
            self._seen = self.latest
            self.progressed.emit()
        outcome = self._outcome
        # An errand that was called off may have come to its end all the same.
        if outcome is not None and outcome[0] is self._is_off and self._timer.isActive():
            _, is_well, result = outcome
            self._outcome = None
            self._timer.stop()
            (self.finished if is_well else self.failed).emit(result)
