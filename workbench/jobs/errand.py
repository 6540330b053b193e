"""An errand: long work on a thread of its own that tells how far it is and can be called off.

The work is a plain function that knows no Qt. It is given a function to report to, now and then:
what it reports is looked at by a timer in the GUI thread, and once the errand is called off,
reporting raises `Cancelled`, which ends the work.
"""

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.errors import Cancelled
from core.base.pool import yield_to_others

_POLL_MILLISECONDS = 50

Report = Callable[[Any], None]


class _Turn:
    """One piece of work; what it leaves behind late is its own, and nobody else's."""

    def __init__(self) -> None:
        self.is_off = threading.Event()
        self.latest: Any = None
        self.outcome: tuple[bool, Any] | None = None


class Errand(QObject):
    """Runs one piece of work at a time; another one calls the first off."""

    progressed = Signal()
    """Something newer was reported: see `latest`."""
    finished = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turn = _Turn()
        self._seen: Any = None
        self._thread: threading.Thread | None = None
        self._timer = QTimer(self, interval=_POLL_MILLISECONDS)
        self._timer.timeout.connect(self._look)

    @property
    def latest(self) -> Any:
        """What was reported last."""
        return self._turn.latest

    @property
    def is_running(self) -> bool:
        """Whether something is under way that somebody waits for."""
        return self._timer.isActive()

    def start(self, work: Callable[[Report], Any]) -> None:
        """Start the work; whatever was under way is called off first."""
        self.cancel()
        self._turn, self._seen = _Turn(), None
        self._thread = threading.Thread(
            target=_drive, args=(work, self._turn), name="errand", daemon=True
        )
        self._thread.start()
        self._timer.start()

    def cancel(self) -> None:
        """Call it off: it ends at its next report, and nobody is told of it any more."""
        self._turn.is_off.set()
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

    def _look(self) -> None:
        """Runs in the GUI thread: tell what is new."""
        turn = self._turn
        if turn.latest is not self._seen:
            self._seen = turn.latest
            self.progressed.emit()
        # Whoever was told may have called it off, or have started another one.
        if turn.outcome is not None and turn is self._turn and self._timer.isActive():
            (is_well, result), turn.outcome = turn.outcome, None
            self._timer.stop()
            (self.finished if is_well else self.failed).emit(result)


def _drive(work: Callable[[Report], Any], turn: _Turn) -> None:
    """Runs on the thread: no Qt here."""
    yield_to_others()

    def report(progress: Any) -> None:
        if turn.is_off.is_set():
            raise Cancelled
        turn.latest = progress

    try:
        turn.outcome = (True, work(report))
    except Cancelled:
        return
    except Exception as error:
        turn.outcome = (False, error)
