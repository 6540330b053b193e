"""Two hundred runs started, stopped and deleted leave nothing behind."""

import ctypes
import gc
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPixmapCache

from core import AdaBoost
from tests.workbench.driving import SECONDS, flipped_csv, open_file
from workbench.jobs.training_driver import State

RUNS, SETTLED = 200, 60
"""The first runs fill caches, of Qt's glyphs among others; growth is counted after them."""
FILES = Path("/proc/self/fd")
_UNDONE = 5
"""So many deleted runs can be brought back: as many short ones take the place of long ones."""


class _Told(ctypes.Structure):
    """What the C library tells of its memory: struct mallinfo2."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


class Held(NamedTuple):
    """What is in use. What is resident says less: freed memory of threads stays in pieces."""

    native: int
    blocks: int
    files: int


def held(told):
    gc.collect()
    QPixmapCache.clear()
    memory = told()
    native = memory.uordblks + memory.hblkhd
    return Held(native, sys.getallocatedblocks(), len(list(FILES.iterdir())))


@pytest.fixture
def told():
    """The C library's own count of what it gave and was not given back."""
    told = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if told is None or not FILES.is_dir():
        pytest.skip("the C library does not tell what is in use")
    told.restype = _Told
    return told


@pytest.mark.long
@pytest.mark.timeout(300)
def test_runs_come_and_go_without_growth(qtbot, window, tmp_path, monkeypatch, told):
    path = tmp_path / "flipped.csv"
    flipped_csv(path, rows=400)
    open_file(qtbot, window, path)
    workspace, driver = window.workspace, window.controller.trainer.driver
    # 200 runs would spend most of their time waiting for a look.
    monkeypatch.setattr("workbench.jobs.training_driver.POLL_MILLISECONDS", 10)

    def come_and_go(rounds, is_stopped):
        window.controller.trainer.train(AdaBoost(rounds=rounds))
        qtbot.waitUntil(lambda: workspace.rounds > 0, timeout=SECONDS)
        if is_stopped:
            window.actions_.stop.trigger()
        qtbot.waitUntil(lambda: driver.state is State.IDLE and window.jobs.is_idle, timeout=SECONDS)
        window.controller.remove_run(workspace.current)
        assert not workspace.runs

    def held_after(runs):
        for _ in range(runs):
            come_and_go(100_000, is_stopped=True)
        for _ in range(_UNDONE):
            come_and_go(3, is_stopped=False)
        return held(told)

    settled, now = held_after(SETTLED), held_after(RUNS - SETTLED)
    assert now.native < 1.05 * settled.native
    assert now.blocks < 1.01 * settled.blocks
    assert now.files <= settled.files + 2
    assert window.jobs.join(SECONDS / 1000)
    assert sum(thread.name == "jobs" for thread in threading.enumerate()) < 12
    qtbot.wait(200)
    assert not [t for t in window.findChildren(QTimer) if t.isActive()]
    assert sum(done.command.is_heavy for done in window.workspace.project.done) <= 5
