"""Two hundred runs started, stopped and deleted leave nothing behind."""

import gc
import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from core import AdaBoost
from tests.workbench.driving import SECONDS, flipped_csv, open_file
from workbench.jobs.training_driver import State

RUNS, SETTLED = 200, 60
"""The first runs fill caches, of Qt's glyphs among others; growth is counted after them."""


def memory():
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells memory by /proc")
def test_runs_come_and_go_without_growth(qtbot, window, tmp_path, monkeypatch):
    path = tmp_path / "flipped.csv"
    flipped_csv(path, rows=400)
    open_file(qtbot, window, path)
    workspace, driver = window.workspace, window.controller.trainer.driver
    # 200 runs would spend most of their time waiting for a look.
    monkeypatch.setattr("workbench.jobs.training_driver.POLL_MILLISECONDS", 10)
    for number in range(RUNS):
        window.controller.trainer.train(AdaBoost(rounds=100_000))
        qtbot.waitUntil(lambda: workspace.rounds > 0, timeout=SECONDS)
        window.actions_.stop.trigger()
        qtbot.waitUntil(lambda: driver.state is State.IDLE and window.jobs.is_idle, timeout=SECONDS)
        window.controller.remove_run(workspace.current)
        assert not workspace.runs
        if number == SETTLED:
            settled = memory()
    assert memory() < 1.05 * settled
    assert window.jobs.join(SECONDS / 1000)
    assert sum(thread.name == "jobs" for thread in threading.enumerate()) < 12
    qtbot.wait(200)
    assert not [t for t in window.findChildren(QTimer) if t.isActive()]
    assert sum(done.command.is_heavy for done in window.workspace.project.done) <= 5
