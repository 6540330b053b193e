"""Reading files: sniffing, previews, and reading beside pandas.read_csv."""

import csv
import gzip
import resource
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import (
    Options,
    in_own_process,
    interleaved,
    milliseconds,
    print_table,
    print_target,
    print_times,
    ready,
    timed,
)

ROWS, QUICK_ROWS = 1_000_000, 200_000
SNIFFED = 400
CATEGORIES = (2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)


def run(options: Options) -> None:
    """Measure and print."""
    _sniffing()
    with tempfile.TemporaryDirectory() as folder:
        path = _file(Path(folder), QUICK_ROWS if options.quick else ROWS)
        megabytes = path.stat().st_size / 1e6
        print(f"{path.name}: {megabytes:.0f} MB, 20 columns, half of them categories")
        _previews(path)
        _reading(path, 3 if options.quick else 7)
        _cancelling(path)
        _memory(path)


def _sniffing() -> None:
    """How many of a fixed set of dialects are guessed right, by us and by csv.Sniffer."""
    from core.reading.sniffing import sniff
    from core.sources.source import Source
    from tests.core.reading.dialects import random_file
    from tests.core.reading.test_sniffing import is_right

    all_right = ours = theirs = 0
    for seed in range(SNIFFED):
        written = random_file(seed)
        text = written.content.decode(written.dialect.encoding).removeprefix("\ufeff")
        guessed = sniff(Source.from_bytes(written.content))
        all_right += is_right(guessed, written.dialect, text)
        ours += guessed.separator == written.dialect.separator
        try:
            theirs += csv.Sniffer().sniff(text).delimiter == written.dialect.separator
        except csv.Error:
            continue
    print_table(
        ["guessed right", "ours", "csv.Sniffer"],
        [
            ["separator", f"{ours / SNIFFED:.1%}", f"{theirs / SNIFFED:.1%}"],
            ["whole dialect", f"{all_right / SNIFFED:.1%}", "-"],
        ],
    )
    print_target("dialects guessed right", "at least 95 %", f"{all_right / SNIFFED:.1%}")


def _file(folder: Path, rows: int) -> Path:
    import pandas as pd

    rng = np.random.default_rng(0)
    columns = {}
    for place in range(10):
        columns[f"n{place}"] = (
            rng.normal(size=rows).round(6) if place % 2 else rng.integers(0, 10**7, rows)
        )
    for place, count in enumerate(CATEGORIES):
        words = np.array([f"cat{number:04d}" for number in range(count)])
        columns[f"c{place}"] = words[rng.integers(0, count, rows)]
    path = folder / "rows.csv"
    pd.DataFrame(columns).to_csv(path, index=False)
    return path


def _previews(path: Path) -> None:
    from core.reading.preview import preview

    packed = path.with_suffix(".csv.gz")
    with path.open("rb") as plain, gzip.open(packed, "wb", 1) as file:
        shutil.copyfileobj(plain, file, 1 << 20)
    for file in (path, packed):
        preview(file)
        seconds = min(timed(lambda file=file: preview(file)) for _ in range(5))
        print_target(f"preview of {file.name}", "0.3 s", f"{milliseconds(seconds)} ms")


def _reading(path: Path, repeats: int) -> None:
    import pandas as pd

    from core.reading.tables import read_table

    times = interleaved(
        {
            "pandas.read_csv": ready(lambda: pd.read_csv(path)),
            "read_table": ready(lambda: read_table(path)),
            "read_table, every 10th row": ready(lambda: read_table(path, sample=ROWS // 10)),
        },
        repeats,
    )
    print_times(times, "pandas.read_csv")
    best, median = times["read_table"].per(times["pandas.read_csv"])
    print_target(
        "reading, per pandas.read_csv",
        "at most 1x",
        f"{best:.2f}x, median {median:.2f}x",
        "taking fields apart, on all cores as pandas does since 3.1; of 4,000,000 rows half of the "
        "time is the system's: copying out of its cache, and clearing memory that is taken",
    )


def _cancelling(path: Path) -> None:
    """How long the reading goes on after it was told to stop."""
    from core.base.progress import Cancelled
    from core.reading.tables import read_table

    late = []
    for wait in (0.05, 0.1, 0.15):
        stop = threading.Event()
        asked = []

        def ask(stop=stop, asked=asked):
            asked.append(time.perf_counter())
            stop.set()

        def watch(progress, stop=stop):
            if stop.is_set():
                raise Cancelled

        timer = threading.Timer(wait, ask)
        timer.start()
        try:
            read_table(path, watch=watch)
        except Cancelled:
            late.append(time.perf_counter() - asked[0])
        timer.join()
    worst = f"{milliseconds(max(late))} ms" if late else "it was done before"
    print_target("from cancelling to the end", "50 ms", worst)


def _memory(path: Path) -> None:
    size = path.stat().st_size
    rows = []
    for name, function in (("pandas.read_csv", _read_by_pandas), ("read_table", _read_by_us)):
        before, most = in_own_process(function, path)
        rows.append([name, f"{before / 1e6:.0f}", f"{most / 1e6:.0f}", f"{most / size:.2f}x"])
    print_table(["", "MB before", "MB at most", "per file size"], rows)
    print_target("memory at most, per file size", "3x", rows[-1][-1])


def _read_by_pandas(path: Path) -> tuple[int, int]:
    import pandas as pd

    before = _most_memory()
    pd.read_csv(path)
    return before, _most_memory()


def _read_by_us(path: Path) -> tuple[int, int]:
    from core.reading.tables import read_table

    before = _most_memory()
    read_table(path)
    return before, _most_memory()


def _most_memory() -> int:
    """The most memory that the process ever had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # Not ru_maxrss: a new process inherits that from the one that started it.
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return 1024 * int(line.split()[1])
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
