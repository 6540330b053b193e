"""Work of the GUI thread in pieces, one at each turn of the event loop.

Between two pieces the window paints and answers: what would be a stall of 100 ms in one go is not
noticed in ten.
"""

from collections.abc import Callable, Hashable

from PySide6.QtCore import QObject, QTimer


class Turns(QObject):
    """Lets everybody who has something to do wait for their turn."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[Hashable, Callable[[], object]] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._next)

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits."""
        return not self._waiting

    def take(self, who: Hashable, act: Callable[[], object]) -> None:
        """Do `act` when it is their turn; who waits already keeps the place."""
        self._waiting[who] = act
        self._timer.start()

    def close(self) -> None:
        """Nobody has a turn any more."""
        self._waiting.clear()
        self._timer.stop()

    def _next(self) -> None:
        if self._waiting:
            self._waiting.pop(next(iter(self._waiting)))()
        if not self._waiting:
            self._timer.stop()


class AtOnce(Turns):
    """Nobody waits: for programs without a window, and for a view alone."""

    def take(self, who: Hashable, act: Callable[[], object]) -> None:
        """Do `act` now."""
        del who
        act()
