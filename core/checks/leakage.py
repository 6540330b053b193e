"""Columns that give the target away: known only after the outcome, or a copy of it.

A column is tried alone, on rows that it did not learn from: a value predicts the commonest class,
or the mean, that its nearest known value had (a category and a missing value are near to themselves
only), and two halves of the rows teach and judge one another. The skill is the share of what
guessing gets wrong that the column gets right:

    1 - wrong(column) / wrong(guessing), for numbers with the squared errors of their ranks

The nearest value is a poor adviser where there is noise, and a perfect one where there is none:
the best single columns of honest data stay well below 0.98, from which on a column is pointed out.
A person has to judge: it may be just what the target is made of.
"""

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import pool
from core.base.arrays import Integers
from core.base.wording import percent
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import IgnoreColumns
from core.data.column import Column
from core.data.dataset import Dataset

_Labels = npt.NDArray[Any]

SUSPICIOUS = 0.98
_LEAST_ROWS = 50
_MOST_ROWS = 50_000


def found(data: Dataset) -> Iterator[Finding]:
    """Columns that predict the target nearly perfectly all by themselves."""
    if len(data) < _LEAST_ROWS or len(data.classes) == 1:
        return
    rows = np.random.default_rng(0).choice(len(data), min(len(data), _MOST_ROWS), replace=False)
    source = {name: d.source for d in data.derivations for name in d.names}
    told: set[str] = set()
    tried = pool.side_by_side(
        [
            functools.partial(_tried, column, data.labels, len(data.classes), rows)
            for column in data.features
        ]
    )
    for column, (wrong, guessed) in zip(data.features, tried, strict=True):
        name = source.get(column.name, column.name)
        if name in told:
            continue
        if not guessed or 1 - wrong / guessed < SUSPICIOUS:
            continue
        told.add(name)
        yield Finding(
            FindingKind.GIVES_AWAY,
            f"{_what(name, data, wrong, guessed, len(rows))}. Is it known before {data.target!r} "
            "is? If it comes after the outcome, or is computed from it, a model learns nothing "
            "else and fails on new rows.",
            (name,),
            remedy=IgnoreColumns((name,)),
        )


def _what(name: str, data: Dataset, wrong: float, guessed: float, rows: int) -> str:
    """How well a column does by itself."""
    if data.classes:
        right, guess = percent(1 - wrong / rows), percent(1 - guessed / rows)
        return f"{name!r} predicts {data.target!r} in {right} of rows by itself (guessing: {guess})"
    share = percent(1 - wrong / guessed)
    return f"{name!r} tells {share} of the ups and downs of {data.target!r} by itself"


def skill(column: Column, labels: _Labels, classes: int, rows: Integers) -> float:
    """How much of what guessing gets wrong the column alone gets right; see above.

    >>> import pandas as pd
    >>> column = Column.from_series("x", pd.Series(list("aab") * 20))
    >>> skill(column, np.array([0, 0, 1] * 20), 2, np.arange(60))
    1.0
    """
    wrong, guessed = _tried(column, labels, classes, rows)
    return 1 - wrong / guessed if guessed > 0 else 0.0


def _tried(column: Column, labels: _Labels, classes: int, rows: Integers) -> tuple[float, float]:
    """What the column alone gets wrong, and what guessing does: rows, or squared errors."""
    half = len(rows) // 2
    if not classes:  # ranks: a few very large numbers would decide alone
        labels = np.searchsorted(np.sort(labels), labels).astype(np.float64)
    wrong = guessed = 0.0
    for taught, judged in ((rows[:half], rows[half:]), (rows[half:], rows[:half])):
        parts, judged_parts = _parts(column, taught, judged)
        count = int(max(parts.max(), judged_parts.max())) + 1
        measure = _wrong_classes if classes else _wrong_numbers
        by_part, by_guess = measure(
            parts, labels[taught], judged_parts, labels[judged], count, classes
        )
        wrong, guessed = wrong + by_part, guessed + by_guess
    return wrong, guessed


def _parts(column: Column, taught: Integers, judged: Integers) -> tuple[Integers, Integers]:
    """The known value that each value is nearest to; 0 is a missing one's."""
    values, others = column.values[taught], column.values[judged]
    if not column.is_number:
        return values.astype(np.int64) + 1, others.astype(np.int64) + 1
    largest = np.finfo(np.float64).max
    known = np.unique(np.clip(values[~np.isnan(values)], -largest, largest))
    edges = known[:-1] / 2 + known[1:] / 2

    def nearest(numbers: npt.NDArray[Any]) -> Integers:
        return np.where(np.isnan(numbers), 0, 1 + np.searchsorted(edges, numbers))

    return nearest(values), nearest(others)


def _wrong_classes(
    parts: Integers, labels: _Labels, judged: Integers, truth: _Labels, count: int, classes: int
) -> tuple[float, float]:
    """Rows that the parts' commonest classes get wrong, and that the commonest class does."""
    counts = np.bincount(parts * classes + labels, minlength=count * classes)
    counts = counts.reshape(count, classes)
    guess = int(counts.sum(axis=0).argmax())
    # A part without a row guesses; of equal classes the commonest wins.
    best = np.where(counts.max(axis=1) > counts[:, guess], counts.argmax(axis=1), guess)
    return float((best[judged] != truth).sum()), float((truth != guess).sum())


def _wrong_numbers(
    parts: Integers, labels: _Labels, judged: Integers, truth: _Labels, count: int, _: int
) -> tuple[float, float]:
    """The squared errors of the parts' means, and of the mean."""
    rows = np.bincount(parts, minlength=count)
    mean = labels.mean()
    sums = np.bincount(parts, labels, minlength=count)
    means = np.where(rows > 0, sums / np.maximum(rows, 1), mean)
    return float(((truth - means[judged]) ** 2).sum()), float(((truth - mean) ** 2).sum())
