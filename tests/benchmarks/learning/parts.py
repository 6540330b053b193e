"""Files larger than memory: opened, trained on and audited from the disk, beside a tenth in memory.

Generated Parquet and CSV of 40,000,000 rows of 20 columns (with --quick of 400,000), in files of
2,000,000 rows. Anonymous memory (RssAnon) is to stay below 4 GB; pages of mapped files are printed
apart, since the system gives them back when they are wanted. What it makes is deleted.
"""

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import Options, print_table, print_target

ROWS, QUICK_ROWS, PART = 40_000_000, 400_000, 2_000_000
ADABOOST, FOREST, AUDIT = "AdaBoost, 100 rounds", "forest, 100 trees", "audit"
_SEED = 7


@dataclass
class Watcher:
    """The largest memory that this process had in each step, looked at 20 times a second."""

    rows: list[list[str]] = field(default_factory=list)
    seconds: dict[tuple[str, str], float] = field(default_factory=dict)
    largest: float = 0.0

    @contextmanager
    def step(self, what: str, where: str, count: int) -> Iterator[None]:
        """Measure what is done within."""
        peak, done = [0.0, 0.0], threading.Event()

        def look() -> None:
            while True:
                peak[:] = map(max, peak, memory())
                if done.wait(0.05):
                    return

        thread = threading.Thread(target=look)
        thread.start()
        started = time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - started
            done.set()
            thread.join()
        self.seconds[where, what] = seconds / count
        self.largest = max(self.largest, peak[0]) if where != "memory" else self.largest
        shown = [where, what, f"{count:,}", f"{seconds:.1f} s", f"{1e9 * seconds / count:.0f} ns"]
        self.rows.append([*shown, *(f"{bytes_ / 1e9:.2f} GB" for bytes_ in peak)])
        print("  ".join(self.rows[-1]), flush=True)


def memory() -> tuple[float, float]:
    """The anonymous memory of this process, and its pages of mapped files, in bytes."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return tuple(1024.0 * int(told[name].split()[0]) for name in ("RssAnon", "RssFile"))


def write_parts(folder: Path, rows: int, kind: str) -> None:
    """Numbers of many and of few values, a category, and two classes, 3 % of them wrong."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    folder.mkdir(parents=True)
    for start in range(0, rows, PART):
        count = min(PART, rows - start)
        random = np.random.default_rng([_SEED, start])
        values = random.normal(size=(count, 16)).astype(np.float32).round(3)
        town, age = random.integers(0, 40, count), random.integers(18, 90, count)
        score = values[:, 0] + values[:, 1] * values[:, 2] + 0.5 * (town % 3 == 0)
        score += 0.02 * (50 - age) + 0.7 * random.normal(size=count)
        wrong = random.random(count) < 0.03
        names = pa.array([f"town {number}" for number in range(40)])
        columns = {f"x{place}": values[:, place] for place in range(16)} | {
            "few": random.integers(0, 12, count),
            "age": age,
            "town": names.take(pa.array(town)),
            "label": pa.array(["no", "yes"]).take(pa.array(((score > 0) ^ wrong).astype(int))),
        }
        path = folder / f"part-{start // PART:03}.{kind}"
        if kind == "parquet":
            parquet.write_table(pa.table(columns), path, row_group_size=500_000)
        else:
            csv.write_csv(pa.table(columns), path)


def run(options: Options) -> None:
    """Measure and print."""
    rows = QUICK_ROWS if options.quick else ROWS
    watcher = Watcher()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_parts(folder / "parquet", rows, "parquet")
        write_parts(folder / "tenth", rows // 10, "parquet")
        _measure(watcher, folder / "tenth", rows // 10, "memory", is_on_disk=False)
        _measure(watcher, folder / "parquet", rows, "disk", is_on_disk=True)
        shutil.rmtree(folder / "parquet")
        write_parts(folder / "csv", rows, "csv")
        _measure(watcher, folder / "csv", rows, "disk, CSV", is_on_disk=True, is_short=True)
    heads = ["where", "what", "rows", "time", "a row", "anonymous", "mapped"]
    print_table(heads, watcher.rows)
    print_target("anonymous memory", "below 4 GB", f"{watcher.largest / 1e9:.2f} GB")
    for what in ADABOOST, FOREST, AUDIT:
        ratio = watcher.seconds["disk", what] / watcher.seconds["memory", what]
        print_target(f"{what}: cost a row beside memory", "at most 1.33", f"{ratio:.2f}")


def _measure(
    watcher: Watcher, folder: Path, rows: int, where: str, is_on_disk: bool, is_short: bool = False
) -> None:
    import core
    from core.data.plan import Plan
    from core.judging.auditing.on_disk import audit_on_disk
    from core.parts.looking import FilesLook
    from core.parts.opening import open_parts
    from core.sources.parts import Parts

    with watcher.step("open", where, rows):
        look = FilesLook.at(Parts.of(folder))
        data = open_parts(look, Plan.suggested(look.table, "label"), is_on_disk=is_on_disk)
    with watcher.step(ADABOOST, where, rows):
        core.fit(data, core.AdaBoost(rounds=100))
    if is_short:
        return
    # A tree of all rows would have as many leaves: each learns from a hundredth of them.
    forest = core.RandomForest(rounds=100, sample_share=0.01, leaf_rows=5)
    with watcher.step(FOREST, where, rows):
        core.fit(data, forest)
    with watcher.step(AUDIT, where, rows):
        audit_on_disk(data) if is_on_disk else core.audit(data)
