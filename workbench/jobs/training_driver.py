"""Driving a training: a job does its rounds, and can be paused, stepped and stopped.

The thread appends to the history; the registry of jobs looks some 8 times a second, less often
where drawing takes long, and what is new is told then. Only of its end the thread tells by itself.
"""

import enum
import math
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.progress import Cancelled, Progress, Watch
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs

if TYPE_CHECKING:
    from core import Model, Run, Training

POLL_MILLISECONDS = 120
"""So often one looks at a training at most."""
_DRAWING_SHARE, _LONGEST_PAUSE = 40, 1.0
"""Drawing takes a fortieth of the time at most: what was drawn since the last look has cost so
many seconds of this thread, and forty times as long is waited. On few cores training stands still
meanwhile, as its threads wait for one another."""
_MODEL_SECONDS, _MODEL_SHARE = 0.5, 50
"""A model is made twice a second at most, and takes at most a fiftieth of the time."""


class State(enum.Enum):
    """What becomes of the training."""

    IDLE = "idle"
    TRAINING = "training"
    PAUSED = "paused"
    STOPPING = "stopping"


_LEGAL = {
    State.IDLE: {State.TRAINING, State.PAUSED},
    State.TRAINING: {State.PAUSED, State.STOPPING, State.IDLE},
    State.PAUSED: {State.TRAINING, State.STOPPING, State.IDLE},
    State.STOPPING: {State.IDLE},
}


class Models:
    """The models of a training under way. Knows no Qt: the thread leaves them here."""

    def __init__(self) -> None:
        self.are_wanted = False
        """Whether anybody looks at models while they grow."""
        self.latest: Model | None = None
        """The model of some of the rounds done so far."""


class Pace:
    """How often a training is looked at, by what drawing costs the thread that draws."""

    def __init__(self) -> None:
        self._looked = self._worked = -math.inf

    @property
    def is_due(self) -> bool:
        """Whether enough time has passed since the last look."""
        pause = _DRAWING_SHARE * (time.thread_time() - self._worked)
        return time.monotonic() - self._looked >= min(pause, _LONGEST_PAUSE)

    def looked(self) -> None:
        """What is drawn from now on is what this look brought."""
        self._looked, self._worked = time.monotonic(), time.thread_time()


class Driver(QObject):
    """Drives one training at a time."""

    state_changed = Signal()
    grew = Signal()
    modelled = Signal()
    """A newer model of the training under way is there."""
    finished = Signal(object)
    """The Run, when a training came to its end or was stopped."""
    failed = Signal(object)
    """The exception that ended a training."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = State.IDLE
        self.training: Training | None = None
        self.models = Models()
        self._lane = Lane(jobs)
        self._seen: tuple[int, Model | None] = (-1, None)
        self._pace = Pace()

    @property
    def job(self) -> Job | None:
        """The job that drives the training; None if there is none."""
        return self._lane.job if self._lane.is_running else None

    @property
    def is_resting(self) -> bool:
        """Whether the thread waits to be allowed another round."""
        return self.job is not None and self.job.is_resting

    def start(self, training: "Training", paused: bool = False) -> None:
        """Start to drive a training; paused, it waits for steps."""
        self._enter(State.PAUSED if paused else State.TRAINING)
        self.training, self._seen, self._pace = training, (-1, None), Pace()
        models = self.models = Models()
        self._lane.start(
            f"Training {training.settings.title}",
            lambda watch: _driven(training, models, watch),
            self._finish,
            self._fail,
            progressed=self._look_now_and_then,
            is_paused=paused,
            looks=POLL_MILLISECONDS,
        )

    def pause(self) -> None:
        """Wait after the round that is under way."""
        if self.job is not None:
            self.job.pause()
        self._enter(State.PAUSED)

    def resume(self) -> None:
        """Go on."""
        if self.job is not None:
            self.job.resume()
        self._enter(State.TRAINING)

    def step(self) -> None:
        """Do one round, then wait."""
        if self.job is not None:
            self.job.step()
        if self.state is not State.PAUSED:
            self._enter(State.PAUSED)

    def stop(self) -> None:
        """End after the round that is under way, or within it; what was learned is kept."""
        if self.state in (State.TRAINING, State.PAUSED):
            self._enter(State.STOPPING)
            if self.training is not None and self.job is not None:
                self.training.interrupt()
                self.job.resume()

    def abandon(self) -> None:
        """End without a result, and without waiting: nobody is told of this training any more."""
        self._lane.cancel()
        if self.state is not State.IDLE:
            self._enter(State.IDLE)

    def _enter(self, state: State) -> None:
        if state not in _LEGAL[self.state]:
            raise RuntimeError(f"a training cannot go from {self.state.value} to {state.value}")
        self.state = state
        self.state_changed.emit()

    def _look_now_and_then(self, _job: Job) -> None:
        if self._pace.is_due or self.state is not State.TRAINING:
            self._look()
            self._pace.looked()

    def _look(self) -> None:
        """Tell what is new."""
        assert self.training is not None
        rounds, model = self._seen
        self._seen = self.training.history.rounds, self.models.latest
        if self._seen[0] != rounds:
            self.grew.emit()
        if self._seen[1] is not model:
            self.modelled.emit()

    def _finish(self, run: "Run") -> None:
        self._look()
        self._enter(State.IDLE)
        self.finished.emit(run)

    def _fail(self, error: Exception) -> None:
        self._enter(State.IDLE)
        self.failed.emit(error)


def _driven(training: "Training", models: Models, watch: Watch) -> "Run":
    """Runs on the thread: no Qt here. Before each round it may be held up, or cancelled."""
    model_due = 0.0
    while True:
        try:
            watch(Progress(training.history.rounds, training.planned_rounds))
        except Cancelled:
            training.forsake()
            raise
        try:
            next(training)
        except StopIteration:
            return training.run()
        started = time.perf_counter()
        if models.are_wanted and started >= model_due:
            models.latest = training.model()
            now = time.perf_counter()
            model_due = now + max(_MODEL_SECONDS, _MODEL_SHARE * (now - started))
