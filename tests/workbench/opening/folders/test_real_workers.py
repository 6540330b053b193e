"""Workers that are processes of this machine, in the window; some of them are killed."""

import contextlib
import os
import signal
import time

import numba
import numpy as np
import pytest

from tests.workbench.driving import SECONDS, set_rounds, settle, wait_until_done
from tests.workbench.opening.folders.making import look_at_folder, planted_folder, use_folder

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("dask"), pytest.mark.timeout(600)]


@pytest.fixture
def helped(qtbot, window, tmp_path, monkeypatch):
    """A window with data that two processes help with; gives their numbers."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", numba.config.CACHE_DIR)  # workers need not compile anew
    planted_folder(tmp_path / "orders")
    window.controller.reviewer.follows_up = False
    look_at_folder(qtbot, window, tmp_path / "orders")
    keeping = window.desk.page.keeping
    keeping.where.setCurrentIndex(2)
    keeping.where.activated.emit(2)
    keeping.workers.address.setText("")
    use_folder(qtbot, window)
    helping = window.workspace.helping
    qtbot.waitUntil(lambda: len(helping.workers) == 2, timeout=SECONDS)
    return sorted(helping.helpers._office._client.run(os.getpid).values())


def is_there(process):
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def train(qtbot, window, rounds):
    set_rounds(window, rounds)
    qtbot.waitUntil(window.actions_.train.isEnabled, timeout=SECONDS)
    window.actions_.train.trigger()


def test_a_killed_worker_is_told_and_changes_no_result(qtbot, window, helped):
    told = []
    window.workspace.failed.connect(lambda error: told.append(str(error)))
    train(qtbot, window, 1500)
    qtbot.waitUntil(lambda: window.workspace.rounds > 20, timeout=SECONDS)
    os.kill(helped[0], signal.SIGKILL)
    wait_until_done(qtbot, window)
    run = window.workspace.current.run
    assert not run.history.problem.sums.is_alone
    qtbot.waitUntil(lambda: bool(told), timeout=SECONDS)
    assert "is gone. Its rows are read again by the other workers" in told[0]
    window.workspace.helping.close()
    train(qtbot, window, 1500)
    qtbot.waitUntil(lambda: len(window.workspace.runs) == 2, timeout=SECONDS)
    wait_until_done(qtbot, window)
    alone = window.workspace.current.run
    assert alone.history.problem.sums.is_alone
    assert run.rounds == alone.rounds
    for curve in run.history.curves:
        own, other = (each.history.curve(curve.name) for each in (run, alone))
        np.testing.assert_array_equal(own, other, curve.name)


def test_stop_ends_the_work_and_closing_leaves_nothing_behind(qtbot, window, helped):
    train(qtbot, window, 100_000)
    qtbot.waitUntil(lambda: window.workspace.rounds > 3, timeout=SECONDS)
    window.actions_.stop.trigger()
    wait_until_done(qtbot, window)
    assert 3 < window.workspace.current.run.rounds < 100_000
    settle(qtbot, window)
    window.close()
    window.jobs.finish()
    end = time.monotonic() + 30
    while any(map(is_there, helped)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(map(is_there, helped))
