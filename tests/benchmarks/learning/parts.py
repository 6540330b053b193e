"""Files larger than memory: opened, trained on and audited from the disk, beside a tenth in memory.

Generated Parquet and CSV of 40,000,000 rows of 20 columns (with --quick of 400,000, or as --rows
says), in files of 2,000,000 rows. Anonymous memory (RssAnon) is to stay below 4 GB; pages of mapped
files are printed apart, since the system gives them back when they are wanted. The cost of a row is
the processor's time, which others on the machine do not change much.

A forest's tree that learns from a share of the rows has ten times as many nodes where there are ten
times as many rows, and every row walks through it. So forests are compared three times: each tree
learns from the same share of the rows, with leaves of as many rows; with leaves of the same share
of the rows, so that trees have as many nodes; and in memory from as many rows as on the disk.

Every step has a process of its own, so that its memory is its own. What it makes is deleted; with
--keep FOLDER it stays there with what each step took, and steps that were measured are not again:
what was broken off goes on.
"""

import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.base import cache_folder, pool
from core.base.files import written_whole
from tests.benchmarks.measuring import Options, in_own_process, print_table, print_target

ROWS, QUICK_ROWS, PART = 40_000_000, 400_000, 2_000_000
OPEN, ADABOOST, FOREST, AUDIT = "open", "AdaBoost, 100 rounds", "forest, 100 trees", "audit"
FEW_LEAVES, MANY_ROWS = "forest, a tenth of the leaves", "forest, ten times the rows a tree"
DISK, MEMORY, CSV, LIBRARY = "disk", "memory", "disk, CSV", "XGBoost, external memory"
STEPS = (
    *((place, what) for place in (DISK, CSV, LIBRARY, MEMORY) for what in (OPEN, ADABOOST)),
    *((place, what) for what in (FOREST, AUDIT) for place in (DISK, MEMORY)),
    (DISK, FEW_LEAVES),
    (MEMORY, MANY_ROWS),
)
"""From where rows are taken, and what is done with them; what is in memory is a tenth of them."""
LIMIT = 4e9
_SEED = 7
_WARM = 5000


@dataclass(frozen=True)
class Took:
    """What a step took, and the most memory that its process had meanwhile, in bytes."""

    rows: int
    seconds: float
    cpu: float
    anonymous: float
    mapped: float

    @property
    def nanoseconds(self) -> float:
        """The processor's, a row."""
        return 1e9 * self.cpu / self.rows

    def told(self, where: str, what: str) -> list[str]:
        """As a row of a table."""
        times = [f"{self.seconds:.1f} s", f"{self.cpu:.1f} s", f"{self.nanoseconds:.0f} ns"]
        sizes = [f"{size / 1e9:.2f} GB" for size in (self.anonymous, self.mapped)]
        return [where, what, f"{self.rows:,}", *times, *sizes]


@contextmanager
def measured(rows: int, took: list[Took]) -> Iterator[None]:
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
    took.append(Took(rows, seconds, cpu, *peak))


def memory() -> tuple[float, float]:
    """The anonymous memory of this process, and its pages of mapped files, in bytes."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return tuple(1024.0 * int(told[name].split()[0]) for name in ("RssAnon", "RssFile"))


def write_parts(folder: Path, rows: int, kind: str) -> None:
    """Numbers of many and of few values, a category, and two classes, 3 % of them wrong."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, rows, PART):
        path, count = folder / f"part-{start // PART:03}.{kind}", min(PART, rows - start)
        if path.exists():  # the steps go on with what others wrote
            continue
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
        with written_whole(path) as aside:
            if kind == "parquet":
                parquet.write_table(pa.table(columns), aside, row_group_size=500_000)
            else:
                csv.write_csv(pa.table(columns), aside)


def run(options: Options) -> None:
    """Measure and print what was not measured yet."""
    rows = options.rows or (QUICK_ROWS if options.quick else ROWS)
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
        _run(options.keep, rows)
        return
    with tempfile.TemporaryDirectory(dir=_disk()) as name:
        _run(Path(name), rows)


def _run(folder: Path, rows: int) -> None:
    kept = folder / f"took-{rows}.json"
    found = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    for where, what in STEPS:
        name = f"{where}: {what}"
        if name not in found:
            took = in_own_process(_SUBJECTS[where], folder, rows, what)
            found[name] = asdict(took)
            with written_whole(kept) as aside:
                aside.write_text(json.dumps(found, indent=1), "utf-8")
        print("  ".join(Took(**found[name]).told(where, what)), flush=True)
    all_took = {step: Took(**found[f"{step[0]}: {step[1]}"]) for step in STEPS}
    heads = ["where", "what", "rows", "time", "CPU", "a row", "anonymous", "mapped"]
    print_table(heads, [took.told(*step) for step, took in all_took.items()])
    largest = max(took.anonymous for (where, _), took in all_took.items() if where in (DISK, CSV))
    print_target("anonymous memory", f"below {LIMIT / 1e9:.0f} GB", f"{largest / 1e9:.2f} GB")
    both = [
        sum(all_took[place, what].nanoseconds for what in (OPEN, ADABOOST))
        for place in (DISK, MEMORY)
    ]
    told = f"{OPEN} and {ADABOOST}: CPU a row beside memory"
    print_target(told, "at most 1.33", f"{both[0] / both[1]:.2f}")
    for told, what, beside in (
        (ADABOOST, ADABOOST, ADABOOST),
        (f"{FOREST} of the same share of the rows", FOREST, FOREST),
        (f"{FOREST} of as many nodes", FEW_LEAVES, FOREST),
        (f"{FOREST} of as many rows", FOREST, MANY_ROWS),
        (AUDIT, AUDIT, AUDIT),
    ):
        ratio = all_took[DISK, what].nanoseconds / all_took[MEMORY, beside].nanoseconds
        print_target(f"{told}: CPU a row beside memory", "at most 1.33", f"{ratio:.2f}")
    ratio = all_took[LIBRARY, ADABOOST].cpu / all_took[DISK, ADABOOST].cpu
    print_target("100 rounds of stumps, x XGBoost's external memory", "", f"{ratio:.2f}")


def _disk() -> Path:
    """Where the codes are kept is room for the files, too: what is temporary may be memory."""
    folder = cache_folder.parts_folder().parent
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _on_disk(folder: Path, rows: int, what: str) -> Took:
    """All rows, of which codes are on the disk."""
    return _step(folder, rows, what, "parquet", is_on_disk=True)


def _csv_on_disk(folder: Path, rows: int, what: str) -> Took:
    """The same rows, as text."""
    return _step(folder, rows, what, "csv", is_on_disk=True)


def _in_memory(folder: Path, rows: int, what: str) -> Took:
    """A tenth of the rows, all values in memory."""
    return _step(folder, rows // 10, what, "parquet", is_on_disk=False)


def _step(folder: Path, rows: int, what: str, kind: str, is_on_disk: bool) -> Took:
    cache_folder.parts_folder = lambda: folder / "codes"
    files, few = folder / f"{kind}-{rows}", folder / f"{kind}-{_WARM}"
    write_parts(files, rows, kind)
    write_parts(few, _WARM, kind)
    if what == OPEN and kind == "csv":
        size = sum(path.stat().st_size for path in files.iterdir())
        print(f"CSV: {size / 1e9:.1f} GB", flush=True)
    work = _WORK[what]
    took: list[Took] = []
    # What is compiled at first use is no part of the cost of a row.
    work(_opened(few, True))
    if what == OPEN:
        with measured(rows, took):
            _opened(files, is_on_disk)
    else:
        data = _opened(files, is_on_disk)
        with measured(rows, took):
            work(data)
    return took[0]


def _opened(files: Path, is_on_disk: bool) -> Any:
    from core.data.plan import Plan
    from core.parts.looking import FilesLook
    from core.parts.opening import open_parts
    from core.sources.parts import Parts

    look = FilesLook.at(Parts.of(files))
    return open_parts(look, Plan.suggested(look.table, "label"), is_on_disk=is_on_disk)


def _boosted(data: Any) -> None:
    import core

    core.fit(data, core.AdaBoost(rounds=100))


def _forest(data: Any, share: float = 0.01, leaf_rows: int = 5) -> None:
    import core

    # A tree of all rows would have as many leaves: each learns from a hundredth of them. Of the few
    # that are there to compile, from all.
    share = 1.0 if len(data) <= _WARM else share
    core.fit(data, core.RandomForest(rounds=100, sample_share=share, leaf_rows=leaf_rows))


def _audited(data: Any) -> None:
    from core.engine.binning import lowest
    from core.judging.auditing.parts.on_disk import PartsAuditing, audit_on_disk
    from core.learning.problem import Problem
    from core.parts.summing import SHOWN

    if data.sample is not None:
        print(audit_on_disk(data).sentence, flush=True)
        return
    sample = lowest(data.table.hashes(data.lines, _SEED), SHOWN)
    auditing = PartsAuditing(Problem.of(data, labels=data.labels), sample)
    for _ in auditing.steps():
        pass
    auditing.result()


_WORK: dict[str, Callable[[Any], None]] = {
    OPEN: lambda data: None,
    ADABOOST: _boosted,
    FOREST: _forest,
    FEW_LEAVES: lambda data: _forest(data, leaf_rows=50),
    MANY_ROWS: lambda data: _forest(data, share=0.1),
    AUDIT: _audited,
}


def _xgboost(folder: Path, rows: int, what: str) -> Took:
    """The same rounds of stumps by XGBoost's external memory, on all rows.

    What it has read it keeps no longer than a process, so the rounds read once more.
    """
    import pyarrow.parquet as pq
    import xgboost

    write_parts(folder / f"parquet-{rows}", rows, "parquet")
    files = sorted((folder / f"parquet-{rows}").iterdir())
    took: list[Took] = []

    class Files(xgboost.DataIter):
        def __init__(self) -> None:
            self.number = 0
            super().__init__(cache_prefix=str(folder / f"xgboost-{what}"))

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

    with measured(rows, took):
        data = xgboost.ExtMemQuantileDMatrix(Files(), max_bin=255)
    if what == OPEN:
        return took[0]
    with measured(rows, took):
        how = {"max_depth": 1, "max_bin": 255, "objective": "binary:logistic"}
        xgboost.train({**how, "tree_method": "hist", "nthread": pool.threads()}, data, 100)
    return took[1]


_SUBJECTS: dict[str, Callable[[Path, int, str], Took]] = {
    DISK: _on_disk,
    MEMORY: _in_memory,
    CSV: _csv_on_disk,
    LIBRARY: _xgboost,
}
