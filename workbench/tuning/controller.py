"""The verbs of tuning: tune, pause, stop and keep the best, discard. No widgets here."""

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

import core
from core.base.errors import WorkbenchError
from core.base.progress import Progress, Watch
from core.base.wording import count, duration, error_text
from workbench.jobs.job import Job
from workbench.jobs.lane import Lane
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core import Dataset, Run, Space, Tuning
    from core.project.branches import Branch

_LOOKS = 250
"""How far it is, is looked at so often, in milliseconds: a trial takes longer."""


class TuningState(enum.Enum):
    """What becomes of the tuning."""

    IDLE = "idle"
    TUNING = "tuning"
    PAUSED = "paused"
    STOPPING = "stopping"


class _UnderWay:
    """Where the thread leaves the tuning, once it is prepared. Knows no Qt."""

    def __init__(self) -> None:
        self.tuning: Tuning | None = None


class TuningController(QObject):
    """Tunes on the data of the workspace, one tuning at a time; trainings may go on beside it."""

    changed = Signal()
    """How far it is, or what can be done, is another thing."""
    finished = Signal(object)
    """The tuned Run."""
    failed = Signal(object)

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.state = TuningState.IDLE
        self.dataset: Dataset | None = None
        """What the tuning under way, or the last one, is about."""
        self.run: Run | None = None
        """What came of the last tuning, unless another one was started since."""
        self._last: Tuning | None = None
        self._under_way = _UnderWay()
        self._lane = Lane(workspace.jobs)
        self._branch: Branch | None = None
        workspace.dataset_changed.connect(self._leave_branch)

    @property
    def tuning(self) -> "Tuning | None":
        """The one under way, or the last one of these data."""
        return self._under_way.tuning or self._last

    @property
    def is_running(self) -> bool:
        """Whether one is under way, paused or not."""
        return self.state is not TuningState.IDLE

    @property
    def progress(self) -> Progress | None:
        """How far the one under way is."""
        return self._lane.progress if self.is_running else None

    @property
    def sentence(self) -> str:
        """How far the one under way is, in a line; empty if there is none."""
        tuning = self._under_way.tuning
        if not self.is_running:
            return ""
        if tuning is None:
            return "Dealing the rows into folds…"
        held = {TuningState.PAUSED: "Tuning is paused", TuningState.STOPPING: "Stopping the tuning"}
        parts = [held.get(self.state, tuning.stage), count(len(tuning.search.trials), "trial")]
        best = tuning.search.best
        if best.scores:
            error = error_text(best.scores[-1].error, bool(tuning.dataset.classes))
            parts.append(f"best so far {error} on folds")
        progress = self.progress
        if progress is not None and tuning.is_searching and self.state is TuningState.TUNING:
            parts.append(f"{duration(progress.total - progress.done)} left for trials")
        return " · ".join(filter(None, parts))

    # Verbs

    def start(self, spaces: "Sequence[Space]", minutes: float, seed: int | None = None) -> None:
        """Tune on the data that are open; one that is under way goes on instead."""
        dataset = self.workspace.dataset
        if dataset is None or self.is_running:
            return
        try:
            budget = core.Budget(minutes)
        except WorkbenchError as error:
            self.failed.emit(error)
            return
        own, chosen = _UnderWay(), tuple(spaces)

        def work(watch: Watch) -> "Run":
            own.tuning = core.Tuning(dataset, chosen, budget, seed)
            return own.tuning.run(watch)

        self.dataset, self.run, self._last, self._under_way = dataset, None, None, own
        self._branch = self.workspace.project.branch
        self.state = TuningState.TUNING
        self._lane.start(
            f"Tuning {chosen[0].settings.title}",
            work,
            self._finish,
            self._fail,
            progressed=self._look,
            looks=_LOOKS,
        )
        self.changed.emit()

    def pause_or_resume(self) -> None:
        """Pause, or go on; a pause does not count against the budget."""
        job = self._lane.job
        if job is None or self.state not in (TuningState.TUNING, TuningState.PAUSED):
            return
        if self.state is TuningState.TUNING:
            job.pause()
            self.state = TuningState.PAUSED
        else:
            job.resume()
            self.state = TuningState.TUNING
        self.changed.emit()

    def stop(self) -> None:
        """Try no more, and keep the best so far."""
        tuning, job = self._under_way.tuning, self._lane.job
        if not self.is_running or job is None:
            return
        if tuning is None:  # nothing was tried yet
            self.discard()
            return
        tuning.stop()
        job.resume()
        self.state = TuningState.STOPPING
        self.changed.emit()

    def discard(self) -> None:
        """End it without a result."""
        if self.is_running:
            self._lane.cancel()
            self._last, self._under_way = self.tuning, _UnderWay()
            self.state = TuningState.IDLE
            self.changed.emit()

    def forget(self) -> None:
        """Other data come: end it, and know nothing of it any more."""
        self.discard()
        self.dataset = self.run = self._last = None
        self.changed.emit()

    # How it goes

    def _leave_branch(self) -> None:
        """Another target or split is open: what is tuned has no place among its runs."""
        if self.workspace.project.branch is not self._branch:
            self.forget()

    def _look(self, _job: Job) -> None:
        self.changed.emit()

    def _finish(self, run: "Run") -> None:
        self._last, self._under_way = self._under_way.tuning, _UnderWay()
        self.run, self.state = run, TuningState.IDLE
        self.changed.emit()
        self.finished.emit(run)

    def _fail(self, error: Exception) -> None:
        self._under_way, self.state = _UnderWay(), TuningState.IDLE
        self.changed.emit()
        self.failed.emit(error)
