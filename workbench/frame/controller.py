"""The verbs of the window: open, save, delete, take over. No widgets here.

Those of training, reviewing, exporting and keeping are with its trainer, reviewer, exporter and
keeper; here they are brought together.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.progress import Progress, Watch
from core.base.wording import count
from core.project import Project
from workbench.carrying.controller import Carrier
from workbench.exporting.controller import Exporter
from workbench.jobs.job import Running
from workbench.jobs.lane import Lane
from workbench.opening.controller import Opening
from workbench.reviewing.controller import Reviewer
from workbench.sessions.controller import Keeper, Opened
from workbench.sessions.journal_writer import Session
from workbench.shell.log import logger
from workbench.state.drawn_workspace import hold
from workbench.state.status import Status
from workbench.state.workspace import RunItem, Workspace
from workbench.training.controller import TrainingController
from workbench.tuning.controller import TuningController
from workbench.verdict.controller import VerdictController

if TYPE_CHECKING:
    from core import Dataset
    from core.checks.remedies import MergeSpellings
    from core.data.plan import Plan
    from core.data.split import Split
    from core.reading.examples import Example


class Controller(QObject):
    """Turns what a person asks for into work off the GUI thread, and tells how it goes."""

    changed = Signal()
    """What happens now, or what can be done, is another thing."""
    choice_refused = Signal()
    """A target, a weight or a split could not be taken: what was chosen before still holds."""
    taken = Signal()
    """The data are shown, perhaps the same as before."""
    failed = Signal(object)

    def __init__(self, workspace: Workspace, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.jobs = jobs = workspace.jobs
        self.session = session
        self._loading = Lane(jobs)
        self._waited: Running | None = None
        self.status = Status(self)
        self.status.changed.connect(self.changed)
        jobs.changed.connect(self._jobs_changed)
        jobs.failed.connect(self._fail)
        self.trainer = TrainingController(workspace, session, self.status, self)
        self.trainer.changed.connect(self.changed)
        self.trainer.prepared.connect(self._tidy_journal)
        self.trainer.failed.connect(self._fail)
        self.tuner = TuningController(workspace, self)
        self.tuner.changed.connect(self.changed)
        self.tuner.failed.connect(self._fail)
        self.tuner.finished.connect(self.trainer.take_in)
        self.may_leave: Callable[[], bool] = lambda: True
        """Whether what is under way, and would be lost, may end as other data come."""
        self.reviewer = Reviewer(workspace, self)
        self.trainer.launched.connect(self.reviewer.give_way)
        self.trainer.rested.connect(self.reviewer.follow_up)
        self.opening = Opening(jobs, self, workspace.turns)
        self.opening.started.connect(self._loading.cancel)
        self.opening.used.connect(self._opened)
        self.opening.looked.connect(self.changed)
        self.opening.read.connect(self.changed)
        self.opening.refused.connect(self._fail)
        self.reviewer.progressed.connect(self.changed)
        self.reviewer.failed.connect(self._fail)
        self.judge = VerdictController(workspace, self.trainer, self.reviewer, self)
        self.judge.changed.connect(self.changed)
        self.exporter = Exporter(workspace, session, self)
        self.exporter.said.connect(self.status.say)
        self.exporter.failed.connect(self._fail)
        self.carrier = Carrier(workspace, session, self)
        self.keeper = Keeper(workspace, session, self)
        self.trainer.finished.connect(self.keeper.keep)
        self.keeper.failed.connect(self._fail)
        self.keeper.saved.connect(lambda path: self.status.say(f"The session is in {path}."))
        self.keeper.started.connect(self._loading.cancel)
        self.keeper.opened.connect(self._session_opened)
        workspace.audit_changed.connect(self.changed)
        workspace.columns_chosen.connect(self.keep_columns)
        workspace.decisions_changed.connect(self.changed)
        workspace.failed.connect(self.failed)
        workspace.snapshot_changed.connect(self.changed)

    # What happens now

    @property
    def activity(self) -> str:
        """The status line: what was just said, what is waited for, how far a training is."""
        waited = self.jobs.waited_for
        if self.status.is_fresh:
            return self.status.text
        if waited is not None:
            return f"{waited.name}…"
        return self.trainer.sentence or self.tuner.sentence or self.status.text

    @property
    def verdict(self) -> str:
        """After a run, what it means, and how many rows are flagged."""
        return self.judge.text

    @property
    def progress(self) -> Progress | None:
        """How far what is waited for is, or else a training."""
        waited = self.jobs.waited_for
        if waited is not None:
            return waited.progress
        return self.trainer.progress or self.tuner.progress

    # Verbs

    def open_example(self, known: "Example") -> None:
        """Read a bundled example as it is meant."""
        self._load(f"Reading {known.name}", known.dataset, self._fail)

    def open_afresh(self, words: str, make: "Callable[[], Dataset]") -> None:
        """Make data and open them as if nobody had ever decided anything about them."""
        self._loading.start(
            words,
            lambda _watch: Project.of(make()),
            lambda project: self._show_project(project, None),
            self._fail,
            waits=True,
        )

    def choose_target(self, target: str) -> None:
        """Take another column as the target; all else stays as it was chosen."""
        self._take_plan(f"Taking {target} as the target", lambda plan: plan.with_target(target))

    def choose_weight(self, weight: str) -> None:
        """Take another column as the weight; none if it is empty."""
        self._take_plan("Taking the weights", lambda plan: plan.with_weight(weight or None))

    def choose_split(self, split: "Split") -> None:
        """Keep other rows back for validation."""
        self._take_plan("Splitting the rows", lambda plan: plan.with_split(split))

    def keep_columns(self, names: Sequence[str]) -> None:
        """Learn from these columns alone."""
        self._take_plan(f"Keeping {count(len(names), 'column')}", lambda plan: plan.keeping(names))

    def merge_spellings(self, remedy: "MergeSpellings") -> None:
        """Take several spellings of a column for one; that can be undone."""
        self._take_plan("Merging spellings", remedy.applied)

    def change_plan(self, words: str, change: "Callable[[Plan], Plan]") -> None:
        """Understand the table in another way; that can be undone."""
        self._take_plan(words, change)

    def remove_run(self, item: RunItem) -> None:
        """Take a finished run out of the list; that can be undone."""
        self.reviewer.attempt(lambda: self.workspace.project.remove_run(item))

    def close_data(self) -> None:
        """Be about no data any more; what was decided about them is in the journal."""
        dataset = self.workspace.dataset
        if dataset is None or not self.may_leave():
            return
        keeps = any(item.run is not None for item in self.workspace.runs)
        self.opening.cancel()
        self._take_over(Project())
        self.session.left(keeps=keeps)
        self.status.say(f"{dataset.name} is closed. What was decided about it is kept.")

    def close(self) -> None:
        """End everything that runs, but for what is to be kept; wait for nothing."""
        self.trainer.close()
        self.workspace.helping.close()
        keeps = any(item.run is not None for item in self.workspace.runs)
        self.jobs.close(lambda: self.session.closed(keeps=keeps))

    # How it goes

    def _fail(self, error: Exception) -> None:
        self.status.say("")
        self.failed.emit(error)

    def _tidy_journal(self) -> None:
        """Nobody asked for it, so that it waits for the engine and nobody hears that it failed."""
        self.jobs.start(
            "Tidying the journal",
            lambda _watch: self.session.compact(),
            lambda _nothing: None,
            lambda error: logger.warning("%s", error),
        )

    def _jobs_changed(self) -> None:
        waited = self.jobs.waited_for
        if waited is not None and waited is not self._waited:
            self.status.say("")  # what was said before is over
        self._waited = waited
        self.changed.emit()

    def _opened(self, dataset: "Dataset") -> None:
        """Data were made: a project of their own, or another branch of the one that is open."""
        from core.project.sessions import same_reading

        branch, plan = self.workspace.project.branch, dataset.plan
        if not self.may_leave():
            return
        if branch is not None and plan is not None and same_reading(branch.base, dataset):
            self._take_plan(
                "Taking the data",
                lambda _plan: plan,
                lambda: self.workspace.helping.hand_over(dataset, self.workspace.project),
            )
            return
        self._loading.start(
            f"Reading {dataset.name}",
            lambda _watch: _at_hand(self.session.project_on(dataset)),
            self._show_opened,
            self._fail,
            waits=True,
        )

    def _show_opened(self, project: Project) -> None:
        self._show_project(project, None)
        self.carrier.look_for(project)
        read = f"{count(len(project.open_branch.base), 'row')} read."
        self.status.say(f"{read}{self._not_fitting()} Check the target, then train.")

    def _show_project(self, project: Project, source: Path | None) -> None:
        if project.journal is not None:
            project.journal.later = self._later
        self.session.opened(project, source)
        self._take_over(project)

    def _take_over(self, project: Project) -> None:
        self._loading.cancel()
        self.trainer.abandon()
        self.tuner.forget()
        self.reviewer.halt()
        self.keeper.forget()
        self.carrier.leave(self.workspace.project)
        self.workspace.project.take_over(project)

    def _later(self, work: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        self.jobs.start(
            "Writing down what was done",
            lambda _watch: work(),
            lambda _nothing: None,
            failed,
            is_owed=True,
        )

    def _session_opened(self, opened: Opened) -> None:
        if not self.may_leave():
            return
        self._show_project(opened.project, opened.source)
        if (audit := self.workspace.project.audit) is not None:
            hold(self.workspace, audit)
        self.keeper.path = opened.path
        if opened.path is not None:
            project, is_all = self.workspace.project, not opened.others
            self.session.saved(opened.path, opened.mark, project, is_all)
        else:
            self.session.restored()
        project = self.workspace.project
        lost = f" {count(opened.lost, 'run')} could not be read again." if opened.lost else ""
        again = f"{project.open_branch.base.name} is open again, with "
        again += f"{count(len(project.runs), 'run')}."
        unheard = f" {opened.unheard}" if opened.unheard else ""
        self.status.say(f"{again}{lost}{unheard}{self._not_fitting()}")
        current = self.workspace.current
        if current is not None and (run := current.run):
            self.trainer.diagnose(run)

    def _not_fitting(self) -> str:
        """What is to be told of decisions that are about rows as they were before."""
        left_out = self.workspace.project.left_out
        if not left_out:
            return ""
        told = count(left_out, "earlier decision")
        return f" {told} did not count: the rows are gone or have other values by now."

    def _take_plan(
        self,
        words: str,
        change: "Callable[[Plan], Plan]",
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Understand the table in another way; the data are made on a thread."""
        project = self.workspace.project
        if project.branch is None:
            return
        if not self.may_leave():
            self.choice_refused.emit()
            return
        self.tuner.discard()
        first, branch = project.branches[0], project.branch

        def work(_watch: Watch) -> "Plan":
            plan = change(branch.plan)
            project.understand(plan)
            return plan

        def done(plan: "Plan") -> None:
            if project.branches[:1] != [first]:
                return  # other data came meanwhile
            self.reviewer.halt()
            self.reviewer.attempt(lambda: project.take_plan(plan))
            then()
            self.session.understood(project)
            read = f"{count(len(project.open_branch.base), 'row')} read."
            runs = [item for item in project.runs if item.branch != project.open_branch.number]
            kept = f" {count(len(runs), 'run')} on other data stay in the list." if runs else ""
            self.status.say(f"{read}{kept} Check the target, then train.")
            self.taken.emit()

        self._loading.start(words, work, done, self._plan_failed, waits=True)

    def _plan_failed(self, error: Exception) -> None:
        self.choice_refused.emit()
        self._fail(error)

    def _load(
        self,
        words: str,
        make: "Callable[[], Dataset]",
        failed: Callable[[Exception], None],
    ) -> None:
        """Make data and show them; of what is asked for meanwhile the latest counts."""
        self._loading.start(words, lambda _watch: make(), self._opened, failed, waits=True)


def _at_hand(project: Project) -> Project:
    """What the window asks of data at once is found out beforehand, on the thread they are made."""
    data = project.open_branch.base
    _ = data.unlabelled, data.validation_rows, data.has_training
    for column in data.in_memory.table.columns:
        _ = column.missing_count
    return project
