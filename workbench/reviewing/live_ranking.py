"""The ranking that a review goes through, kept up to date off the GUI thread."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from workbench.jobs.lane import Lane
from workbench.reviewing.controller import AuditProgress, Reviewer
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core import CellAudit
    from core.judging.auditing.result import Audit
    from core.judging.ranking import Ranking
    from core.learning.run import Run

_FIRMING_MILLISECONDS = 1000
"""While an audit is under way, the order changes this often at most."""


class Suspects(QObject):
    """The audit's ranking where there is one of these data, else the first one of the run."""

    changed = Signal()

    def __init__(
        self, workspace: Workspace, reviewer: Reviewer, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.ranking: Ranking | None = None
        self._workspace, self._reviewer = workspace, reviewer
        self._rankings = Lane(workspace.jobs)
        self._first: Ranking | None = None
        """The run's own, which an audit under way puts into a better order."""
        self._cells: CellAudit | None = None
        """What the ranking knows of wrong values."""
        self._since = QElapsedTimer()
        workspace.dataset_changed.connect(self._forget)
        workspace.current_changed.connect(self.refresh)
        workspace.run_finished.connect(self.refresh)
        workspace.audit_changed.connect(self.refresh)
        reviewer.progressed.connect(self._firm_up)
        reviewer.cells.changed.connect(self._know_cells)

    @property
    def is_computing(self) -> bool:
        """Whether a newer ranking is on its way."""
        return self._rankings.is_running

    def refresh(self) -> None:
        """Make the ranking of what there is now."""
        audit, run = self._workspace.audit, self._run()
        if audit is not None:
            before = self.ranking
            self._request(lambda: _rankings().of_audit(audit, before), audit)
        elif run is not None and (self.ranking is None or self.ranking.run is not run):
            self._request(lambda: _rankings().of_run(run), run)
        elif run is None and self.ranking is not None and not self._workspace.runs:
            self._take(None)

    def _run(self) -> "Run | None":
        item = self._workspace.current
        return item.run if item and item.run and item.run.rounds else None

    def _request(self, work: "Callable[[], Ranking]", source: "Audit | Run") -> None:
        def done(ranking: "Ranking") -> None:
            if source is (self._workspace.audit or self._run()):
                self._first = ranking if ranking.audit is None else None
                self._take(ranking)

        self._rankings.follow(
            "Ranking the rows", lambda _watch: work(), done, self._workspace.failed.emit
        )

    def _firm_up(self) -> None:
        """An audit is under way: rows are looked at in the order that it knows so far."""
        first, progress = self._first, self._reviewer.audit_progress
        if not isinstance(progress, AuditProgress) or first is None or self.is_computing:
            return
        if first.dataset is not progress.dataset or self._workspace.audit is not None:
            return
        if self._since.isValid() and self._since.elapsed() < _FIRMING_MILLISECONDS:
            return
        self._since.restart()

        def done(ranking: "Ranking") -> None:
            if self._first is first:
                self._take(ranking)

        suspicion = progress.suspicion
        self._rankings.follow(
            "Ranking the rows",
            lambda _watch: first.firmed_up(suspicion),
            done,
            self._workspace.failed.emit,
        )

    def _forget(self) -> None:
        self._first = None
        self._take(None)

    def _know_cells(self) -> None:
        """A search for wrong values came to its end, or is about other data."""
        before, cells = self.ranking, self._workspace.inquiries.cells
        if before is not None and self._cells is not cells:
            self._cells = cells
            self.ranking = before.knowing(cells)
            if self.ranking is not before:
                self.changed.emit()

    def _take(self, ranking: "Ranking | None") -> None:
        self._cells = self._workspace.inquiries.cells
        self.ranking = ranking.knowing(self._cells) if ranking else None
        self.changed.emit()


def _rankings() -> "type[Ranking]":
    """What makes rankings; loaded by the job that needs it, and not while the window waits."""
    from core.judging.ranking import Ranking

    return Ranking
