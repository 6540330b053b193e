"""Writing what a person takes away, off the GUI thread: the model, rows, pictures, the report."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.files import written_whole
from core.base.progress import Watch
from core.base.wording import count, grouped
from workbench.jobs.task import Work
from workbench.sessions.journal_writer import Session
from workbench.state.drawn_workspace import drawing
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    import pandas as pd

    from core import Run
    from core.judging.auditing.first_ranking import RunAudit
    from core.judging.auditing.result import Audit

_MANY = ("ranked rows", "numbers")


class Exporter(QObject):
    """Tells what it does; a file is written whole or not at all."""

    said = Signal(str)
    """Where something is now."""
    failed = Signal(object)

    def __init__(self, workspace: Workspace, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace, self._session = workspace, session

    @property
    def can_clean(self) -> bool:
        """Whether the cleaned file would differ from the file: by a decision, or a spelling."""
        decisions = self._workspace.decisions
        if decisions is None:
            return False
        plan = decisions.base.plan
        return bool(decisions.count) or (plan is not None and bool(plan.spellings))

    @property
    def has_computed(self) -> bool:
        """Whether a table could be written with columns that no file has."""
        decisions = self._workspace.decisions
        return decisions is not None and bool(decisions.base.table.computed)

    def model(self, path: Path, rounds: int | None = None) -> None:
        """Write the current run's model, after so many rounds, or all of them."""
        from core.storage.model_file import save_model

        if run := self._run():
            model = run.model if rounds is None else run.model.first(rounds)
            told = _rounds_told(run, rounds)
            self.write("model", path, lambda _watch: save_model(model, path), told)

    def onnx(self, path: Path, rounds: int | None = None) -> None:
        """Write the current run's model in the exchange format, checked against our own."""
        from core.sharing.onnx.export import export_onnx

        if run := self._run():
            model = run.model if rounds is None else run.model.first(rounds)
            told = _rounds_told(run, rounds)
            data = run.dataset.in_memory
            self.write("model", path, lambda _watch: export_onnx(model, path, data), told)

    def rows(self, path: Path) -> None:
        """Write the ranked rows."""
        if run := self._drawn_run():
            audit = self._workspace.audit
            self.write("ranked rows", path, lambda _watch: _ranking(run, audit).write_csv(path))

    def spreadsheet(self, path: Path) -> None:
        """Write the ranked rows so that no spreadsheet takes a text for a formula."""
        from core.reading.file_columns import with_file_columns, with_files
        from core.reading.spreadsheet import write_spreadsheet

        if run := self._drawn_run():
            audit = self._workspace.audit

            def work(_watch: Watch) -> None:
                found = _ranking(run, audit)
                table = found.dataset.table
                write_spreadsheet(with_files(with_file_columns(found.frame(), table), table), path)

            self.write("ranked rows", path, work)

    def cleaned(self, path: Path, with_computed: bool = False) -> None:
        """Write the file as decided: without what is excluded, relabelled, spellings merged."""
        from core.data.dataset import merged_spellings
        from core.sharing.cleaned import write_cleaned

        decisions = self._workspace.decisions
        if decisions is None:
            return
        base, changes, standing = decisions.base, decisions.changes(), decisions.standing()
        told = merged_spellings(base.in_memory.table, base.plan) if base.plan else ()
        self.write(
            "cleaned copy" if base.table.files is not None else "cleaned file",
            path,
            lambda watch: write_cleaned(base, changes, path, standing, with_computed, watch),
            " ".join(told),
        )

    def cleaned_with_computed(self, path: Path) -> None:
        """Write the table as decided, with the columns that are computed."""
        self.cleaned(path, with_computed=True)

    def decisions(self, path: Path) -> None:
        """Write what was decided."""
        decisions = self._workspace.decisions
        if decisions is not None:
            self.write("list of decisions", path, lambda _watch: decisions.write_csv(path))

    def report(self, path: Path, work: Callable[[], None]) -> None:
        """Write a report whose pictures are taken."""
        self.write("report", path, lambda _watch: work())

    def picture(self, what: str, path: Path, data: bytes) -> None:
        """Write a picture that was drawn in the GUI thread."""
        self.write(what, path, lambda _watch: _write_bytes(path, data))

    def table(self, path: Path, table: "pd.DataFrame") -> None:
        """Write numbers that a view draws."""
        self.write("numbers", path, lambda _watch: _write_table(path, table))

    def views(self, folder: Path, files: "Mapping[str, bytes | pd.DataFrame]") -> None:
        """Write pictures and numbers of views into a folder, each file whole."""

        def work() -> None:
            for name, content in files.items():
                if isinstance(content, bytes):
                    _write_bytes(folder / name, content)
                else:
                    _write_table(folder / name, content)

        def done(_nothing: object) -> None:
            self._session.exported("views", folder, list(files))
            self.said.emit(f"{count(len(files), 'file')} of plots and numbers are in {folder}.")

        name = f"Writing {count(len(files), 'file')} into {folder.name}"
        self._start(name, lambda _watch: work(), done)

    def write(self, what: str, path: Path, work: Work, more: str = "") -> None:
        """Do the writing on a thread, and tell where it is then, and what more is to be known."""

        def done(told: object) -> None:
            self._session.exported(what, path)
            verb = "are" if what in _MANY else "is"
            # What the writing itself has to tell comes as sentences.
            sentences = [more, *(told if isinstance(told, tuple) else ())]
            self.said.emit(f"The {what} {verb} in {path}. {' '.join(sentences).strip()}".strip())

        self._start(f"Writing {path.name}", work, done)

    def _start(self, name: str, work: Work, done: Callable[[object], None]) -> None:
        self._workspace.jobs.start(name, work, done, self.failed.emit, waits=True, is_owed=True)

    def _drawn_run(self) -> "Run | None":
        """The run with the rows whose values are at hand: all, or those that are looked at."""
        item = drawing(self._workspace).current
        return item.run if item else None

    def _run(self) -> "Run | None":
        item = self._workspace.current
        return item.run if item else None


def _rounds_told(run: "Run", rounds: int | None) -> str:
    """That a model has fewer rounds than were trained; nothing if it has all of them."""
    if rounds is None or rounds >= run.rounds:
        return ""
    return f"It has the first {grouped(rounds)} of {count(run.rounds, 'round')}."


def _ranking(run: "Run", audit: "Audit | None") -> "Audit | RunAudit":
    """The audit's ranking where there is one of these data, else the run's own."""
    from core.judging.auditing.first_ranking import first_ranking

    return audit if audit is not None and audit.dataset is run.dataset else first_ranking(run)


def _write_bytes(path: Path, data: bytes) -> None:
    with written_whole(path) as aside:
        aside.write_bytes(data)


def _write_table(path: Path, table: "pd.DataFrame") -> None:
    with written_whole(path) as aside:
        table.to_csv(aside, index=False)
