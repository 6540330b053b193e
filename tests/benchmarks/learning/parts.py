"""Files larger than memory: opened, trained on and audited from the disk, beside a tenth in memory.

Generated Parquet and CSV of 40,000,000 rows of 20 columns (with --quick of 400,000, or as --rows
says), in files of 2,000,000 rows. Anonymous memory (RssAnon) is to stay below 4 GB; pages of mapped
files are printed apart, since the system gives them back when they are wanted. The cost of a row is
the processor's time, which others on the machine do not change much. What it makes is deleted.
"""

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from core.base import cache_folder, pool
from tests.benchmarks.measuring import Options, in_own_process, print_table, print_target

ROWS, QUICK_ROWS, PART = 40_000_000, 400_000, 2_000_000
ADABOOST, FOREST, AUDIT = "AdaBoost, 100 rounds", "forest, 100 trees", "audit"
_SEED = 7


@dataclass
class Measured:
    """What each step of one way took, and the most memory that its process had meanwhile."""

    where: str
    count: int
    rows: list[list[str]] = field(default_factory=list)
    cpu: dict[str, float] = field(default_factory=dict)
    """The processor's seconds a row."""
    largest: float = 0.0

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Measure what is done within; memory is looked at 20 times a second."""
        peak, done = [0.0, 0.0], threading.Event()

        def look() -> None:
            while True:
                peak[:] = map(max, peak, memory())
                if done.wait(0.05):
                    return

        thread = threading.Thread(target=look)
        thread.start()
        started, worked = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            seconds, cpu = time.perf_counter() - started, time.process_time() - worked
            done.set()
            thread.join()
        self.cpu[what] = cpu / self.count
        self.largest = max(self.largest, peak[0])
        shown = [self.where, what, f"{self.count:,}", f"{seconds:.1f} s", f"{cpu:.1f} s"]
        shown.append(f"{1e9 * cpu / self.count:.0f} ns")
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
    """Measure and print; each way in a process of its own, so that its memory is its own."""
    rows = options.rows or (QUICK_ROWS if options.quick else ROWS)
    found: list[Measured] = []
    with tempfile.TemporaryDirectory(dir=_disk()) as name:
        folder = Path(name)
        tenth, parquet, csv = folder / "tenth", folder / "parquet", folder / "csv"
        write_parts(parquet, rows, "parquet")
        found.append(in_own_process(_on_disk, parquet, rows))
        write_parts(tenth, rows // 10, "parquet")
        found.append(in_own_process(_in_memory, tenth, rows // 10))
        found.append(in_own_process(_xgboost, parquet, rows))
        shutil.rmtree(parquet)
        write_parts(csv, rows, "csv")
        size = sum(path.stat().st_size for path in csv.iterdir())
        print(f"CSV: {size / 1e9:.1f} GB", flush=True)
        found.append(in_own_process(_csv_on_disk, csv, rows))
    heads = ["where", "what", "rows", "time", "CPU", "a row", "anonymous", "mapped"]
    print_table(heads, [row for each in found for row in each.rows])
    largest = max(each.largest for each in (found[0], found[3]))
    print_target("anonymous memory", "below 4 GB", f"{largest / 1e9:.2f} GB")
    for what in ADABOOST, FOREST, AUDIT:
        ratio = found[0].cpu[what] / found[1].cpu[what]
        print_target(f"{what}: CPU a row beside memory", "at most 1.33", f"{ratio:.2f}")


def _disk() -> Path:
    """Where the codes are kept is room for the files, too: what is temporary may be memory."""
    folder = cache_folder.parts_folder().parent
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _in_memory(folder: Path, rows: int) -> Measured:
    """A tenth of the rows, all values in memory, by the same steps."""
    from core.engine.binning import lowest
    from core.judging.auditing.parts.on_disk import PartsAuditing
    from core.learning.problem import Problem
    from core.parts.summing import SHOWN

    measured = Measured("memory", rows)
    data = _opened(measured, folder, is_on_disk=False)
    _trained(measured, data)
    with measured.step(AUDIT):
        sample = lowest(data.table.hashes(data.lines, _SEED), SHOWN)
        auditing = PartsAuditing(Problem.of(data, labels=data.labels), sample)
        for _ in auditing.steps():
            pass
        auditing.result()
    return measured


def _on_disk(folder: Path, rows: int) -> Measured:
    """All rows, of which codes are on the disk."""
    from core.judging.auditing.parts.on_disk import audit_on_disk

    measured = Measured("disk", rows)
    data = _opened(measured, folder, is_on_disk=True)
    _trained(measured, data)
    with measured.step(AUDIT):
        found = audit_on_disk(data)
    print(found.sentence, flush=True)
    return measured


def _csv_on_disk(folder: Path, rows: int) -> Measured:
    measured = Measured("disk, CSV", rows)
    _opened(measured, folder, is_on_disk=True)
    return measured


def _opened(measured: Measured, folder: Path, is_on_disk: bool) -> Any:
    from core.data.plan import Plan
    from core.judging.auditing.parts.on_disk import audit_on_disk
    from core.parts.looking import FilesLook
    from core.parts.opening import open_parts
    from core.sources.parts import Parts

    cache_folder.parts_folder = lambda: folder.parent / "codes"  # deleted with all the rest

    def opened(files: Path, is_there: bool) -> Any:
        look = FilesLook.at(Parts.of(files))
        return open_parts(look, Plan.suggested(look.table, "label"), is_on_disk=is_there)

    few = folder.parent / f"few-{folder.name}"
    write_parts(few, 5000, folder.name if folder.name == "csv" else "parquet")
    warm = opened(few, True)
    # What is compiled at first use is no part of the cost of a row.
    _trained(Measured("compiling", 5000), warm)
    audit_on_disk(warm)
    with measured.step("open"):
        return opened(folder, is_on_disk)


def _trained(measured: Measured, data: Any) -> None:
    import core

    stumps = core.AdaBoost(rounds=100)
    # A tree of all rows would have as many leaves: each learns from a hundredth of them.
    forest = core.RandomForest(rounds=100, sample_share=0.01, leaf_rows=5)
    with measured.step(ADABOOST):
        core.fit(data, stumps)
    with measured.step(FOREST):
        core.fit(data, forest)


def _xgboost(folder: Path, rows: int) -> Measured:
    """The same rounds of stumps by XGBoost's external memory, on all rows."""
    import pyarrow.parquet as pq
    import xgboost

    measured = Measured("XGBoost, external memory", rows)
    files = sorted(folder.iterdir())

    class Files(xgboost.DataIter):
        def __init__(self) -> None:
            self.number = 0
            super().__init__(cache_prefix=str(folder / "xgboost"))

        def next(self, take: Any) -> bool:
            if self.number == len(files):
                return False
            table = pq.read_table(files[self.number])
            towns = table.column("town").combine_chunks().dictionary_encode()
            place = {name: code for code, name in enumerate(sorted(towns.dictionary.to_pylist()))}
            codes = np.array([place[name] for name in towns.dictionary.to_pylist()])
            columns = [
                table.column(name).to_numpy() if name != "town" else codes[towns.indices.to_numpy()]
                for name in table.column_names
                if name != "label"
            ]
            label = np.array(table.column("label").to_numpy(zero_copy_only=False) == "yes")
            take(data=np.column_stack(columns).astype(np.float32), label=label)
            self.number += 1
            return True

        def reset(self) -> None:
            self.number = 0

    with measured.step("open"):
        data = xgboost.ExtMemQuantileDMatrix(Files(), max_bin=255)
    with measured.step("100 rounds of stumps"):
        how = {"max_depth": 1, "max_bin": 255, "objective": "binary:logistic"}
        xgboost.train({**how, "tree_method": "hist", "nthread": pool.threads()}, data, 100)
    return measured
