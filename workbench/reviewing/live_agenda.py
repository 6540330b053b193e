"""The agenda of the review, made anew whenever the ranking or what is decided is another."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.reviewing.live_ranking import Suspects
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.judging.agenda.agenda import Agenda
    from core.judging.ranking import Ranking

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
        self._disguise: Callable[[Ranking], Ranking] | None = None
        self._made: Agenda | None = None
        suspects.changed.connect(self.refresh)
        workspace.decisions_changed.connect(self.forget)

    @property
    def agenda(self) -> "Agenda | None":
        """What comes next; None without a ranking."""
        from core.judging.agenda.agenda import Agenda

        ranking = self._suspects.ranking
        if self._made is None and ranking is not None:
            between = [line for give in self._between for line in give()]
            shown = ranking if self._disguise is None else self._disguise(ranking)
            self._made = Agenda(shown, self._workspace.decisions, between)
        return self._made

    @property
    def ranking(self) -> "Ranking | None":
        """The rows in the order in which they are looked at, as they are shown."""
        return self.agenda.queue if self.agenda is not None else None

    def put_between(self, give: Between) -> None:
        """Put the lines that somebody gives, now and later, before the next row of the queue."""
        self._between.append(give)
        self.refresh()

    def show_as(self, disguise: "Callable[[Ranking], Ranking]") -> None:
        """Show the rows of the queue as somebody changes them, now and later."""
        self._disguise = disguise
        self.refresh()

    def refresh(self) -> None:
        """Make the agenda anew: the ranking, or what is put in between, is another."""
        self.forget()
        self.changed.emit()

    def forget(self) -> None:
        """It is made anew when somebody asks for it next."""
        self._made = None
