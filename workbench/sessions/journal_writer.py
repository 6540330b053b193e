"""What a person did, written to the journal, and what earlier journals tell."""

import itertools
import uuid
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.errors import WorkbenchError
from core.base.journal import Journal
from core.base.lock import ProcessLock, is_held
from core.project.entries import SAVED, SAVING
from workbench.sessions.recent import Recent, content_tag, reading_facts
from workbench.shell import log as logs
from workbench.shell.user_folders import data_folder

if TYPE_CHECKING:
    from core import Dataset, Run, Training
    from core.project import Project
    from core.project.command_journal import CommandJournal
    from workbench.sessions.recovery import Recovery
    from workbench.state.workspace import RunItem

_MOST_RECENT = 10
_MOST_RUNS = 40
_MOST_AUDITS = 12
_MOST_RUN_BYTES = 1 << 30
"""What the runs that are kept may take; the oldest ones go first."""


class Session:
    """Writes to the journal; a journal that cannot be written is said once, in the log."""

    def __init__(self) -> None:
        self.lock = ProcessLock(data_folder() / "running")
        """Tells other windows that this one still runs: what it has open is not lost."""
        self.journal = Journal(data_folder() / "journal.jsonl", self.lock.name)
        self.runs_folder = data_folder() / "runs"
        self._offered = ""
        self._listed: list[dict[str, Any]] = []
        self._has_left = False
        """Whether runs were left behind when their data were closed."""

    def recent(self) -> list[Recent]:
        """The files and sessions that were open before, newest first; some may be gone by now."""
        from workbench.sessions.recovery import QUICK_KINDS, open_data

        entries = list(self.journal.entries((*QUICK_KINDS, "understood", SAVED)))
        is_open = open_data(entries)
        found: dict[str, Recent] = {}
        for entry in reversed(entries):
            if entry.what not in ("opened", "understood", SAVED):
                continue
            opened = is_open.get(entry.by)
            is_newest = opened is entry or (opened is not None and entry.what == "understood")
            is_unfinished = is_newest and not self._is_running(entry.by)
            path = entry.facts.get("path") if is_unfinished else None
            known = Recent.from_facts(entry.facts, path)
            if known is not None and str(known.path) not in found:
                found[str(known.path)] = known
            if len(found) == _MOST_RECENT:
                break
        return list(found.values())

    def project_on(self, dataset: "Dataset") -> "Project":
        """The project of a file, with what was decided about its rows, now or long ago.

        It reads the journal, so it is made on a thread.
        """
        from core.project import Project
        from core.project.command_journal import CommandJournal

        path = dataset.table.path
        identity = {"file": str(path) if path else dataset.name}
        if origin := dataset.table.origin:
            identity["content"] = content_tag(origin.source)
            if origin.excerpt is not None and origin.excerpt.table:
                identity["part"] = origin.excerpt.table  # another sheet has other rows
        elif dataset.table.files is not None and (files := dataset.table.files.origin):
            from core.storage.session_files import files_checksum

            identity["content"] = files_checksum(files.parts)[:16]
        return Project.of(dataset, CommandJournal(self.journal, identity))

    def journal_of_session(self, base: "Dataset") -> "CommandJournal":
        """Where what a session file holds is written too.

        Its data have an identity of their own, so that nothing else that was decided about the
        same file counts.
        """
        from core.project.command_journal import CommandJournal

        path = base.table.path
        name = str(path) if path else base.name
        return CommandJournal(
            self.journal, {"file": name, "session": uuid.uuid4().hex}, lambda _work, _failed: None
        )

    def journal_of_mark(self, mark: str) -> "CommandJournal | None":
        """Where the work that a session file holds is written down, to go on there.

        None if this journal does not know the file, or if another one was saved of the same work
        since: then this is an earlier state, and is opened as such.
        """
        from core.project.command_journal import CommandJournal

        known: dict[str, str] | None = None
        for entry in self.journal.entries((SAVING, SAVED)):
            data, own = entry.facts.get("data"), entry.facts.get("mark")
            if not isinstance(data, dict) or not own:
                continue
            if own == mark:
                known = {str(name): str(fact) for name, fact in data.items()}
            elif entry.what == SAVED and data == known:
                known = None
        return CommandJournal(self.journal, known) if known and mark else None

    def recovery(self) -> "Recovery | None":
        """What was open when the program ended, and is worth restoring."""
        from workbench.sessions.recovery import KINDS, QUICK_KINDS, recovery, was_cut_short

        if not was_cut_short(self.journal.entries(QUICK_KINDS), self._is_running):
            return None
        found = recovery(self.journal.entries(KINDS), self._is_running)
        self._offered = found.by if found else ""
        return found

    def compact(self) -> None:
        """Make a journal that has grown large shorter, unless another window runs; takes a while.

        What is offered to be restored, and what this window did, stays as it was written.
        """
        from core.project.compaction import compact
        from workbench.sessions.recovery import QUICK_KINDS, open_data

        entries = list(self.journal.entries(QUICK_KINDS))
        others = {entry.by for entry in entries} - {self.lock.name}
        if any(self._is_running(by) for by in others):
            return
        compact(self.journal, {self.lock.name, *open_data(entries)})

    def started(self) -> None:
        """The program started."""
        try:
            self.lock.take()
        except (WorkbenchError, OSError) as error:
            logs.logger.warning("other windows cannot tell that this one runs: %s", error)
        self._write("started")

    def opened(self, project: "Project", session: Path | None = None) -> None:
        """A file was opened, or a session."""
        first, *others = project.branches
        self._listed, self._has_left = [], False
        identity = project.journal.identity_of(first.base.target) if project.journal else {}
        facts: dict[str, Any] = {"data": identity}
        if others:
            facts["branches"] = [[own.number, own.plan.plain()] for own in others]
        self._tell_reading("opened", first.base, facts, session)

    def understood(self, project: "Project") -> None:
        """The same file is understood in another way: it is offered so when it is opened again."""
        self._tell_reading("understood", project.open_branch.base, {}, None)

    def _tell_reading(
        self, what: str, dataset: "Dataset", facts: dict[str, Any], session: Path | None
    ) -> None:
        from core.storage.rereading import how_read

        facts |= reading_facts(dataset)
        path = dataset.table.path
        is_from_files = "files" in facts or dataset.table.origin is not None
        if is_from_files and dataset.plan is not None:
            facts |= how_read(dataset)
        if path is not None:
            facts["path"] = str(path)
        if session is not None:
            facts["session"] = str(session.resolve())
        self._write(what, target=dataset.target, **facts)

    def training(self, training: "Training") -> None:
        """A training started."""
        self._write("training", settings=training.settings.plain(), seed=training.seed)

    def trained(self, item: "RunItem", run: "Run") -> str:
        """A training ended; gives the name of the file that the run is to be kept in."""
        file = f"{uuid.uuid4().hex}.run"
        kept = _listed(item) | {"file": file}
        self._listed.append(kept)
        self._write("trained", rounds=run.rounds, ending=run.outcome.ending.value, **kept)
        return file

    def audited(self, branch: int, run: int | None) -> str:
        """The rows were judged; gives the name of the file that the audit is to be kept in."""
        file = f"{uuid.uuid4().hex}.audit"
        self._write("audited", file=file, branch=branch, run=run)
        return file

    def prune_audits(self) -> None:
        """Delete the oldest of the audits that are kept: who has them open has them in memory."""
        files = sorted(self.runs_folder.glob("*.audit"), key=lambda path: path.stat().st_mtime_ns)
        for path in files[:-_MOST_AUDITS]:
            path.unlink(missing_ok=True)

    def list_runs(self, items: "Iterable[RunItem]") -> None:
        """The runs are these now; written down if that is news."""
        now = [_listed(item) for item in items]
        if now != self._listed:
            self._listed = now
            self._write("runs", list=now)

    def prune_runs(self) -> None:
        """Delete the oldest of the runs that are kept, if they take too much.

        Runs that a window has in its list stay, and those that will be offered at the next start.
        """
        from workbench.sessions.recovery import KINDS, files_in_use

        files = [(path.stat(), path) for path in self.runs_folder.glob("*.run")]
        files.sort(key=lambda file: file[0].st_mtime_ns, reverse=True)
        totals = itertools.accumulate(known.st_size for known, _ in files)
        old = [
            path
            for place, ((_, path), total) in enumerate(zip(files, totals, strict=True))
            if place >= _MOST_RUNS or total > _MOST_RUN_BYTES
        ]
        if not old:
            return
        in_use = files_in_use(self.journal.entries(KINDS), self._is_running)
        in_use |= {str(run["file"]) for run in self._listed}
        for path in old:
            if path.name not in in_use:
                path.unlink(missing_ok=True)

    def saving(self, path: Path, mark: str, project: "Project") -> None:
        """What was done until now is about to be in a session file."""
        self._write(SAVING, path=str(path), mark=mark, data=_identity(project))

    def saved(self, path: Path, mark: str, project: "Project", is_all: bool = True) -> None:
        """It is in a session file now; not all of it, if something was done since."""
        facts = {"mark": mark, "data": _identity(project)} | ({} if is_all else {"not_all": True})
        self._write(SAVED, path=str(path), **facts)

    def restored(self) -> None:
        """What was open when the program ended is back."""
        self._write("restored", of=self._offered)

    def declined(self) -> None:
        """What was open when the program ended is not wanted any more."""
        self._write("declined", of=self._offered)

    def carried(self, before: Mapping[str, str], now: Mapping[str, str]) -> None:
        """What was decided about a file as it was is carried over to the file as it is."""
        self._write("carried", of=dict(before), data=dict(now))

    def exported(self, what: str, path: Path, files: Sequence[str] = ()) -> None:
        """Something was exported; into a folder, these files."""
        self._write("exported", kind=what, path=str(path), **({"files": files} if files else {}))

    def left(self, keeps: bool = False) -> None:
        """The data were closed; with `keeps`, their runs are offered when the program starts."""
        self._listed, self._has_left = [], keeps
        self._write("closed", **({"keeps": True} if keeps else {}))

    def closed(self, keeps: bool = False) -> None:
        """The program was closed as it should be; with `keeps`, its runs are offered once more."""
        self._write("closed", **({"keeps": True} if keeps or self._has_left else {}))
        self.lock.release()

    def _is_running(self, by: str) -> bool:
        return by == self.lock.name or (bool(by) and is_held(self.lock.folder, by))

    def _write(self, what: str, **facts: object) -> None:
        try:
            # None of these is a decision about a row: the window does not wait for the disk.
            self.journal.append(what, is_durable=False, **facts)
        except WorkbenchError as error:
            logs.logger.warning("%s", error)


def _identity(project: "Project") -> dict[str, str]:
    return project.journal.identity if project.journal else {}


def _listed(item: "RunItem") -> dict[str, Any]:
    own = {"number": item.number, "name": item.name, "file": item.kept}
    return own | ({"branch": item.branch} if item.branch != 1 else {})
