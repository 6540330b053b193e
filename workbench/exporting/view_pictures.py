"""Takes pictures of views one after the other, also of those that nobody looks at just now.

A view is taken when it shows all that it has to, however long that takes: whoever waits can call
it off. One that cannot be finished is left out, and told with the reason.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, QTimer, Signal

from core.base.errors import WorkbenchError
from core.base.progress import Progress
from core.base.wording import duration
from workbench.shell import log as logs
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from workbench.viewing.view import View

_POLL_MILLISECONDS, _UNSEEN_MILLISECONDS = 30, 1
"""How often it is looked whether a view is ready: with a window, and without one."""
_PATIENCE_SECONDS = 120
"""Without a window, where nobody can call it off, no view is waited for longer."""


@dataclass(frozen=True)
class Unfinished:
    """A view that there is no picture of, and why."""

    title: str
    why: str

    @property
    def sentence(self) -> str:
        """What became of it."""
        return f"{self.title} could not be finished: {self.why}."


class Figures(QObject):
    """Lets each view pose until it is ready, and hands it over."""

    waits = True
    """A person waits for it."""
    finished = Signal()
    stopped = Signal()
    """It was called off: there will be no more pictures."""

    def __init__(
        self,
        workspace: Workspace,
        parent: QObject | None = None,
        patience_seconds: float | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._patience = patience_seconds
        self.unfinished: list[Unfinished] = []
        """The views that could not be taken, and why."""
        self._views: list[View] = []
        self._place = 0
        self._take: Callable[[View], None] = lambda _view: None
        self._since = QElapsedTimer()
        self._error: Exception | None = None
        self.is_running = False
        """Whether views are posing."""
        poll = _POLL_MILLISECONDS if patience_seconds is None else _UNSEEN_MILLISECONDS
        self._timer = QTimer(self, interval=poll)
        self._timer.timeout.connect(self._look)
        workspace.failed.connect(self._heard_of)

    @property
    def name(self) -> str:
        """What is being drawn, for people."""
        if self._place >= len(self._views):
            return ""
        place = f", {self._place + 1} of {len(self._views)}" if len(self._views) > 1 else ""
        return f"Drawing {self._views[self._place].title}{place}"

    @property
    def progress(self) -> Progress:
        """How many views have posed; of a single one nobody knows how long it takes."""
        many = len(self._views)
        return Progress(self._place, many if many > 1 else 0)

    def cancel(self) -> None:
        """Take no more pictures."""
        self.stop()

    def of(self, views: "Iterable[View]", take: "Callable[[View], None]") -> None:
        """Call `take` with each view once it shows all that it has to."""
        self.stop()
        self._views, self._place, self._take = list(views), 0, take
        self._current = self._workspace.current
        self.unfinished = []
        self.is_running = True
        self._timer.start()
        self._workspace.jobs.enter(self)
        self._next()

    def stop(self) -> None:
        """Take no more pictures."""
        if not self.is_running:
            return
        self._timer.stop()
        self.is_running = False
        if self._place < len(self._views):
            self._views[self._place].pose(False)
        self._views = []
        self._workspace.jobs.leave(self)
        self.stopped.emit()

    def _next(self) -> None:
        """Let the next view pose; there may be none."""
        if self._place >= len(self._views):
            self._timer.stop()
            self.is_running = False
            self._workspace.jobs.leave(self)
            self.finished.emit()
            return
        self._error = None
        self._since.start()
        try:
            self._views[self._place].pose(True)
        except Exception as error:
            self._leave_out(error)
            return
        self._workspace.jobs.further(self)

    def _look(self) -> None:
        if not self.is_running:
            return
        view = self._views[self._place]
        if self._workspace.current is not self._current:
            self._leave_out("another run was shown meanwhile")
        elif self._is_settled(view):
            if view.failure is not None:
                self._leave_out(view.failure)
            else:
                self._hand_over(view)
        elif self._patience is not None and self._since.elapsed() > 1000 * self._patience:
            self._leave_out(self._error or f"it was not ready after {duration(self._patience)}")

    def _hand_over(self, view: "View") -> None:
        self._timer.stop()  # whoever takes it may ask a person something
        try:
            self._take(view)
        except Exception as error:
            self._leave_out(error)
        else:
            self._go_on(view)

    def _leave_out(self, why: Exception | str) -> None:
        view = self._views[self._place]
        self.unfinished.append(Unfinished(view.title, _reason(why)))
        self._go_on(view)

    def _go_on(self, view: "View") -> None:
        view.pose(False)
        if self.is_running:  # it may have been called off meanwhile
            self._place += 1
            self._timer.start()
            self._next()

    def _heard_of(self, error: Exception) -> None:
        self._error = error

    def _is_settled(self, view: "View") -> bool:
        space = self._workspace
        has_rows = (
            space.current is None
            or space.rounds == 0
            or (space.snapshot is not None and space.snapshot.round == space.round)
        )
        return has_rows and view.is_ready


def taken(
    workspace: Workspace, views: "Iterable[View]", take: "Callable[[View], None]"
) -> tuple[Unfinished, ...]:
    """Without a window: take a picture of each view; gives those that could not be finished."""
    figures, loop = Figures(workspace, patience_seconds=_PATIENCE_SECONDS), QEventLoop()
    figures.finished.connect(loop.quit)
    # Started within the loop, which could not be ended before it began.
    QTimer.singleShot(0, figures, lambda: figures.of(views, take))
    loop.exec()
    return tuple(figures.unfinished)


def _reason(why: Exception | str) -> str:
    if isinstance(why, str):
        return why
    if isinstance(why, WorkbenchError):
        return str(why).rstrip(".")
    logs.logger.error("a picture could not be drawn: %s", why, exc_info=why)
    return (
        "there is not enough memory for it"
        if isinstance(why, MemoryError)
        else (f"something went wrong that should not have ({type(why).__name__})")
    )
