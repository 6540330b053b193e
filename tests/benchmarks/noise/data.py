"""Real data for the noise benchmark, and the ways in which its labels are made wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

UNIFORM, BY_CLASS = "uniform", "by class"
LOPSIDED, PAIRS, BORDER, CAUSE = "lopsided", "pairs", "border", "one cause"
KINDS = (UNIFORM, BY_CLASS, LOPSIDED, PAIRS, BORDER, CAUSE)
_TARGET = "label of the case"
_MOST_FLIPPED = 0.45
"""Of no class more than this share is flipped: most of its labels stay right."""
_BORDER_SPREAD = 0.15
_OPERATORS, _BY_CAUSE, _ELSEWHERE = 6, 0.4, 0.01


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


def flipped(
    labels: np.ndarray,
    classes: int,
    rate: float,
    kind: str,
    seed: int,
    shares: np.ndarray | None = None,
) -> np.ndarray:
    """The labels with a share of them wrong.

    Uniform: any row, any other class. By class: every class has a rate of its own and is mostly
    mistaken for one other class, as people do. Lopsided: classes two by two, the one mistaken for
    the other three times as often as back. Pairs: a few pairs of many classes are mistaken for one
    another, as often there as back. Border: rows whose clean-label judges, `shares`, are least sure
    get the label that those hold for the next likely one.

    >>> wrong = flipped(np.zeros(100, int), 3, 0.1, UNIFORM, seed=0) != 0
    >>> int(wrong.sum())
    10
    """
    stream = {UNIFORM: 0, BY_CLASS: 1, PAIRS: 2, BORDER: 3, LOPSIDED: 5}[kind]
    random = np.random.default_rng([seed, round(1000 * rate), stream])
    if kind == UNIFORM:
        return _uniform(labels, classes, rate, random)
    if kind == BY_CLASS:
        return _by_class(labels, classes, rate, random)
    if kind == LOPSIDED:
        return _lopsided(labels, classes, rate, random)
    if kind == PAIRS:
        return _pairs(labels, classes, rate, random)
    assert shares is not None
    return _border(labels, rate, shares, random)


def _uniform(labels, classes: int, rate: float, random: np.random.Generator) -> np.ndarray:
    noisy = labels.copy()
    wrong = random.permutation(len(labels))[: round(rate * len(labels))]
    noisy[wrong] = (labels[wrong] + random.integers(1, classes, len(wrong))) % classes
    return noisy


def _by_class(labels, classes: int, rate: float, random: np.random.Generator) -> np.ndarray:
    noisy = labels.copy()
    share = random.uniform(0.2, 1.8, classes)
    for _ in range(20):  # rates that are cut off are made up for by the others
        share = np.minimum(share * rate * len(labels) / share[labels].sum(), _MOST_FLIPPED)
    usual = (np.arange(classes) + random.integers(1, classes, classes)) % classes
    for one in range(classes):
        own = np.flatnonzero(labels == one)
        wrong = random.permutation(own)[: round(share[one] * len(own))]
        other = (one + random.integers(1, classes, len(wrong))) % classes
        noisy[wrong] = np.where(random.random(len(wrong)) < 0.8, usual[one], other)
    return noisy


def _lopsided(labels, classes: int, rate: float, random: np.random.Generator) -> np.ndarray:
    noisy, order = labels.copy(), random.permutation(classes)
    for place, one in enumerate(order):
        other = order[place ^ 1] if place ^ 1 < classes else order[0]
        own = np.flatnonzero(labels == one)
        wrong = random.permutation(own)[: round((0.5 if place % 2 else 1.5) * rate * len(own))]
        noisy[wrong] = other
    return noisy


def _pairs(labels, classes: int, rate: float, random: np.random.Generator) -> np.ndarray:
    noisy, order = labels.copy(), random.permutation(classes)
    mistaken = order[: 2 * max(1, classes // 4)]
    partner = np.arange(classes)
    partner[mistaken[0::2]], partner[mistaken[1::2]] = mistaken[1::2], mistaken[0::2]
    rows = np.flatnonzero(partner[labels] != labels)
    count = min(round(rate * len(labels)), int(_MOST_FLIPPED * len(rows)))
    wrong = random.permutation(rows)[:count]
    noisy[wrong] = partner[labels[wrong]]
    return noisy


def _border(labels, rate: float, shares: np.ndarray, random: np.random.Generator) -> np.ndarray:
    noisy, rows = labels.copy(), np.arange(len(labels))
    others = shares.copy()
    others[rows, labels] = -1.0
    near = others.max(axis=1) - shares[rows, labels]
    # Not the nearest rows themselves: some of those are right, some farther ones are wrong.
    drawn = near + _BORDER_SPREAD * random.gumbel(size=len(rows))
    wrong = np.argsort(-drawn)[: round(rate * len(rows))]
    noisy[wrong] = others.argmax(axis=1)[wrong]
    return noisy


def by_one_cause(case: "Case", rate: float, seed: int) -> tuple["Case", np.ndarray]:
    """The case with a column that says who labelled a row, and labels that one of them got wrong.

    He is wrong in 40 % of his rows, all others in 1 %.
    """
    random = np.random.default_rng([seed, round(1000 * rate), 4])
    rows, classes = len(case.labels), len(case.classes)
    is_his = random.random(rows) < (rate - _ELSEWHERE) / (_BY_CAUSE - _ELSEWHERE)
    others = random.integers(1, _OPERATORS, rows)
    names = np.array([f"operator {number}" for number in range(_OPERATORS)], dtype=object)
    wrong = random.random(rows) < np.where(is_his, _BY_CAUSE, _ELSEWHERE)
    noisy = case.labels.copy()
    noisy[wrong] = (noisy[wrong] + random.integers(1, classes, int(wrong.sum()))) % classes
    features = case.features.assign(operator=names[np.where(is_his, 0, others)])
    return Case(case.name, features, case.labels, case.classes), noisy
