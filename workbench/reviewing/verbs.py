"""What the verbs about rows have in common: the workspace, a way to do something, a way to tell."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from workbench.jobs.lane import Lane
from workbench.state.workspace import Workspace

Attempt = Callable[[Callable[[], None]], None]
"""Does something to the project, and says why it cannot be done."""


class RowVerbs(QObject):
    """One kind of work on rows, without a widget; what it computes is one job at a time."""

    changed = Signal()
    """What it found, or how far it is, is another thing."""
    failed = Signal(object)

    def __init__(
        self, workspace: Workspace, attempt: Attempt, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.workspace, self._attempt = workspace, attempt
        self._lane = Lane(workspace.jobs)
