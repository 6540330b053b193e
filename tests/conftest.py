"""What every test has: no screen, a home of its own, and no thread or timer left behind."""

import functools
import gc
import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_MUCH_GARBAGE = 50_000


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """The log, the journal and the layout of a test go into a folder of its own."""
    monkeypatch.setenv("ENSEMBLE_WORKBENCH_HOME", str(tmp_path / "home"))


def pytest_collection_finish():
    """Widgets must not be destroyed by a thread that happens to collect garbage: tests do it."""
    gc.disable()
    gc.freeze()  # modules need not be looked through after each test


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item):
    """A test that leaves a job or a timer running fails, and is told which."""
    done = yield
    if "qtbot" in getattr(item, "fixturenames", ()):
        item.funcargs.clear()  # as pytest will: a window is let go of with its test
        _left_behind().check()
    elif gc.get_count()[0] > _MUCH_GARBAGE:
        gc.collect()
    return done


@functools.cache
def _left_behind():
    from tests.left_behind import LeftBehind  # a test without a window needs no Qt

    return LeftBehind()
