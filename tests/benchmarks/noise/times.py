"""How long ranking and estimate take beside cleanlab's ensemble, on the same rows.

Both take turns, and what counts is the time of the processor, all threads together: nothing else
that the machine does is in it. Compiled loops have one thread each, so that none of them waits for
another. Ours begins with a dataset and ends with the audit; the peer's begins with the matrix and
ends with scores and flags.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import additive_data, print_table, print_target
from tests.benchmarks.noise.data import UNIFORM, Case, cases, flipped
from tests.benchmarks.noise.peers import cleanlab_rankings
from tests.benchmarks.noise.special import made

SIZES = (300, 1000, 20_000, 100_000)
_RATE = 0.1
_REPEATS, _FEW_ROWS = 3, 2000
"""Files of no more rows are measured so often, larger ones once."""
_COLUMNS = 20


def times(folder: Path | None, sizes: tuple[int, ...] = SIZES) -> None:
    """Measure, and print a line a file as soon as it is known, then how it compares by size."""
    ratios: dict[int, list[float]] = {}
    for size in sizes:
        for case in _cases(folder, size):
            own, peer = _best(case)
            ratios.setdefault(size, []).append(own / peer)
            print(
                f"{case.name:16} {len(case.labels):7,} x {case.features.shape[1]}, "
                f"{len(case.classes)} classes: {own:.2f} s, the peer {peer:.2f} s of the "
                f"processor, {own / peer:.2f}",
                flush=True,
            )
    rows = [
        [f"{size:,}", str(len(some)), f"{np.median(some):.2f}", f"{max(some):.2f}"]
        for size, some in ratios.items()
    ]
    print_table(["rows up to", "files", "times the peer, middle", "most"], rows)
    for size, some in ratios.items():
        print_target(
            f"ranking and estimate over cleanlab's ensemble, {size:,} rows",
            "at most 1",
            f"{np.median(some):.2f} in the middle, {max(some):.2f} at most",
        )


def _cases(folder: Path | None, size: int) -> Iterator[Case]:
    """A generated table of so many rows, and the folder's sets cut to them that have as many."""
    yield made("generated", *additive_data(size, _COLUMNS))
    if folder is not None:
        yield from (one for one in cases(folder, size) if len(one.labels) == size)


def _best(case: Case) -> tuple[float, float]:
    """The seconds of both, the best of each."""
    from threadpoolctl import threadpool_limits

    from core import audit
    from core.base import pool

    given = flipped(case.labels, len(case.classes), _RATE, UNIFORM, 0)
    data, matrix, classes = case.dataset(given), case.matrix, len(case.classes)
    spent: tuple[list[float], list[float]] = ([], [])
    threads = pool.threads()
    with threadpool_limits(1):
        pool.set_threads(1)
        for _ in range(_REPEATS if len(given) <= _FEW_ROWS else 1):
            spent[0].append(_processor(lambda: audit(data)))
            spent[1].append(_processor(lambda: cleanlab_rankings(matrix, given, classes, 0)))
    pool.set_threads(threads)
    return min(spent[0]), min(spent[1])


def _processor(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
