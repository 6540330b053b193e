"""The real window, off the screen where there is none, for the benchmarks that need one.

Its functions are called in a process of their own, with `environment` set before Qt loads.
"""

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, SignalInstance

from tests.benchmarks.window.stalls import looked_for
from workbench.frame.app import make_application
from workbench.frame.window import MainWindow

BEAT_MILLISECONDS = 10
_PATIENCE_MILLISECONDS = 120_000


def environment(folder: str) -> dict[str, str]:
    """A person's own journal and layout stay out of it; the kernels' cache is the usual one."""
    has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    own = {"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
    if has_screen:
        return own
    # Off the screen, Qt warns of size hints that nobody needs there.
    return own | {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "default.warning=false"}


@contextmanager
def open_window() -> Iterator[MainWindow]:
    """The window as the program starts it, with the engine ready; closed in the end."""
    application = make_application(["benchmark"])
    window = MainWindow(application)
    window.controller.reviewer.follows_up = False  # an audit would share the machine
    window.show()
    trainer = window.controller.trainer
    moments(trainer.prepare_engine, ready=trainer.prepared)
    window.desk.prepare()
    gc.freeze()
    settle(window)
    try:
        with looked_for():
            yield window
    finally:
        window.close()


def open_file(window: MainWindow, path: Path, target: str) -> float:
    """Open a file by its name, use it once it is read, and give the seconds until it is shown."""
    opening = window.controller.opening

    def use() -> None:
        if opening.table is not None and not opening.is_wanted:
            opening.read.disconnect(use)
            window.desk.page.target_bar.target_chosen.emit(target)
            window.desk.page.use.click()

    opening.read.connect(use)
    seen = moments(lambda: window.show_file(path), shown=window.workspace.dataset_changed)
    return seen["shown"] - seen["begin"]


def moments(
    act: Callable[[], object],
    counts: Callable[[], bool] = lambda: True,
    **signals: SignalInstance,
) -> dict[str, float]:
    """Do something; tell when it began, and when each signal first came while `counts` held."""
    loop, catchers = QEventLoop(), {}
    seen: dict[str, float] = {}

    def caught(name: str) -> None:
        if counts():
            seen.setdefault(name, time.perf_counter())
        if signals.keys() <= seen.keys():
            loop.quit()

    for name, signal in signals.items():
        catchers[name] = lambda *_, name=name: caught(name)
        signal.connect(catchers[name])
    patience = QTimer(singleShot=True, interval=_PATIENCE_MILLISECONDS)
    patience.timeout.connect(loop.quit)
    patience.start()
    seen["begin"] = time.perf_counter()
    act()
    if not signals.keys() <= seen.keys():
        loop.exec()
    for name, signal in signals.items():
        signal.disconnect(catchers[name])
    missing = sorted(signals.keys() - seen.keys())
    if missing:
        raise TimeoutError(f"no signal of {missing[0]!r} in {_PATIENCE_MILLISECONDS // 1000} s")
    return seen


def settle(window: MainWindow, seconds: float = 0.5) -> None:
    """Let the window finish what it is at: no work behind it, and nothing scheduled."""
    wait(seconds)
    while not window.jobs.is_idle:
        wait(0.05)
    wait(seconds)


def wait(seconds: float) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(int(1000 * seconds), loop.quit)
    loop.exec()


class Heartbeat(QObject):
    """A beat every 10 ms in the GUI thread, and how late each one comes.

    A stall of 100 ms swallows nine beats; each counts, with the lateness that it would have had.
    """

    def __init__(self) -> None:
        super().__init__()
        self._due: list[float] = []
        self._late: list[float] = []
        self._timer = QTimer(self, interval=BEAT_MILLISECONDS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._last = time.perf_counter()
        self._timer.start()

    def late(self, phases: Sequence[tuple[float, float]]) -> np.ndarray:
        """The milliseconds of lateness of every beat that was due within the phases."""
        due, late = np.array(self._due), np.array(self._late)
        is_within = np.zeros(len(due), bool)
        for begin, end in phases:
            is_within |= (due >= begin) & (due < end)
        return 1000 * late[is_within]

    def _beat(self) -> None:
        now, step = time.perf_counter(), BEAT_MILLISECONDS / 1000
        due = self._last + step
        while True:
            self._due.append(due)
            self._late.append(max(0.0, now - due))
            due += step
            if due > now:
                break
        self._last = now
