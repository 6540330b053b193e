"""Accuracy against peers, on the same rows with as many rounds: five seeds, mean and deviation.

Needs --data: CSV files with an index.csv. Every ensemble is judged on a quarter of the rows that it
never saw; numbers are filled in and categories made flags for the peers that take neither.
"""

import numpy as np

from tests.benchmarks.measuring import Options, print_table

ROUNDS, SEEDS, MOST_ROWS = 100, 5, 3000


def run(options: Options) -> None:
    """Measure and print."""
    if options.data is None:
        print("Give a folder of CSV files by --data to measure accuracy.")
        return
    import pandas as pd

    index = pd.read_csv(options.data / "index.csv")
    rows = []
    for known in index.itertuples():
        frame = pd.read_csv(options.data / known.file)
        frame = frame[frame[known.target].notna()]
        if len(frame) > MOST_ROWS:
            frame = frame.sample(MOST_ROWS, random_state=0)
        rows.append([known.name, *_compare(frame.reset_index(drop=True), known.target, options)])
    names = [name for name, _, _ in _pairs()]
    print("accuracy in percent: core / peer, mean ± deviation over the seeds")
    print_table(["data", *names], rows)


def _pairs():
    import xgboost
    from sklearn import ensemble
    from sklearn.tree import DecisionTreeClassifier

    import core

    stump = DecisionTreeClassifier(max_depth=1)
    return [
        (
            "AdaBoost",
            core.AdaBoost(rounds=ROUNDS),
            lambda seed: ensemble.AdaBoostClassifier(stump, n_estimators=ROUNDS, random_state=seed),
        ),
        (
            "bagging",
            core.Bagging(rounds=ROUNDS, base=core.Tree(depth=60)),
            lambda seed: ensemble.BaggingClassifier(n_estimators=ROUNDS, random_state=seed),
        ),
        (
            "forest",
            core.RandomForest(rounds=ROUNDS),
            lambda seed: ensemble.RandomForestClassifier(ROUNDS, random_state=seed),
        ),
        (
            "gradient",
            core.GradientBoosting(rounds=ROUNDS),
            lambda seed: ensemble.HistGradientBoostingClassifier(
                max_iter=ROUNDS, early_stopping=False, random_state=seed
            ),
        ),
        (
            "XGBoost",
            core.XGBoost(rounds=ROUNDS),
            lambda seed: xgboost.XGBClassifier(n_estimators=ROUNDS, n_jobs=1, random_state=seed),
        ),
    ]


def _compare(frame, target: str, options: Options) -> list[str]:
    import pandas as pd

    from core import Dataset, fit

    labels = frame[target].astype(str)
    features = frame.drop(columns=target)
    flags = pd.get_dummies(features, dummy_na=True, dtype=float)
    matrix = flags.fillna(flags.median()).fillna(0).to_numpy()
    codes = labels.astype("category").cat.codes.to_numpy()
    cells = []
    for _, settings, peer in _pairs():
        own, other = [], []
        for seed in range(2 if options.quick else SEEDS):
            data = Dataset.from_frame(features.assign(_label=labels), "_label", seed=seed)
            run_ = fit(data, settings, seed=seed)
            own.append(1 - run_.history.validation_error(run_.rounds))
            test = data.validation
            model = peer(seed).fit(matrix[~test], codes[~test])
            other.append(float(np.mean(model.predict(matrix[test]) == codes[test])))
        cells.append(f"{_spread(own)} / {_spread(other)}")
    return cells


def _spread(shares: list[float]) -> str:
    return f"{100 * np.mean(shares):.1f} ±{100 * np.std(shares):.1f}"
