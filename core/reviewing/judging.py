"""Which rows may judge two runs, and in what the runs' data differ.

A row judges if it is a validation row of both runs, has a weight, and its label is the file's in
both: a row that was relabelled or excluded leaves both sides.
"""

import numpy as np

from core.arrays import Integers, Mask
from core.data.dataset import Dataset


def judging_lines(before: Dataset, after: Dataset) -> tuple[Integers, int]:
    """The lines that judge, and how many validation rows do not because of a decision.

    >>> import core
    >>> data = core.example("moons")
    >>> line = int(data.lines[data.validation][0])
    >>> lines, left_out = judging_lines(data, data.excluding([line]))
    >>> len(lines) == data.validation.sum() - 1, left_out
    (np.True_, 1)
    """
    new = [data.validation & (data.weights > 0) for data in (before, after)]
    first, second = before.lines[new[0]], after.lines[new[1]]
    lines = np.intersect1d(
        before.lines[new[0] & is_untouched(before)],
        after.lines[new[1] & is_untouched(after)],
        assume_unique=True,
    )
    return lines, len(np.union1d(first, second)) - len(lines)


def is_untouched(data: Dataset) -> Mask:
    """Whether each row's label is the one that the file gives it."""
    if not data.classes:
        return np.ones(len(data), bool)
    column = data.table.column(data.target).as_categories()
    place = {name: number for number, name in enumerate(data.classes)}
    named = np.array([place.get(name, -1) for name in column.categories], np.int64)
    return np.asarray(named[column.values[data.rows]] == data.labels)


def training_changes(before: Dataset, after: Dataset) -> tuple[int, int]:
    """How many training rows are in one of them only, and how many have another label."""
    first, second = (data.lines[~data.validation] for data in (before, after))
    both = np.intersect1d(first, second, assume_unique=True)
    labels = [data.labels[data.rows_of(both)] for data in (before, after)]
    return len(first) + len(second) - 2 * len(both), int((labels[0] != labels[1]).sum())
