"""What was open before, for Home and the menu; looked for off the GUI thread."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.sessions.journal_writer import Session
from workbench.sessions.recent import FileState, Recent
from workbench.shell.log import logger


class RecentFiles(QObject):
    """Files and sessions, newest first."""

    changed = Signal(object)
    """A list of Recent."""

    def __init__(self, jobs: Jobs, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._lane = session, Lane(jobs)

    def refresh(self) -> None:
        """Look again: something was opened, or saved."""
        self._lane.start(
            "Looking at recent files",
            lambda _watch: self._session.recent(),
            self.changed.emit,
            lambda error: logger.warning("%s", error),
        )


class RecentMenu(QMenu):
    """The files and sessions that were open before."""

    chosen = Signal(object)
    """A Recent."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.setToolTipsVisible(True)

    def fill(self, recent: Sequence[Recent]) -> None:
        """Offer these."""
        self.clear()
        for number, known in enumerate(recent, 1):
            key = f"&{number} " if number < 10 else ""
            action = self.addAction(key + known.path.name.replace("&", "&&"))
            action.setToolTip(str(known.path))
            action.setEnabled(known.state is not FileState.GONE)
            action.triggered.connect(lambda _checked=False, one=known: self.chosen.emit(one))
        self.setEnabled(bool(recent))
