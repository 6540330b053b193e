"""100 rounds of stumps on 100,000 x 20: core against scikit-learn and XGBoost.

XGBoost's stumps have real-valued leaves and a learning rate of 0.3, its default; core's and
scikit-learn's vote. So the accuracies are printed too. Everything is trained on the same rows
and judged on the same 100,000 others. Two threads each (scikit-learn's AdaBoost knows only one).
"""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.benchmarks.measuring import (
    Options,
    Times,
    additive_data,
    as_frame,
    has,
    interleaved,
    print_table,
    print_target,
    print_times,
    ready,
    timed,
)

ROWS, COLUMNS, ROUNDS, THREADS = 100_000, 20, 100, 2
_QUICK_ROUNDS = 10


def run(options: Options) -> None:
    """Measure and print."""
    values, labels = additive_data(ROWS, COLUMNS, seed=1)
    test_values, test_labels = additive_data(ROWS, COLUMNS, seed=2)
    commonest = np.bincount(labels).argmax()
    accuracies = {"always the commonest class": np.mean(test_labels == commonest)}

    contenders, core_model = _core(values, labels)
    predicted = core_model().predict(as_frame(test_values, test_labels))
    accuracies["core"] = np.mean((predicted == "yes") == test_labels)
    if has("xgboost"):
        more, xgboost_model = _xgboost(values, labels)
        contenders |= more
        accuracies["XGBoost"] = np.mean(xgboost_model().predict(test_values) == test_labels)
    times = interleaved(contenders, 3 if options.quick else 9)

    print("Training alone, on what was binned before:")
    print_times({name: times[name] for name in times if "alone" in name}, "core alone")
    print("From the raw table, binning included:")
    print_times({name: times[name] for name in times if "raw" in name}, "core from raw")
    if has("sklearn"):
        spent, model = _scikit_learn(values, labels, options.quick)
        print("scikit-learn's AdaBoost, from the array:")
        times["scikit-learn"] = Times((spent,))
        print_times({name: times[name] for name in ("core alone", "scikit-learn")}, "core alone")
        if model is not None:
            accuracies["scikit-learn"] = np.mean(model.predict(test_values) == test_labels)
    print("Accuracy on 100,000 other rows:")
    print_table(["", "right"], [[name, f"{100 * a:.2f} %"] for name, a in accuracies.items()])
    _print_targets(times, accuracies)


def _core(values: np.ndarray, labels: np.ndarray) -> tuple[dict[str, Any], Callable[[], Any]]:
    from core import AdaBoost, Dataset, fit
    from core.engine import pool
    from core.engine.binning import binned

    pool.set_threads(THREADS)
    frame, settings = as_frame(values, labels), AdaBoost(rounds=ROUNDS)
    dataset = Dataset.from_frame(frame, "label", validation_share=0)
    binned(dataset)

    def from_raw() -> None:
        fit(Dataset.from_frame(frame, "label", validation_share=0), settings)

    def fresh() -> Callable[[], object]:
        other = dataclasses.replace(dataset, revision=dataset.revision + 1)
        return lambda: fit(other, settings)

    contenders = {
        "core alone": ready(lambda: fit(dataset, settings)),
        "core from raw": ready(from_raw),
        "core from raw, table read": fresh,
    }
    return contenders, lambda: fit(dataset, settings).model


def _xgboost(values: np.ndarray, labels: np.ndarray) -> tuple[dict[str, Any], Callable[[], Any]]:
    import xgboost

    settings = {
        "max_depth": 1, "tree_method": "hist", "nthread": THREADS, "objective": "binary:logistic",
    }  # fmt: skip
    matrix = xgboost.QuantileDMatrix(values, labels, nthread=THREADS)
    classifier = xgboost.XGBClassifier(
        n_estimators=ROUNDS, max_depth=1, tree_method="hist", n_jobs=THREADS
    )
    contenders = {
        "XGBoost alone": ready(lambda: xgboost.train(settings, matrix, ROUNDS)),
        "XGBoost from raw": ready(lambda: classifier.fit(values, labels)),
    }
    return contenders, lambda: classifier.fit(values, labels)


def _scikit_learn(values: np.ndarray, labels: np.ndarray, quick: bool) -> tuple[float, Any]:
    """The seconds for all rounds, and the model if all rounds were done."""
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    rounds = _QUICK_ROUNDS if quick else ROUNDS
    model = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=rounds)
    spent = timed(lambda: model.fit(values, labels))
    if quick:
        print(f"(scikit-learn: {rounds} rounds were timed, and taken {ROUNDS // rounds} times)")
        return spent * ROUNDS / rounds, None
    print(f"(scikit-learn: all {ROUNDS} rounds, timed once)")
    return spent, model


def _print_targets(times: dict[str, Times], accuracies: dict[str, float]) -> None:
    alone, raw = times["core alone"], times["core from raw"]
    if "scikit-learn" in times:
        spent = times["scikit-learn"].best
        print_target(
            "faster than scikit-learn", "at least 400x",
            f"{spent / alone.median:.0f}x alone, {spent / raw.median:.0f}x from the raw table",
        )  # fmt: skip
    if "XGBoost alone" in times:
        pairs = [(times["XGBoost alone"].per(alone), "alone"),
                 (times["XGBoost from raw"].per(raw), "from raw")]  # fmt: skip
        text = ", ".join(f"{best:.1f}x {what} (pairs {middle:.1f}x)" for (best, middle), what in pairs)
        print_target("faster than XGBoost", "at least 3x", text)
    for name in ("scikit-learn", "XGBoost"):
        if name in accuracies:
            less = 100 * (accuracies[name] - accuracies["core"])
            print_target(
                f"accuracy below {name}'s", "at most 0.3 points", f"{less:.2f} points"
            )  # fmt: skip
