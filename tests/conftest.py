"""What every test has: no screen, a home of its own, and no thread or timer left behind."""

import gc
import os
import time

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_MUCH_GARBAGE = 50_000
_SECONDS = 60


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """The log, the journal and the layout of a test go into a folder of its own."""
    monkeypatch.setenv("ENSEMBLE_WORKBENCH_HOME", str(tmp_path / "home"))


def pytest_collection_finish():
    """Widgets must not be destroyed by a thread that happens to collect garbage: tests do it."""
    gc.disable()
    gc.freeze()  # modules need not be looked through after each test


@pytest.fixture(autouse=True)
def nothing_left_running(request):
    """A test that leaves a job or a timer running fails, and is told which."""
    yield
    if "qtbot" in request.fixturenames:
        from PySide6.QtCore import QCoreApplication, QTimer

        from workbench.jobs.registry import Jobs

        gc.collect()
        things = gc.get_objects()
        for jobs in (thing for thing in things if isinstance(thing, Jobs)):
            # One that was cancelled may still be on its way out.
            assert jobs.join(_SECONDS), f"left running: {[job.name for job in jobs._alive]}"
            assert jobs.is_idle, f"left running: {[job.name for job in jobs.running]}"
        timers = [thing for thing in things if type(thing) is QTimer]
        latest = time.monotonic() + _SECONDS
        QCoreApplication.processEvents()  # what threads have sent meanwhile
        while (running := list(filter(_is_active, timers))) and time.monotonic() < latest:
            QCoreApplication.processEvents()
            time.sleep(0.01)
        assert not running, f"timers left running: {[timer.parent() for timer in running]}"
    elif gc.get_count()[0] > _MUCH_GARBAGE:
        gc.collect()


def _is_active(timer) -> bool:
    try:
        return timer.isActive()
    except RuntimeError:  # deleted on Qt's side
        return False
