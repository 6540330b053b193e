"""Real data for the noise benchmark, and the ways in which its labels are made wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

UNIFORM, BY_CLASS = "uniform", "by class"
_TARGET = "label of the case"
_MOST_FLIPPED = 0.45
"""Of no class more than this share is flipped: most of its labels stay right."""


@dataclass(frozen=True, eq=False)
class Case:
    """A data set whose labels count as right."""

    name: str
    features: pd.DataFrame
    labels: np.ndarray
    """The number of each row's class."""
    classes: tuple[str, ...]

    @property
    def matrix(self) -> np.ndarray:
        """Numbers only, for peers: medians fill gaps, categories become flags."""
        flags = pd.get_dummies(self.features, dummy_na=True, dtype=float)
        flags = flags.loc[:, flags.nunique() > 1]
        return flags.fillna(flags.median()).fillna(0.0).to_numpy()

    def dataset(self, labels: np.ndarray, validation: float = 0.0, seed: int = 0):
        """The rows with other labels, as core takes them."""
        from core import Dataset
        from core.data.dataset import Task

        names = np.array(self.classes, dtype=object)[labels]
        task = Task.TWO_CLASSES if len(self.classes) == 2 else Task.MANY_CLASSES
        return Dataset.from_frame(
            self.features.assign(**{_TARGET: names}),
            _TARGET,
            validation_share=validation,
            seed=seed,
            name=self.name,
            task=task,
        )

    def take(self, rows: np.ndarray) -> "Case":
        """Some of the rows."""
        features = self.features.iloc[rows].reset_index(drop=True)
        return Case(self.name, features, self.labels[rows], self.classes)


def cases(folder: Path | None, most_rows: int) -> Iterator[Case]:
    """The data sets of a folder with an index.csv, or else the bundled examples."""
    if folder is None:
        from core.reading.examples import EXAMPLES

        known = [(one.name, one.path, one.target) for one in EXAMPLES]
    else:
        index = pd.read_csv(folder / "index.csv")
        known = [(one.name, folder / one.file, one.target) for one in index.itertuples()]
    for name, path, target in known:
        frame = pd.read_csv(path)
        frame = frame[frame[target].notna()]
        if not len(frame) > 20 or not 2 <= frame[target].nunique() <= 100:
            continue
        if len(frame) > most_rows:
            frame = frame.sample(most_rows, random_state=0)
        labels = frame[target].astype(str).astype("category")
        features = frame.drop(columns=target).reset_index(drop=True)
        yield Case(
            name, features, labels.cat.codes.to_numpy(np.int64), tuple(labels.cat.categories)
        )


def flipped(labels: np.ndarray, classes: int, rate: float, kind: str, seed: int) -> np.ndarray:
    """The labels with a share of them wrong.

    Uniform: any row, any other class. By class: every class has a rate of its own and is mostly
    mistaken for one other class, as people do.

    >>> wrong = flipped(np.zeros(100, int), 3, 0.1, UNIFORM, seed=0) != 0
    >>> int(wrong.sum())
    10
    """
    random = np.random.default_rng([seed, round(1000 * rate), kind == BY_CLASS])
    rows, noisy = len(labels), labels.copy()
    if kind == UNIFORM:
        wrong = random.permutation(rows)[: round(rate * rows)]
        noisy[wrong] = (labels[wrong] + random.integers(1, classes, len(wrong))) % classes
        return noisy
    share = random.uniform(0.2, 1.8, classes)
    for _ in range(20):  # rates that are cut off are made up for by the others
        share = np.minimum(share * rate * rows / share[labels].sum(), _MOST_FLIPPED)
    usual = (np.arange(classes) + random.integers(1, classes, classes)) % classes
    for one in range(classes):
        own = np.flatnonzero(labels == one)
        wrong = random.permutation(own)[: round(share[one] * len(own))]
        other = (one + random.integers(1, classes, len(wrong))) % classes
        noisy[wrong] = np.where(random.random(len(wrong)) < 0.8, usual[one], other)
    return noisy
