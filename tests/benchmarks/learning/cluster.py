"""A local Dask cluster of two worker processes: kills, overhead a round, speed beside one worker.

Ten workers are killed while they encode, ten while they train and ten while they judge; what comes
out is held against the same without a kill, to the last bit. The overhead is that of a round at
10,000 rows, most of it latency. Speed is that of generated Parquet of 1,000,000 rows (with --quick
of 100,000, or as --rows says). Workers are processes of this machine: two of them share its cores
with the client, so their speed tells what the exchange costs, and not what more machines bring.
"""

import os
import random
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from core.base.progress import unwatched
from tests.benchmarks.learning import parts
from tests.benchmarks.measuring import Options, print_table, print_target

ROWS, QUICK_ROWS, SMALL = 1_000_000, 100_000, 10_000
KILLS, QUICK_KILLS, ROUNDS = 10, 3, 100


def run(options: Options) -> None:
    """Measure all of it."""
    rows = options.rows or (QUICK_ROWS if options.quick else ROWS)
    folder = Path(tempfile.mkdtemp())
    try:
        _write(folder / "small", SMALL)
        _write(folder / "large", rows)
        _overhead(folder / "small")
        _speed(folder / "large", rows)
        _kills(folder / "large", QUICK_KILLS if options.quick else KILLS)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write(folder: Path, rows: int) -> None:
    """Eight files: a worker is given whole files."""
    whole, parts.PART = parts.PART, max(1, rows // 8)
    try:
        parts.write_parts(folder, rows, "parquet")
    finally:
        parts.PART = whole


def _opened(folder: Path, workers: int) -> tuple[Any, Any, Any]:
    """The dataset, the crew and the office of a local cluster."""
    from core.cluster.address import ClusterAddress
    from core.cluster.dask_office import DaskOffice

    office = DaskOffice(ClusterAddress.read(f"here:{workers}"))
    return *_held(folder, office), office


def _held(folder: Path, office: Any, watch: Any = unwatched) -> tuple[Any, Any]:
    from core.cluster.opening import open_on_cluster
    from core.data.plan import Plan
    from core.parts.looking import FilesLook
    from core.sources.parts import Parts

    look = FilesLook.at(Parts.of(folder))
    return open_on_cluster(look, Plan.suggested(look.table, "label"), office, watch)


def _overhead(folder: Path) -> None:
    import core
    from core.parts.opening import open_in_memory

    data, crew, office = _opened(folder, 2)
    settings = core.AdaBoost(rounds=ROUNDS)
    core.fit(data, settings)
    spent = [_timed(lambda: core.fit(data, settings)) for _ in range(3)]
    whole = open_in_memory(crew.look, data.plan)
    core.fit(whole, settings)
    alone = min(_timed(lambda: core.fit(whole, settings)) for _ in range(3))
    crew.close()
    office.close()
    for name, seconds in (("two workers", min(spent)), ("in memory", alone)):
        print(f"{SMALL:,} rows, {name}: {1e3 * seconds / ROUNDS:.2f} ms a round", flush=True)
    over = 1e3 * (min(spent) - alone) / ROUNDS
    print_target("overhead of a round, two workers, 10,000 rows", "about 10 ms", f"{over:.2f} ms")


def _timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _speed(folder: Path, rows: int) -> None:
    import core

    table = []
    for workers in (1, 2):
        started = time.perf_counter()
        data, crew, office = _opened(folder, workers)
        seconds = [time.perf_counter() - started]
        for settings in (core.AdaBoost(rounds=ROUNDS), core.RandomForest(rounds=8)):
            core.fit(data, settings.with_rounds(2))
            seconds.append(_timed(lambda: core.fit(data, settings)))  # noqa: B023
        crew.close()
        office.close()
        table.append([str(workers), f"{rows:,}", *(f"{each:.2f} s" for each in seconds)])
    print_table(["workers", "rows", "opened", f"AdaBoost, {ROUNDS} rounds", "forest, 8"], table)


def _kills(folder: Path, kills: int) -> None:
    import core
    from core.cluster.record import ShareCall
    from core.judging.auditing.parts.on_disk import PartsAuditing
    from core.learning.problem import Problem

    data, crew, office = _opened(folder, 2)
    settings = core.AdaBoost(rounds=ROUNDS)
    expected, seconds = core.fit(data, settings), {}
    auditing = PartsAuditing(Problem.of(data, labels=data.labels), np.arange(len(data)))
    for _ in auditing.teaching():
        pass
    judge = ShareCall("judge", (auditing.taught, 0))
    heard = crew.ask(judge)

    started = time.perf_counter()
    for _ in range(kills):
        with _Killer(office, 2.0):
            same = _same_tallies(crew.ask(judge), heard)
        assert same
    seconds["judging"] = time.perf_counter() - started
    started = time.perf_counter()
    training = core.train(data, settings)
    for done in training:
        if done.number % (ROUNDS // kills) == 0:
            _kill(office)
    assert _same_runs(training.run(), expected)
    seconds["training"] = time.perf_counter() - started
    crew.close()
    started = time.perf_counter()
    for _ in range(kills):
        with _Killer(office, 2.0):
            data, crew = _held(folder, office)
        assert _same_runs(core.fit(data, settings), expected)
        crew.close()
    seconds["encoding"] = time.perf_counter() - started
    office.close()
    for stage, spent in seconds.items():
        print(f"{kills} kills while {stage}: the same result, {spent:.0f} s in all", flush=True)


def _same_runs(one: Any, other: Any) -> bool:
    first, second = (run.model.predictor.trees for run in (one, other))
    return all(
        np.array_equal(getattr(first, name), getattr(second, name))
        for name in ("votes", "feature", "threshold", "values", "rows")
    )


def _same_tallies(one: list[Any], other: list[Any]) -> bool:
    return all(
        np.array_equal(getattr(mine, name), getattr(yours, name))
        for mine, yours in zip(one, other, strict=True)
        for name in ("suspicion", "rows", "judged", "flagged")
    )


def _kill(office: Any) -> None:
    """Kill a worker, whichever; its nanny starts another one."""
    found = [pid for pid in office._client.run(os.getpid, on_error="ignore").values() if pid]
    if found:
        os.kill(random.choice(found), signal.SIGKILL)


class _Killer:
    """Kills one worker within so many seconds, at any time."""

    def __init__(self, office: Any, within: float) -> None:
        self._timer = threading.Timer(random.uniform(0.05, within), _kill, (office,))

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.join()
