"""Predicting a file of 1,000,000 x 20 by 200 trees, against reading it alone with pandas.

Predicting reads the file, walks every row through every tree, and writes the labels and
probabilities, exact. The target counts all of that as a multiple of pandas.read_csv.
"""

import tempfile
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import (
    Contenders,
    Options,
    additive_data,
    as_frame,
    interleaved,
    print_target,
    print_times,
    ready,
)

COLUMNS, TREES, TRAINING = 20, 200, 20_000


def run(options: Options) -> None:
    """Measure and print."""
    rows = 100_000 if options.quick else 1_000_000
    print(f"{rows:,} rows.")
    with tempfile.TemporaryDirectory() as folder:
        contenders = _contenders(*additive_data(rows, COLUMNS), Path(folder))
        times = interleaved(contenders, 3 if options.quick else 5)
    print_times(times, "pandas.read_csv")
    for name in contenders:
        if name.startswith("predicting"):
            best = times[name].best / times["pandas.read_csv"].best
            print_target(f"time for {name}", "at most 2.5x of pandas.read_csv", f"{best:.2f}x")


def _contenders(values: np.ndarray, labels: np.ndarray, folder: Path) -> Contenders:
    import pandas as pd
    import pyarrow
    from pyarrow import csv

    import core
    from core.reading.tables import read_table
    from core.sharing.predicting import predict_file

    frame = as_frame(values, labels)
    path, out = folder / "rows.csv", folder / "predicted.csv"
    csv.write_csv(pyarrow.Table.from_pandas(frame, preserve_index=False), path)
    data = core.Dataset.from_frame(frame[:TRAINING], "label")
    stumps = core.fit(data, core.AdaBoost(rounds=TREES)).model
    trees = core.fit(data, core.GradientBoosting(rounds=TREES)).model
    return {
        "pandas.read_csv": ready(lambda: pd.read_csv(path)),
        "core, reading alone": ready(lambda: read_table(path)),
        "predicting by stumps": ready(lambda: predict_file(stumps, path, out)),
        "predicting by boosted trees": ready(lambda: predict_file(trees, path, out)),
    }
