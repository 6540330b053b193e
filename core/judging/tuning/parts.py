"""Parts of the rows: some are learned from, others judge, and no group is on both sides.

With a time in the split each part is judged by what came before it, latest first (Tashman 2000).
"""

import numpy as np

from core.base.arrays import Mask
from core.base.errors import DataError
from core.data.dataset import Dataset
from core.data.resplitting import judged_on
from core.data.splits.grouping import mixed, most_folds
from core.judging.auditing.chaining import NOBODY, Chain
from core.judging.auditing.crossfit import dealt, learners

_STREAM = 0x7E57
"""Drawn apart from everything else that a seed decides."""
_LEAST_ROWS = 10


def fold_parts(dataset: Dataset, folds: int, seed: int) -> tuple[Dataset, ...]:
    """The training rows dealt into folds: in each part another fold judges, and the others teach.

    The validation rows are in none of them.

    >>> import core
    >>> data = core.example("moons")
    >>> parts = fold_parts(data, 5, seed=0)
    >>> len(parts), {len(part) for part in parts} == {int((~data.validation).sum())}
    (5, True)
    """
    own = dataset.only(~dataset.validation) if dataset.validation.any() else dataset
    masks = _chained(own, seed) or _dealt(own, folds, seed)
    if len(masks) < 2:
        raise DataError(
            f"{own.name} has too few training rows, or too few groups of them, to try settings on. "
            "Tuning needs twenty rows at least, and two groups where there are groups."
        )
    return tuple(_part(own, teaches, judges) for teaches, judges in masks[:folds])


def some_rows(dataset: Dataset, most: int, seed: int) -> Dataset:
    """At most so many training rows, drawn by chance, whole groups as far as they go."""
    training = np.flatnonzero(~dataset.validation)
    if len(training) <= most:
        return dataset
    groups = None if dataset.groups is None else dataset.groups[training]
    keep = dataset.validation.copy()
    keep[training[mixed(groups, len(training), [_STREAM, seed])[:most]]] = True
    return dataset.only(keep)


def _dealt(own: Dataset, folds: int, seed: int) -> list[tuple[Mask, Mask]]:
    usable = most_folds(folds, len(own) // _LEAST_ROWS, own.groups)
    if usable < 2:
        return []
    fold = dealt(own.labels, usable, seed, own.groups)
    return [(fold != number, fold == number) for number in range(int(fold.max()) + 1)]


def _chained(own: Dataset, seed: int) -> list[tuple[Mask, Mask]]:
    """Each block of time after those before it, the latest first; none without a time."""
    if own.times is None:
        return []
    chain = Chain.of(own.times, own.labels, own.weights, own.groups, seed)
    found = []
    for number in np.unique(chain.fold[chain.fold != NOBODY])[::-1].tolist():
        judges = chain.fold == number
        teaches = learners(judges, own.weights, own.groups, chain.block)
        if judges.any() and teaches.any():
            found.append((teaches, judges))
    return found if len(found) > 1 else []


def _part(own: Dataset, teaches: Mask, judges: Mask) -> Dataset:
    some = teaches | judges
    return judged_on(own.only(some), judges[some])
