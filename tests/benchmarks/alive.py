"""The window while it trains 1,000 rounds on 100,000 x 20: does it stay alive?

The real window with its default views, on a CSV opened as a person opens it. A beat every 10 ms
in the GUI thread tells how late the window answers.
"""

import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    in_own_process,
    milliseconds,
    print_table,
    print_target,
    timed,
)

ROWS, COLUMNS, ROUNDS = 100_000, 20, 1_000
_CLICK, _TRAINING = "click to first rounds", "training"


def run(options: Options) -> None:
    """Measure and print."""
    from tests.benchmarks.window import environment

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.csv"
        as_frame(*additive_data(ROWS, COLUMNS)).round(6).to_csv(path, index=False)
        in_own_process(measure, path, 2 if options.quick else 7, environment=environment(folder))


def measure(path: Path, repeats: int) -> None:
    """Open the file, train some times, look around; print what it took."""
    from tests.benchmarks.window import Heartbeat, open_file, open_window, settle

    with open_window() as window:
        heartbeat, phases = Heartbeat(), defaultdict(list)
        with _phase(phases["nothing happens"]):
            settle(window)
        with _phase(phases["opening the file"]):
            seconds = open_file(window, path, "label")
            settle(window, 0.1)
        print(f"{path.stat().st_size / 1e6:.0f} MB opened in {seconds:.1f} s.")
        speeds = [_train_twice(window, phases) for _ in range(repeats)]
        _print_lateness({name: heartbeat.late(phase) for name, phase in phases.items()})
        _print_speeds(speeds)
        settle(window)
        _look_around(window, 2 * repeats)


@contextmanager
def _phase(phases: list[tuple[float, float]]) -> Iterator[None]:
    """A phase ends a little early: a beat at its very end may have to wait for what follows."""
    begin = time.perf_counter()
    yield
    phases.append((begin, time.perf_counter() - 0.02))


def _train_twice(window, phases: dict[str, list[tuple[float, float]]]) -> tuple[float, float]:
    """Rounds a second in the window, and alone: one after the other, on the same data."""
    from core import AdaBoost, train
    from tests.benchmarks.window import moments, settle

    worker, workspace = window.controller.worker, window.workspace
    window.algorithm_panel.show_settings(AdaBoost(rounds=ROUNDS))
    settle(window, 0.1)
    seen = moments(
        window.algorithm_panel.train.click,
        start=worker.state_changed, first=worker.grew, end=worker.finished,
    )  # fmt: skip
    phases[_CLICK].append((seen["begin"], seen["first"]))
    phases[_TRAINING].append((seen["first"], seen["end"]))
    with _phase(phases["just after training"]):
        settle(window, 0.3)
    alone = train(workspace.dataset, AdaBoost(rounds=ROUNDS))
    spent = timed(lambda: list(alone))
    return workspace.rounds / (seen["end"] - seen["start"]), ROUNDS / spent


def _print_lateness(late: dict[str, np.ndarray]) -> None:
    rows = []
    for name, beats in late.items():
        places = [*np.percentile(beats, [50, 90, 99]), beats.max()]
        rows.append([name, f"{len(beats):,}", *(f"{place:.1f}" for place in places)])
    print_table(["ms late, while", "beats", "50 %", "90 %", "99 %", "most"], rows)
    both = np.concatenate([late[_CLICK], late[_TRAINING]])
    text = f"{np.percentile(late[_TRAINING], 99):.1f} ms"
    text += f", {np.percentile(both, 99):.1f} ms from the click on"
    print_target("lateness while training, 99 %", "at most 33 ms", text)


def _print_speeds(speeds: list[tuple[float, float]]) -> None:
    inside, alone = zip(*speeds, strict=True)
    print_table(
        ["rounds a second", "best", "median"],
        [["in the window", f"{max(inside):,.0f}", f"{statistics.median(inside):,.0f}"],
         ["train() alone", f"{max(alone):,.0f}", f"{statistics.median(alone):,.0f}"]],
    )  # fmt: skip
    ratio = statistics.median(b / a for a, b in speeds)
    print_target("slower in the window than alone", "no target", f"{ratio:.2f}x")


def _look_around(window, times: int) -> None:
    """Going to another round, and selecting many rows."""
    from tests.benchmarks.window import moments, settle

    workspace, rng = window.workspace, np.random.default_rng(0)
    steps: dict[str, list[float]] = {}
    for number in rng.integers(0, workspace.rounds, times):
        seen = moments(
            lambda number=number: workspace.go_to(int(number)),
            rows=workspace.snapshot_changed,
        )
        spent = seen["rows"] - seen["begin"]
        steps.setdefault("another round: weight and margin of every row", []).append(spent)
        settle(window, 0.2)
    lines = workspace.shown_dataset.lines
    scattered = np.sort(rng.choice(lines, len(lines) // 2, replace=False))
    for name, chosen in {"100,000 rows": lines, "50,000 scattered rows": scattered}.items():
        for _ in range(times):
            workspace.select([])
            settle(window, 0.05)
            called, painted = _select(window, chosen)
            steps.setdefault(f"selecting {name}: the call", []).append(called)
            steps.setdefault(f"selecting {name}: until painted", []).append(painted)
    print_table(
        ["ms", "best", "median", "most"],
        [[name, *(milliseconds(f(spent)) for f in (min, statistics.median, max))]
         for name, spent in steps.items()],
    )  # fmt: skip


def _select(window, lines: np.ndarray) -> tuple[float, float]:
    from PySide6.QtWidgets import QApplication

    started = time.perf_counter()
    window.workspace.select(lines)
    called = time.perf_counter() - started
    for _ in range(3):  # what the events post is done too
        QApplication.processEvents()
    return called, time.perf_counter() - started
