"""Takes pictures of views one after the other, also of those that nobody looks at just now."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.workspace import Workspace

if TYPE_CHECKING:
    from workbench.views.view import View

_POLL_MILLISECONDS = 30
_PATIENCE = 400
"""A view that is not ready after so many looks is taken as it is."""


class Figures(QObject):
    """Lets each view pose until it is ready, and hands it over."""

    finished = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._waiting: list[View] = []
        self._take: Callable[[View], None] = lambda _view: None
        self._looks = 0
        self._timer = QTimer(self, interval=_POLL_MILLISECONDS)
        self._timer.timeout.connect(self._look)

    @property
    def is_running(self) -> bool:
        """Whether views are posing."""
        return self._timer.isActive()

    def of(self, views: "Iterable[View]", take: "Callable[[View], None]") -> None:
        """Call `take` with each view once it shows all that it has to."""
        self.stop()
        self._waiting, self._take, self._looks = list(views), take, 0
        self._timer.start()
        self._look()

    def stop(self) -> None:
        """Take no more pictures."""
        self._timer.stop()
        if self._waiting:
            self._waiting[0].pose(False)
        self._waiting = []

    def _look(self) -> None:
        if not self._waiting:
            self._timer.stop()
            self.finished.emit()
            return
        view = self._waiting[0]
        if self._looks == 0:
            view.pose(True)
        self._looks += 1
        if self._is_settled(view) or self._looks > _PATIENCE:
            self._waiting.pop(0)
            self._looks = 0
            try:
                self._take(view)
            finally:
                view.pose(False)

    def _is_settled(self, view: "View") -> bool:
        space = self._workspace
        has_rows = (
            space.current is None
            or space.rounds == 0
            or (space.snapshot is not None and space.snapshot.round == space.round)
        )
        return has_rows and view.is_ready
