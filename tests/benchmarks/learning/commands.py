"""From a file to a verdict: `train`, `audit` and `predict` as commands, beside pandas.read_csv.

Every command is a process of its own, as a person starts it, and so is pandas. What counts is the
ratio to pandas in the same minutes, the least of several turns of each; the time of all processors
together (CPU) stands beside the time on the clock, because a machine that is busy with other things
stretches the clock alone. Since 3.1 pandas reads on all cores; the ratios to one of them, which is
all that earlier ones used, are printed too.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    machine,
    print_table,
    print_target,
)

_PROGRAM = [sys.executable, str(Path(__file__).parents[3] / "main.py")]
_NOT_KEPT = "PYTHONDONTWRITEBYTECODE"
_READING = """
import contextlib, sys, pandas
if sys.argv[2:]:
    with contextlib.suppress(KeyError):  # before 3.1 there is one thread, and no such option
        pandas.set_option("mode.max_threads", int(sys.argv[2]))
pandas.read_csv(sys.argv[1])
"""


@dataclass(frozen=True)
class Spent:
    """What a command took, the least of several turns."""

    cpu: float
    wall: float
    megabytes: float

    def least(self, other: "Spent") -> "Spent":
        return Spent(
            min(self.cpu, other.cpu),
            min(self.wall, other.wall),
            min(self.megabytes, other.megabytes),
        )


def run(options: Options) -> None:
    """Measure and print."""
    few = 10 if options.quick else 1
    turns = 2 if options.quick else 3
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _small(folder, 2 * turns)
        _training(folder, 4_000_000 // few, turns)
        _predicting(folder, 1_000_000 // few, turns)
        _auditing(folder, 1_000_000 // few)


def _small(folder: Path, turns: int) -> None:
    """A few thousand rows: what is measured is mostly what has to be loaded."""
    path = file_of(folder / "small.csv", 3_000, 12)
    train = _command("train", path, "--model", folder / "small.model")
    audit = _command("audit", path, "--out", folder / "small-audit")
    found = in_turns([train, audit], turns)
    _print(found, ["train, 3,000 rows", "audit, 3,000 rows, with its plots"])
    loading = "loading, nearly all of it"
    judging = (
        "the judges (a third of the time, half of that their trees), loading (a quarter), wrong "
        "values (a fifth), drawing (an eighth)"
    )
    for what, most, spent, limit in (
        ("train of 3,000 rows, warm", 1.1, found[0], loading),
        ("audit of 3,000 rows with its plots, warm", 3.5, found[1], judging),
    ):
        measured = f"{spent.wall:.2f} s ({spent.cpu:.2f} s of CPU)"
        print_target(what, f"at most {most} s", measured, limit)


def _training(folder: Path, rows: int, turns: int) -> None:
    path = file_of(folder / "rows.csv", rows, 12)
    megabytes = path.stat().st_size / 1e6
    print(f"{rows:,} x 12, {megabytes:.0f} MB, 100 rounds of boosted stumps")
    train = _command("train", path, "--model", folder / "rows.model", "--set", "rounds=100")
    reading, alone, trained = in_turns([_reading(path), _reading(path, 1), train], turns)
    _print([reading, alone, trained], ["pandas.read_csv", "the same on one thread", "train"])
    print(f"  train, of pandas.read_csv on one thread: {_ratio(trained, alone)}")
    print_target(
        "train, of pandas.read_csv",
        "at most 2.5x",
        _ratio(trained, reading),
        "the rounds, some 35 bytes of memory a row each (a third of the time), reading (a "
        "quarter), split, codes and problem (a fifth), the words about the run (a tenth); where "
        "the system finds memory slowly, that: 1.2 GB are touched",
    )


def _predicting(folder: Path, rows: int, turns: int) -> None:
    """By 200 boosted trees that learned from a tenth as many rows, or fewer."""
    path = file_of(folder / "predicted.csv", rows, 20)
    few = file_of(folder / "taught.csv", min(100_000, rows // 10), 20)
    model = folder / "trees.model"
    how = ("--algorithm", "gradient", "--set", "rounds=200")
    _spent(_command("train", few, "--model", model, *how))
    predict = [*_PROGRAM, "predict", str(model), str(path), "--out", str(folder / "said.csv")]
    print(f"{rows:,} x 20, {path.stat().st_size / 1e6:.0f} MB, predicted by 200 trees")
    reading, alone, predicted = in_turns([_reading(path), _reading(path, 1), predict], turns)
    _print([reading, alone, predicted], ["pandas.read_csv", "the same on one thread", "predict"])
    print(f"  predict, of pandas.read_csv on one thread: {_ratio(predicted, alone)}")
    print_target(
        "predict, of pandas.read_csv",
        "at most 2.5x",
        _ratio(predicted, reading),
        "reading (0.5 s of 1.5), writing (0.4), loading (0.4); the trees take 0.1",
    )


def _auditing(folder: Path, rows: int) -> None:
    """Once: an audit of so many rows takes minutes."""
    path = file_of(folder / "audited.csv", rows, 20)
    print(f"{rows:,} x 20, {path.stat().st_size / 1e6:.0f} MB")
    whole = _command("audit", path, "--out", folder / "audit", "--no-cells")
    sample = [*whole, "--sample", str(rows // 10)]
    reading, sampled, audited = in_turns([_reading(path), sample, whole], 1)
    names = ["pandas.read_csv", f"audit of a sample of {rows // 10:,}", "audit, without cells"]
    _print([reading, sampled, audited], names)
    print_target("audit, of pandas.read_csv", "in proportion to train", _ratio(audited, reading))


def file_of(path: Path, rows: int, columns: int) -> Path:
    """A CSV of numbers of four digits behind the point, and two classes."""
    import pyarrow
    from pyarrow import csv

    values, labels = additive_data(rows, columns, has_counts=False)
    frame = as_frame(values.round(4), labels)
    table = pyarrow.Table.from_pandas(frame, preserve_index=False)
    csv.write_csv(table, path, csv.WriteOptions(quoting_style="none"))
    return path


def _command(deed: str, path: Path, *rest: object) -> list[str]:
    return [*_PROGRAM, deed, str(path), "--target", "label", *map(str, rest)]


def _reading(path: Path, *threads: int) -> list[str]:
    return [sys.executable, "-c", _READING, str(path), *map(str, threads)]


def in_turns(commands: Sequence[Sequence[str]], turns: int) -> list[Spent]:
    """What each command takes; all run once before, so that nothing is compiled any more."""
    if turns > 1:
        for command in commands:
            _spent(command)
    found = [_spent(command) for command in commands]
    for _ in range(turns - 1):
        again = [_spent(command) for command in commands]
        found = [one.least(other) for one, other in zip(found, again, strict=True)]
    return found


def _spent(command: Sequence[str]) -> Spent:
    """What a process takes from its start to its end; modules are compiled once, as they are."""
    own = {name: value for name, value in os.environ.items() if name != _NOT_KEPT}
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=own) as process:
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    kilobytes = used.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return Spent(used.ru_utime + used.ru_stime, wall, kilobytes / 1024)


def _print(found: Sequence[Spent], names: Sequence[str]) -> None:
    rows = [
        [name, f"{spent.cpu:.2f}", f"{spent.wall:.2f}", f"{spent.megabytes:.0f}"]
        for name, spent in zip(names, found, strict=True)
    ]
    print_table(["", "CPU s", "wall s", "MB"], rows)
    print(f"  {machine()}")


def _ratio(spent: Spent, reading: Spent) -> str:
    return f"{spent.cpu / reading.cpu:.2f}x by CPU, {spent.wall / reading.wall:.2f}x by the clock"
