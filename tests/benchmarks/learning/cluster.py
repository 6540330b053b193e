"""A local Dask cluster of two worker processes: kills, overhead a round, stopping, and speed.

Ten workers are killed while they encode, ten while they train and ten while they judge: one in each
tenth of the time that the stage takes. A kill counts if a share was lost by it and made anew before
the stage was over, and how far the stage was is printed; one that does not is done again. What
comes out is held against the same without a kill, to the last bit. The overhead is that of a round
at 10,000 rows, most of it latency. Stopping is timed until the training has ended, until the
workers hold nothing of it any more, and until those that were started here are gone. Speed is that
of generated Parquet of 1,000,000 rows (with --quick of 100,000, or as --rows says). Workers are
processes of this machine, and share its cores with the client: two of one thread beside one of one
tell what a second one brings, beside one of two threads what the exchange costs.
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

from core.base import pool
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import count
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
        _stopping(folder / "large")
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


def _held(folder: Path, office: Any, watch: Watch = unwatched) -> tuple[Any, Any]:
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
    whole = open_in_memory(crew.look, data.plan)
    stumps, trees = core.AdaBoost(rounds=ROUNDS), core.AdaBoost(rounds=20, base=core.Tree(depth=3))
    for what, settings in (("stumps", stumps), ("trees of depth 3", trees)):
        found = []
        for name, rows in (("two workers", data), ("in memory", whole)):
            core.fit(rows, settings)
            seconds = min(_timed(lambda: core.fit(rows, settings)) for _ in range(3))  # noqa: B023
            found.append(1e3 * seconds / settings.rounds)
            print(f"{SMALL:,} rows, {what}, {name}: {found[-1]:.2f} ms a round", flush=True)
        over = f"{found[0] - found[1]:.2f} ms"
        asked = "about 10 ms" if settings is stumps else "as small as can be"
        print_target(f"overhead of a round of {what}, two workers, 10,000 rows", asked, over)
    crew.close()
    office.close()


def _timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _speed(folder: Path, rows: int) -> None:
    import core

    table, usual = [], pool.threads()
    for workers, threads in ((1, 1), (2, 1), (1, 2)):
        pool.set_threads(workers * threads)  # local workers share those of the client
        started = time.perf_counter()
        data, crew, office = _opened(folder, workers)
        seconds = [time.perf_counter() - started]
        for settings in (
            core.AdaBoost(rounds=ROUNDS),
            core.AdaBoost(rounds=20, base=core.Tree(depth=6)),
            core.RandomForest(rounds=8),
        ):
            core.fit(data, settings.with_rounds(2))
            seconds.append(_timed(lambda: core.fit(data, settings)))  # noqa: B023
        crew.close()
        office.close()
        told = f"{workers} of {count(threads, 'thread')}"
        table.append([told, f"{rows:,}", *(f"{each:.2f} s" for each in seconds)])
    pool.set_threads(usual)
    named = [f"stumps, {ROUNDS} rounds", "trees of depth 6, 20 rounds", "forest, 8 trees"]
    print_table(["workers", "rows", "opened", *named], table)


def _stopping(folder: Path) -> None:
    import core

    endless = (
        core.AdaBoost(rounds=100_000),
        core.AdaBoost(rounds=100_000, base=core.Tree(depth=6)),
        core.RandomForest(rounds=10_000),
    )
    table = []
    for settings in endless:
        data, crew, office = _opened(folder, 2)
        workers = list(office._client.run(os.getpid).values())
        training = core.train(data, settings)
        next(training)
        stopped: list[float] = []
        threading.Timer(2.0, _stop, (training, stopped)).start()
        for _ in training:
            pass
        seconds = [time.perf_counter() - stopped[0]]
        crew.close()
        while any(office._client.run(_left_here).values()):
            time.sleep(0.01)
        seconds.append(time.perf_counter() - stopped[0])
        started = time.perf_counter()
        office.close()
        while any(Path(f"/proc/{each}").exists() for each in workers):
            time.sleep(0.01)
        seconds.append(time.perf_counter() - started)
        base = f", {settings.base.title}" if isinstance(settings, core.AdaBoost) else ""
        table.append([settings.title + base, *(f"{each:.2f} s" for each in seconds)])
    print_table(["stopped", "ended", "workers hold nothing", "closed, processes gone"], table)


def _stop(training: Any, stopped: list[float]) -> None:
    stopped.append(time.perf_counter())
    training.interrupt()


def _left_here(dask_worker: Any) -> list[str]:
    """Actors, data and threads at work for shares that a worker still has."""
    names = [each.name for each in threading.enumerate() if "share" in each.name]
    return [*dask_worker.state.actors, *dask_worker.data, *names]


def _kills(folder: Path, kills: int) -> None:
    import core
    from core.cluster.record import ShareCall
    from core.judging.auditing.parts.on_disk import PartsAuditing
    from core.learning.problem import Problem

    data, crew, office = _opened(folder, 2)
    settings = core.AdaBoost(rounds=ROUNDS)
    expected = core.fit(data, settings)
    auditing = PartsAuditing(Problem.of(data, labels=data.labels), np.arange(len(data)))
    for _ in auditing.teaching():
        pass
    judge = ShareCall("judge", (auditing.taught, 0))
    heard = crew.ask(judge)

    def judging(watch: Watch) -> None:
        assert _same_tallies(crew.ask(judge, watch), heard)

    def training(watch: Watch) -> None:
        rounds = core.train(data, settings)
        for done in rounds:
            watch(Progress(done.number, ROUNDS))
        assert _same_runs(rounds.run(), expected)

    _survive("judging", judging, kills, crew, office)
    _survive("training", training, kills, crew, office)
    crew.close()
    opened: list[tuple[Any, Any]] = []

    def encoding(watch: Watch) -> None:
        opened.append(_held(folder, office, watch))

    def check() -> None:
        held, own = opened.pop()
        assert _same_runs(core.fit(held, settings), expected)
        own.close()

    _survive("encoding", encoding, kills, None, office, check)
    office.close()


def _survive(
    name: str,
    stage: Callable[[Watch], None],
    kills: int,
    crew: Any,
    office: Any,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Go through a stage until a kill has fallen into each of so many stretches of it."""
    started, fallen, tries = time.perf_counter(), list[str](), 0
    usual = _timed(lambda: stage(unwatched))
    check()
    while len(fallen) < kills:
        _wait_for_two(crew, office)
        tries += 1
        when = (len(fallen) + random.random()) / kills * usual
        with _Killer(office, when, crew) as killer:
            stage(killer.watch)
        check()
        if killer.has_fallen:
            fallen.append(f"{when:.2f} s ({killer.reached:.0%})")
        else:  # the stage was over by then, or the rest of it lay with another worker
            usual *= 0.8
    spent = time.perf_counter() - started
    print(
        f"{kills} kills while {name}, of {tries} tried: the same result; a stage takes "
        f"{usual:.1f} s, all of it took {spent:.0f} s. They fell after so much of it, with so much "
        f"told as done: {', '.join(fallen)}",
        flush=True,
    )


def _wait_for_two(crew: Any, office: Any) -> None:
    """Wait until there are two workers again, with all shares."""
    from core.cluster.record import ShareCall

    while len(office.places()) < 2:
        time.sleep(0.1)
    if crew is not None:
        crew.ask(ShareCall("end_training"))  # a share that was lost too late is made anew now


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


class _Killer:
    """Kills a worker, so many seconds after it got a share of a stage."""

    def __init__(self, office: Any, when: float, crew: Any) -> None:
        found = office._client.run(os.getpid)
        self._has_share = crew is not None
        self._place = random.choice(sorted(crew.places if crew is not None else found))
        self._worker = found[self._place]
        self._timer = threading.Timer(when, self._kill)
        self._office, self._seat = office, office.seat
        self._told, self._is_killed = 0.0, False
        self.reached, self.has_fallen = 0.0, False

    def watch(self, progress: Progress) -> None:
        """Is told how far the stage is."""
        self._told = progress.share

    def _kill(self) -> None:
        self._is_killed, self.reached = True, self._told
        os.kill(self._worker, signal.SIGKILL)

    def _counting(self, place: str) -> Any:
        seat = self._seat(place)
        self.has_fallen |= self._is_killed
        if place == self._place and self._timer.ident is None:
            self._timer.start()
        return seat

    def __enter__(self) -> "_Killer":
        self._office.seat = self._counting
        if self._has_share:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self._timer.ident is not None:
            self._timer.join()
        self._office.seat = self._seat
