"""What every benchmark needs: interleaved timing, a table, and data to learn from.

The machine may be busy with other things, so nothing is said in seconds alone: contenders take
turns within one run, and what counts is the ratio between them, best against best. A busy machine
slows OpenMP's threads, which wait for each other, far more than ours: it would flatter us.
"""

import contextlib
import importlib.metadata
import importlib.util
import io
import multiprocessing
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

_PAUSE = 0.05  # OpenMP's threads spin for a while after their work, and would disturb the next
_UNSTEADY = 1.3
_LIBRARIES = (
    "numba",
    "numpy",
    "pandas",
    "scikit-learn",
    "xgboost",
    "xgboost-cpu",
    "lightgbm",
    "cleanlab",
    "PySide6-Essentials",
    "pyqtgraph",
)


@dataclass(frozen=True)
class Options:
    """What the command line asked for."""

    quick: bool = False
    data: Path | None = None
    rows: int | None = None
    keep: Path | None = None


@dataclass(frozen=True)
class Times:
    """The seconds that each repetition took."""

    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def per(self, other: "Times") -> tuple[float, float]:
        """How many times as long as `other`: by the best, and the median of the pairs."""
        pairs = [a / b for a, b in zip(self.seconds, other.seconds, strict=False)]
        return self.best / other.best, statistics.median(pairs)


Work = Callable[[], object]
Contenders = dict[str, Callable[[], Work]]


def interleaved(contenders: Contenders, repeats: int) -> dict[str, Times]:
    """Let contenders take turns; each makes its work ready, and only the work is timed.

    Every contender works once before, untimed: whatever is compiled or loaded at first use is.
    """
    for prepare in contenders.values():
        prepare()()
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    names = list(contenders)
    for turn in range(repeats):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            work = contenders[name]()
            time.sleep(_PAUSE)
            seconds[name].append(timed(work))
    return {name: Times(tuple(spent)) for name, spent in seconds.items()}


def timed(work: Work) -> float:
    """The seconds that a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def ready(work: Work) -> Callable[[], Work]:
    """A contender that needs nothing made ready."""
    return lambda: work


def has(library: str) -> bool:
    """Whether a peer is installed; says so if it is not."""
    if importlib.util.find_spec(library) is not None:
        return True
    print(f"{library} is not installed: its comparison is left out. `make bench` installs it.")
    return False


def in_own_process(
    function: Callable[..., Any], *arguments: object, environment: Mapping[str, str] | None = None
) -> Any:
    """Call a function of a module in a fresh Python process, and give back what it gives."""
    with ProcessPoolExecutor(
        1, multiprocessing.get_context("spawn"), _set_environment, (dict(environment or {}),)
    ) as pool:
        return pool.submit(function, *arguments).result()


def kept(run: Callable[[Options], None], options: Options) -> dict[str, Any]:
    """Measure a subject, and give back what it printed and the targets that it told."""
    printed = io.StringIO()
    screen = sys.stdout

    class Both(io.TextIOBase):
        def write(self, text: str) -> int:
            screen.write(text)
            return printed.write(text)

        def flush(self) -> None:
            screen.flush()

    with contextlib.redirect_stdout(Both()):
        run(options)
    return {"targets": list(_targets), "printed": printed.getvalue()}


def _set_environment(environment: dict[str, str]) -> None:
    os.environ.update(environment)


def print_machine() -> None:
    """The machine, its load, and the versions of everything that is compared."""
    print(machine())
    print(", ".join(f"{name} {version}" for name, version in versions().items()), flush=True)


def machine() -> str:
    """The machine, and how busy it is."""
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    return f"{os.cpu_count()} cores ({platform.processor() or platform.machine()}), load {load}"


def versions() -> dict[str, str]:
    """The version of everything that is compared."""
    found = {"Python": platform.python_version()}
    for name in _LIBRARIES:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table with the first column to the left and the others to the right."""
    lines = [header, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(header))]
    for number, line in enumerate(lines):
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        print("  " + "  ".join(cells).rstrip())
        if number == 0:
            print("  " + "  ".join("-" * width for width in widths))
    sys.stdout.flush()


def print_times(times: Mapping[str, Times], base: str) -> None:
    """A line per contender, with its ratio to one of them."""
    rows = []
    for name, spent in times.items():
        best, median = spent.per(times[base])
        rows.append(
            [
                name,
                milliseconds(spent.best),
                milliseconds(spent.median),
                f"{best:.2f}x",
                f"{median:.2f}x" if len(spent.seconds) > 1 else "-",
            ]
        )
    print_table(["", "best ms", "median ms", f"best / {base}", "median of pairs"], rows)
    if any(spent.median > _UNSTEADY * spent.best for spent in times.values()):
        print("  The machine was busy: trust the best times, and not the medians or their pairs.")


_targets: list[dict[str, str]] = []
"""The targets that were told in this process, for whoever keeps them."""


def print_target(what: str, target: str, measured: str, limited_by: str = "") -> None:
    """A figure with its target beside it, and what keeps it from being better, if known."""
    told = {"what": what, "target": target, "measured": measured}
    _targets.append(told | {"limited_by": limited_by} if limited_by else told)
    print(f"> {what}: {target}; measured {measured}", flush=True)
    if limited_by:
        print(f"  limited by {limited_by}", flush=True)


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds, in three digits or so."""
    value = 1000 * seconds
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


_MEANS = (0.0, 0.0, 1.38, 4.0)
_DEVIATIONS = (1.0, 1.15, 1.32, 2.0)


def additive_data(
    rows: int, columns: int, seed: int = 0, has_counts: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Numbers and two classes: linear and nonlinear effects of single columns, and chance.

    The columns are normal, uniform, skewed and, if wanted, small whole numbers in turn. A third
    acts linearly, a third bends (a wave, a hump, a step), a third does nothing. The label is
    drawn, not decided: the best possible guess is wrong for one row in five to seven.
    """
    rng = np.random.default_rng(seed)
    effects = np.random.default_rng(columns)  # the same for training and test rows
    values = np.empty((rows, columns))
    score = np.zeros(rows)
    for place in range(columns):
        kind = place % (4 if has_counts else 3)
        if kind == 0:
            column = rng.normal(size=rows)
        elif kind == 1:
            column = rng.uniform(-2, 2, rows)
        elif kind == 2:
            column = rng.lognormal(0, 0.8, rows)
        else:
            column = rng.poisson(4, rows).astype(np.float64)
        values[:, place] = column
        scaled = (column - _MEANS[kind]) / _DEVIATIONS[kind]
        strength = effects.uniform(0.4, 1.2) * effects.choice([-1, 1])
        bend = effects.integers(3)
        if place % 3 == 0:
            score += strength * scaled
        elif place % 3 == 1:
            bends = (np.sin(2 * scaled), 1 - np.minimum(scaled**2, 4), 2.0 * (scaled > 0.5) - 1)
            score += 1.5 * strength * bends[bend]
    score *= 3.5 / np.sqrt(max(1, columns))
    labels = rng.uniform(size=rows) < 1 / (1 + np.exp(-score))
    return values, labels.astype(np.int64)


def as_frame(values: np.ndarray, labels: np.ndarray):
    """The same as a data frame, the target last."""
    import pandas as pd

    frame = pd.DataFrame({f"x{place}": column for place, column in enumerate(values.T)})
    frame["label"] = np.where(labels == 1, "yes", "no")
    return frame
