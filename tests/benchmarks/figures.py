"""Work that is measured before and after a change: by the public names of `core` alone.

A checkout of any age can be asked for these figures, however its modules are called inside. Each
makes its data ready first, and gives the work that is timed.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

Work = Callable[[], object]
_FOLDER = Path(tempfile.gettempdir()) / f"figures-{os.getpid()}"
_ROWS, _COLUMNS = 40_000, 20


def _values(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(rows, columns)).round(4)
    score = values[:, 0] + np.sin(2 * values[:, 1]) + 0.5 * values[:, 2] * values[:, 3]
    return values, rng.uniform(size=rows) < 1 / (1 + np.exp(-2 * score))


def _frame(rows: int = _ROWS, columns: int = _COLUMNS):
    import pandas as pd

    values, labels = _values(rows, columns)
    frame = pd.DataFrame({f"x{place}": column for place, column in enumerate(values.T)})
    frame["kind"] = np.array(["red", "green", "blue", "grey"])[
        np.random.default_rng(1).integers(0, 4, rows)
    ]
    frame["label"] = np.where(labels, "yes", "no")
    return frame


def _data(rows: int = _ROWS, **options: object):
    import core

    return core.Dataset.from_frame(_frame(rows), "label", **options)


def _file(rows: int, name: str = "rows.csv") -> Path:
    _FOLDER.mkdir(exist_ok=True)
    path = _FOLDER / name
    if not path.exists():
        _frame(rows).to_csv(path, index=False)
    return path


def _reading() -> Work:
    import core

    path = _file(60_000)
    return lambda: [core.read_table(path) for _ in range(4)]


def _previewing() -> Work:
    import core

    path = _file(60_000)
    return lambda: [core.preview(path) for _ in range(10)]


def _rewriting() -> Work:
    import core

    table = core.read_table(_file(60_000))
    lines = table.lines[::7].tolist()
    labels = dict.fromkeys(table.lines[1::70].tolist(), "no")
    out = _FOLDER / "cleaned.csv"
    return lambda: core.write_changed(table, out, target="label", excluded=lines, relabelled=labels)


def _taking_up() -> Work:
    frame = _frame()
    import core

    return lambda: [core.Dataset.from_frame(frame, "label") for _ in range(10)]


def _trained(
    settings: Callable[[], object], rows: int = _ROWS, times: int = 1
) -> Callable[[], Work]:
    def made_ready() -> Work:
        import core

        data = _data(rows)
        chosen = settings()
        return lambda: [core.fit(data, chosen) for _ in range(times)]

    return made_ready


def _core(name: str, **options: object) -> Callable[[], object]:
    def made() -> object:
        import core

        return getattr(core, name)(**options)

    return made


def _single(name: str) -> Callable[[], object]:
    def made() -> object:
        import core

        return core.SingleLearner(learner=getattr(core, name)())

    return made


def _asking_weights() -> Work:
    import core

    run = core.fit(_data(), core.AdaBoost(rounds=200))
    return lambda: [run.history.weights(round_) for round_ in range(0, 200, 4)]


def _asking_margins() -> Work:
    import core

    run = core.fit(_data(), core.AdaBoost(rounds=100))
    return lambda: [core.margin_distribution(run, round_) for round_ in range(1, 101)]


def _auditing() -> Work:
    import core

    data = _data(3_000)
    return lambda: core.audit(data)


def _finding() -> Work:
    import core

    table = core.read_table(_file(60_000))

    def work() -> object:
        return list(core.findings(core.Dataset.from_table(table, "label")))

    return work


def _model():
    import core

    data = _data(10_000)
    return core.fit(data, core.GradientBoosting(rounds=100)).model, data


def _predicting() -> Work:
    model, _ = _model()
    frame = _frame(100_000)
    return lambda: model.probabilities(frame)


def _predicting_file() -> Work:
    import core

    model, _ = _model()
    path = _file(60_000)
    out = _FOLDER / "predicted.csv"
    return lambda: core.predict_file(model, path, out)


def _saving() -> Work:
    import core

    model, _ = _model()
    _FOLDER.mkdir(exist_ok=True)
    path = _FOLDER / "model.ensemble"
    # Older checkouts had the model write itself.
    save = model.save if hasattr(model, "save") else lambda path: core.save_model(model, path)

    def work() -> None:
        for _ in range(20):
            save(path)
            core.load_model(path)

    return work


def _exporting() -> Work:
    import core

    model, data = _model()
    _FOLDER.mkdir(exist_ok=True)
    path = _FOLDER / "model.onnx"
    return lambda: [core.export_onnx(model, path, data) for _ in range(10)]


def _estimator() -> Work:
    import core

    values, labels = _values(10_000, 10)
    return lambda: [
        core.EnsembleClassifier(core.AdaBoost(rounds=100)).fit(values, labels) for _ in range(10)
    ]


def _in_a_process(code: str, times: int = 1) -> Callable[[], Work]:
    def made_ready() -> Work:
        own = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_DATA_HOME": str(_FOLDER)}
        own["XDG_CONFIG_HOME"] = str(_FOLDER)
        command = [sys.executable, "-c", code]

        def work() -> None:
            for _ in range(times):
                subprocess.run(command, env=own, check=True, capture_output=True)

        return work

    return made_ready


def _window() -> Work:
    # The checkout's own: it knows where the window is.
    try:
        from tests.benchmarks.window import starting
    except ImportError:  # a checkout whose benchmarks have no rooms yet
        from tests.benchmarks import starting

    return _in_a_process(starting._WINDOW)()


FIGURES: Mapping[str, Callable[[], Work]] = {
    "import core 10 times": _in_a_process("import core", times=10),
    "the window painted": _window,
    "read a table, 60,000 x 22, 4 times": _reading,
    "preview it 10 times": _previewing,
    "write it cleaned": _rewriting,
    "find what is odd in it": _finding,
    "take up a frame, 40,000 x 21, 10 times": _taking_up,
    "AdaBoost, 100 stumps, 10 times": _trained(_core("AdaBoost", rounds=100), times=10),
    "gradient boosting, 50 trees": _trained(_core("GradientBoosting", rounds=50)),
    "random forest, 30 trees": _trained(_core("RandomForest", rounds=30)),
    "AdaBoost, 100 stumps on 100 rows, 50 times": _trained(
        _core("AdaBoost", rounds=100), rows=100, times=50
    ),
    "oblique forest, 100 trees on 100 rows, 5 times": _trained(
        _core("RandomForest", rounds=100, combined=2), rows=100, times=5
    ),
    "oblique forest, 10 trees": _trained(_core("RandomForest", rounds=10, combined=2), 10_000),
    "naive Bayes": _trained(_single("NaiveBayes")),
    "C4.5 tree": _trained(_single("C45Tree"), 10_000),
    "nearest neighbours": _trained(_single("NearestNeighbours"), 4_000),
    "weights at 50 rounds": _asking_weights,
    "margins at 100 rounds": _asking_margins,
    "audit 3,000 rows": _auditing,
    "predict 100,000 rows": _predicting,
    "predict a file": _predicting_file,
    "save and load a model 20 times": _saving,
    "export as ONNX 10 times": _exporting,
    "scikit-learn's face 10 times": _estimator,
}
"""What is measured, by the name that a person reads."""


def serve() -> None:
    """Take names of figures line by line, and answer each with the seconds that it took.

    The first time, the work is done once before, so that compiling and loading do not count.
    """
    ready: dict[str, Work] = {}
    for line in sys.stdin:
        name = line.strip()
        try:
            if name not in ready:
                ready[name] = FIGURES[name]()
                ready[name]()
            answer: dict[str, object] = _timed(ready[name])
        except Exception as error:  # the others are measured all the same
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def _timed(work: Work) -> dict[str, object]:
    """Seconds on the clock, and of the processor: this process, its threads and its children."""
    wall, cpu = time.perf_counter(), _cpu_seconds()
    work()
    return {"wall": time.perf_counter() - wall, "cpu": _cpu_seconds() - cpu}


def _cpu_seconds() -> float:
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


if __name__ == "__main__":
    serve()
