"""100 rounds of stumps on 100,000 x 20: core against scikit-learn and XGBoost.

XGBoost's stumps have real-valued leaves and a learning rate of 0.3, its default; core's and
scikit-learn's vote. So the accuracies are printed too. Everything is trained on the same rows
and judged on the same 100,000 others. Twice: on columns of all kinds, and on continuous ones
only, which cost scikit-learn more time to sort. Two threads each; scikit-learn's AdaBoost has one.
Then many columns, of which five tell something, against XGBoost: with labels that are drawn, and
with labels that follow from them.
"""

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.benchmarks.measuring import (
    Contenders,
    Options,
    Times,
    additive_data,
    as_frame,
    has,
    interleaved,
    milliseconds,
    print_table,
    print_target,
    print_times,
    ready,
)

ROWS, COLUMNS, ROUNDS, THREADS = 100_000, 20, 100, 2
REFRESH = 64
_FLOOR = (
    "a load, an addition and a store for each cell of the rows that a stump got wrong, which takes "
    "as long as the store alone: 0.25 ns of one thread. At 100,000 x 20 that is 0.12 ms a round of "
    "0.21; weighing the rows takes 0.05, Python 0.02"
)
_DROPPING = (
    "the stores that the line above tells of. Dropping columns early (Appel et al. 2013) would "
    "touch more cells: at rounds 5 to 90 on 20,000 rows a column of noise is given up after 80 to "
    "97 % of them if labels are noisy, 51 to 60 % if they are easy; what is carried forward "
    "touches 41 to 50 and 36 to 47 %, but those of every column"
)
_QUICK_ROUNDS = 10


@dataclass
class Contest:
    """The data, and what came out so far."""

    values: np.ndarray
    labels: np.ndarray
    test_values: np.ndarray
    test_labels: np.ndarray
    times: dict[str, Times] = field(default_factory=dict)
    right: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, has_counts: bool) -> "Contest":
        training, test = (additive_data(ROWS, COLUMNS, seed, has_counts) for seed in (1, 2))
        contest = cls(*training, *test)
        commonest = np.full(ROWS, np.bincount(contest.labels).argmax())
        contest.judge("always the commonest class", commonest)
        return contest

    def judge(self, name: str, predicted: np.ndarray) -> None:
        self.right[name] = float(np.mean(predicted == self.test_labels))


def run(options: Options) -> None:
    """Measure and print."""
    for title, has_counts in (("columns of all kinds", True), ("continuous columns only", False)):
        print(f"\n{title}")
        contest = Contest.of(has_counts)
        contenders = _core(contest)
        if has("xgboost"):
            contenders |= _xgboost(contest)
        contest.times = interleaved(contenders, 3 if options.quick else 15)
        if has("sklearn"):
            _scikit_learn(contest, options.quick)
        _print(contest)
    if has("xgboost"):
        for rows, columns in ((20_000, 1000), (5000, 5000)):
            for is_noisy, target in ((True, "at least 5x"), (False, "at least 8x")):
                _many_columns(rows, columns, is_noisy, target, options)


def _many_columns(rows: int, columns: int, is_noisy: bool, target: str, options: Options) -> None:
    import xgboost

    from core import AdaBoost, Dataset, fit

    rng = np.random.default_rng(1)
    values = rng.normal(size=(rows, columns))
    score = values[:, :5].sum(axis=1)
    labels = (score > (rng.logistic(size=rows) if is_noisy else 0.0)).astype(np.int64)
    name = f"{rows:,} x {columns:,}, {'noisy' if is_noisy else 'easy'}"
    print(f"\nmany columns: {name}")
    dataset = Dataset.from_frame(as_frame(values, labels), "label", validation_share=0)
    settings = AdaBoost(rounds=ROUNDS)
    matrix = xgboost.QuantileDMatrix(values, labels, nthread=THREADS)
    how = {"max_depth": 1, "tree_method": "hist", "nthread": THREADS}
    how |= {"objective": "binary:logistic"}
    contenders = {
        "core": ready(lambda: fit(dataset, settings)),
        "XGBoost": ready(lambda: xgboost.train(how, matrix, ROUNDS)),
    }
    times = interleaved(contenders, 2 if options.quick else 7)
    print_times(times, "core")
    touched = _touched(fit(dataset, settings).history)
    bare = touched * rows * columns * _seconds_a_store() / THREADS
    print(
        f"  cells touched: {100 * touched:.0f} %; a bare store for each takes "
        f"{milliseconds(bare)} ms a round on {THREADS} threads, "
        f"of {milliseconds(times['core'].best / ROUNDS)}"
    )
    ratio = times["XGBoost"].best / times["core"].best
    print_target(f"faster than XGBoost, {name}", target, f"{ratio:.3g}x", _DROPPING)


def _touched(history: Any) -> float:
    """The share of cells that the rounds looked at: those of rows that a stump got wrong."""
    right = np.unpackbits(history.stored()["bits"], axis=1, bitorder="little")
    wrong = 1 - right[:, : len(history)].mean(axis=1)
    wrong[REFRESH - 1 :: REFRESH] = 1.0  # there all rows are summed up anew
    return float(wrong.mean())


def _seconds_a_store() -> float:
    """What it takes to write a number to anywhere in the first cache, and nothing else."""
    import numba

    @numba.njit
    def write(places, room, turns):
        for turn in range(turns):
            for number in range(np.uint64(len(places))):
                room[places[number]] = np.int64(number) + turn

    turns, room = 2000, np.zeros(2048, np.int64)
    places = np.random.default_rng(0).integers(0, len(room), 4096).astype(np.uint16)
    spent = interleaved({"stores": ready(lambda: write(places, room, turns))}, 5)
    return spent["stores"].best / (turns * len(places))


def _core(contest: Contest) -> Contenders:
    from core import AdaBoost, Dataset, fit
    from core.base import pool

    pool.set_threads(THREADS)
    frame, settings = as_frame(contest.values, contest.labels), AdaBoost(rounds=ROUNDS)
    dataset = Dataset.from_frame(frame, "label", validation_share=0)
    model = fit(dataset, settings).model  # the dataset is binned from here on
    predicted = model.predict(as_frame(contest.test_values, contest.test_labels))
    contest.judge("core", predicted == "yes")

    def from_raw() -> None:
        fit(Dataset.from_frame(frame, "label", validation_share=0), settings)

    return {"core": ready(lambda: fit(dataset, settings)), "core from raw": ready(from_raw)}


def _xgboost(contest: Contest) -> Contenders:
    import xgboost

    settings: dict[str, Any] = {"max_depth": 1, "tree_method": "hist"}
    matrix = xgboost.QuantileDMatrix(contest.values, contest.labels, nthread=THREADS)
    classifier = xgboost.XGBClassifier(n_estimators=ROUNDS, n_jobs=THREADS, **settings)
    classifier.fit(contest.values, contest.labels)
    contest.judge("XGBoost", classifier.predict(contest.test_values))
    settings |= {"nthread": THREADS, "objective": "binary:logistic"}
    return {
        "XGBoost": ready(lambda: xgboost.train(settings, matrix, ROUNDS)),
        "XGBoost from raw": ready(lambda: classifier.fit(contest.values, contest.labels)),
    }


def _scikit_learn(contest: Contest, is_quick: bool) -> None:
    """One thread, timed once, by the processor's clock: what else the machine does is left out."""
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    rounds = _QUICK_ROUNDS if is_quick else ROUNDS
    model = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=rounds)
    started = time.process_time()
    model.fit(contest.values, contest.labels)
    spent = time.process_time() - started
    contest.times["scikit-learn"] = Times((spent * ROUNDS / rounds,))
    if is_quick:
        print(f"scikit-learn: {rounds} rounds were timed, and taken {ROUNDS // rounds} times.")
    else:
        print(f"scikit-learn: all {ROUNDS} rounds, timed once, from the array.")
        contest.judge("scikit-learn", model.predict(contest.test_values))


def _print(contest: Contest) -> None:
    times, right = contest.times, contest.right
    print("Training alone, on what was binned before; from raw: the table is binned too.")
    print_times(times, "core")
    print_table(["rows unseen", "right"], [[name, f"{100 * a:.2f} %"] for name, a in right.items()])
    for name, target in (("scikit-learn", "at least 700x"), ("XGBoost", "at least 5x")):
        if name in times:
            raw = times.get(f"{name} from raw", times[name])
            alone = times[name].best / times["core"].best
            text = f"{alone:.3g}x, from raw {raw.best / times['core from raw'].best:.3g}x"
            print_target(f"faster than {name}", target, text, _FLOOR)
    for name in ("scikit-learn", "XGBoost"):
        if name not in right:
            continue
        less = f"{100 * (right[name] - right['core']):+.2f} points"
        print_target(f"accuracy below {name}'s", "at most 0.3 points", less)
