"""Does it compute what others compute? Against libraries, courses and scikit-learn's own checks.

Every figure is a difference or a count, not a time. What is fuzzed is counted from the tests.
"""

import re
import warnings
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import Options, has, print_table, print_target

_TESTS = Path(__file__).resolve().parents[2]


def run(_options: Options) -> None:
    """Measure and print."""
    _courses()
    _scikit_learn()
    _gradient_peers()
    _estimator_checks()
    _audit()
    _fuzzing()


def _courses() -> None:
    """Numbers that courses on ensembles work out by hand."""
    import core

    points = core.example("ten points", validation_share=0)
    rounds = list(core.train(points, core.AdaBoost(rounds=3)))
    _told("ten points, weighted errors", "0.30 0.21 0.14", (r.weighted_error for r in rounds))
    _told("ten points, votes", "0.42 0.65 0.92", (r.vote for r in rounds))
    diamond = list(core.train(core.example("xor", validation_share=0), core.AdaBoost(rounds=3)))
    _told("XOR, weighted errors", "0.25 0.17 0.10", (r.weighted_error for r in diamond))
    _told("XOR, votes", "0.55 0.80 1.10", (r.vote for r in diamond))
    majority = (core.majority_error(voters, 0.35) for voters in (1, 3, 11, 21, 101))
    what = "majority of 1, 3, 11, 21, 101 voters, each wrong at 0.35"
    _told(what, "0.35 0.28 0.15 0.08 0.00", majority)


def _told(what: str, target: str, values) -> None:
    print_target(what, target, " ".join(f"{value:.2f}" for value in values))


def _scikit_learn() -> None:
    """AdaBoost of stumps: the same votes, row by row."""
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    import core

    data = core.example("breast cancer", validation_share=0)
    matrix = np.column_stack([feature.values for feature in data.features])
    stump = DecisionTreeClassifier(max_depth=1)
    peer = AdaBoostClassifier(stump, n_estimators=50).fit(matrix, data.labels.astype(int))
    ours = core.fit(data, core.AdaBoost(rounds=50))
    said = np.array(data.classes)[peer.predict(matrix).astype(int)]
    same = np.mean(ours.model.predict(data) == said)
    print_target(
        "AdaBoost of 50 stumps, rows on which scikit-learn's says the same (breast cancer)",
        "at least 0.97",
        f"{same:.3f}",
    )


def _gradient_peers() -> None:
    """Gradient boosting by four programs: 100 trees, the same training and validation rows."""
    import xgboost

    import core

    rows = []
    for name in ("breast cancer", "iris", "moons"):
        data = core.example(name)
        matrix = np.column_stack([feature.values for feature in data.features])
        labels, test = data.labels.astype(int), data.validation
        own = [core.fit(data, kind(rounds=100)) for kind in (core.GradientBoosting, core.XGBoost)]
        cells = [f"{run_.history.validation_error(run_.rounds):.3f}" for run_ in own]
        peers = [xgboost.XGBClassifier(n_estimators=100, n_jobs=1)]
        if has("lightgbm"):
            import lightgbm

            peers.append(lightgbm.LGBMClassifier(n_estimators=100, verbosity=-1, n_jobs=1))
        for peer in peers:
            said = peer.fit(matrix[~test], labels[~test]).predict(matrix[test])
            cells.append(f"{np.mean(said != labels[test]):.3f}")
        rows.append([name, f"{int(test.sum())}", *cells, *["-"] * (4 - len(cells))])
    print("\nShare of wrong validation rows, by the defaults of each")
    heads = ["data", "rows", "gradient (ours)", "XGBoost (ours)", "xgboost", "lightgbm"]
    print_table(heads, rows)


def _estimator_checks() -> None:
    """scikit-learn's own checks of an estimator, on both wrappers."""
    from sklearn.utils.estimator_checks import check_estimator

    import core

    for estimator in (core.EnsembleClassifier(), core.EnsembleRegressor()):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            done = check_estimator(estimator, on_fail=None, on_skip=None)
        counted = {
            word: sum(each["status"] == word for each in done)
            for word in ("passed", "failed", "skipped", "xfail")
        }
        told = ", ".join(f"{many} {word}" for word, many in counted.items() if many)
        failed = [each["check_name"] for each in done if each["status"] == "failed"]
        told += f" ({', '.join(failed)})" if failed else ""
        print_target(f"scikit-learn's checks of {type(estimator).__name__}", "none fails", told)


def _audit() -> None:
    """Wrong labels that are known: how many of the first rows of a ranking are wrong."""
    import pandas as pd

    import core
    from resources import dataset_path
    from resources.make_datasets import orders

    data = core.example("mislabelled")
    clouds = pd.read_csv(dataset_path("mislabelled.csv"))
    cases = [("mislabelled", data, clouds["label"] != clouds["true_label"])]
    shop = core.example("orders")
    cases.append(("orders", shop, orders(swapped=0)["returned"] != orders()["returned"]))
    rows = []
    for name, dataset, wrong in cases:
        is_wrong = wrong.to_numpy()[dataset.lines - 2]
        many = int(is_wrong.sum())
        found = core.audit(dataset)
        cells = [name, f"{many}", f"{is_wrong[found.ranked[:many]].mean():.3f}"]
        cells.append(_cleanlab(dataset, is_wrong) if has("cleanlab") else "-")
        rows.append(cells)
    print("\nWrong labels among as many rows of a ranking as there are wrong labels")
    print_table(["data", "wrong labels", "the audit", "cleanlab"], rows)


def _cleanlab(dataset, is_wrong) -> str:
    """cleanlab's ranking by self-confidence of a cross-validated forest, its usual way."""
    from cleanlab.rank import get_label_quality_scores
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.model_selection import cross_val_predict

    matrix = np.column_stack([np.nan_to_num(np.asarray(f.values, float)) for f in dataset.features])
    labels = dataset.labels.astype(int)
    forest = RandomForestClassifier(300, random_state=0)
    shares = cross_val_predict(forest, matrix, labels, cv=5, method="predict_proba")
    order = np.argsort(get_label_quality_scores(labels, shares))
    return f"{is_wrong[order[: int(is_wrong.sum())]].mean():.3f}"


def _fuzzing() -> None:
    """How many tables and files are made up or damaged each time the tests are run."""
    counts = []
    for path in sorted(_TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"max_examples=([\d_]+)", text)
        counts += [int(each.replace("_", "")) for each in found]
    print_target("properties with examples of their own number", "all hold", f"{len(counts)}")
    print_target("examples that those draw", "all hold", f"{sum(counts):,}")
