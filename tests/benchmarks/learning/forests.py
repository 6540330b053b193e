"""Random forests on small sets of numbers, beside scikit-learn's on the same rows.

Both get the same training rows, as many trees and as many random columns a node; a seed decides
the rows of both. What counts is the mean difference of the errors over the seeds, and its standard
error: level means that no set is worse by more than three of these, nor the mean over all sets by
more than two. The sets are scikit-learn's own, bundled and made ones, and with --data those of the
folder that are numbers throughout.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.measuring import Options, print_table, print_target

TREES = 100
MOST_TRAINING = 200
MOST_ROWS = 5000
OWN = ("wine", "digits")
"""Sets of scikit-learn's that a folder may hold too."""
TARGET = "label"


@dataclass(frozen=True, eq=False)
class Numbers:
    """A set of numbers with labels."""

    name: str
    values: np.ndarray
    labels: np.ndarray


def run(options: Options) -> None:
    """Measure and print."""
    from core.base import pool

    pool.set_threads(2)
    seeds = 5 if options.quick else 20
    print(f"\n{TREES} trees, {seeds} seeds; differences in points, ours less scikit-learn's")
    rows, differences = [], []
    for numbers in all_sets(options.data):
        found = np.array([_both(numbers, seed) for seed in range(seeds)])
        apart = 100 * (found[:, :2] - found[:, 2:])
        mean, error = apart.mean(axis=0), apart.std(axis=0, ddof=1) / np.sqrt(seeds)
        differences.append(apart)
        ours, theirs = 100 * found[:, 0].mean(), 100 * found[:, 2].mean()
        rows.append(
            [
                numbers.name,
                f"{len(numbers.labels):,} x {numbers.values.shape[1]}",
                f"{ours:.2f}",
                f"{theirs:.2f}",
                _as_text(mean[0], error[0]),
                _as_text(mean[1], error[1]),
            ]
        )
    print_table(["set", "rows", "ours", "theirs", "test error", "out of bag"], rows)
    by_seed = np.mean(differences, axis=0)
    mean, error = by_seed.mean(axis=0), by_seed.std(axis=0, ddof=1) / np.sqrt(seeds)
    for place, what in enumerate(("test error", "out-of-bag error")):
        print_target(
            f"forest's {what} above scikit-learn's, mean of {len(rows)} sets",
            "at most two standard errors",
            f"{_as_text(mean[place], error[place])} points",
        )


def all_sets(folder: Path | None) -> Iterator[Numbers]:
    """The sets, one after the other."""
    from sklearn import datasets

    for name, load in (
        ("iris", datasets.load_iris),
        ("wine", datasets.load_wine),
        ("breast cancer", datasets.load_breast_cancer),
        ("digits", datasets.load_digits),
    ):
        values, labels = load(return_X_y=True)
        yield Numbers(name, values, labels)
    values, labels = datasets.make_moons(1200, noise=0.3, random_state=0)
    yield Numbers("two moons", values, labels)
    yield _twonorm(1200, 20)
    yield _ringnorm(1200, 20)
    yield _nested(1200)
    if folder is not None:
        yield from _from_folder(folder)


def _twonorm(rows: int, columns: int) -> Numbers:
    """Two normal classes whose means lie apart along the diagonal (Breiman 1998)."""
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, rows)
    away = 2 / np.sqrt(columns) * (2 * labels - 1)
    return Numbers("two normals", rng.normal(size=(rows, columns)) + away[:, None], labels)


def _ringnorm(rows: int, columns: int) -> Numbers:
    """A normal class around another that is wider (Breiman 1998)."""
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 2, rows)
    values = rng.normal(size=(rows, columns)) * np.where(labels == 1, 1, 2)[:, None]
    return Numbers("rings", values + (labels / np.sqrt(columns))[:, None], labels)


def _nested(rows: int) -> Numbers:
    """Three classes by the distance from the middle, in five columns."""
    rng = np.random.default_rng(3)
    values = rng.normal(size=(rows, 5))
    away = (values**2).sum(axis=1) + rng.normal(size=rows)
    return Numbers("nested shells", values, np.digitize(away, [3.0, 5.5]))


def _from_folder(folder: Path) -> Iterator[Numbers]:
    index = pd.read_csv(folder / "index.csv")
    for name, target in zip(index["file"], index["target"], strict=True):
        file = folder / name
        frame = pd.read_csv(file).dropna()
        values = frame.drop(columns=target)
        is_new = file.stem not in OWN
        if is_new and len(frame) <= MOST_ROWS and all(kind.kind in "if" for kind in values.dtypes):
            yield Numbers(file.stem, values.to_numpy(float), pd.factorize(frame[target])[0])


def _both(numbers: Numbers, seed: int) -> tuple[float, float, float, float]:
    """Test and out-of-bag error of our forest, and of scikit-learn's."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.model_selection import train_test_split

    from core import Dataset, RandomForest, fit

    count = min(MOST_TRAINING, 2 * len(numbers.labels) // 3)
    training, test = train_test_split(
        np.arange(len(numbers.labels)),
        train_size=count,
        random_state=seed,
        stratify=numbers.labels,
    )
    columns = max(1, round(np.sqrt(numbers.values.shape[1])))
    frame = pd.DataFrame(numbers.values).add_prefix("x")
    frame[TARGET] = [f"class {label}" for label in numbers.labels]
    data = Dataset.from_frame(frame.iloc[training], TARGET, validation_share=0)
    own = fit(data, RandomForest(rounds=TREES, columns=columns), seed=seed)
    wrong = own.model.predict(frame.iloc[test]) != frame[TARGET].to_numpy()[test]
    peer = RandomForestClassifier(
        TREES, max_features=columns, oob_score=True, n_jobs=2, random_state=seed
    ).fit(numbers.values[training], numbers.labels[training])
    return (
        float(np.mean(wrong)),
        float(own.history.curve("out_of_bag_error")[-1]),
        float(np.mean(peer.predict(numbers.values[test]) != numbers.labels[test])),
        1 - float(peer.oob_score_),
    )


def _as_text(mean: float, error: float) -> str:
    return f"{mean:+.2f} ± {error:.2f}"
