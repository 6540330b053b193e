"""Compiling the kernels cold and warm, and from the click on Train to the first round."""

import tempfile
import time

from tests.benchmarks.measuring import (
    Options,
    Times,
    in_own_process,
    milliseconds,
    print_table,
    print_target,
)

_CLICK = "click on Train to the first round"


def run(options: Options) -> None:
    """Measure and print."""
    repeats = 2 if options.quick else 5
    in_own_process(warm_up_seconds)  # the usual cache is warm from here on
    starts, cold, warm = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        from tests.benchmarks.window.window import environment

        for turn in range(repeats):
            starts.append(in_own_process(start_seconds, environment=environment(folder)))
            with tempfile.TemporaryDirectory() as cache:
                place = {"NUMBA_CACHE_DIR": cache}
                if turn < (1 if options.quick else 2):
                    cold.append(in_own_process(warm_up_seconds, environment=place))
            warm.append(in_own_process(warm_up_seconds))
    measured = {"warm-up of the kernels, cold cache": cold, "warm-up, warm cache": warm}
    measured |= {name: [start[name] for start in starts] for name in starts[0]}
    times = {name: Times(tuple(seconds)) for name, seconds in measured.items()}
    print_table(
        ["", "best ms", "median ms"],
        [[name, milliseconds(t.best), milliseconds(t.median)] for name, t in times.items()],
    )
    print_target("warm-up, warm cache", "under 1 s", f"{times['warm-up, warm cache'].median:.2f} s")
    click = times[_CLICK]
    print_target(
        "from the click to the first round",
        "within 1 s",
        f"{click.median:.2f} s (best {click.best:.2f} s)",
    )


def warm_up_seconds() -> float:
    """How long it takes to make the kernels ready, in a process that has loaded nothing yet."""
    started = time.perf_counter()
    from core.commands.warmup import warm_up

    warm_up()
    return time.perf_counter() - started


def start_seconds() -> dict[str, float]:
    """Start the window, open the example and train: how long each step takes."""
    begun = time.perf_counter()
    from core.reading.examples import EXAMPLES
    from tests.benchmarks.window.window import moments, open_file, open_window

    orders = EXAMPLES[0]
    with open_window() as window:
        ready = time.perf_counter() - begun
        opened = open_file(window, orders.path, orders.target)
        workspace = window.workspace
        seen = moments(
            window.algorithm_panel.train.click,
            lambda: workspace.rounds > 0,
            round=workspace.round_changed,
            rows=workspace.snapshot_changed,
            end=window.controller.trainer.driver.finished,
        )
        rounds = workspace.rounds
    begin = seen["begin"]
    return {
        "imports, window and engine": ready,
        f"opening {orders.path.name}": opened,
        _CLICK: seen["round"] - begin,
        "click on Train to the first weights": seen["rows"] - begin,
        f"click on Train to the last of {rounds} rounds": seen["end"] - begin,
    }
