"""The worker: drives a training on a thread of its own, and can pause, step and stop it.

The thread appends to the history; a timer in the GUI thread looks some 8 times a second and tells
what is new. Only of its end the thread tells by itself.
"""

import enum
import threading
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.pool import yield_to_others

if TYPE_CHECKING:
    from core import Model, Run, Training

POLL_MILLISECONDS = 120
"""Drawing a round costs some 6 ms: a tenth of the time, so that training hardly notices."""
_MODEL_SECONDS, _MODEL_SHARE = 0.5, 50
"""A model is made twice a second at most, and takes at most a fiftieth of the time."""


class State(enum.Enum):
    """What the worker does."""

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


class Worker(QObject):
    """Drives one training at a time."""

    state_changed = Signal()
    grew = Signal()
    modelled = Signal()
    """A newer model of the training under way is there."""
    finished = Signal(object)
    """The Run, when a training came to its end or was stopped."""
    failed = Signal(object)
    """The exception that ended a training."""
    _ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = State.IDLE
        self.training: Training | None = None
        self.model: Model | None = None
        """The model of some of the rounds done so far."""
        self.is_model_wanted = False
        """Whether anybody looks at models while they grow."""
        self._seen_model: Model | None = None
        self._thread: threading.Thread | None = None
        self._run: Run | None = None
        self._error: Exception | None = None
        self._seen = 0
        self._wake = threading.Condition()
        self._allowed: int | None = None
        """How many more rounds may be done; None for no limit."""
        self._stops = False
        self._is_done = False
        """Whether the thread has nothing more to do than to tell so."""
        self.is_resting = False
        """Whether the thread waits to be allowed another round."""
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MILLISECONDS)
        self._timer.timeout.connect(self._look)
        self._ended.connect(self._look)  # queued: it comes from the thread

    def start(self, training: "Training", paused: bool = False) -> None:
        """Start to drive a training; paused, it waits for steps."""
        self._wait_for_thread()
        self._enter(State.PAUSED if paused else State.TRAINING)
        self.training = training
        self._run = self._error = self.model = self._seen_model = None
        self._seen = -1
        self._stops = self._is_done = False
        self._allowed = 0 if paused else None
        self._thread = threading.Thread(
            target=self._drive, args=(training,), name="training", daemon=True
        )
        self._thread.start()
        self._timer.start()

    def pause(self) -> None:
        """Wait after the round that is under way."""
        self._allow(0)
        self._enter(State.PAUSED)

    def resume(self) -> None:
        """Go on."""
        self._allow(None)
        self._enter(State.TRAINING)

    def step(self) -> None:
        """Do one round, then wait."""
        self._allow((self._allowed or 0) + 1)
        if self.state is not State.PAUSED:
            self._enter(State.PAUSED)

    def stop(self) -> None:
        """End after the round that is under way, or within it; what was learned is kept."""
        if self.state in (State.TRAINING, State.PAUSED):
            self._enter(State.STOPPING)
            with self._wake:
                self._stops = True
                self._wake.notify()
            if self.training is not None:
                self.training.interrupt()  # a member that is an ensemble takes long

    def abandon(self) -> None:
        """End at once and without a result: nobody is told of this training any more."""
        self.stop()
        self._timer.stop()
        self._wait_for_thread()
        if self.state is not State.IDLE:
            self._enter(State.IDLE)

    def _wait_for_thread(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _allow(self, rounds: int | None) -> None:
        with self._wake:
            self._allowed = rounds
            self._wake.notify()

    def _enter(self, state: State) -> None:
        if state not in _LEGAL[self.state]:
            raise RuntimeError(f"the worker cannot go from {self.state.value} to {state.value}")
        self.state = state
        self.state_changed.emit()

    def _drive(self, training: "Training") -> None:
        """Runs on the thread: no Qt here."""
        yield_to_others()
        model_due = 0.0
        try:
            while self._may_go_on():
                try:
                    next(training)
                except StopIteration:
                    break
                started = time.perf_counter()
                if self.is_model_wanted and started >= model_due:
                    self.model = training.model()
                    now = time.perf_counter()
                    model_due = now + max(_MODEL_SECONDS, _MODEL_SHARE * (now - started))
            self._run = training.run()
        except Exception as error:
            self._error = error
        self._is_done = True
        self._ended.emit()

    def _may_go_on(self) -> bool:
        with self._wake:
            while self._allowed == 0 and not self._stops:
                self.is_resting = True
                self._wake.wait()
            self.is_resting = False
            if self._allowed is not None:
                self._allowed -= 1
            return not self._stops

    def _look(self) -> None:
        """Runs in the GUI thread: tell what is new."""
        if self.state is State.IDLE:  # it was abandoned meanwhile
            return
        assert self.training is not None
        ended = self._is_done
        rounds = self.training.history.rounds
        if rounds != self._seen:
            self._seen = rounds
            self.grew.emit()
        if self.model is not self._seen_model:
            self._seen_model = self.model
            self.modelled.emit()
        if ended:
            self._timer.stop()
            self._enter(State.IDLE)
            if self._error is not None:
                self.failed.emit(self._error)
            else:
                self.finished.emit(self._run)
