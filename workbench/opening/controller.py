"""The verbs of opening a file: look at it, read it, change what was understood, use it.

The first rows are there within a blink; all rows are read behind them, and what they hold is
studied behind that. Whatever a person decides on the way is kept as a list of edits of the plan,
which are done again on whatever the file is read as next. No widgets here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

import core
from core.base.errors import DataError
from core.base.progress import Progress, Watch
from core.data.roles import Meaning
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs

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
_TOLD_AT_ONCE = 8


@dataclass(frozen=True, eq=False)
class Edit:
    """Something that a person changed about the plan."""

    change: "Callable[[Plan], Plan]"
    remedied: "Finding | None" = None
    """What it is a remedy for, if it is one."""


@dataclass(frozen=True)
class Study:
    """What all rows tell so far, under one plan."""

    plan: "Plan"
    profiles: "dict[str, Profile]"
    dataset: "Dataset | None" = None
    findings: "tuple[Finding, ...]" = ()
    is_done: bool = False


class Opening(QObject):
    """One file on its way to become data."""

    started = Signal()
    """Another file is to be opened."""
    looked = Signal()
    """Another file, or the first rows are there."""
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

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source: Source | None = None
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
    def progress(self) -> Progress | None:
        """How far the reading is; None if nothing is being read."""
        return self._reading.progress

    @property
    def is_looking(self) -> bool:
        """Whether the first rows are still to come."""
        return self._looks.is_running

    @property
    def is_studying(self) -> bool:
        """Whether more will be known about the columns."""
        return self._studying.is_running

    @property
    def is_too_large(self) -> bool:
        """Whether the file needs more memory than there is, and nobody said what to do."""
        return self.look is not None and not self.look.need.fits and not self._is_told

    @property
    def jobs(self) -> Jobs:
        """Where work is done that a person need not wait for."""
        return self._jobs

    # Verbs

    def open(
        self,
        source: "Source",
        *,
        manner: "Manner | None" = None,
        plan: "Plan | None" = None,
        target: str | None = None,
        note: str = "",
        at_once: bool = False,
    ) -> None:
        """Look at a file, then read it; as it was read before, if that is known.

        With `at_once` it is used as soon as it is read, without a question.
        """
        self.started.emit()
        self.cancel()
        self._forget()
        self.source, self.note, self._kept, self._target = source, note, plan, target
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
        if self.trouble is not None or self.look is None or self.is_too_large:
            return
        self.is_wanted = True
        if self.table is None:
            if self._reading.job is not None and self._reading.is_running:
                self._jobs.wait_for(self._reading.job)
            elif not self.is_looking:
                self._read()
        elif self.study is not None and self.study.dataset is not None:
            self._made(self.study.dataset)
        elif not self._making.is_running:
            self._studying.cancel()
            table, plan = self.table, self.plan
            self._making.start(
                f"Making data of {table.name}",
                lambda _watch: core.Dataset.from_table(table, plan=plan),
                self._made,
                self._stumble,
                waits=True,
            )
        self.read.emit()

    # Looking

    def _look(self, manner: "Manner | None") -> None:
        source = self.source
        assert source is not None
        self.trouble = None
        is_told = self.look is not None

        def look(watch: Watch) -> "FirstLook":
            from core.reading.first_look import FirstLook  # what it loads is loaded off this thread
            from core.sources.excerpt import Excerpt

            try:
                return FirstLook.at(source, manner, watch)
            except DataError:
                if is_told or not isinstance(manner, Excerpt):
                    raise
                return FirstLook.at(source, None, watch)  # the sheet of before is gone

        self._looks.start(
            f"Reading {source.name}" if self.is_wanted else f"Looking at {source.name}",
            look,
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
        if not self.is_too_large:
            self._read()

    def _look_failed(self, error: Exception) -> None:
        if self.look is None:
            self.source = None
            self.refused.emit(error)
        else:
            self._stumble(error)

    # Reading

    def _read(self) -> None:
        assert self.source is not None
        assert self.look is not None
        self.trouble = self.table = self.study = None
        self._studying.cancel()
        self._as_text = self._wanted_as_text()
        source, sample, as_text = self.source, self.sample, self._as_text
        # What was guessed is guessed again: a later part may show that the encoding is another.
        manner = None if self.look is self.guess else self.manner

        def work(watch: Watch) -> "tuple[Table, Plan]":
            table = core.read_table(source, manner, as_text=as_text, watch=watch, sample=sample)
            return table, core.Plan.suggested(table)

        self._reading.start(
            f"Reading {source.name}",
            work,
            self._take_table,
            self._stumble,
            progressed=lambda _job: self.progressed.emit(),
            waits=self.is_wanted,
        )
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
                if name not in plan.computed and _looks_same(earlier.plan, plan, name)
            }
        self.study = Study(plan, known)
        self._studying.start(
            f"Studying {table.name}",
            lambda _watch: _studied(table, plan, known),
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


def _looks_same(before: "Plan", after: "Plan", name: str) -> bool:
    """Whether a column's profile is the same under both plans: only dates have another one."""
    old, new = before.columns.get(name), after.columns.get(name)
    is_date = [column is not None and column.meaning is Meaning.DATE for column in (old, new)]
    return old == new or is_date == [False, False]


def _studied(table: "Table", plan: "Plan", known: "dict[str, Profile]") -> Iterator[Study]:
    """Look at every column, make the data, and look for what is odd; what is known on the way."""
    from core.data.profile import profile

    found, study = dict(known), Study(plan, known)
    for column in table.columns:
        if column.name not in found:
            found[column.name] = profile(column, plan[column.name])
            if len(found) % _TOLD_AT_ONCE == 0:
                study = Study(plan, dict(found))
            yield study
    study = Study(plan, found)
    yield study
    odd: list[Finding] = []
    try:
        dataset = core.Dataset.from_table(table, plan=plan)
    except DataError:
        odd = list(core.findings(table, plan))
        yield replace(study, findings=tuple(odd), is_done=True)
        return
    for name in plan.computed:
        found[name] = profile(dataset.table.column(name), plan[name])
    study = Study(plan, dict(found), dataset)
    yield study
    for each in core.findings(dataset):
        odd.append(each)
        yield replace(study, findings=tuple(odd))
    yield replace(study, findings=tuple(odd), is_done=True)
