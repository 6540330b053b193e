"""Models as ONNX: size, time to make and check, speed in onnxruntime, agreement with the model.

Numbers go in as they are, with 64 bits. What 32 bits would change, which converters usually take,
is told beside: the share of rows that get another class when their numbers are rounded so.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import Options, milliseconds, print_table, timed

ROWS, ASKED = 4_000, 20_000
AT_ONCE = 500
"""Neighbours and support vectors take a distance for each pair of rows: not all at once."""


def run(options: Options) -> None:
    """Measure and print."""
    import core

    rounds = 30 if options.quick else 100
    data = core.Dataset.from_frame(_frame(ROWS, 0), "label")
    fresh = _frame(ASKED // (4 if options.quick else 1), 1).drop(columns="label")
    rows = []
    for name, settings in _models(rounds).items():
        model = core.fit(data, settings).model
        rows.append([name, *_measured(model, data, fresh)])
    print_table(
        [
            f"{len(fresh):,} rows",
            "ONNX kB",
            "our file kB",
            "make, check ms",
            "run ms",
            "ours ms",
            "largest difference",
            "other class",
            "with 32 bits",
        ],
        rows,
    )


def _models(rounds: int) -> dict[str, object]:
    import core

    def single(learner: object) -> object:
        return core.SingleLearner(learner=learner)

    return {
        f"AdaBoost, {rounds} stumps": core.AdaBoost(rounds=rounds),
        f"gradient boosting, {rounds} trees": core.GradientBoosting(rounds=rounds),
        f"random forest, {rounds} trees": core.RandomForest(rounds=rounds),
        "C4.5 tree": single(core.C45Tree()),
        "naive Bayes": single(core.NaiveBayes()),
        "nearest neighbours": single(core.NearestNeighbours()),
        "logistic regression": single(core.Logistic()),
        "neural network": single(core.NeuralNetwork()),
        "support vectors": single(core.SupportVectors()),
        "stacking": core.Stacking(),
    }


def _frame(rows: int, seed: int):
    """Numbers rounded to two decimals, as files have them, a category, and gaps in both."""
    import pandas as pd

    rng = np.random.default_rng(seed)
    values = rng.normal(0, 10, (rows, 8)).round(2)
    score = values[:, 0] + values[:, 1] * values[:, 2] / 10 - 3 * (values[:, 3] > 0)
    kinds = np.array(["red", "green", "blue", None], object)[rng.integers(0, 4, rows)]
    label = score + 4 * (kinds == "red") + rng.normal(0, 3, rows) > 0
    values[rng.uniform(size=values.shape) < 0.05] = np.nan
    frame = pd.DataFrame(values, columns=[f"x{place}" for place in range(8)])
    frame["kind"] = kinds
    frame["label"] = np.where(label, "yes", "no")
    return frame


def _measured(model, data, fresh) -> list[str]:
    import onnxruntime

    import core

    with tempfile.TemporaryDirectory() as folder:
        path, own = Path(folder) / "model.onnx", Path(folder) / "model.ensemble"
        try:
            made = min(timed(lambda: core.export_onnx(model, path, data)) for _ in range(2))
        except core.ExportError as error:
            return [f"not written: {error}"[:40], *[""] * 7]
        core.save_model(model, own)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(path), options)
        sizes = [f"{each.stat().st_size / 1e3:,.0f}" for each in (path, own)]
    given = {
        name: _fed(fresh[name], is_text=fresh[name].dtype == object or name == "kind")
        for name in (each.name for each in session.get_inputs())
    }
    expected = model.probabilities(fresh)

    def in_blocks() -> np.ndarray:
        blocks = range(0, len(fresh), AT_ONCE)
        return np.concatenate(
            [
                session.run(None, {name: all_[at : at + AT_ONCE] for name, all_ in given.items()})[
                    -1
                ]
                for at in blocks
            ]
        )

    run = _best(in_blocks)
    ours = _best(lambda: model.probabilities(fresh))
    found = in_blocks()
    rounded = fresh.copy()
    numbers = [name for name in fresh if name != "kind"]
    rounded[numbers] = rounded[numbers].astype(np.float32).astype(np.float64)
    other = model.probabilities(rounded).argmax(axis=1) != expected.argmax(axis=1)
    return [
        *sizes,
        milliseconds(made),
        milliseconds(run),
        milliseconds(ours),
        f"{np.abs(found - expected).max():.0e}",
        f"{np.mean(found.argmax(axis=1) != expected.argmax(axis=1)):.3%}",
        f"{other.mean():.3%}",
    ]


def _fed(column, is_text: bool) -> np.ndarray:
    if is_text:
        texts = [
            "" if value is None else str(value)
            for value in column.astype(object).where(column.notna(), None)
        ]
        return np.array(texts, object)[:, None]
    return column.to_numpy(np.float64)[:, None]


def _best(work: Callable[[], object]) -> float:
    work()
    return min(timed(work) for _ in range(3))
