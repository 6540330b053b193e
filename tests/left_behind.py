"""What a test of the window leaves behind.

Only what came since the test before is looked through: what has survived one look is frozen, which
spares each test a walk through every module. Once many objects have gathered there, all are looked
through again.
"""

import gc
import time
from weakref import WeakSet

from PySide6.QtCore import QCoreApplication, QTimer
from shiboken6 import isValid

from workbench.jobs.registry import Jobs

_SECONDS = 60
_MANY_OBJECTS = 50_000


class LeftBehind:
    """Looks for jobs and timers that go on."""

    def __init__(self) -> None:
        self._jobs: WeakSet[Jobs] = WeakSet()
        self._timers: WeakSet[QTimer] = WeakSet()
        self._survivors = 0

    def check(self) -> None:
        """Fail, and tell what it is, if a test has left something behind."""
        gc.collect()
        made = gc.get_objects()
        self._jobs.update(thing for thing in made if issubclass(type(thing), Jobs))
        self._timers.update(thing for thing in made if type(thing) is QTimer)
        self._forget(len(made))
        self._check_jobs()
        self._check_timers()

    def _forget(self, survivors: int) -> None:
        self._survivors += survivors
        if self._survivors > _MANY_OBJECTS:
            self._survivors = 0
            gc.unfreeze()
            gc.collect()
        gc.freeze()

    def _check_jobs(self) -> None:
        for jobs in list(self._jobs):
            # One that was cancelled may still be on its way out.
            assert jobs.join(_SECONDS), f"left running: {[job.name for job in jobs._alive]}"
            assert jobs.is_idle, f"left running: {[job.name for job in jobs.running]}"

    def _check_timers(self) -> None:
        latest = time.monotonic() + _SECONDS
        QCoreApplication.processEvents()  # what threads have sent meanwhile
        while (running := list(filter(_is_active, self._timers))) and time.monotonic() < latest:
            QCoreApplication.processEvents()
            time.sleep(0.01)
        assert not running, f"timers left running: {[timer.parent() for timer in running]}"


def _is_active(timer: QTimer) -> bool:
    return isValid(timer) and timer.isActive()
