"""Tuning: the error that it tells where there is nothing to find, and its gain on real data.

Noise: labels that are exactly balanced and independent of the columns. Whatever is chosen, half of
new rows are wrong; the mean of the errors told must be within two standard errors of that, by
validation rows and by outer folds. Every other tuning chooses among kinds of weak
learners too. Beside it stands the error on folds by which trials were chosen.

Gain (needs --data): the first ten sets of at most ten classes, tuned and with the defaults of
gradient boosting, judged on a quarter of the rows that tuning never saw, over several splits. A set
counts as at least as good if the mean error is not higher, or higher by less than one standard
error of the paired difference.
"""

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from tests.benchmarks.measuring import Options, print_table, print_target

if TYPE_CHECKING:
    import core

TUNINGS, NOISE_ROWS, NOISE_STEPS = 100, 160, 12
SETS, MOST_CLASSES, MOST_ROWS, SPLITS, STEPS = 10, 10, 1500, 2, 30


def run(options: Options) -> None:
    """Measure and print."""
    tunings = 20 if options.quick else TUNINGS
    for share in (0.25, 0.0):
        _noise(tunings, share)
    if options.data is None:
        print("Give a folder of CSV files by --data to measure the gain.")
        return
    _gain(options)


def _noise(tunings: int, share: float) -> None:
    import core

    told, chosen, gains = [], [], 0
    for seed in range(tunings):
        random = np.random.default_rng([seed, 77])
        frame = pd.DataFrame(random.normal(size=(NOISE_ROWS, 4)), columns=list("abcd"))
        frame["label"] = random.permutation(np.repeat(["no", "yes"], NOISE_ROWS // 2))
        data = core.Dataset.from_frame(frame, "label", validation_share=share, seed=seed)
        tuned = core.tune(data, _noise_space(seed), steps=NOISE_STEPS, seed=seed).tuned
        told.append(tuned.judged.error.share)
        chosen.append(tuned.chosen.error)
        gains += tuned.judged.gain.value == "better beyond chance"
    error, by = float(np.mean(told)), float(np.mean(chosen))
    spread = float(np.std(told, ddof=1)) / math.sqrt(tunings)
    print_target(
        f"noise, {tunings} tunings, judged by {'validation rows' if share else 'outer folds'}",
        "50.0 % within two standard errors",
        f"{100 * error:.2f} % ± {100 * spread:.2f} (off by {abs(error - 0.5) / spread:.1f}); "
        f"chosen by {100 * by:.2f} %; a gain beyond chance was told {gains} times",
    )


def _noise_space(seed: int) -> "core.Space":
    """Gradient boosting, or AdaBoost with the kind of its weak learner."""
    import core

    if seed % 2:
        return core.Space.of(core.AdaBoost(rounds=30)).only(
            {"rounds": "5..60", "base": "", "base.tree.depth": "1..6", "shrinkage": ""}
        )
    return core.Space.of(core.GradientBoosting(rounds=30)).only(
        {"rounds": "5..60", "shrinkage": "", "depth": "", "leaf_rows": "1..30"}
    )


def _gain(options: Options) -> None:
    import core

    index = pd.read_csv(options.data / "index.csv")
    known = index[(index["classes"] <= MOST_CLASSES) & (index["classes"] > 0)].head(SETS)
    rows, held, strict = [], 0, 0
    for each in known.itertuples():
        frame = pd.read_csv(options.data / each.file)
        frame = frame[frame[each.target].notna()]
        if len(frame) > MOST_ROWS:
            frame = frame.sample(MOST_ROWS, random_state=0)
        first, second, verdicts = [], [], []
        for seed in range(1 if options.quick else SPLITS):
            data = core.Dataset.from_frame(
                frame.reset_index(drop=True), each.target, name=each.name, seed=seed
            )
            run = core.tune(data, core.GradientBoosting(), steps=STEPS, seed=seed)
            start = core.fit(data, core.GradientBoosting(), seed=seed)
            judges = data.validation
            first.append(start.history.wrong(start.rounds)[judges])
            second.append(run.history.wrong(run.rounds)[judges])
            verdicts.append(run.tuned.judged.gain.value)
        before, after = (np.concatenate(wrong).astype(float) for wrong in (first, second))
        shift = float((after - before).mean())
        spread = float((after - before).std(ddof=1)) / math.sqrt(len(after))
        strict += shift <= 0
        held += shift <= spread
        rows.append(
            [
                each.name,
                f"{100 * before.mean():.2f}",
                f"{100 * after.mean():.2f}",
                f"{100 * shift:+.2f} ± {100 * spread:.2f}",
                "; ".join(verdicts),
            ]
        )
        print_table(["set", "defaults", "tuned", "difference", "told"], rows[-1:])
    print("held-out errors in percent, gradient boosting")
    print_table(["set", "defaults", "tuned", "difference", "told"], rows)
    print_target("sets at least as good", f"8 of {SETS}", f"{held} of {len(rows)}")
    print_target("sets with no higher error at all", "told beside it", f"{strict} of {len(rows)}")
