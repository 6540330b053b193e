"""Reading a CSV by our kernel, and by pandas or pyarrow with an index of rows beside them.

Both give the same table: numbers, categories, and for every row its line and its bytes. What the
libraries give by themselves, without lines and bytes, stands below for orientation.
"""

import csv
import inspect
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import Options, in_own_process, print_table
from tests.benchmarks.reading import csv_index, csv_libraries
from tests.benchmarks.reading.csv_files import FILES
from tests.benchmarks.reading.csv_libraries import LIBRARIES, reading_by

OURS = "ours"
READERS = (OURS, *LIBRARIES)
ALONE = ("pandas, C, alone", "pyarrow, alone")
CANCEL_AFTER = (0.1, 0.2, 0.3)


@dataclass(frozen=True)
class Spent:
    """The least that some repetitions took."""

    wall: float
    cpu: float


def run(options: Options) -> None:
    """Measure and print."""
    _print_lines_of_code()
    _print_tests()
    _print_floats(20_000 if options.quick else 200_000)
    with tempfile.TemporaryDirectory() as folder:
        scale = 0.1 if options.quick else 1.0
        for name, write, megabytes in FILES:
            path = write(Path(folder) / f"{name}.csv", megabytes * scale)
            _measure(path, 3 if options.quick else 5)
            path.unlink()
    if options.data is not None:
        for path in sorted(options.data.glob("*.csv"), key=lambda path: -path.stat().st_size)[:3]:
            _measure(path, 5)


def _measure(path: Path, repeats: int) -> None:
    megabytes = path.stat().st_size / 1e6
    truth = _rows_by_csv(path)
    print(f"\n{path.name}: {megabytes:.1f} MB, {len(truth):,} rows", flush=True)
    spent = _times(path, repeats)
    rows = []
    for name in (*READERS, *ALONE):
        before, most = in_own_process(_memory_of, name, path)
        late = in_own_process(_cancelled_late, name, path) if name in READERS else None
        exact = in_own_process(_compared, name, path) if name in READERS else None
        rows.append(
            [
                name,
                f"{megabytes / spent[name].wall:.0f}",
                f"{megabytes / spent[name].cpu:.0f}",
                f"{spent[OURS].wall / spent[name].wall:.2f}x",
                f"{spent[OURS].cpu / spent[name].cpu:.2f}x",
                f"{(most - before) / 1e6:.0f}",
                "never" if late is None else f"{1000 * late:.0f}",
                "none" if exact is None else exact[0],
                "-" if exact is None else exact[1],
            ]
        )
    print_table(
        [
            "",
            "MB/s",
            "MB per CPU s",
            "speed per ours",
            "per CPU s",
            "MB more",
            "cancelled in ms",
            "lines and bytes",
            "values as ours",
        ],
        rows,
    )


# What is compared -------------------------------------------------------------------------------


def _read(name: str, path: Path, **options: object) -> object:
    """The table, or what the library gives by itself."""
    from core.reading.tables import read_table

    if name == OURS:
        return read_table(path, **options)
    if name in LIBRARIES:
        with reading_by(LIBRARIES[name]):
            return read_table(path, **options)
    if name.startswith("pandas"):
        import pandas as pd

        return pd.read_csv(path)
    from pyarrow import csv as arrow_csv

    return arrow_csv.read_csv(path, parse_options=arrow_csv.ParseOptions(newlines_in_values=True))


def _times(path: Path, repeats: int) -> dict[str, Spent]:
    """The best of some turns, all readers one after the other in each."""
    names = (*READERS, *ALONE)
    for name in names:
        _read(name, path)
    found: dict[str, list[Spent]] = {name: [] for name in names}
    for turn in range(repeats):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            wall, cpu = time.perf_counter(), time.process_time()
            _read(name, path)
            spent = Spent(time.perf_counter() - wall, time.process_time() - cpu)
            found[name].append(spent)
    return {
        name: Spent(min(each.wall for each in all_), min(each.cpu for each in all_))
        for name, all_ in found.items()
    }


def _memory_of(name: str, path: Path) -> tuple[int, int]:
    """The most memory of a process before reading and in the end; all is loaded before."""
    from core.base import pool

    small = Path(path.parent if path.parent.name.startswith("tmp") else tempfile.gettempdir())
    small = small / "warm.csv"
    small.write_text("x,y\n" + "1.5,a\n" * 100)
    _read(name, small)
    pool.set_threads(2)
    before = _most_memory()
    table = _read(name, path)
    assert table is not None
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


def _cancelled_late(name: str, path: Path) -> float:
    """From asking to cancel to the end of reading, the longest of a few; 0 if it was done."""
    from core.base.progress import Cancelled

    _read(name, path)
    late = [0.0]
    for wait in CANCEL_AFTER:
        asked: list[float] = []

        def watch(progress: object, asked: list[float] = asked) -> None:
            if asked:
                raise Cancelled

        timer = threading.Timer(wait, lambda asked=asked: asked.append(time.perf_counter()))
        timer.start()
        try:
            _read(name, path, progress=watch)
        except Cancelled:
            late.append(time.perf_counter() - asked[0])
        timer.cancel()
        timer.join()
    return max(late)


def _compared(name: str, path: Path) -> tuple[str, str]:
    """Whether lines and bytes are those of Python's csv module, and values those of ours."""
    table, ours = _read(name, path), _read(OURS, path)
    rows = np.array(_rows_by_csv(path))
    places = np.stack([table.lines, table.origin.starts, table.origin.lengths], axis=1)
    is_exact = places.shape == rows.shape and bool((places == rows).all())
    different = 0
    for column, other in zip(table.columns, ours.columns, strict=True):
        if column.kind is not other.kind or column.categories != other.categories:
            different += len(other)
        else:
            is_same = (column.values == other.values) | (
                (column.values != column.values) & (other.values != other.values)
            )
            different += int((~is_same).sum())
    return ("exact" if is_exact else "WRONG"), (f"{different:,} differ" if different else "all")


def _rows_by_csv(path: Path) -> list[tuple[int, int, int]]:
    """Line, first byte and length of every row after the header, by Python's csv module."""
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        with path.open("rb") as file:
            for line in file:
                taken += len(line)
                yield line.decode("latin-1")

    rows = []
    reader = csv.reader(lines())
    before, line = 0, 1
    for row in reader:
        if row:
            rows.append((line, before, taken - before))
        before, line = taken, reader.line_num + 1
    return rows[1:]


# Torture ----------------------------------------------------------------------------------------


class _Counting:
    """Counts what pytest tells, by the file of the test."""

    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.wrong: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report) -> None:
        name = Path(report.nodeid.split("::")[0]).stem
        if report.failed:
            self.wrong.setdefault(name, []).append(report.nodeid.split("::")[-1])
        elif report.when == "call" and report.passed:
            self.right[name] += 1


def _print_tests() -> None:
    """The tests of reading, with each reader in the place of ours."""
    rows, told = [], []
    for name in READERS:
        right, wrong = in_own_process(_tested, name)
        cells = []
        for file in ("test_torture", "test_exports", "test_reading_back"):
            all_ = right.get(file, 0) + len(wrong.get(file, []))
            cells.append(f"{right.get(file, 0)} of {all_}")
        late = in_own_process(_late_code, name)
        rows.append([name, *cells, late])
        told += [f"  {name}: {', '.join(each for all_ in wrong.values() for each in all_)}"]
    print_table(["tests passed", "torture", "exports", "round trips", "a code far on"], rows)
    print("not passed:", *told, sep="\n")


def _tested(name: str) -> tuple[dict[str, int], dict[str, list[str]]]:
    import contextlib
    import io

    import pytest

    counting = _Counting()
    folder = Path(__file__).parents[2] / "core" / "reading"
    files = [str(folder / f"test_{which}.py") for which in ("torture", "exports", "reading_back")]
    with contextlib.redirect_stdout(io.StringIO()):
        if name == OURS:
            pytest.main(["-q", "-p", "no:cacheprovider", *files], plugins=[counting])
        else:
            with reading_by(LIBRARIES[name]):
                pytest.main(["-q", "-p", "no:cacheprovider", *files], plugins=[counting])
    return dict(counting.right), counting.wrong


def _late_code(name: str) -> str:
    """How a number with a leading zero reads that stands far behind plain ones."""
    from core.sources.source import Source

    rows = "".join(f"{10_000 + row},{row % 7}\n" for row in range(40_000))
    table = _read(name, Source.from_bytes(f"zip,n\n{rows}00742,1\n{2 * rows}".encode()))
    return table.column("zip").text(40_000)


# Numbers ----------------------------------------------------------------------------------------


def _print_floats(count: int) -> None:
    """How many numbers are not the double next to what is written."""
    rng = np.random.default_rng(0)
    kinds: Mapping[str, list[str]] = {
        "6 digits": [f"{value:.6g}" for value in rng.normal(0, 1000, count)],
        "17 digits": [repr(float(value)) for value in rng.normal(0, 1, count)],
        "exponents": [f"{value:.12e}" for value in 10.0 ** rng.uniform(-300, 300, count)],
        "25 digits": [f"{value:.25f}" for value in rng.uniform(0, 1, count)],
    }
    rows = []
    for name in READERS:
        cells = []
        for texts in kinds.values():
            wrong, worst = in_own_process(_wrong_floats, name, texts)
            cells.append(f"{wrong:,} of {count:,}" + (f", {worst:.0f} ulp" if wrong else ""))
        rows.append([name, *cells])
    print_table(["numbers not nearest", *kinds], rows)


def _wrong_floats(name: str, texts: list[str]) -> tuple[int, float]:
    from core.sources.source import Source

    content = "\n".join(["x,y", *(f"{text},a" for text in texts)]) + "\n"
    values = _read(name, Source.from_bytes(content.encode())).column("x").values
    right = np.array([float(text) for text in texts])
    off = np.abs(values - right) / np.spacing(np.abs(right))
    return int((values != right).sum()), float(off.max())


# Lines of code ----------------------------------------------------------------------------------


def _print_lines_of_code() -> None:
    """What would go, what would come, and what both ways need."""
    from core.reading import parsing
    from core.reading.kernels import decimals, lines
    from core.sources import source

    goes = {
        "kernels/lines.py, but for after_break": _lines(lines) - _lines(lines.after_break),
        "kernels/decimals.py": _lines(decimals),
        "Parser._piece": _lines(parsing.Parser._piece),
    }
    comes = {
        "index kernel": _lines(csv_index.index_rows),
        "parser on top of Parser": _lines(csv_libraries.LibraryParser),
        "pyarrow": _lines(csv_libraries.by_pyarrow) + _lines(csv_libraries._without_empty),
        "pandas instead": _lines(csv_libraries.by_pandas) + _lines(csv_libraries._by_pandas),
    }
    folders = [Path(module.__file__).parent for module in (parsing, source)]
    both = sum(_lines_of_file(path) for folder in folders for path in folder.glob("*.py"))
    print_table(
        ["lines of code", "goes", "comes"],
        [
            *([name, str(count), ""] for name, count in goes.items()),
            *([name, "", str(count)] for name, count in comes.items()),
            [
                "with pyarrow, in all",
                str(sum(goes.values())),
                str(sum(comes.values()) - comes["pandas instead"]),
            ],
        ],
    )
    print(f"The other {both - goes['Parser._piece']:,} lines of reading are needed either way.")


def _lines(thing: object) -> int:
    return len(inspect.getsource(getattr(thing, "py_func", thing)).splitlines())


def _lines_of_file(path: Path) -> int:
    return len(path.read_text().splitlines())
