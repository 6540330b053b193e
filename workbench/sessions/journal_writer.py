"""What a person did, written to the journal, and what earlier journals tell."""

import contextlib
import itertools
import uuid
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import core
from core.base.errors import WorkbenchError
from core.base.journal import Journal
from core.base.lock import ProcessLock, is_held
from core.judging.reviewing.decision import DECIDED, REDONE, UNDONE, from_plain
from workbench.sessions.recent import Recent, content_tag, reading_facts
from workbench.shell import log as logs
from workbench.shell.user_folders import data_folder

if TYPE_CHECKING:
    from core import Dataset, Decisions, Run, Training
    from workbench.sessions.recovery import Recovery
    from workbench.state.workspace import RunItem

_MOST_RECENT = 5
_MOST_RUNS = 40
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
        self._identity: dict[str, str] = {}
        self._listed: list[dict[str, Any]] = []

    def recent(self) -> list[Recent]:
        """The files and sessions that were open before, newest first; some may be gone by now."""
        from workbench.sessions.recovery import QUICK_KINDS, open_data

        entries = list(self.journal.entries((*QUICK_KINDS, "saved")))
        is_open = open_data(entries)
        found: dict[str, Recent] = {}
        for entry in reversed(entries):
            if entry.what not in ("opened", "saved"):
                continue
            is_unfinished = is_open.get(entry.by) is entry and not self._is_running(entry.by)
            path = entry.facts.get("path") if is_unfinished else None
            known = Recent.from_facts(entry.facts, path)
            if known is not None and str(known.path) not in found:
                found[str(known.path)] = known
            if len(found) == _MOST_RECENT:
                break
        return list(found.values())

    def decisions_on(self, dataset: "Dataset") -> "Decisions":
        """What was decided about the rows of this file, now or in an earlier session."""
        path = dataset.table.path
        identity = {"file": str(path) if path else dataset.name, "target": dataset.target}
        if origin := dataset.table.origin:
            identity["content"] = content_tag(origin.source)
        self.follow(identity)
        return core.Decisions(dataset, identity, self.journal)

    def follow(self, identity: Mapping[str, str]) -> None:
        """The data that are open now are known in the journal by this identity."""
        self._identity, self._listed = dict(identity), []

    def take_over(self, dataset: "Dataset", doings: Iterable[Mapping[str, Any]]) -> dict[str, str]:
        """Write what was decided in a session file to this journal too; gives the data's identity.

        It is one of their own, so that nothing else that was decided about the same file counts.
        """
        path = dataset.table.path
        name = str(path) if path else dataset.name
        identity = {"file": name, "target": dataset.target, "session": uuid.uuid4().hex}
        for doing in doings:
            facts = {key: value for key, value in doing.items() if key != "what"}
            self.journal.append(doing["what"], is_durable=False, data=identity, **facts)
        return identity

    def doings(self) -> list[dict[str, Any]]:
        """What was decided, undone and redone about the data that are open, in its order."""
        found = []
        for entry in self.journal.entries((DECIDED, UNDONE, REDONE)):
            if entry.facts.get("data") == self._identity:
                step = {"step": _readable(entry.facts.get("step"))} if entry.what == DECIDED else {}
                found.append({"what": entry.what} | step)
        return found

    def recovery(self) -> "Recovery | None":
        """What was open when the program ended, and is worth restoring."""
        from workbench.sessions.recovery import KINDS, QUICK_KINDS, recovery, was_cut_short

        if not was_cut_short(self.journal.entries(QUICK_KINDS), self._is_running):
            return None
        found = recovery(self.journal.entries(KINDS), self._is_running)
        self._offered = found.by if found else ""
        return found

    def started(self) -> None:
        """The program started."""
        try:
            self.lock.take()
        except (WorkbenchError, OSError) as error:
            logs.logger.warning("other windows cannot tell that this one runs: %s", error)
        self._write("started")

    def opened(self, path: Path | None, dataset: "Dataset", session: Path | None = None) -> None:
        """A file was opened, or another target chosen, or a session."""
        from core.storage.rereading import how_read

        facts = reading_facts(dataset) | {"data": self._identity}
        if dataset.table.origin is not None and dataset.plan is not None:
            facts |= how_read(dataset)
        if path is not None:
            facts["path"] = str(path)
        if session is not None:
            facts["session"] = str(session.resolve())
        self._write("opened", target=dataset.target, **facts)

    def training(self, training: "Training") -> None:
        """A training started."""
        self._write("training", settings=training.settings.plain(), seed=training.seed)

    def trained(self, number: int, name: str, run: "Run") -> str:
        """A training ended; gives the name of the file that the run is to be kept in."""
        file = f"{uuid.uuid4().hex}.run"
        kept = {"number": number, "name": name, "file": file}
        self._listed.append(kept)
        self._write("trained", rounds=run.rounds, ending=run.outcome.ending.value, **kept)
        return file

    def list_runs(self, items: "Iterable[RunItem]") -> None:
        """The runs are these now; written down if that is news."""
        now = [{"number": item.number, "name": item.name, "file": item.kept} for item in items]
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

    def saved(self, path: Path) -> None:
        """All of it is in a session file now."""
        self._write("saved", path=str(path))

    def restored(self) -> None:
        """What was open when the program ended is back."""
        self._write("restored", of=self._offered)

    def declined(self) -> None:
        """What was open when the program ended is not wanted any more."""
        self._write("declined", of=self._offered)

    def exported(self, what: str, path: Path, files: Sequence[str] = ()) -> None:
        """Something was exported; into a folder, these files."""
        self._write("exported", kind=what, path=str(path), **({"files": files} if files else {}))

    def closed(self, keeps: bool = False) -> None:
        """The program was closed as it should be; with `keeps`, its runs are offered once more."""
        self._write("closed", **({"keeps": True} if keeps else {}))
        self.lock.release()

    def _is_running(self, by: str) -> bool:
        return by == self.lock.name or (bool(by) and is_held(self.lock.folder, by))

    def _write(self, what: str, **facts: object) -> None:
        try:
            # None of these is a decision about a row: the window does not wait for the disk.
            self.journal.append(what, is_durable=False, **facts)
        except WorkbenchError as error:
            logs.logger.warning("%s", error)


def _readable(step: Any) -> list[Any]:
    """The parts of a step that can be read; what another version wrote may not."""
    found = []
    for part in step if isinstance(step, list) else ():
        with contextlib.suppress(ValueError):
            found.append(from_plain(part).plain())
    return found
