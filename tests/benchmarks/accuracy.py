"""Accuracy on real files of two classes (with --data): core, scikit-learn and XGBoost.

Each file is split into three quarters and a quarter, stratified, ten times. scikit-learn gets
categories as numbers and missing values filled with the median; the others take them as they are.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.measuring import Options, has, print_table, print_target

ROUNDS = 100


def run(options: Options) -> None:
    """Measure and print."""
    if options.data is None:
        print("Left out: it needs --data FOLDER, with an index.csv of name, file and target.")
        return
    peers = {"core": _core}
    if has("sklearn"):
        peers["scikit-learn"] = _scikit_learn
    if has("xgboost"):
        peers["XGBoost"] = _xgboost
    index = pd.read_csv(options.data / "index.csv")
    rows, differences = [], {name: [] for name in peers}
    for entry in index.sort_values("name").itertuples():
        frame = _two_classes(options.data / entry.file, entry.target)
        if frame is None:
            continue
        right = _compare(frame, entry.target, peers, 3 if options.quick else 10)
        guess = frame[entry.target].value_counts(normalize=True).max()
        rows.append(
            [entry.name, f"{len(frame):,}", _percent(guess), *map(_percent, right.values())]
        )
        for name, share in right.items():
            differences[name].append(100 * (share - right["core"]))
    print_table(["right", "rows", "guessing", *peers], rows)
    for name, points in differences.items():
        if name != "core" and points:
            text = f"{np.mean(points):+.2f} points on average, {max(points):+.2f} at most"
            print_target(f"accuracy below {name}'s", "at most 0.3 points", text)


def _two_classes(path: Path, target: str) -> pd.DataFrame | None:
    frame = pd.read_csv(path).dropna(subset=[target])
    frame[target] = frame[target].astype(str)
    return frame if frame[target].nunique() == 2 else None


def _compare(frame: pd.DataFrame, target: str, peers: dict, times: int) -> dict[str, float]:
    right: dict[str, list[float]] = {name: [] for name in peers}
    for seed in range(times):
        chance = np.random.default_rng(seed).random(len(frame))
        is_test = pd.Series(chance).groupby(frame[target].to_numpy()).rank(pct=True) <= 0.25
        training, test = frame[~is_test.to_numpy()], frame[is_test.to_numpy()]
        for name, predict in peers.items():
            right[name].append(float(np.mean(predict(training, test, target) == test[target])))
    return {name: float(np.mean(shares)) for name, shares in right.items()}


def _core(training: pd.DataFrame, test: pd.DataFrame, target: str) -> np.ndarray:
    from core import AdaBoost, Dataset, fit

    data = Dataset.from_frame(training, target, validation_share=0)
    return fit(data, AdaBoost(rounds=ROUNDS)).model.predict(test)


def _scikit_learn(training: pd.DataFrame, test: pd.DataFrame, target: str) -> np.ndarray:
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    both = _features(training, test, target)
    codes = both.apply(lambda column: column.cat.codes if _is_category(column) else column)
    codes = codes.fillna(codes.median())
    model = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=ROUNDS)
    model.fit(codes[: len(training)], training[target])
    return model.predict(codes[len(training) :])


def _xgboost(training: pd.DataFrame, test: pd.DataFrame, target: str) -> np.ndarray:
    import xgboost

    both = _features(training, test, target)
    classes = np.unique(training[target])
    model = xgboost.XGBClassifier(
        n_estimators=ROUNDS, max_depth=1, tree_method="hist", n_jobs=2, enable_categorical=True
    )
    model.fit(both[: len(training)], np.searchsorted(classes, training[target]))
    return classes[model.predict(both[len(training) :])]


def _features(training: pd.DataFrame, test: pd.DataFrame, target: str) -> pd.DataFrame:
    """Both parts below each other, texts as categories."""
    both = pd.concat([training, test]).drop(columns=target)
    texts = both.columns[[not pd.api.types.is_numeric_dtype(kind) for kind in both.dtypes]]
    return both.astype(dict.fromkeys(texts, "category"))


def _is_category(column: pd.Series) -> bool:
    return isinstance(column.dtype, pd.CategoricalDtype)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
