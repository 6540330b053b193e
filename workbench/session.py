"""What a person did, written to the journal, and what earlier journals tell."""

from pathlib import Path

from core import Dataset, Run, Training
from core.errors import WorkbenchError
from core.journal import Entry, Journal
from core.reviewing.decisions import Decisions
from workbench import logs
from workbench.places import data_folder
from workbench.welcome import Recent

_MOST_RECENT = 5


class Session:
    """Writes to the journal; a journal that cannot be written is said once, in the log."""

    def __init__(self) -> None:
        self.journal = Journal(data_folder() / "journal.jsonl")

    def recent(self) -> list[Recent]:
        """The files that were open before, newest first, as far as they are still there."""
        entries = list(self.journal.entries(("opened", "started", "closed")))
        unfinished = _unfinished(entries)
        found: dict[str, Recent] = {}
        for entry in reversed(entries):
            path, target = entry.facts.get("path"), entry.facts.get("target")
            is_file = entry.what == "opened" and isinstance(path, str) and Path(path).is_file()
            if is_file and path not in found and isinstance(target, str):
                found[path] = Recent(Path(path), target, is_unfinished=path == unfinished)
        return list(found.values())[:_MOST_RECENT]

    def decisions_on(self, dataset: Dataset) -> Decisions:
        """What was decided about the rows of this file, now or in an earlier session."""
        path = dataset.table.path
        identity = {"file": str(path) if path else dataset.name, "target": dataset.target}
        return Decisions(dataset, identity, self.journal)

    def started(self) -> None:
        """The program started."""
        self._write("started")

    def opened(self, path: Path, target: str) -> None:
        """A file was opened, or another target chosen."""
        self._write("opened", path=str(path), target=target)

    def training(self, training: Training) -> None:
        """A training started."""
        self._write("training", settings=training.settings.plain(), seed=training.seed)

    def trained(self, run: Run) -> None:
        """A training ended."""
        self._write("trained", rounds=run.rounds, ending=run.outcome.ending.value)

    def exported(self, what: str, path: Path) -> None:
        """Something was exported."""
        self._write("exported", kind=what, path=str(path))

    def closed(self) -> None:
        """The program was closed as it should be."""
        self._write("closed")

    def _write(self, what: str, **facts: object) -> None:
        try:
            # None of these is a decision about a row: the window does not wait for the disk.
            self.journal.append(what, is_durable=False, **facts)
        except WorkbenchError as error:
            logs.logger.warning("%s", error)


def _unfinished(entries: list[Entry]) -> str | None:
    """The file that was open when the program ended without being closed."""
    last = None
    for entry in entries:
        if entry.what == "opened":
            last = str(entry.facts.get("path"))
        elif entry.what in ("closed", "started"):
            last = last if entry.what == "started" else None
    return last
