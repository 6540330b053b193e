"""Files of unusual shape: very many rows, columns or classes, and classes of very few rows.

Each is audited as it is, where rare classes must not all be flagged, and with a tenth of its labels
wrong: what is found, beside cleanlab's ensemble, and whether the interval holds.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.measuring import additive_data, print_table
from tests.benchmarks.noise.data import UNIFORM, Case, cases, flipped
from tests.benchmarks.noise.grid import precision
from tests.benchmarks.noise.peers import cleanlab_rankings

_RATE = 0.1
_MANY_CLASSES = 20
_SLOW = 50_000
"""From so many rows on the peer takes many minutes, and is asked only where that is wished."""


def special(folder: Path | None, with_slow_peers: bool) -> None:
    """Measure, and print a line a file as soon as it is known, then all of them."""
    rows = []
    for case in shapes(folder):
        asks_peer = with_slow_peers or len(case.labels) < _SLOW
        rows.append(_measured(case, asks_peer))
        print("  ".join(rows[-1]), flush=True)
    heads = ["", "clean: told, from, to", "flagged, of rarest", "10 % wrong: told, from, to"]
    print_table([*heads, "AP", "cleanlab's", "flags p and r", "seconds, cleanlab's"], rows)


def shapes(folder: Path | None) -> Iterator[Case]:
    """The files, those that are quick first."""
    yield _rare("1 % positive", 3000, 30, 2)
    yield _rare("a class of 30 rows", 1000, 30, 3)
    random = np.random.default_rng(0)
    values = random.normal(size=(500, 1000))
    yield made("1,000 columns", values, values[:, :20] @ random.normal(size=20) > 0)
    if folder is not None:
        yield from (one for one in cases(folder, 2000) if len(one.classes) >= _MANY_CLASSES)
    yield made("100,000 rows", *additive_data(100_000, 20))


def _rare(name: str, rows: int, few: int, classes: int) -> Case:
    """The rows with the highest score are a class of its own; the others are told by a column."""
    random = np.random.default_rng(rows)
    values = random.normal(size=(rows, 6))
    score = values[:, 0] + values[:, 1] + 0.3 * random.normal(size=rows)
    labels = np.zeros(rows, np.int64)
    if classes == 3:
        labels[values[:, 2] + 0.2 * random.normal(size=rows) > 0] = 1
    labels[np.argsort(-score)[:few]] = classes - 1
    return made(name, values, labels)


def made(name: str, values: np.ndarray, labels: np.ndarray) -> Case:
    labels = labels.astype(np.int64)
    names = tuple(f"class {number}" for number in range(int(labels.max()) + 1))
    return Case(name, pd.DataFrame(values).add_prefix("x"), labels, names)


def _measured(case: Case, asks_peer: bool) -> list[str]:
    from core import audit

    clean = audit(case.dataset(case.labels))
    rarest = case.labels == np.bincount(case.labels).argmin()
    given = flipped(case.labels, len(case.classes), _RATE, UNIFORM, 0)
    is_wrong, data = given != case.labels, case.dataset(given)
    started = time.perf_counter()
    found = audit(data)
    seconds = f"{time.perf_counter() - started:.1f}"
    peer = "-"
    if asks_peer:
        own = cleanlab_rankings(case.matrix, given, len(case.classes), 0)["cleanlab, ensemble"]
        peer, seconds = f"{precision(own.suspicion, is_wrong):.3f}", f"{seconds}, {own.seconds:.1f}"
    hits = int((found.flagged & is_wrong).sum())
    return [
        f"{case.name}: {len(given):,} x {case.features.shape[1]:,}, {len(case.classes)} classes",
        _told(clean),
        f"{clean.count:,}, {int((clean.flagged & rarest).sum())} of {int(rarest.sum()):,}",
        _told(found) + ("" if found.noise.low <= is_wrong.mean() <= found.noise.high else " (!)"),
        f"{precision(found.suspicion, is_wrong):.3f}",
        peer,
        f"{hits / max(1, found.count):.2f} and {hits / is_wrong.sum():.2f}",
        seconds,
    ]


def _told(found) -> str:
    if not found.can_tell:
        return "cannot be told"
    noise = found.noise
    return ", ".join(f"{100 * each:.1f}" for each in (noise.estimate, noise.low, noise.high))
