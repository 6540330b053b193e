"""The agenda of the review, made anew whenever the ranking or what is decided is another."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.reviewing.controller import Reviewer
from workbench.reviewing.live_ranking import Suspects
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.judging.agenda.agenda import Agenda
    from core.judging.agenda.course import Course
    from core.judging.causes.result import Causes
    from core.judging.ranking import Ranking

Between = Callable[[], Sequence[int]]
"""Gives the lines that are to be looked at before the next row of the queue."""
_NAME = "review"


@dataclass(frozen=True)
class ReviewOptions:
    """How a person goes through the rows."""

    learns: bool = True
    """Whether the order of what is left follows from what was decided."""


class LiveAgenda(QObject):
    """What comes next. It is made when somebody asks for it."""

    changed = Signal()
    """There is another ranking, or other rows are put in between; `decisions_changed` tells of the
    rest."""

    def __init__(
        self,
        workspace: Workspace,
        reviewer: Reviewer,
        suspects: Suspects,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace, self._suspects = workspace, suspects
        self._between: list[Between] = []
        self._disguise: Callable[[Ranking], Ranking] | None = None
        self._made: Agenda | None = None
        self._course: Course | None = None
        self._taught_by: tuple[Ranking, Causes | None] | None = None
        """What the course was made of."""
        suspects.changed.connect(self.refresh)
        workspace.decisions_changed.connect(self.forget)
        workspace.options_changed.connect(self._option_changed)
        reviewer.inquirer.changed.connect(self.forget)

    @property
    def agenda(self) -> "Agenda | None":
        """What comes next; None without a ranking."""
        from core.judging.agenda.agenda import Agenda

        ranking, decisions = self._suspects.ranking, self._workspace.decisions
        if self._made is None and ranking is not None:
            between = [line for give in self._between for line in give()]
            course = self._learning(ranking) if self.options.learns else None
            self._made = Agenda(ranking, decisions, between, course, self._disguise)
        return self._made

    @property
    def ranking(self) -> "Ranking | None":
        """The rows in the order in which they are looked at, as they are shown."""
        return self.agenda.queue if self.agenda is not None else None

    def _learning(self, ranking: "Ranking") -> "Course | None":
        """The course of this ranking; causes that are found later count from then on."""
        from core.judging.agenda.course import Course

        if Course.why_not(ranking):
            return None
        causes = self._workspace.inquiries.causes(ranking.audit)
        before = self._taught_by
        if before is None or before[0] is not ranking or before[1] is not causes:
            is_later = before is not None and before[0] is ranking
            since = time.time() if is_later else 0.0
            self._course = Course(ranking, causes, since)
            self._taught_by = (ranking, causes)
        return self._course

    @property
    def learned(self) -> str:
        """What the order of the rows has learned, in words, or why it cannot."""
        from core.judging.agenda.course import Course

        agenda = self.agenda
        if agenda is None:
            return ""
        if not self.options.learns:
            return "The rows come in the order of the audit."
        return Course.why_not(agenda.ranking) or agenda.learned

    # What a person can choose

    @property
    def options(self) -> ReviewOptions:
        """How a person goes through the rows."""
        return self._workspace.options_of(_NAME, ReviewOptions)

    def let_learn(self, learns: bool) -> None:
        """Let the order follow from what is decided, or be the audit's."""
        self._workspace.set_options(_NAME, ReviewOptions(learns))

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

    def _option_changed(self, name: str) -> None:
        if name == _NAME:
            self.refresh()

    def forget(self) -> None:
        """It is made anew when somebody asks for it next."""
        self._made = None
