"""One kernel over chunks of rows: our pool, concurrent.futures and numba's own threads.

How long it takes to hand the work out, whether results are the same bits on 1 and 8 threads, and
what happens when two threads ask at once, as training and a view do.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tests.benchmarks.measuring import Options, Work, in_own_process, print_table, timed

CHUNKS = 8
ROWS = (4_096, 65_536, 1_048_576)
_LAYERS = ("default", "omp", "workqueue")
_TWO_AT_ONCE = """
import threading, numba, numpy as np
@numba.njit(parallel=True, nogil=True)
def add(values):
    total = 0.0
    for place in numba.prange(len(values)):
        total += values[place]
    return total
values = np.ones(100_000)
add(values)
def ask():
    for _ in range(300):
        add(values)
threads = [threading.Thread(target=ask) for _ in range(2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(numba.threading_layer())
"""


def run(options: Options) -> None:
    """Measure and print."""
    repeats = 100 if options.quick else 400
    in_own_process(_print_costs, repeats)
    _print_bits()
    _print_two_at_once()


def _sums() -> tuple[Callable[..., object], Callable[..., object]]:
    """A serial kernel that adds up a chunk, and the same with numba's threads."""
    import numba

    @numba.njit(nogil=True)
    def chunk(values, bounds, sums, first, last):
        for number in range(first, last):
            total = 0.0
            for place in range(bounds[number], bounds[number + 1]):
                total += values[place]
            sums[number] = total

    @numba.njit(parallel=True, nogil=True)
    def whole(values):
        total = 0.0
        for place in numba.prange(len(values)):
            total += values[place]
        return total

    return chunk, whole


def _print_costs(repeats: int) -> None:
    """Microseconds of one call, the least and the median, on two threads."""
    import numba

    from core.base import pool

    threads = min(2, os.cpu_count() or 1)
    pool.set_threads(threads)
    numba.set_num_threads(threads)
    chunk, whole = _sums()
    rows = []
    with ThreadPoolExecutor(threads) as executor:
        for count in ROWS:
            ways = _ways(count, chunk, whole, executor)
            for work in ways.values():
                work()
            spent = {name: [] for name in ways}
            for _ in range(repeats):
                for name, work in ways.items():
                    spent[name].append(timed(work))
            serial = min(spent["serial"])
            for name, seconds in spent.items():
                fair = serial if name == "serial" else serial / threads
                rows.append(
                    [
                        f"{count:,} rows, {name}",
                        f"{1e6 * min(seconds):.0f}",
                        f"{1e6 * float(np.median(seconds)):.0f}",
                        f"{1e6 * (min(seconds) - fair):.0f}",
                    ]
                )
    print_table(["one call, µs", "least", "median", "above a fair share"], rows)


def _ways(
    count: int,
    chunk: Callable[..., object],
    whole: Callable[..., object],
    executor: ThreadPoolExecutor,
) -> dict[str, Work]:
    from core.base import pool

    values = np.random.default_rng(0).normal(size=count)
    bounds = np.linspace(0, count, CHUNKS + 1).astype(np.int64)
    sums = np.empty(CHUNKS)

    def work(first: int, last: int) -> None:
        chunk(values, bounds, sums, first, last)

    def by_futures() -> None:
        waiting = [executor.submit(work, number, number + 1) for number in range(CHUNKS)]
        for each in waiting:
            each.result()

    return {
        "serial": lambda: work(0, CHUNKS),
        "our pool": lambda: pool.over(CHUNKS, work),
        "concurrent.futures": by_futures,
        "numba parallel": lambda: whole(values),
    }


def _print_bits() -> None:
    """Whether the sum of the same numbers is the same bits on 1, 2, 3 and 8 threads."""
    found = {
        threads: in_own_process(_sum_on, threads, environment={"NUMBA_NUM_THREADS": "8"})
        for threads in (1, 2, 3, 8)
    }
    rows = [
        [name, f"{len({sums[place] for sums in found.values()})}"]
        for place, name in enumerate(("our pool, chunks in order", "numba parallel"))
    ]
    print_table(["different sums on 1, 2, 3 and 8 threads", ""], rows)


def _sum_on(threads: int) -> tuple[float, float]:
    import numba

    from core.base import pool

    pool.set_threads(threads)
    numba.set_num_threads(threads)
    chunk, whole = _sums()
    values = np.random.default_rng(0).normal(size=1_000_003)
    bounds = np.linspace(0, len(values), CHUNKS + 1).astype(np.int64)
    sums = np.empty(CHUNKS)
    pool.over(CHUNKS, lambda first, last: chunk(values, bounds, sums, first, last))
    total = 0.0
    for value in sums:
        total += value
    return float(total), float(whole(values))


def _print_two_at_once() -> None:
    """How a process ends in which two threads start kernels of numba's at the same time."""
    rows = []
    for layer in _LAYERS:
        done = subprocess.run(
            [sys.executable, "-c", _TWO_AT_ONCE],
            env=os.environ | {"NUMBA_THREADING_LAYER": layer},
            capture_output=True,
            text=True,
            check=False,
        )
        lines = (done.stdout + done.stderr).strip().splitlines()
        how = (
            f"ended by {signal.Signals(-done.returncode).name}"
            if done.returncode < 0
            else f"exit code {done.returncode}"
        )
        rows.append([f"numba parallel, {layer}", how, lines[-1][:60] if lines else ""])
    rows.append(["our pool", in_own_process(_two_at_once), ""])
    print_table(["two threads at once", "", "it says"], rows)


def _two_at_once() -> str:
    import threading

    from core.base import pool

    chunk, _ = _sums()
    values = np.ones(100_000)
    bounds = np.linspace(0, len(values), CHUNKS + 1).astype(np.int64)
    wrong = []

    def ask() -> None:
        for _ in range(300):
            sums = np.empty(CHUNKS)
            pool.over(
                CHUNKS,
                lambda first, last, sums=sums: chunk(values, bounds, sums, first, last),
            )
            if sums.sum() != len(values):
                wrong.append(sums)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return f"{len(wrong)} of 600 sums wrong" if wrong else "all 600 sums right"
