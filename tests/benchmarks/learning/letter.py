"""Boosted trees and a deep forest on the letter data, against published figures.

Needs --data with letter.csv: the first 16,000 rows train and the last 4,000 test. Published for
boosted C4.5 trees (Schapire & Singer 1999): 8.4, 3.3 and 3.1 % error after 5, 100 and 1,000 rounds.
"""

import numpy as np

from tests.benchmarks.measuring import Options, print_table, print_target

TARGET = "lettr"
PUBLISHED = {5: (8.4, 7.5), 100: (3.3, 2.8), 1000: (3.1, None)}


def run(options: Options) -> None:
    """Measure and print."""
    if options.data is None or not (options.data / "letter.csv").exists():
        print("Give a folder with letter.csv by --data.")
        return
    import pandas as pd

    from core import C45Tree, Tree

    frame = pd.read_csv(options.data / "letter.csv")
    _boosted(frame, C45Tree(depth=60, leaf_rows=2), 100)
    entropy = Tree(depth=60, leaf_rows=2, criterion="entropy")
    _boosted(frame, entropy, 100 if options.quick else 1000)
    _deep_forest(frame, options.quick)


def _boosted(frame, base, rounds: int) -> None:
    from core import AdaBoost, Dataset, fit

    print(f"\nAdaBoost.M1 with: {base.title}")
    training, test = frame[:16_000], frame[-4000:]
    data = Dataset.from_frame(training, TARGET, validation_share=0)
    model = fit(data, AdaBoost(rounds=rounds, base=base, many_classes="m1")).model
    given = test[TARGET].to_numpy()
    rows = []
    for number in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000):
        if number <= rounds:
            error = 100 * float(np.mean(model.first(number).predict(test) != given))
            published, scikit = PUBLISHED.get(number, (None, None))
            peers = [f"{value} %" if value else "" for value in (published, scikit)]
            rows.append([f"{number:,}", f"{error:.2f} %", *peers])
            if published:
                target = min(value for value in (published, scikit) if value)
                print_target(f"error at {number} rounds", f"at most {target} %", f"{error:.2f} %")
    print_table(["rounds", "test error", "published", "scikit-learn"], rows)


def _deep_forest(frame, is_quick: bool) -> None:
    from core import Dataset, DeepForest, fit

    if is_quick:
        return
    training, test = frame[:15_000], frame[-5000:]
    data = Dataset.from_frame(training, TARGET, validation_share=0)
    run_ = fit(data, DeepForest())
    right = float(np.mean(run_.model.predict(test) == test[TARGET].to_numpy()))
    print_target(
        "deep forest's accuracy",
        "at least 95.9 %",
        f"{100 * right:.2f} % with {run_.rounds} levels in {run_.seconds:.0f} s",
    )
