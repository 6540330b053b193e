"""Trees: boosted, in forests and by gradients, against scikit-learn and LightGBM.

Speed is the training alone on data that is ready (for core: binned; for LightGBM: constructed);
scikit-learn takes the array. Two threads each, where the peer has threads.
"""

import time

import numpy as np

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    has,
    interleaved,
    print_target,
    print_times,
    ready,
)

THREADS = 2
_BOOSTED_FLOOR = (
    "filling and searching the histograms of nodes of more than 1,024 rows, 60 % of one thread's "
    "time at 300,000 rows; what leaves say takes 11 %, slopes 10 %, smaller nodes 7 %, Python the "
    "rest, which one thread does alone"
)


def run(options: Options) -> None:
    """Measure and print."""
    from core.base import pool

    pool.set_threads(THREADS)
    _adaboost(options)
    for rows, columns in ((100_000, 20), (10_000, 200)):
        _forest(rows, columns, options)
    for rows, target in ((100_000, "at most 1.3x"), (300_000, "at most 1x")):
        _gradient(rows, 50 if options.quick else 200, target, options)
    _gradient_of("numbers", 100_000, 50, options)
    _gradient_of("26 classes", 20_000, 10, options)
    _prediction(options)


def _dataset(values: np.ndarray, labels: np.ndarray):
    from core import Dataset
    from core.engine.binning import binned

    dataset = Dataset.from_frame(as_frame(values, labels), "label", validation_share=0)
    binned(dataset)
    return dataset


def _adaboost(options: Options) -> None:
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    from core import AdaBoost, Tree, fit

    print("\nAdaBoost with trees of depth 3, 100,000 x 20")
    values, labels = additive_data(100_000, 20, 1)
    test_values, test_labels = additive_data(50_000, 20, 2)
    dataset, rounds = _dataset(values, labels), 20
    settings = AdaBoost(rounds=rounds, base=Tree(depth=3))
    times = interleaved({"core": ready(lambda: fit(dataset, settings))}, 3)
    peer_rounds = 3 if options.quick else rounds
    model = AdaBoostClassifier(DecisionTreeClassifier(max_depth=3), n_estimators=peer_rounds)
    started = time.process_time()
    model.fit(values, labels)
    spent = (time.process_time() - started) * rounds / peer_rounds
    predicted = fit(dataset, settings).model.predict(as_frame(test_values, test_labels)) == "yes"
    print(f"  core {times['core'].best:.2f} s, scikit-learn {spent:.1f} s for {rounds} rounds")
    print_target(
        "AdaBoost, depth 3, against scikit-learn",
        "at least 80x",
        f"{spent / times['core'].best:.0f}x",
        "growing the trees, six tenths of one thread's time; weights and errors take a fifth, in "
        "passes over all rows of which one thread does half alone, and waking threads some",
    )
    right = np.mean(predicted == test_labels), np.mean(model.predict(test_values) == test_labels)
    print(f"  accuracy: core {right[0]:.4f}, scikit-learn {right[1]:.4f} ({peer_rounds} rounds)")


def _forest(rows: int, columns: int, options: Options) -> None:
    from sklearn.ensemble import RandomForestClassifier

    from core import RandomForest, fit

    trees = 20 if options.quick else 100
    print(f"\nrandom forest of {trees} trees, {rows:,} x {columns}")
    values, labels = additive_data(rows, columns, 1)
    test_values, test_labels = additive_data(50_000, columns, 2)
    dataset = _dataset(values, labels)
    peer = RandomForestClassifier(trees, n_jobs=THREADS, random_state=0)
    times = interleaved(
        {
            "core": ready(lambda: fit(dataset, RandomForest(rounds=trees))),
            "scikit-learn": ready(lambda: peer.fit(values, labels)),
        },
        1 if options.quick else 2,
    )
    print_times(times, "core")
    print_target(
        f"forest against scikit-learn, {rows:,} x {columns}",
        "at least 10x",
        f"{times['scikit-learn'].best / times['core'].best:.1f}x",
        "nodes of a few rows, half of the time: some 50 to 100 ns for each column that one looks "
        "at, which is one square of the rows and waiting for its best cut; and by votes on all "
        "rows after each tree, a fifth of the time",
    )
    model = fit(dataset, RandomForest(rounds=trees)).model
    right = np.mean((model.predict(as_frame(test_values, test_labels)) == "yes") == test_labels)
    peer_right = np.mean(peer.predict(test_values) == test_labels)
    print_target(
        f"forest's accuracy below scikit-learn's, {rows:,} x {columns}",
        "at most 0.3 points",
        f"{100 * (peer_right - right):.2f} points ({100 * right:.2f} %)",
    )


def _gradient(rows: int, trees: int, target: str, options: Options) -> None:
    from core import GradientBoosting, fit

    print(f"\ngradient boosting of {trees} trees of depth 6, {rows:,} x 20")
    values, labels = additive_data(rows, 20, 1)
    test_values, test_labels = additive_data(50_000, 20, 2)
    dataset = _dataset(values, labels)
    settings = GradientBoosting(rounds=trees, depth=6, shrinkage=0.1)
    contenders = {"core": ready(lambda: fit(dataset, settings))}
    shares = fit(dataset, settings).model.probabilities(as_frame(test_values, test_labels))[:, 1]
    print(f"  log loss on test rows: core {_log_loss(shares, test_labels):.4f}")
    if has("lightgbm"):
        import lightgbm

        how = {
            "objective": "binary",
            "num_leaves": 63,
            "max_depth": 6,
            "learning_rate": 0.1,
            "num_threads": THREADS,
            "verbose": -1,
        }
        data = lightgbm.Dataset(values, labels, params=how, free_raw_data=False).construct()
        booster = lightgbm.train(how, data, trees)
        print(f"  LightGBM {_log_loss(booster.predict(test_values), test_labels):.4f}")
        contenders["LightGBM"] = ready(lambda: lightgbm.train(how, data, trees))
    times = interleaved(contenders, 1 if options.quick else 2)
    print_times(times, "core")
    if "LightGBM" in times:
        print_target(
            f"gradient boosting's time against LightGBM's, {rows:,} x 20",
            target,
            f"{times['core'].best / times['LightGBM'].best:.2f}x",
            _BOOSTED_FLOOR,
        )


def _gradient_of(what: str, rows: int, trees: int, options: Options) -> None:
    """Gradient boosting of numbers, or of many classes, against LightGBM's."""
    if not has("lightgbm"):
        return
    import lightgbm

    from core import Dataset, GradientBoosting, fit

    print(f"\ngradient boosting of {trees} trees of depth 6, {rows:,} x 20, {what}")
    values, labels = additive_data(rows, 20, 1)
    score = values[:, 0] + np.sin(values[:, 1]) + 0.3 * np.random.default_rng(3).normal(size=rows)
    classes = np.digitize(score, np.quantile(score, np.arange(1, 26) / 26))
    frame = as_frame(values, labels)
    is_number = what == "numbers"
    frame["label"] = score if is_number else [f"class {number}" for number in classes]
    dataset = Dataset.from_frame(frame, "label", validation_share=0)
    settings = GradientBoosting(rounds=trees, depth=6, shrinkage=0.1)
    how = {"num_leaves": 63, "max_depth": 6, "learning_rate": 0.1, "num_threads": THREADS}
    how |= {"verbose": -1, "objective": "regression" if is_number else "multiclass"}
    how |= {} if is_number else {"num_class": 26}
    wanted = score if is_number else classes
    data = lightgbm.Dataset(values, wanted, params=how, free_raw_data=False).construct()
    times = interleaved(
        {
            "core": ready(lambda: fit(dataset, settings)),
            "LightGBM": ready(lambda: lightgbm.train(how, data, trees)),
        },
        1 if options.quick else 2,
    )
    print_times(times, "core")
    print_target(
        f"gradient boosting's time against LightGBM's, {what}",
        "at most 1.3x",
        f"{times['core'].best / times['LightGBM'].best:.2f}x",
        _BOOSTED_FLOOR,
    )


def _prediction(options: Options) -> None:
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    from core import GradientBoosting, fit
    from core.data.table import Table

    rows = 200_000 if options.quick else 1_000_000
    print(f"\nprediction of {rows:,} rows by 200 trees of depth 6")
    values, labels = additive_data(100_000, 20, 1)
    model = fit(_dataset(values, labels), GradientBoosting(rounds=200, depth=6)).model
    peer = HistGradientBoostingClassifier(max_iter=200, max_depth=6, early_stopping=False)
    new_values, new_labels = additive_data(rows, 20, 3)
    table = Table.from_frame(as_frame(new_values, new_labels))
    with threadpool_limits(THREADS):
        peer.fit(values, labels)
        times = interleaved(
            {
                "core": ready(lambda: model.probabilities(table)),
                "scikit-learn": ready(lambda: peer.predict_proba(new_values)),
            },
            3,
        )
    print_times(times, "core")
    print_target(
        "prediction against HistGradientBoosting",
        "at least as fast",
        f"{times['scikit-learn'].best / times['core'].best:.2f}x as fast",
    )


def _log_loss(shares: np.ndarray, labels: np.ndarray) -> float:
    clipped = np.clip(shares, 1e-15, 1 - 1e-15)
    return float(-np.mean(np.where(labels == 1, np.log(clipped), np.log(1 - clipped))))
