"""The verbs of the review: audit the rows, decide about them, ask what would be. No widgets."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, Signal

import core
from core.base.arrays import Floats, Integers
from core.base.errors import WorkbenchError
from core.base.person import system_name, tidy_name
from core.base.progress import Progress, Watch
from core.project import Project
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.reviewing.cells.controller import CellFinder
from workbench.reviewing.certifying.controller import Certifier
from workbench.reviewing.colleagues.controller import Colleagues
from workbench.reviewing.inquirer import Inquirer
from workbench.reviewing.labelling.controller import Labeller
from workbench.shell import log as logs
from workbench.shell.user_folders import preferences
from workbench.state.drawn_workspace import hold
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core import Dataset
    from core.judging.auditing.result import Audit
    from core.judging.reviewing.decision import Verb
    from core.judging.reviewing.decisions import Decisions
    from core.judging.reviewing.proof import Proof
    from core.judging.reviewing.what_if import TwoTrainings
    from core.learning.ensemble import Ensemble
    from core.learning.run import Run

_NAME = "reviewer"
"""Under which the person's name is kept, if it is another one than the system's."""
MOST_ROWS_UNASKED = 200_000
"""The audit follows a training by itself up to so many rows; beyond, a person asks for it."""


@dataclass(frozen=True, eq=False)
class AuditProgress:
    """How far an audit is, and what it knows of the rows so far."""

    dataset: "Dataset"
    stage: Progress
    suspicion: Floats


class Reviewer(QObject):
    """Turns what a person asks for into audits, decisions and questions."""

    progressed = Signal()
    """The audit or the question under way is further."""
    answered = Signal(object)
    """The Proof that a question came to."""
    failed = Signal(object)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self._project.by = tidy_name(str(preferences().value(_NAME) or "")) or system_name()
        self.follows_up = True
        """Whether an audit follows a training by itself."""
        self._is_asked = False
        self._expected, self._since = 0.0, QElapsedTimer()
        self._audit, self._question = Lane(workspace.jobs), Lane(workspace.jobs)
        self.inquirer = Inquirer(workspace, self)
        """Asks about the audit that is there."""
        self.inquirer.failed.connect(self.failed)
        self.cells = CellFinder(workspace, self.attempt, self)
        self.cells.failed.connect(self.failed)
        self.certifier = Certifier(workspace, self.attempt, self)
        """Tells when to stop, if it is wanted."""
        self.colleagues = Colleagues(workspace, self.attempt, self)
        self.colleagues.failed.connect(self.failed)
        self.labeller = Labeller(workspace, self.attempt, self)
        self.labeller.failed.connect(self.failed)

    # The audit

    @property
    def audit_progress(self) -> AuditProgress | None:
        """How far the audit under way is; None if there is none."""
        latest: AuditProgress | None = self._audit.latest
        dataset, stage = self.workspace.dataset, self._audit.progress
        if dataset is not None and dataset.sample is not None and stage is not None:
            return AuditProgress(dataset, stage, np.empty(0))  # what it knows comes at its end
        return latest

    @property
    def is_auditing(self) -> bool:
        """Whether an audit is under way."""
        return self._audit.is_running

    @property
    def audit_seconds_left(self) -> float | None:
        """How long the audit under way is likely to take yet; None if there is none."""
        if not self.is_auditing or not self._since.isValid():
            return None
        return max(0.0, self._expected - self._since.elapsed() / 1000)

    def audit(self, run: "Run | None" = None, sample: int | None = None) -> None:
        """Audit the data as they are now; with a run on them, it need not be trained again.

        Judges are taught with all rows, each row judged by those that never saw it, as the
        commands do it. A proof goes by the labels of the file, which no decision changes. With a
        sample, so many rows teach and are judged.
        """
        self._is_asked = True
        self._start_audit(run, sample)

    def follow_up(self, run: "Run") -> None:
        """After a training, refine its ranking behind the scenes, once for each revision."""
        audit = self.workspace.audit
        is_known = audit is not None and audit.about is run.dataset
        is_large = len(run.dataset) > MOST_ROWS_UNASKED
        if is_known or is_large or run.rounds == 0 or not self.follows_up:
            return
        if run.dataset is self.workspace.dataset and not self.is_auditing:
            self._is_asked = False
            self._start_audit(run)

    def give_way(self) -> None:
        """A training starts: an audit that nobody asked for waits for its end."""
        if self.is_auditing and not self._is_asked:
            self.cancel_audit()

    def cancel_audit(self) -> None:
        """Call the audit off."""
        self._audit.cancel()
        self.progressed.emit()

    def flag(self, many: int) -> None:
        """Flag so many rows, rather than what the estimate says."""
        self.attempt(lambda: self.workspace.project.flag(many))

    def _start_audit(self, run: "Run | None", sample: int | None = None) -> None:
        from core.judging.audit_time import expected_seconds

        dataset = self.workspace.dataset
        if dataset is None:
            return
        self._expected = expected_seconds(dataset, sample)
        self._since.start()
        run = run if run is not None and run.dataset is dataset else None
        decisions = self.workspace.decisions
        kept = decisions.kept() if decisions is not None else ()

        if dataset.sample is not None:
            self._audit_on_disk(dataset, run, kept)
            return

        def work(_watch: Watch) -> "Generator[AuditProgress, None, Audit]":
            from core.judging.auditing.auditing import Auditing

            auditing = Auditing(dataset, run=run, seed=dataset.split.seed, kept=kept, sample=sample)
            for stage in auditing:
                yield AuditProgress(dataset, stage, auditing.suspicion)
            return auditing.audit()

        self._audit.start(
            "Auditing the rows",
            work,
            lambda audit: self._audited(audit, decisions),
            self._audit_failed,
            progressed=self._tell_progress,
        )
        self.progressed.emit()

    def _audit_on_disk(self, dataset: "Dataset", run: "Run | None", kept: tuple[int, ...]) -> None:
        """Hear judges on all rows of data on the disk, and read the most suspicious of them."""
        helping = self.workspace.helping
        # What somebody kept is known here alone.
        helpers = None if kept else helping.of_audit(dataset)
        hear = helpers.heard if helpers is not None else None
        seed = dataset.split.seed

        def work(watch: Watch) -> "Audit":
            from core.judging.auditing.parts.drawn_audit import audit_drawn

            return audit_drawn(dataset, run=run, seed=seed, kept=kept, watch=watch, hear=hear)

        def failed(error: Exception) -> None:
            self.progressed.emit()
            helping.stumble(error)

        self._audit.start(
            "Auditing the rows",
            work,
            self._audited,
            self._audit_failed if hear is None else failed,
            progressed=self._tell_progress,
        )
        self.progressed.emit()

    def _tell_progress(self, _job: Job) -> None:
        self.progressed.emit()

    def _audited(self, audit: "Audit", decisions: "Decisions | None" = None) -> None:
        """Take an audit, although rows were decided while it ran: it is of the same data."""
        is_of_these = decisions is not None and decisions is self.workspace.decisions
        if is_of_these or audit.about is self.workspace.dataset:
            hold(self.workspace, audit)
            self.workspace.set_audit(audit)
            self.cells.follow_up()
        self.progressed.emit()

    def _audit_failed(self, error: Exception) -> None:
        self.progressed.emit()
        if self._is_asked or not isinstance(error, WorkbenchError):
            self.failed.emit(error)
        else:
            logs.logger.info("no audit: %s", error)

    # Decisions

    def decide(
        self, lines: Iterable[int] | Integers, verb: "Verb", reason: str = "", note: str = ""
    ) -> None:
        """Keep, exclude or skip rows."""
        self.attempt(lambda: self._project.decide(lines, verb, reason=reason, note=note))

    def relabel(self, labels: Mapping[int, str], reason: str = "", note: str = "") -> None:
        """Give rows other labels, also those that had none; numbers are set."""
        dataset = self.workspace.dataset
        if dataset is not None and not dataset.classes:
            cells = {dataset.target: labels}
            self.attempt(lambda: self._project.set_each_cell(cells, reason=reason))
            return
        self.attempt(lambda: self._project.relabel(labels, reason=reason, note=note))

    def set_cell(self, lines: Iterable[int] | Integers, column: str, value: str) -> None:
        """Give cells another value."""
        self.attempt(lambda: self._project.set_cells(lines, column, value))

    @property
    def name(self) -> str:
        """The name of the person who decides here."""
        return self._project.by

    def call_me(self, name: str) -> None:
        """Be called otherwise from now on; without a name, as the system calls the person."""
        own = tidy_name(name)
        if own != self._project.by:
            self._project.by = own or system_name()
            preferences().setValue(_NAME, own)

    def note(self, line: int, text: str) -> None:
        """Write a note on a row."""
        self.attempt(lambda: self._project.note(line, text))

    def undo(self) -> None:
        """Take back what was done last."""
        self.attempt(self._project.undo)

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.attempt(self._project.redo)

    @property
    def _project(self) -> Project:
        return self.workspace.project

    def attempt(self, act: Callable[[], None]) -> None:
        """Do something to the project, if there are data; say why it cannot be done."""
        if self._project.branch is None:
            return
        try:
            act()
        except WorkbenchError as error:
            self.failed.emit(error)

    # What if

    @property
    def question_progress(self) -> float | None:
        """The share of a question's trainings that is done; None if none is asked."""
        progress = self._question.progress
        return None if progress is None else progress.share

    def ask(
        self,
        settings: "Ensemble",
        exclude: Iterable[int] = (),
        relabel: Mapping[int, str] | None = None,
    ) -> None:
        """Train as the data are and as they would be, and compare; nothing is decided."""
        dataset = self.workspace.dataset
        if dataset is None:
            return
        exclude, known = tuple(exclude), self._known_run(dataset, settings)
        self._train_twice(
            lambda: core.WhatIf(
                dataset, settings, exclude, relabel, seed=dataset.split.seed, before=known
            )
        )

    def prove(self, settings: "Ensemble") -> None:
        """Train as the file has the data and as they are decided by now, and compare."""
        dataset, decisions = self.workspace.dataset, self.workspace.decisions
        if dataset is None or decisions is None:
            return
        base = decisions.base
        known, seed = self._known_run(base, settings), dataset.split.seed
        self._train_twice(
            lambda: core.TwoTrainings(base, dataset, settings, seed=seed, known=known)
        )

    def _known_run(self, dataset: "Dataset", settings: "Ensemble") -> "Run | None":
        """A run of the list, to its end, that need not be trained once more."""
        from core.learning.rounds import Ending

        return next(
            (
                run
                for run in self.workspace.finished_runs
                if run.dataset is dataset
                and run.settings == settings
                and run.seed == dataset.split.seed
                and run.outcome.ending is not Ending.STOPPED
            ),
            None,
        )

    def _train_twice(self, make: "Callable[[], TwoTrainings]") -> None:
        def work(watch: Watch) -> "Proof | None":
            question = make()
            for _ in question:
                watch(Progress(question.share_done, 1))
            return question.proof

        self._question.start(
            "Asking what would be",
            work,
            self._answer,
            self._question_failed,
            progressed=self._tell_progress,
        )
        self.progressed.emit()

    def cancel_question(self) -> None:
        """Call the question off."""
        self._question.cancel()
        self.progressed.emit()

    def _question_failed(self, error: Exception) -> None:
        self.progressed.emit()
        self.failed.emit(error)

    def _answer(self, proof: "Proof | None") -> None:
        self.progressed.emit()
        if proof is not None:
            self.answered.emit(proof)

    def halt(self) -> None:
        """Other data: nothing of what is under way is wanted any more."""
        self._audit.cancel()
        self._question.cancel()
        self.inquirer.halt()
        self.cells.cancel()
        self.colleagues.forget()
        self.labeller.halt()
