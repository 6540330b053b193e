"""Binning 1,000,000 x 20: core against LightGBM's Dataset.construct().

LightGBM gets the layout that it likes better. Both start from values in memory, look at 200,000
rows to choose the bins, and use two threads.
"""

import dataclasses
from collections.abc import Callable

import numpy as np

from tests.benchmarks.measuring import (
    Contenders,
    Options,
    additive_data,
    as_frame,
    has,
    interleaved,
    print_target,
    print_times,
)

COLUMNS, THREADS = 20, 2


def run(options: Options) -> None:
    """Measure and print."""
    rows = 200_000 if options.quick else 1_000_000
    print(f"{rows:,} rows.")
    values, labels = additive_data(rows, COLUMNS)
    contenders = _core(values, labels)
    if has("lightgbm"):
        contenders |= _lightgbm(values, labels)
    times = interleaved(contenders, 3 if options.quick else 7)
    print_times(times, "core")
    peers = [name for name in times if name.startswith("LightGBM")]
    if peers:
        fastest = min(peers, key=lambda name: times[name].best)
        best = times["core"].best / times[fastest].best
        print_target("time for binning", f"at most 1x of {fastest}", f"{best:.2f}x")


def _core(values: np.ndarray, labels: np.ndarray) -> Contenders:
    from core import Dataset
    from core.base import pool
    from core.engine.binning import binned

    pool.set_threads(THREADS)
    dataset = Dataset.from_frame(as_frame(values, labels), "label", validation_share=0)

    def prepare(has_columns: bool) -> Callable[[], object]:
        fresh = dataclasses.replace(dataset)  # what was binned is kept per dataset
        if has_columns:
            _ = fresh.features
        return lambda: binned(fresh)

    return {"core": lambda: prepare(True), "core, with copying columns": lambda: prepare(False)}


def _lightgbm(values: np.ndarray, labels: np.ndarray) -> Contenders:
    import lightgbm

    settings = {"num_threads": THREADS, "max_bin": 255, "verbosity": -1}

    def prepare(array: np.ndarray) -> Callable[[], object]:
        return lightgbm.Dataset(array, labels, params=settings).construct

    by_column = np.asfortranarray(values)
    return {
        "LightGBM, by row": lambda: prepare(values),
        "LightGBM, by column": lambda: prepare(by_column),
    }
