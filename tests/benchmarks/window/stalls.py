"""What the GUI thread is at while it is late: its stack, sampled from another thread.

    python -m tests.benchmarks.window.stalls opening
    python -m tests.benchmarks.window.stalls alive

runs that benchmark and prints its longest stalls, each with the stacks that were met in it.
"""

import argparse
import importlib
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QObject, Qt, QTimer

from tests.benchmarks.measuring import Options

_ASKED, _TIMED = "BENCHMARK_STALLS", "timed by a benchmark"
_IDLE = ("threading.py", "workbench/jobs/threads.py", "core/base/pool.py:187")
_PULSE, _SAMPLE, _DEPTH, _MOST = 0.002, 0.002, 9, 25
_HERE = Path(__file__).resolve().parents[3]


class Stalls(QObject):
    """A pulse in the GUI thread, and a thread that looks where it is when none came."""

    def __init__(self, least: float) -> None:
        super().__init__()
        self._least = least
        self._gui, self._last = threading.get_ident(), time.perf_counter()
        self._began = self._last
        self._worked = time.thread_time()
        self._shares: dict[float, float] = {}
        """The GUI thread's own seconds of CPU after each beat."""
        self._found: list[tuple[float, float, Counter[str], Counter[str]]] = []
        self._is_over = threading.Event()
        self._pulse = QTimer(self, interval=int(1000 * _PULSE))
        self._pulse.setTimerType(Qt.TimerType.PreciseTimer)
        self._pulse.timeout.connect(self._beat)
        self._pulse.start()
        self._sampler = threading.Thread(target=self._sample, daemon=True)
        self._sampler.start()

    def close(self) -> None:
        """Look no more."""
        self._pulse.stop()
        self._is_over.set()
        self._sampler.join()

    def print(self) -> None:
        """The longest stalls in the order of time, and the stacks met most often in each."""
        longest = sorted(self._found, key=lambda one: -one[1])[:_MOST]
        for moment, seconds, stacks, others in sorted(longest, key=lambda one: one[0]):
            samples = sum(stacks.values())
            own = 1000 * self._shares.get(moment, 0.0)
            print(f"\n{moment - self._began:.2f} s: {1000 * seconds:.0f} ms, {own:.0f} of CPU")
            for stack, times in stacks.most_common(6):
                print(f"  {times / samples:4.0%}  {stack}")
            for stack, times in others.most_common(2):
                print(f"   beside it {times / samples:4.0%}  {stack}")

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        if now - self._last > self._least:
            self._shares[self._last] = worked - self._worked
        self._last, self._worked = now, worked

    def _goes_on_since(self, last: float) -> bool:
        is_late = self._last == last and time.perf_counter() - last > 2 * _PULSE
        return is_late and not self._is_over.is_set()

    def _sample(self) -> None:
        own = threading.get_ident()
        while not self._is_over.wait(_SAMPLE):
            last, stacks, others = self._last, Counter[str](), Counter[str]()
            while self._goes_on_since(last):
                frames = sys._current_frames()
                stacks[_told(frames.pop(self._gui, None))] += 1
                frames.pop(own, None)
                others.update(_told(frame) for frame in frames.values())
                time.sleep(_SAMPLE)
            spent = time.perf_counter() - last
            if stacks and spent > self._least and not any(_TIMED in stack for stack in stacks):
                idle = [stack for stack in others if stack.startswith(_IDLE)]
                for stack in idle:
                    del others[stack]
                self._found.append((last, spent, stacks, others))


def _told(frame: FrameType | None) -> str:
    """The innermost places of a stack, the program's own and those of its libraries."""
    places = []
    while frame is not None:
        path, code = Path(frame.f_code.co_filename), frame.f_code
        is_own = path.is_relative_to(_HERE) and ".venv" not in path.parts
        if path.name == "measuring.py":
            return _TIMED
        if path.parts[0] != "<frozen importlib" and "multiprocessing" not in path.parts:
            name = path.relative_to(_HERE) if is_own else path.name
            places.append(f"{name}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return " < ".join(places[:_DEPTH]) or "Qt's own"


@contextmanager
def looked_for() -> Iterator[None]:
    """Look for stalls if that was asked for, and print them in the end."""
    least = os.environ.get(_ASKED)
    if least is None:
        yield
        return
    stalls = Stalls(float(least) / 1000)
    try:
        yield
    finally:
        stalls.close()
        stalls.print()


def main() -> None:
    """Run a benchmark of the window with its stalls looked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.window.stalls")
    parser.add_argument("subject", help="a benchmark of the window: opening, alive, ranking")
    parser.add_argument("--least", default="25", help="milliseconds; shorter ones are not told")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, smaller data")
    asked = parser.parse_args()
    os.environ[_ASKED] = asked.least
    module = importlib.import_module(f"tests.benchmarks.window.{asked.subject}")
    module.run(Options(quick=asked.quick))


if __name__ == "__main__":
    main()
