"""The verbs of opening a file: look at it, read it, change what was understood, use it.

The first rows are there within a blink; all rows are read behind them, and what they hold is
studied behind that. Whatever a person decides on the way is kept as a list of edits of the plan,
which are done again on whatever the file is read as next. No widgets here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

import core
from core.base.errors import DataError
from core.base.progress import Progress, Watch
from core.data.roles import Meaning
from core.parts.disagreement import DisagreementError
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.jobs.scheduler import AtOnce, Turns
from workbench.opening.study import Study, looks_same, studied
from workbench.opening.subjects import Folder, OneFile, Subject, WorkersAsked

if TYPE_CHECKING:
    from core import Dataset
    from core.checks.finding import Finding
    from core.data.plan import Plan
    from core.data.profile import Profile
    from core.data.table import Table
    from core.reading.first_look import FirstLook
    from core.sources.dialect import Dialect
    from core.sources.excerpt import Manner
    from core.sources.source import Source

_AS_WRITTEN = (Meaning.CATEGORY, Meaning.TEXT)
"""Numbers that are meant so are read again, as texts: 1.50 stays 1.50."""


@dataclass(frozen=True, eq=False)
class Edit:
    """Something that a person changed about the plan."""

    change: "Callable[[Plan], Plan]"
    remedied: "Finding | None" = None
    """What it is a remedy for, if it is one."""


class Opening(QObject):
    """One file on its way to become data."""

    started = Signal()
    """Another file is to be opened."""
    looked = Signal()
    """Another file, or the first rows are there."""
    understood = Signal()
    """The first rows are there, and planned."""
    read = Signal()
    """The reading started, ended or broke off."""
    progressed = Signal()
    """The reading is further."""
    planned = Signal()
    """The plan is another one."""
    studied = Signal()
    """More is known about the columns, or was found."""
    used = Signal(object)
    """The Dataset."""
    refused = Signal(object)
    """The file cannot be opened at all."""

    def __init__(
        self, jobs: Jobs, parent: QObject | None = None, turns: Turns | None = None
    ) -> None:
        super().__init__(parent)
        self._turns = turns or AtOnce(self)
        self.subject: Subject | None = None
        """What is opened."""
        self._jobs = jobs
        self._looks, self._reading = Lane(jobs), Lane(jobs)
        self._studying, self._making = Lane(jobs), Lane(jobs)
        self._forget()

    def _forget(self) -> None:
        self.look: FirstLook | None = None
        self.plan: Plan | None = None
        """What is planned: what was guessed, or kept from before, with all edits."""
        self.manner: Manner | None = None
        """How the file is read; None for one that tells it itself."""
        self.guess: FirstLook | None = None
        """The look that was taken without being told anything."""
        self.table: Table | None = None
        self.study: Study | None = None
        self.edits: tuple[Edit, ...] = ()
        self.sample: int | None = None
        self.trouble: Exception | None = None
        """Why the file cannot be read as it is to be read."""
        self.can_try_again = False
        """Whether what is wrong may be right the next time."""
        self.is_wanted = False
        """Whether the data are to be used as soon as they are there."""
        self.note = ""
        """What a person should know before using the file."""
        self._target: str | None = None
        self._kept: Plan | None = None
        self._base: Plan | None = None
        self._as_text: frozenset[str] = frozenset()
        self._is_told = False

    # What is known

    @property
    def source(self) -> "Source | None":
        """What it is called, and where it is; None without any."""
        return self.subject.source if self.subject is not None else None

    @property
    def progress(self) -> Progress | None:
        """How far the reading is; None if nothing is being read."""
        is_read_last = self.subject is not None and not self.subject.is_made_at_once
        return self._making.progress if is_read_last else self._reading.progress

    @property
    def is_looking(self) -> bool:
        """Whether the first rows are still to come."""
        return self._looks.is_running

    @property
    def is_too_large(self) -> bool:
        """Whether the file needs more memory than there is, and nobody said what to do."""
        return (
            self.look is not None
            and self.subject is not None
            and self.subject.is_made_at_once
            and not self.look.need.fits
            and not self._is_told
        )

    @property
    def jobs(self) -> Jobs:
        """Where work is done that a person need not wait for."""
        return self._jobs

    # Verbs

    def open(
        self,
        subject: "Source | Subject",
        *,
        manner: "Manner | None" = None,
        plan: "Plan | None" = None,
        target: str | None = None,
        note: str = "",
        at_once: bool = False,
    ) -> None:
        """Look at a file, or several, then read it; as it was read before, if that is known.

        With `at_once` it is used as soon as it is read, without a question.
        """
        self.started.emit()
        self.cancel()
        self._forget()
        self.subject = subject if isinstance(subject, Subject) else OneFile(subject)
        self.note, self._kept, self._target = note, plan, target
        self.is_wanted = at_once
        self._look(manner)
        self.looked.emit()

    def overrule(self, manner: "Manner | None") -> None:
        """Read the file as told, or as guessed if nothing is told."""
        self.cancel()
        self.table = self.study = None
        self._base = None
        self._look(manner)
        self.read.emit()

    def read_all(self, sample: int | None = None) -> None:
        """Read every row, or so many that are drawn by chance."""
        self._is_told, self.sample = True, sample
        self._read()

    def leave_out(self, names: Iterable[str]) -> None:
        """Open a folder without some of its files."""
        if isinstance(self.subject, Folder):
            self.subject.leave_out(names)
            self.overrule(self.manner)

    def read_in_parts(self) -> None:
        """Keep the rows of a file that is too large for memory on the disk."""
        source, plan = self.source, self.plan
        if source is not None and source.path is not None:
            self.open(Folder(source.path, is_on_disk=True), manner=self.manner, plan=plan)

    def keep_rows(self, is_on_disk: bool, workers: WorkersAsked | None) -> None:
        """Keep codes of the rows of a folder on the disk, even if they fit, and on workers."""
        if isinstance(self.subject, Folder):
            self.subject.is_on_disk, self.subject.workers = is_on_disk, workers
            if self.can_try_again:
                self.trouble = None
                self.read.emit()
            self.planned.emit()

    def cancel(self) -> None:
        """Call off what is under way; what was seen of the file stays."""
        self.is_wanted = False
        for lane in (self._looks, self._reading, self._studying, self._making):
            lane.cancel()
        self.read.emit()

    def change(self, change: "Callable[[Plan], Plan]") -> None:
        """Change the plan; raise DataError if that contradicts it."""
        self._edit(Edit(change))

    def remedy(self, finding: "Finding") -> None:
        """Do what a finding offers."""
        from core.checks.remedies import Remedy

        if isinstance(finding.remedy, Remedy):
            self._edit(Edit(finding.remedy.applied, finding))

    def undo(self, edit: Edit) -> None:
        """Take an edit back, and leave the later ones."""
        self.edits = tuple(other for other in self.edits if other is not edit)
        self._replan()

    @property
    def remedies(self) -> list[Edit]:
        """The edits that are remedies, oldest first."""
        return [edit for edit in self.edits if edit.remedied is not None]

    def use(self) -> None:
        """Make data of it: now, or as soon as it is read."""
        is_stuck = self.trouble is not None and not self.can_try_again
        if is_stuck or self.look is None or self.is_too_large:
            return
        self.trouble, self.is_wanted = None, True
        is_made_at_once = self.subject is not None and self.subject.is_made_at_once
        if self.table is None:
            if self._reading.job is not None and self._reading.is_running:
                self._jobs.wait_for(self._reading.job)
            elif not self.is_looking:
                self._read()
        elif self.study is not None and self.study.dataset is not None and is_made_at_once:
            self._made(self.study.dataset)
        elif not self._making.is_running:
            self._make()
        self.read.emit()

    def _make(self) -> None:
        table, plan, subject = self.table, self.plan, self.subject
        assert table is not None
        assert plan is not None
        assert subject is not None
        self._studying.cancel()
        self._making.start(
            f"Making data of {table.name}",
            lambda watch: subject.make(table, plan, watch),
            self._made,
            self._making_failed,
            progressed=lambda _job: self.progressed.emit(),
            waits=True,
        )

    # Looking

    def _look(self, manner: "Manner | None") -> None:
        subject = self.subject
        assert subject is not None
        self.trouble = None
        is_told, as_text, name = self.look is not None, self._as_text, subject.source.name
        self._looks.start(
            f"Reading {name}" if self.is_wanted else f"Looking at {name}",
            lambda watch: subject.look(manner, is_told, as_text, watch),
            lambda look: self._take_look(look, is_guess=manner is None),
            self._look_failed,
            waits=True,
        )

    def _take_look(self, look: "FirstLook", is_guess: bool) -> None:
        self.look, self.manner = look, look.preview.manner
        if is_guess:
            self.guess = look
        self._set_base(look.plan, list(look.preview.names))
        self.looked.emit()
        self.planned.emit()
        self.understood.emit()
        if not self.is_too_large:
            self._read()

    def _look_failed(self, error: Exception) -> None:
        # Files that disagree are listed on the page, where they can be left out.
        if self.look is None and not isinstance(error, DisagreementError):
            self.subject = None
            self.refused.emit(error)
        else:
            self._stumble(error)

    # Reading

    def _read(self) -> None:
        assert self.subject is not None
        assert self.look is not None
        self.trouble = self.table = self.study = None
        self._studying.cancel()
        self._as_text = self._wanted_as_text()
        subject, look, sample, as_text = self.subject, self.look, self.sample, self._as_text
        # What was guessed is guessed again: a later part may show that the encoding is another.
        manner = None if self.look is self.guess else self.manner

        def work(watch: Watch) -> "tuple[Table, Plan]":
            watch(Progress(0, 0))  # here it waits for its turn
            table = subject.read(look, manner, as_text, sample, watch)
            return table, core.Plan.suggested(table)

        job = self._reading.start(
            f"Reading {subject.source.name}",
            work,
            self._take_table,
            self._stumble,
            progressed=lambda _job: self.progressed.emit(),
            waits=self.is_wanted,
            is_paused=True,
        )
        # A turn to show the first rows, one to paint them: a busy reader makes that take longer.
        turn = (self, "read")
        self._turns.take(turn, lambda: self._turns.take(turn, job.resume))
        self.read.emit()

    def _take_table(self, found: "tuple[Table, Plan]") -> None:
        self.table, suggested = found
        if self.table.origin is not None and self.table.origin.manner != self.manner:
            self._guess_better(self.table.origin.dialect)
        if self._kept is not None:
            there = set(self.table.lines.tolist()) if self._kept.excluded else set()
            self._kept = replace(self._kept, excluded=self._kept.excluded & there)
        self._set_base(suggested, self.table.names)
        if self._wanted_as_text() != self._as_text:
            self._read()
            return
        self._study()
        self.read.emit()
        self.planned.emit()
        if self.is_wanted:
            self.use()

    def _guess_better(self, dialect: "Dialect | None") -> None:
        """A line that no first look reaches showed that the encoding is another one."""
        assert self.look is not None
        seen = self.look.preview
        reasons = {**seen.reasons, "encoding": "a later line is not UTF-8"}
        better = replace(self.look, preview=replace(seen, dialect=dialect, reasons=reasons))
        self.manner, self.look, self.guess = dialect, better, better

    def _wanted_as_text(self) -> frozenset[str]:
        """The columns of numbers that are to be read as they are written."""
        from core.data.column import Kind

        assert self.look is not None
        assert self.plan is not None
        if self.table is not None:
            numbers = {column.name for column in self.table.columns if column.is_number}
            numbers |= self._as_text
        else:
            seen = self.look.preview
            numbers = {n for n, k in zip(seen.names, seen.kinds, strict=True) if k is Kind.NUMBER}
        meant = {
            name for name, column in self.plan.columns.items() if column.meaning in _AS_WRITTEN
        }
        return frozenset(numbers & meant)

    def _stumble(self, error: Exception) -> None:
        self.trouble, self.is_wanted = error, False
        self.can_try_again = False
        self.read.emit()

    def _making_failed(self, error: Exception) -> None:
        """A scheduler may be there later, or another place be chosen."""
        self._stumble(error)
        self.can_try_again = not isinstance(error, DisagreementError)
        self.read.emit()

    # Planning

    def _set_base(self, suggested: "Plan", names: list[str]) -> None:
        """Start from what was kept where it fits, else from what is suggested."""
        self._base = suggested
        kept = self._kept
        if kept is not None and kept.fits(names):
            known = {name: kept.columns.get(name, new) for name, new in suggested.columns.items()}
            known |= {name: kept.columns[name] for name in kept.computed}
            self._base = replace(kept, columns=known)
        if self._target is not None and self._target in self._base.columns:
            self._base = self._base.with_target(self._target)
        self.plan = self._replayed()

    def _replayed(self) -> "Plan":
        """The base with all edits; one that has no meaning any more does nothing."""
        assert self._base is not None
        plan = self._base
        for edit in self.edits:
            try:
                plan = edit.change(plan)
            except DataError:
                continue
        return plan

    def _edit(self, edit: Edit) -> None:
        assert self.plan is not None
        edit.change(self.plan)  # what contradicts the plan is refused here
        self.edits += (edit,)
        self._replan()

    def _replan(self) -> None:
        before, self.plan = self.plan, self._replayed()
        if self.plan == before:
            return
        self._making.cancel()
        self.is_wanted = False
        if self.table is not None or self._reading.is_running:
            if self._wanted_as_text() != self._as_text:
                self._read()
            elif self.table is not None:
                self.trouble = None
                self._study()
        self.planned.emit()
        self.read.emit()

    # Studying

    def _study(self) -> None:
        table, plan = self.table, self.plan
        assert table is not None
        assert plan is not None
        earlier = self.study
        known: dict[str, Profile] = {}
        if earlier is not None:
            known = {
                name: found
                for name, found in earlier.profiles.items()
                if name not in plan.computed and looks_same(earlier.plan, plan, name)
            }
        self.study = Study(plan, known)
        is_whole = self.subject is not None and self.subject.is_made_at_once
        self._studying.start(
            f"Studying {table.name}",
            lambda _watch: studied(table, plan, known, is_whole),
            lambda _nothing: None,
            self._stumble,
            progressed=self._take_study,
        )

    def _take_study(self, job: Job) -> None:
        study = job.latest
        if isinstance(study, Study) and study.plan is self.plan:
            self.study = study
            self.studied.emit()

    def _made(self, dataset: "Dataset") -> None:
        self.is_wanted = False
        self._studying.cancel()
        self.read.emit()
        self.used.emit(dataset)
