"""The registry of jobs: what runs, whether a person waits for it, and how far it is.

Whether something can be trained, saved or exported now is asked here. Every job is started here,
tells its owner in the GUI thread, and is ended here when the window is closed, without anybody
waiting for a thread meanwhile.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from core.base.progress import Cancelled
from workbench.jobs.job import LOOKS_MILLISECONDS, Job, Owner, Running
from workbench.jobs.task import Work
from workbench.jobs.threads import post

_logger = logging.getLogger("ensemble_workbench")
_PATIENCE_MILLISECONDS = 1_000
"""So long at most does patient work let the other go first: a crash may come meanwhile."""
_ON_TIME = 0.8
"""A timer may come a little early: what is nearly due is due."""


class Jobs(QObject):
    """All jobs of a window."""

    changed = Signal()
    """Something that a person waits for started, is further or ended."""
    failed = Signal(object)
    """The error of a job whose owner takes none."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._alive: dict[Job, float] = {}
        """Those whose thread is not done, and when they were looked at last."""
        self._patient: list[Job] = []
        """Those of `_alive` that have no thread yet."""
        self._others: list[Running] = []
        self._is_closed = False
        self._then: Callable[[], object] | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    # What runs

    @property
    def running(self) -> tuple[Running, ...]:
        """Everything that is under way and wanted, oldest first."""
        return (*(job for job in self._alive if not job.is_over), *self._others)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way that anybody wants."""
        return not self.running

    @property
    def waited_for(self) -> Running | None:
        """What a person waits for, the newest of it; None if nothing is to be waited for."""
        waited = [each for each in self.running if each.waits]
        return waited[-1] if waited else None

    @property
    def is_free(self) -> bool:
        """Whether a person can train, save and export now: they wait for nothing."""
        return self.waited_for is None

    # Verbs

    def start(
        self,
        name: str,
        work: Work,
        done: Callable[[Any], object],
        failed: Callable[[Exception], object] | None = None,
        *,
        progressed: Callable[[Job], object] | None = None,
        waits: bool = False,
        is_owed: bool = False,
        is_patient: bool = False,
        is_paused: bool = False,
        looks: int = LOOKS_MILLISECONDS,
    ) -> Job:
        """Do the work on a thread; then call `done` with its result, or `failed`, in this one.

        `name` says to a person what it does. An error that nobody takes is told by the signal.
        With `is_owed` it is done even if the window is closed meanwhile. A patient one begins when
        nothing else is under way, or a second later. Paused, it waits to be resumed or for steps.
        """
        job = Job(
            name,
            work,
            Owner(done, failed or self.failed.emit, progressed),
            waits=waits,
            is_owed=is_owed,
            is_patient=is_patient,
            is_paused=is_paused,
            looks=looks,
        )
        if self._is_closed:
            job.cancel()
            return job
        job.cancelled = self._told_of if waits else job.cancelled
        self._alive[job] = time.monotonic()
        if job.is_patient:
            self._put_off(job)
        else:
            self._run(job)
        if job.waits and not job.is_over:
            self.changed.emit()
        self._keep_looking()
        return job

    def wait_for(self, job: Job) -> None:
        """A person waits for a job that nobody waited for so far."""
        if not job.is_over and not job.waits:
            job.waits, job.cancelled = True, self._told_of
            self.changed.emit()
            self._keep_looking()

    def enter(self, other: Running) -> None:
        """Know of something that takes long and needs no thread, until it leaves."""
        self._others.append(other)
        self.changed.emit()

    def further(self, other: Running) -> None:
        """It is further."""
        if other in self._others:
            self.changed.emit()

    def leave(self, other: Running) -> None:
        """It has ended."""
        if other in self._others:
            self._others.remove(other)
            self.changed.emit()

    def close(self, then: Callable[[], object] = lambda: None) -> None:
        """End everything and start nothing more, without waiting; nobody is told any more.

        What is owed comes to its end. After that `then` is called.
        """
        if self._is_closed:
            return
        self._is_closed, self._then = True, then
        for other in tuple(self._others):
            other.cancel()
        self._others.clear()
        for job in self._alive:
            if job.is_owed:
                job.owner = None
            else:
                job.cancel()
        self._timer.stop()
        self._take_up_all()
        self._close_books()

    def finish(self) -> None:
        """Wait for what is owed: for the end of the program, when there is no window any more."""
        self._take_up_all()
        for job in tuple(self._alive):
            if job.is_owed:
                job.task.ended.wait()
        self._close_books()

    def join(self, seconds: float) -> bool:
        """Wait for every thread, and give whether all have come to their end in time."""
        end = time.monotonic() + seconds
        return all(job.task.ended.wait(max(0.0, end - time.monotonic())) for job in self._alive)

    # How it goes

    def _run(self, job: Job) -> None:
        post().send(job.task, lambda: self._ended(job))

    def _put_off(self, job: Job) -> None:
        self._patient.append(job)
        QTimer.singleShot(0, self, self._take_up_next)
        QTimer.singleShot(_PATIENCE_MILLISECONDS, self, lambda: self._take_up(job))

    def _take_up_next(self) -> None:
        """A patient one begins if nothing else has a thread."""
        if self._patient and len(self._patient) == len(self._alive):
            self._take_up(self._patient[0])

    def _take_up_all(self) -> None:
        for job in tuple(self._patient):
            self._take_up(job)

    def _take_up(self, job: Job) -> None:
        if job not in self._patient:
            return
        self._patient.remove(job)
        if job.is_over:  # cancelled before it began
            job.task.ended.set()
            self._ended(job)
        else:
            self._run(job)

    def _ended(self, job: Job) -> None:
        del self._alive[job]
        self._take_up_next()
        error = job.task.error
        if job.owner is None and error is not None and not isinstance(error, Cancelled):
            _logger.warning("%s: %s", job.name, error, exc_info=error)
        is_news = job.waits and job.owner is not None
        try:
            job.tell_end()
        finally:
            if is_news:
                self.changed.emit()
            self._close_books()

    def _told_of(self) -> None:
        if not self._is_closed:
            self.changed.emit()

    def _close_books(self) -> None:
        """Once the window is closed and nothing is owed any more, say so."""
        is_owing = any(job.is_owed and not job.task.ended.is_set() for job in self._alive)
        if self._is_closed and self._then is not None and not is_owing:
            then, self._then = self._then, None
            then()

    def _look(self) -> None:
        now = time.monotonic()
        is_news = False
        for job, looked in tuple(self._alive.items()):
            if not job.is_over and now - looked >= _ON_TIME * job.looks / 1000:
                self._alive[job] = now
                is_news |= job.tell_progress() and job.waits
        if is_news:
            self.changed.emit()
        self._keep_looking()

    def _keep_looking(self) -> None:
        looked_at = [
            job.looks
            for job in self._alive
            if not job.is_over and (job.waits or (job.owner and job.owner.progressed))
        ]
        if not looked_at:
            self._timer.stop()
        elif not self._timer.isActive() or self._timer.interval() != min(looked_at):
            self._timer.start(min(looked_at))


class JobsAtOnce(Jobs):
    """Does everything where it is asked for: for programs without a window."""

    def _put_off(self, job: Job) -> None:
        self._run(job)

    def _run(self, job: Job) -> None:
        job.task.do()
        job.task.ended.set()
        self._ended(job)
