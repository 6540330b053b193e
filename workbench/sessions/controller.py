"""The verbs of keeping: save the session, open one, restore one, keep each run. No widgets."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from core.base.errors import WorkbenchError
from core.base.progress import Watch
from core.project.entries import SAVED, SAVING, WHATS
from workbench.jobs.lane import Lane
from workbench.sessions.journal_writer import Session
from workbench.sessions.recovery import Recovery, restored
from workbench.shell import log as logs
from workbench.state.workspace import RunItem, Workspace

if TYPE_CHECKING:
    from core import Run
    from core.judging.auditing.result import Audit
    from core.project import Project

_MOST_AUDITS = 5


@dataclass(frozen=True, eq=False)
class Opened:
    """A session that was read, as a project that is ready to be shown."""

    project: "Project"
    look: Mapping[str, Any] | None = None
    path: Path | None = None
    """The session file; None for one that is restored from the journal."""
    source: Path | None = None
    """The session file that the data, or some of the runs, are in."""
    lost: int = 0
    """How many runs could not be read."""
    mark: str = ""
    """That of the session file."""
    others: int = 0
    """How many decisions are not as they were when the session was saved."""
    unheard: str = ""
    """Why its audit is not there, in a sentence; mostly nothing."""


class Keeper(QObject):
    """Saves and opens sessions off the GUI thread."""

    saved = Signal(object)
    """The path that was saved to."""
    started = Signal()
    """A session is to be opened, or restored."""
    opened = Signal(object)
    """What was opened: an Opened."""
    data_wanted = Signal(object, object)
    """A session file that does not hold its data, and the error that says so."""
    failed = Signal(object)

    def __init__(self, workspace: Workspace, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        """The session file that was saved or opened last, of these data."""
        self._workspace, self._session = workspace, session
        self._saving, self._opening = Lane(workspace.jobs), Lane(workspace.jobs)
        self._wanted: Path | None = None
        workspace.runs_changed.connect(self._list_runs)
        self._audits: list[Audit] = []
        """What was kept of these data, the last ones."""
        workspace.audit_changed.connect(self._keep_audit)

    def save(self, path: Path, look: Mapping[str, Any], with_data: bool = True) -> None:
        """Save everything as it is now; what is still under way is not in it."""
        from core.project.sessions import Doings, saved
        from core.storage.session_file import save_session

        project = self._workspace.project
        if project.branch is None or self._saving.is_running:
            return
        mark = uuid.uuid4().hex
        session, doings, state = saved(project, look, mark), Doings.of(project), self._state()
        self._session.saving(path, mark, project)

        def work(watch: Watch) -> None:
            whole = replace(session, doings=tuple(doings.plain()))
            save_session(whole, path, with_data=with_data, watch=watch)

        self._saving.start(
            f"Saving {path.name}",
            work,
            lambda _nothing: self._saved(path, mark, state),
            self.failed.emit,
            waits=True,
            is_owed=True,
        )

    def open(self, path: Path, data: Path | None = None, as_saved: bool = False) -> None:
        """Read a session file; with its data from another place if told.

        What was decided since about the same work counts, unless it is wanted as it was saved.
        """
        self.started.emit()
        self._wanted, own = path, self._session

        def work(watch: Watch) -> Opened:
            from core.project.command_journal import Past
            from core.project.sessions import project_of, project_since
            from core.storage.session_file import load_session

            session = load_session(path, data=data, watch=watch)
            journal = None if as_saved else own.journal_of_mark(session.mark)
            if journal is None:
                project, others = project_of(session, own.journal_of_session(session.base)), 0
            else:
                past = Past(own.journal.entries((SAVING, SAVED, *WHATS)), journal.identity)
                project, others = project_since(session, past)
                project.journal = journal
            mark, unheard = session.mark, session.unheard
            return Opened(project, session.look, path, path, 0, mark, others, unheard)

        self._open(f"Opening {path.name}", work)

    def restore(self, found: Recovery) -> None:
        """Bring back what was open when the program ended."""
        self.started.emit()
        self._wanted, own = None, self._session

        def work(watch: Watch) -> Opened:
            from core.project.command_journal import CommandJournal

            kinds = ("opened", "audited", SAVING, SAVED, *WHATS)
            entries = own.journal.entries(kinds)
            project, lost = restored(found, own.runs_folder, entries, watch)
            project.journal = CommandJournal(own.journal, found.identity)
            return Opened(project, source=found.session, lost=lost)

        self._open(f"Restoring {found.name}", work)

    def keep(self, item: RunItem, run: "Run") -> None:
        """Write a run that has ended into the home folder, once."""
        item.kept = self._session.trained(item, run)
        base = self._workspace.project.branch_numbered(item.branch).base
        own, name = self._session, item.kept

        def work(_watch: Watch) -> None:
            from core.storage.run_file import save_run

            own.runs_folder.mkdir(parents=True, exist_ok=True)
            save_run(run, base, own.runs_folder / name)
            own.prune_runs()

        self._workspace.jobs.start(
            f"Keeping {item.name}",
            work,
            lambda _nothing: None,
            self._not_kept,
            is_owed=True,
            is_patient=True,
        )

    def _not_kept(self, error: Exception) -> None:
        """Nobody asked for it: what is on the screen is as good as before."""
        logs.logger.warning("%s", error)
        if not isinstance(error, WorkbenchError | OSError):
            self.failed.emit(error)

    def _keep_audit(self) -> None:
        """Write what the judges say into the home folder, once: a crash does not lose it."""
        project = self._workspace.project
        audit, branch = project.audit, project.branch
        # Flagging more rows, or going back to an earlier audit, is no new one.
        known = any(own.suspicion is audit.suspicion for own in self._audits) if audit else True
        if known or audit is None or branch is None:
            return
        self._audits = [*self._audits, audit][-_MOST_AUDITS:]
        # The rows of data on the disk that are held know the history of all.
        history = audit.run.history.of_all_rows if audit.run else None
        item = next((item for item in project.runs if item.history is history), None)
        own, base = self._session, branch.base
        name = own.audited(branch.number, item.number if item and audit.run else None)

        def work(_watch: Watch) -> None:
            from core.storage.audit_file import save_audit

            own.runs_folder.mkdir(parents=True, exist_ok=True)
            save_audit(audit, base, own.runs_folder / name)
            own.prune_audits()

        self._workspace.jobs.start(
            "Keeping the audit",
            work,
            lambda _nothing: None,
            self._not_kept,
            is_owed=True,
            is_patient=True,
        )

    def forget(self) -> None:
        """Other data came: they are in no session file, and no session is waited for."""
        self.path = None
        self._opening.cancel()

    def _open(self, name: str, work: Callable[[Watch], Opened]) -> None:
        self._opening.start(name, work, self.opened.emit, self._opening_failed, waits=True)

    def _saved(self, path: Path, mark: str, state: tuple[Any, ...]) -> None:
        project = self._workspace.project
        if project.branches[:1] == [state[0]]:
            self.path = path
            # What was done meanwhile is not in the file.
            self._session.saved(path, mark, project, is_all=self._state() == state)
        self.saved.emit(path)

    def _state(self) -> tuple[Any, ...]:
        """What was done, and the runs: what the journal restores unless it is saved."""
        project = self._workspace.project
        runs = [(item, item.name) for item in project.runs if item.run is not None]
        return project.branches[0], list(project.done), list(project.undone), runs

    def _opening_failed(self, error: Exception) -> None:
        from core.storage.session_files import DataWantedError

        if isinstance(error, DataWantedError) and self._wanted is not None:
            self.data_wanted.emit(self._wanted, error)
        else:
            self.failed.emit(error)

    def _list_runs(self) -> None:
        """A run was renamed, removed or put back."""
        self._session.list_runs(item for item in self._workspace.runs if item.run is not None)
