"""Opening 1,000,000 x 20 in the window: how soon its first rows are seen, and does it stay alive?

The file is dropped on the real window, read behind the import page, used, scrolled and sorted. A
beat every 10 ms in the GUI thread tells how late the window answers.
"""

import tempfile
import time
from collections import defaultdict
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

ROWS, QUICK_ROWS, COLUMNS = 1_000_000, 200_000, 20
_DROP, _READING = "drop to first rows", "reading"
_WHOLE = (_DROP, _READING, "profiles and findings", "use")


def run(options: Options) -> None:
    """Measure and print."""
    from tests.benchmarks.window.window import environment

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.csv"
        rows = QUICK_ROWS if options.quick else ROWS
        as_frame(*additive_data(rows, COLUMNS)).round(6).to_csv(path, index=False)
        in_own_process(measure, path, 2 if options.quick else 3, environment=environment(folder))


def measure(path: Path, repeats: int) -> None:
    """Open the file some times, look around in its rows; print what it took."""
    from core.reading.tables import read_table
    from tests.benchmarks.window.window import Heartbeat, open_window, settle

    with open_window() as window:
        heartbeat, spent = Heartbeat(), defaultdict(list)
        phases: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for _ in range(repeats):
            settle(window, 0.3)
            for name, (begin, end) in _open(window, path).items():
                phases[name].append((begin, end))
                spent[name].append(end - begin)
            spent["read_table alone"].append(timed(lambda: read_table(path)))
            rows = len(window.workspace.dataset)
            window.actions_.close.trigger()  # else there is nothing to do the next time
        _open(window, path)
        print(f"{rows:,} rows, {path.stat().st_size / 1e6:.0f} MB")
        for name, act in {"scrolling the rows": _scroll, "sorting the rows": _sort}.items():
            begin = time.perf_counter()
            act(window)
            phases[name].append((begin, time.perf_counter() - 0.02))
        late = {name: heartbeat.late(parts) for name, parts in phases.items()}
    _print(late, spent)


def _open(window, path: Path) -> dict[str, tuple[float, float]]:
    """Drop the file and use it; tell when each part began and ended."""
    from PySide6.QtWidgets import QApplication

    from tests.benchmarks.window.window import moments, wait

    opening, page = window.controller.opening, window.desk.page
    parts = {}
    seen = moments(lambda: window.show_file(path), page.isVisible, rows=window.shell.turned)
    QApplication.sendPostedEvents()  # it is laid out and painted
    parts[_DROP] = (seen["begin"], time.perf_counter())
    seen = moments(_nothing, lambda: opening.table is not None, read=opening.read)
    parts[_READING] = (seen["begin"], seen["read"])
    seen = moments(_nothing, lambda: opening.study.is_done, studied=opening.studied)
    parts["profiles and findings"] = (seen["begin"], seen["studied"])
    seen = moments(page.use.click, shown=window.workspace.dataset_changed)
    parts["use"] = (seen["begin"], seen["shown"])
    wait(0.3)  # for the beats that were due meanwhile
    return parts


def _nothing() -> None:
    """Only wait."""


def _scroll(window) -> None:
    from tests.benchmarks.window.window import wait

    bar = window.docks.view("rows_table").table.verticalScrollBar()
    for place in np.linspace(0, bar.maximum(), 150).astype(int):
        bar.setValue(int(place))
        wait(0.01)


def _sort(window) -> None:
    from tests.benchmarks.window.window import settle

    view = window.docks.view("rows_table")
    for column in (2, 5, 1):
        view.table.horizontalHeader().sectionClicked.emit(column)
        settle(window, 0.3)


def _print(late: dict[str, np.ndarray], spent: dict[str, list[float]]) -> None:
    rows = []
    for name, beats in late.items():
        places = [*np.percentile(beats, [50, 90, 99]), beats.max()] if len(beats) else [0.0] * 4
        took = f"{min(spent[name]):.2f}" if name in spent else "-"
        rows.append([name, took, f"{len(beats):,}", *(f"{place:.1f}" for place in places)])
    print_table(["ms late, while", "best s", "beats", "50 %", "90 %", "99 %", "most"], rows)
    whole = np.concatenate([late[name] for name in _WHOLE])
    print_target("first rows after the drop", "0.3 s", f"{milliseconds(min(spent[_DROP]))} ms")
    print_target("lateness while opening, 99 %", "at most 33 ms", _share(whole))
    for name in ("scrolling the rows", "sorting the rows"):
        print_target(f"lateness while {name}, 99 %", "at most 50 ms", _share(late[name]))
    ratio = min(spent[_READING]) / min(spent["read_table alone"])
    print_target("reading in the window, per read_table alone", "no target", f"{ratio:.2f}x")


def _share(beats: np.ndarray) -> str:
    return f"{np.percentile(beats, 99):.1f} ms"
