"""The verbs of training: train, pause, step, stop, train on, the usual five. No widgets here."""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

import core
from core.base.errors import WorkbenchError
from core.base.progress import Progress, Watch
from core.base.wording import count, duration, fixed, grouped
from core.commands.compilers import Compilers
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.jobs.task import Work
from workbench.jobs.training_driver import Driver, State
from workbench.sessions.journal_writer import Session
from workbench.state.status import Status
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.catalog import load_first_parts

if TYPE_CHECKING:
    from core import Diagnosis, Run, Training
    from core.learning.ensemble import Ensemble

_LOADING_SECONDS = 1.0
"""What takes longer is compiled, and not loaded."""
_MORE = "More rounds of a run are trained on this machine, and not by the workers."


class TrainingController(QObject):
    """Prepares the engine, and trains one ensemble at a time on the data of the workspace."""

    changed = Signal()
    """How far it is, or what can be done, is another thing."""
    prepared = Signal()
    """The engine is ready."""
    launched = Signal()
    finished = Signal(object, object)
    """A run's item and the Run, each time one came to its end."""
    rested = Signal(object)
    """The Run that is shown, when nothing waits to be trained any more."""
    failed = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        session: Session,
        status: Status,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.workspace, self.jobs = workspace, workspace.jobs
        self._session, self._status = session, status
        self.is_engine_ready = False
        self.diagnosis: Diagnosis | None = None
        """After a run, what it means."""
        self._wanted: Callable[[], None] | None = None
        """What waits for the engine to be ready."""
        self._preparing: tuple[Job, float] | None = None
        """What compiles for this machine, and since when, while it does."""
        self._starting, self._diagnoses = Lane(self.jobs), Lane(self.jobs)
        self._item: RunItem | None = None
        self._queue: list[Ensemble] = []
        """What is to be trained after the training under way."""
        self._is_comparing = False
        self._compared: list[RunItem] = []
        """The runs that are trained to be compared."""
        workspace.dataset_changed.connect(self._drop_queue)
        workspace.current_changed.connect(self._diagnose_shown)
        workspace.audit_changed.connect(self._diagnose_again)
        workspace.rule_changed.connect(self._diagnose_again)
        self.driver = Driver(self.jobs, self)
        self.driver.state_changed.connect(self.changed)
        self.driver.grew.connect(self._grew)
        self.driver.modelled.connect(self._modelled)
        self.driver.finished.connect(self._finished)
        self.driver.failed.connect(self._broke_off)

    # What happens now

    @property
    def is_under_way(self) -> bool:
        """Whether a training is under way, and has not been told to stop."""
        return self.driver.state in (State.TRAINING, State.PAUSED)

    @property
    def can_train(self) -> bool:
        """Whether Train would do something."""
        has_data = self.workspace.dataset is not None
        return has_data and self.driver.job is None and self.jobs.is_free

    @property
    def obstacle(self) -> str:
        """Why nothing can be trained now, whatever is chosen, in a sentence; empty if it can."""
        if self.workspace.dataset is None:
            return "No data are open. Open a file first, then train."
        if self.driver.job is not None:
            return "A training is under way. Stop it, or wait for its end, then train again."
        if not self.jobs.is_free:
            waited = self.jobs.waited_for
            what = f" ({waited.name})" if waited else ""
            return f"Something else is under way{what}. Train once it is done."
        return ""

    @property
    def can_train_on(self) -> bool:
        """Whether more rounds can follow the current run."""
        item = self.workspace.current
        run = item.run if item else None
        return self.can_train and run is not None and run.outcome.can_go_on and _has_rounds(run)

    @property
    def sentence(self) -> str:
        """How far the training under way is, or what is compiled; empty if there is neither."""
        if (compiling := self._compiling) is not None:
            return f"Compiling once for this machine: {compiling.words}"
        training, state = self.driver.training, self.driver.state
        if state is State.IDLE or training is None:
            return ""
        done, goal = training.history.rounds, training.planned_rounds
        words = {
            State.TRAINING: "Training",
            State.PAUSED: "Paused at",
            State.STOPPING: "Stopping at",
        }[state]
        speed = training.rounds_per_second
        if not training.history.problem.sums.is_alone:
            words = f"On {count(training.history.problem.sums.places, 'worker')}: {words.lower()}"
        text = f"{words} round {grouped(done)} of {grouped(goal)}"
        if state is State.TRAINING and speed > 0:
            text += f" · {fixed(speed, 0)} rounds/s · {duration((goal - done) / speed)} left"
        return text

    @property
    def progress(self) -> Progress | None:
        """Rounds done and to do, while a training is under way, or how far compiling is."""
        if (compiling := self._compiling) is not None:
            return compiling
        training = self.driver.training
        if self.driver.state is State.IDLE or training is None:
            return None
        return Progress(training.history.rounds, training.planned_rounds)

    @property
    def _compiling(self) -> Progress | None:
        """How far the compiler is, while no training does rounds meanwhile.

        Loading what it left at an earlier start is over before it would be told.
        """
        training = self.driver.training
        does_rounds = self.driver.state is not State.IDLE and training and training.history.rounds
        if self._preparing is None or does_rounds:
            return None
        job, since = self._preparing
        is_told = job.progress.words and time.monotonic() - since > _LOADING_SECONDS
        return job.progress if is_told else None

    # Verbs

    def prepare_engine(self, compilers: Compilers | None = None) -> None:
        """Load or compile the kernels in the background, those of boosted stumps first."""
        work = partial(_prepare, compilers or Compilers())
        self._prepare("Preparing the engine", work, self._engine_ready, self._fail)

    def prepare_rest(self, work: Work) -> None:
        """Compile what the first training does not need, once that is ready."""
        self._prepare("Preparing trees and judges", work, self._all_ready, None)

    def train_chosen(self) -> None:
        """Train what is chosen."""
        if (choice := self.workspace.choice) is not None:
            self.train(choice.settings, choice.seed)

    def train(self, settings: "Ensemble", seed: int | None = None) -> None:
        """Train from the start, by the seed of the data unless told."""
        self._queue, self._is_comparing = [], False
        self._start(settings, after=None, paused=False, seed=seed)

    def train_usual_five(self) -> None:
        """Train a sensible default of each family, one after the other, on the same split."""
        if self.workspace.dataset is not None and self.can_train:
            self._queue = core.usual_five(self.workspace.dataset)
            self._is_comparing, self._compared = True, []
            self._train_next()

    def train_on(self, rounds: int) -> None:
        """Train some more rounds after the current run."""
        item = self.workspace.current
        if item is None or item.run is None:
            return
        more = item.settings.with_rounds(item.run.rounds + rounds)
        self._start(more, after=item.run, paused=False)

    def train_again(self, item: RunItem) -> None:
        """Train with the settings and the seed of a run, on the data as it is now."""
        self.train(item.settings, item.source.seed)

    def take_in(self, run: "Run") -> None:
        """Put a run that was trained elsewhere, as tuning does, into the list, and show it."""
        item = self.workspace.add_run(run)
        self.workspace.finish_run(item, run)
        self.finished.emit(item, run)
        if run.tuned is not None:
            self._status.say(run.tuned.short)
        if not self.is_under_way:
            self.diagnose(run)
            self.rested.emit(run)

    def pause_or_resume(self) -> None:
        """Pause a training, or go on with one that is paused."""
        if self.driver.state is State.TRAINING:
            self.driver.pause()
        elif self.driver.state is State.PAUSED:
            self.driver.resume()

    def step(self) -> None:
        """Do one round: of the training under way, or of what is chosen, which then waits."""
        choice = self.workspace.choice
        if self.driver.state is not State.IDLE:
            self.driver.step()
        elif choice is not None:
            self._start(choice.settings, after=None, paused=True, seed=choice.seed)

    def stop(self) -> None:
        """End the training, and what waits for its end; what was learned is kept."""
        self._queue = []
        self.driver.stop()

    def abandon(self) -> None:
        """Other data come: end everything, and forget what the last run meant."""
        self._queue, self._wanted = [], None
        self._forget_diagnosis()
        self._starting.cancel()
        self.driver.abandon()

    def diagnose(self, run: "Run") -> None:
        """Find out what a run means, with what the audit of its data says."""
        audit = self.workspace.audit
        own = audit if audit is not None and audit.about is run.dataset else None
        self._diagnoses.start(
            "Finding out what the run means",
            lambda _watch: core.diagnose(run, own),
            lambda found: self._diagnosed(run, found),
            self._fail,
        )

    def close(self) -> None:
        """There is no training any more."""
        self.driver.abandon()

    # How it goes

    def _prepare(
        self,
        name: str,
        work: Work,
        done: Callable[[None], None],
        failed: Callable[[Exception], None] | None,
    ) -> None:
        job = self.jobs.start(name, work, done, failed, progressed=lambda _job: self.changed.emit())
        self._preparing = job, time.monotonic()
        QTimer.singleShot(int(1000 * _LOADING_SECONDS) + 1, self, self.changed.emit)

    def _all_ready(self, _nothing: None) -> None:
        self._preparing = None
        self.changed.emit()

    def _engine_ready(self, _nothing: None) -> None:
        self.is_engine_ready, self._preparing = True, None
        self.prepared.emit()
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            wanted()
        else:
            self.changed.emit()

    def _start(
        self, settings: "Ensemble", after: "Run | None", paused: bool, seed: int | None = None
    ) -> None:
        dataset = after.dataset if after else self.workspace.dataset
        if dataset is None or not self.can_train:
            return
        if not self.is_engine_ready:
            self._wanted = lambda: self._start(settings, after, paused, seed)
            self._status.say("The engine is being prepared; training starts right after.")
            return
        try:
            settings.check(dataset)
        except WorkbenchError as error:
            self._fail(error)
            return
        self._forget_diagnosis()
        # Who goes on draws as before: what was out of a bag stays outside.
        drawn_by = after.seed if after else dataset.seed if seed is None else seed
        helping = self.workspace.helping
        helpers = None if after else helping.of_training(dataset, settings)
        if helpers is None and helping.helpers is not None:
            self._status.say(_MORE if after else helping.why_not(dataset, settings))
        self._starting.start(
            "Preparing the rows",
            lambda _watch: core.Training(dataset, settings, drawn_by, after, helpers),
            self._launch_paused if paused else self._launch,
            self._fail if helpers is None else helping.stumble,
            waits=True,
        )

    def _forget_diagnosis(self) -> None:
        self.diagnosis = None
        self._diagnoses.cancel()

    def _launch(self, training: "Training", paused: bool = False) -> None:
        self.launched.emit()
        self._item = self.workspace.add_run(training)
        if self._is_comparing:
            self._compared.append(self._item)
        self._session.training(training)
        self.driver.start(training, paused)

    def _launch_paused(self, training: "Training") -> None:
        self._launch(training, paused=True)
        self.driver.step()

    def _train_next(self) -> None:
        if self._queue:
            self._start(self._queue.pop(0), after=None, paused=False)

    def _grew(self) -> None:
        self.driver.models.are_wanted = bool(self.workspace.model_watchers)
        self.workspace.grow()
        self.changed.emit()

    def _modelled(self) -> None:
        assert self._item is not None
        assert self.driver.models.latest is not None
        self.workspace.take_model(self._item, self.driver.models.latest)

    def _finished(self, run: "Run") -> None:
        assert self._item is not None
        self.workspace.finish_run(self._item, run)
        self.finished.emit(self._item, run)
        self._status.say(f"{run.outcome.sentence} {duration(run.seconds)} of training.")
        training = self.driver.training
        if training is not None and training.lost is not None:
            self.workspace.helping.stumble(training.lost)
        if self._queue:
            self._train_next()
            return
        if self._is_comparing:
            self._is_comparing = False
            run = self._show_best() or run
        self.diagnose(run)
        self.rested.emit(run)

    def _show_best(self) -> "Run | None":
        """Of the runs that were trained to be compared, show the one of least error."""
        from core.judging.comparing import best_of

        best = best_of([item.run for item in self._compared if item.run is not None])
        for item in self.workspace.runs:
            if best is not None and item.run is best:
                self.workspace.show_run(item)
        return best

    def _drop_queue(self) -> None:
        """Other data, or another branch: what was to be trained was meant for those before."""
        self._queue, self._is_comparing = [], False

    def _diagnose_shown(self) -> None:
        """Another run is shown: what the last one meant says nothing about it."""
        self.diagnosis = None
        item = self.workspace.current
        if item is not None and item.run is not None:
            self.diagnose(item.run)

    def _diagnose_again(self) -> None:
        """An audit came or went: what was said stays until more is known."""
        item = self.workspace.current
        if item is not None and item.run is not None and item.run.rounds:
            self.diagnose(item.run)

    def _diagnosed(self, run: "Run", found: "Diagnosis") -> None:
        item = self.workspace.current
        if item is not None and item.run is run:
            self.diagnosis = found
            self.changed.emit()

    def _broke_off(self, error: Exception) -> None:
        """A training failed: there is no run of it, so that it leaves the list."""
        item, self._item = self._item, None
        if item is not None and item in self.workspace.runs:
            self.workspace.project.fail_run(item)
        self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._queue, self._is_comparing = [], False
        self.failed.emit(error)


def _prepare(compilers: Compilers, watch: Watch) -> None:
    """Load what a person asks for first, and the kernels."""
    load_first_parts()
    from core.commands.warmup import warm_up

    warm_up(watch, compilers.wait_for)


def _has_rounds(run: "Run") -> bool:
    return any(declared.name == "rounds" for declared in run.settings.declared())
