"""The ranking after a run, on the screen: by the run, by the first judges, by the whole audit.

The real window with Review in front, on a CSV opened as a person opens it. Times are from the end
of the training until the rows are drawn in the order that is told.
"""

import tempfile
import time
from pathlib import Path

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    in_own_process,
    machine,
    print_table,
    print_target,
)

_PATIENCE = 600.0


def run(options: Options) -> None:
    """Measure and print."""
    from tests.benchmarks.window.window import environment

    for rows in (20_000,) if options.quick else (100_000, 300_000):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "generated.csv"
            as_frame(*additive_data(rows, 20)).round(4).to_csv(path, index=False)
            in_own_process(measure, path, environment=environment(folder))


def measure(path: Path) -> None:
    """Open the file, train with Review in front, and wait for the audit."""
    from core import AdaBoost
    from tests.benchmarks.window.window import moments, open_file, open_window, settle, wait

    with open_window() as window:
        open_file(window, path, "label")
        reviewer = window.controller.reviewer
        window.review.show()
        settle(window, 0.2)
        rows, suspects = len(window.workspace.dataset), window.review.suspects
        told: dict[str, float] = {}

        def drawn() -> None:
            ranking = suspects.ranking
            if ranking is not None:
                window.review.page.repaint()
                name = "the judges heard so far" if ranking.is_firming else "the run"
                told.setdefault("the audit" if ranking.audit else name, time.perf_counter())

        suspects.changed.connect(drawn)
        trainer = window.controller.trainer
        reviewer.follows_up = True
        window.workspace.choice = None
        seen = moments(lambda: trainer.train(AdaBoost(rounds=100)), end=trainer.driver.finished)
        if not reviewer.is_auditing:
            wait(0.5)
            reviewer.audit(window.workspace.current.run)
        while "the audit" not in told and time.perf_counter() - seen["end"] < _PATIENCE:
            wait(0.05)
        spent = {name: moment - seen["end"] for name, moment in told.items()}
        print(f"{rows:,} x 20; {machine()}")
        print_table(
            ["rows in the order of", "s after the training"],
            [[name, f"{seconds:.2f}"] for name, seconds in spent.items()],
        )
        print_target(
            f"first ranking on the screen, {rows:,} rows", "within 1 s", f"{spent['the run']:.2f} s"
        )
