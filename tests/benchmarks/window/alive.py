"""The window while it trains 1,000 rounds on 100,000 x 20, and on 1,000,000: does it stay alive?

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

ROWS, MORE_ROWS, COLUMNS, ROUNDS = 100_000, 1_000_000, 20, 1_000
_CLICK, _TRAINING = "click to first rounds", "training"


def run(options: Options) -> None:
    """Measure and print."""
    from tests.benchmarks.window.window import environment

    for rows, repeats, most in ((ROWS, 2 if options.quick else 7, 33), (MORE_ROWS, 2, 50)):
        if rows == MORE_ROWS and options.quick:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "generated.csv"
            as_frame(*additive_data(rows, COLUMNS)).round(6).to_csv(path, index=False)
            in_own_process(measure, path, repeats, most, environment=environment(folder))


def measure(path: Path, repeats: int, most: int) -> None:
    """Open the file, train some times, look around; print what it took."""
    from tests.benchmarks.window.window import Heartbeat, open_file, open_window, settle

    with open_window() as window:
        heartbeat, phases = Heartbeat(), defaultdict(list)
        with _phase(phases["nothing happens"]):
            settle(window)
        with _phase(phases["opening the file"]):
            seconds = open_file(window, path, "label")
            settle(window, 0.1)
        rows = len(window.workspace.dataset)
        print(f"{rows:,} rows, {path.stat().st_size / 1e6:.0f} MB, opened in {seconds:.1f} s.")
        speeds = [_train_twice(window, phases) for _ in range(repeats)]
        _print_lateness({name: heartbeat.late(phase) for name, phase in phases.items()}, most)
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
    from tests.benchmarks.window.window import moments, settle

    worker, workspace = window.controller.trainer.driver, window.workspace
    window.algorithm_panel.show_settings(AdaBoost(rounds=ROUNDS))
    settle(window, 0.1)
    seen = moments(
        window.algorithm_panel.train.click,
        start=worker.state_changed,
        first=worker.grew,
        end=worker.finished,
    )
    phases[_CLICK].append((seen["begin"], seen["first"]))
    phases[_TRAINING].append((seen["first"], seen["end"]))
    with _phase(phases["just after training"]):
        settle(window, 0.3)
    alone = train(workspace.dataset, AdaBoost(rounds=ROUNDS))
    spent = timed(lambda: list(alone))
    return workspace.rounds / (seen["end"] - seen["start"]), ROUNDS / spent


def _print_lateness(late: dict[str, np.ndarray], most: int) -> None:
    rows = []
    for name, beats in late.items():
        places = [*np.percentile(beats, [50, 90, 99]), beats.max()]
        rows.append([name, f"{len(beats):,}", *(f"{place:.1f}" for place in places)])
    print_table(["ms late, while", "beats", "50 %", "90 %", "99 %", "most"], rows)
    both = np.concatenate([late[_CLICK], late[_TRAINING]])
    text = f"{np.percentile(late[_TRAINING], 99):.1f} ms"
    text += f", {np.percentile(both, 99):.1f} ms from the click on"
    print_target("lateness while training, 99 %", f"at most {most} ms", text)


def _print_speeds(speeds: list[tuple[float, float]]) -> None:
    inside, alone = zip(*speeds, strict=True)
    print_table(
        ["rounds a second", "best", "median"],
        [
            ["in the window", f"{max(inside):,.0f}", f"{statistics.median(inside):,.0f}"],
            ["train() alone", f"{max(alone):,.0f}", f"{statistics.median(alone):,.0f}"],
        ],
    )
    ratio = statistics.median(b / a for a, b in speeds)
    print_target("slower in the window than alone", "at most 1.15x", f"{ratio:.2f}x")


def _look_around(window, times: int) -> None:
    """Going to another round, and selecting many rows."""
    from tests.benchmarks.window.window import settle

    workspace, rng = window.workspace, np.random.default_rng(0)
    steps: dict[str, list[float]] = {}
    another = "another round: every view in sight is drawn"
    for number in rng.integers(0, workspace.rounds, times):
        spent = _until_drawn(window, lambda number=number: workspace.go_to(int(number)))
        steps.setdefault(another, []).append(spent)
        settle(window, 0.2)
    lines = workspace.shown_dataset.lines
    scattered = np.sort(rng.choice(lines, len(lines) // 2, replace=False))
    half = f"{len(scattered):,} scattered rows"
    for name, chosen in {f"{len(lines):,} rows": lines, half: scattered}.items():
        for _ in range(times):
            workspace.select([])
            settle(window, 0.05)
            spent = _until_drawn(window, lambda chosen=chosen: workspace.select(chosen))
            steps.setdefault(f"selecting {name}: every view in sight is drawn", []).append(spent)
    print_table(
        ["ms", "best", "median", "most"],
        [
            [name, *(milliseconds(f(spent)) for f in (min, statistics.median, max))]
            for name, spent in steps.items()
        ],
    )
    print_target(another, "at most 100 ms", f"{milliseconds(statistics.median(steps[another]))} ms")


def _until_drawn(window, act) -> float:
    """Do something; the seconds until every view in sight shows it, painted."""
    from PySide6.QtWidgets import QApplication

    space = window.workspace

    def is_drawn() -> bool:
        visible = [view for view in window.docks.made_views() if view.isVisible()]
        return space.snapshot.round == space.round and all(view.is_ready for view in visible)

    started = time.perf_counter()
    act()
    QApplication.processEvents()
    while not is_drawn():
        QApplication.processEvents()
        time.sleep(0.0005)
    for _ in range(3):  # what the events post is done too
        QApplication.processEvents()
    return time.perf_counter() - started
