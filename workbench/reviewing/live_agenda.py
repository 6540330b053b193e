"""The agenda of the review, made anew whenever the ranking or what is decided is another."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.reviewing.live_ranking import Suspects
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.judging.agenda.agenda import Agenda

Between = Callable[[], Sequence[int]]
"""Gives the lines that are to be looked at before the next row of the queue."""


class LiveAgenda(QObject):
    """What comes next. It is made when somebody asks for it."""

    changed = Signal()
    """There is another ranking, or other rows are put in between; `decisions_changed` tells of the
    rest."""

    def __init__(
        self, workspace: Workspace, suspects: Suspects, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._suspects = workspace, suspects
        self._between: list[Between] = []
        self._made: Agenda | None = None
        suspects.changed.connect(self.refresh)
        workspace.decisions_changed.connect(self._forget)

    @property
    def agenda(self) -> "Agenda | None":
        """What comes next; None without a ranking."""
        from core.judging.agenda.agenda import Agenda

        ranking = self._suspects.ranking
        if self._made is None and ranking is not None:
            between = [line for give in self._between for line in give()]
            self._made = Agenda(ranking, self._workspace.decisions, between)
        return self._made

    def put_between(self, give: Between) -> None:
        """Put the lines that somebody gives, now and later, before the next row of the queue."""
        self._between.append(give)
        self.refresh()

    def refresh(self) -> None:
        """Make the agenda anew: the ranking, or what is put in between, is another."""
        self._forget()
        self.changed.emit()

    def _forget(self) -> None:
        self._made = None
