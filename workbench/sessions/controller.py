"""The verbs of keeping: save the session, open one, restore one, keep each run. No widgets."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

import core
from core.base.errors import WorkbenchError
from workbench.jobs.background import Background
from workbench.jobs.errand import Errand, Report
from workbench.sessions.journal_writer import Session
from workbench.sessions.recovery import Recovery, restored
from workbench.shell import log as logs
from workbench.state.workspace import RunItem, Workspace

if TYPE_CHECKING:
    from core import Run
    from core.judging.auditing.result import Audit
    from core.judging.reviewing.decisions import Decisions
    from core.storage.session_file import NamedRun, SavedSession


@dataclass(frozen=True, eq=False)
class Opened:
    """A session that was read, and what was decided about its data."""

    session: "SavedSession"
    decisions: "Decisions"
    identity: Mapping[str, str]
    """What tells the data from others in the journal."""
    path: Path | None = None
    """The session file; None for one that is restored from the journal."""
    kept: Mapping[int, str] | None = None
    """The files that runs are kept in, by the runs' numbers."""
    source: Path | None = None
    """The session file that the data, or some of the runs, are in."""
    lost: int = 0
    """How many runs could not be read."""


class Keeper(QObject):
    """Saves and opens sessions on threads of their own."""

    progressed = Signal()
    saved = Signal(object)
    """The path that was saved to."""
    opened = Signal(object)
    """What was opened: an Opened."""
    data_wanted = Signal(object, object)
    """A session file that does not hold its data, and the error that says so."""
    failed = Signal(object)

    def __init__(
        self, workspace: Workspace, background: Background, session: Session, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        """The session file that was saved or opened last, of these data."""
        self._workspace, self._background, self._session = workspace, background, session
        self._saving, self._opening = Errand(self), Errand(self)
        for errand in (self._saving, self._opening):
            errand.progressed.connect(self.progressed)
        self._saving.finished.connect(self._saved)
        self._saving.failed.connect(self.failed)
        self._opening.finished.connect(self.opened)
        self._opening.failed.connect(self._opening_failed)
        self._wanted: Path | None = None
        workspace.runs_changed.connect(self._list_runs)

    @property
    def share(self) -> float | None:
        """How much of the saving or opening is done; None if there is none."""
        for errand in (self._saving, self._opening):
            if errand.is_running:
                return float(errand.latest or 0.0)
        return None

    def save(self, path: Path, look: Mapping[str, Any], with_data: bool = True) -> None:
        """Save everything as it is now; what is still under way is not in it."""
        from core.storage.session_file import NamedRun, SavedSession, save_session

        space = self._workspace
        if space.decisions is None or self._saving.is_running:
            return
        runs = tuple(
            NamedRun(item.number, item.name, item.run)
            for item in space.runs
            if item.run is not None
        )
        numbers = {named.number for named in runs}
        shown = space.current
        current = shown.number if shown is not None and shown.number in numbers else None
        session = SavedSession(
            space.decisions.base,
            tuple(self._session.doings()),
            runs,
            current,
            tuple(item.number for item in space.compared if item.number in numbers),
            space.round if current is not None else 0,
            space.selection.copy(),
            look,
            space.audit,
        )

        state = self._state()

        def work(report: Report) -> tuple[Path, tuple[Any, ...]]:
            save_session(session, path, with_data=with_data, watch=report)
            return path, state

        self._saving.start(work)
        self.progressed.emit()

    def open(self, path: Path, data: Path | None = None) -> None:
        """Read a session file; with its data from another place if told."""
        self._wanted = path

        def work(report: Report) -> Opened:
            from core.storage.session_file import load_session

            session = load_session(path, data=data, watch=report)
            identity = self._session.take_over(session.base, session.doings)
            decisions = core.Decisions(session.base, identity, self._session.journal)
            _adopt(decisions, session.runs, session.audit)
            return Opened(session, decisions, identity, path, source=path)

        self._opening.start(work)
        self.progressed.emit()

    def restore(self, found: Recovery) -> None:
        """Bring back what was open when the program ended."""
        self._wanted = None

        def work(report: Report) -> Opened:
            from core.storage.session_file import SavedSession

            base, runs, lost = restored(found, self._session.runs_folder, report)
            decisions = core.Decisions(base, found.identity, self._session.journal)
            _adopt(decisions, runs)
            last = runs[-1] if runs else None
            session = SavedSession(
                base,
                runs=runs,
                current=last.number if last else None,
                round=last.run.rounds if last else 0,
            )
            kept = {run.number: run.file for run in found.runs}
            return Opened(
                session, decisions, found.identity, kept=kept, source=found.session, lost=lost
            )

        self._opening.start(work)
        self.progressed.emit()

    def keep(self, item: RunItem, run: "Run") -> None:
        """Write a run that has ended into the home folder, once."""
        decisions = self._workspace.decisions
        item.kept = self._session.trained(item.number, item.name, run)
        if decisions is None:
            return
        folder, base = self._session.runs_folder, decisions.base

        def work() -> None:
            from core.storage.run_file import save_run

            folder.mkdir(parents=True, exist_ok=True)
            save_run(run, base, folder / item.kept)
            self._session.prune_runs()

        def failed(error: Exception) -> None:
            # Nobody asked for it: what is on the screen is as good as before.
            logs.logger.warning("%s", error)
            if not isinstance(error, WorkbenchError | OSError):
                self.failed.emit(error)

        self._background.run(work, lambda _nothing: None, failed)

    def forget(self) -> None:
        """Other data came: they are in no session file, and no session is waited for."""
        self.path = None
        self._opening.cancel()

    def close(self) -> None:
        """Let a saving come to its end, and call off an opening."""
        self._saving.wait()
        self._opening.close()

    def _saved(self, result: tuple[Path, tuple[Any, ...]]) -> None:
        path, state = result
        if self._workspace.decisions is state[0]:
            self.path = path
            # What was done meanwhile is not in the file.
            if self._state() == state:
                self._session.saved(path)
        self.saved.emit(path)

    def _state(self) -> tuple[Any, ...]:
        """The decisions, their steps and the runs: what the journal restores unless it is saved."""
        decisions = self._workspace.decisions
        steps = (decisions.steps, decisions.undone) if decisions else ()
        runs = [(item, item.name) for item in self._workspace.runs if item.run is not None]
        return decisions, steps, runs

    def _opening_failed(self, error: Exception) -> None:
        from core.storage.session_file import DataWantedError

        if isinstance(error, DataWantedError) and self._wanted is not None:
            self.data_wanted.emit(self._wanted, error)
        else:
            self.failed.emit(error)

    def _list_runs(self) -> None:
        """A run was renamed, removed or put back."""
        self._session.list_runs(item for item in self._workspace.runs if item.run is not None)


def _adopt(
    decisions: "Decisions", runs: "tuple[NamedRun, ...]", audit: "Audit | None" = None
) -> None:
    """A run or an audit of the data as they stand now is about the very data that are shown."""
    for named in runs:
        decisions.adopt(named.run.dataset)
    if audit is not None:
        decisions.adopt(audit.dataset)
