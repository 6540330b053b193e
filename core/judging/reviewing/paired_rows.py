"""The rows that two runs can be compared by, and what each of the runs makes of them.

All validation rows of both, by the labels of the file: `core.learning.counting` tells why.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.data.dataset import Dataset
from core.data.splits.grouping import parted
from core.learning.counting import Counting
from core.learning.run import Run


@dataclass(frozen=True, eq=False)
class PairedRows:
    """A row that both runs are judged by, after the other."""

    lines: Integers
    """Their lines in the file, ascending."""
    first: Floats
    second: Floats
    """1 for a wrong row and 0 for a right one; for numbers the squared error."""
    groups: Integers | None
    """The group of each, from 0; None where no two are of one group."""
    counting: Counting
    is_number: bool

    @classmethod
    def of(cls, before: Run, after: Run) -> "PairedRows":
        """All validation rows; rows that one of the runs does not have are asked of its model.

        >>> import core
        >>> data = core.example("moons")
        >>> runs = [core.fit(data, core.AdaBoost(rounds=rounds)) for rounds in (5, 50)]
        >>> found = PairedRows.of(*runs)
        >>> len(found.lines) == data.validation.sum(), float(found.second.mean()) < 0.2
        (np.True_, True)
        """
        _check_same(before.dataset, after.dataset)
        counting = Counting.of(before.dataset, after.dataset)
        is_number = not before.dataset.classes
        lines = np.sort(np.concatenate([counting.lines, counting.absent]))
        given = _given(lines, before.dataset, after.dataset)
        first, second = (
            _misses(_said(run, lines, other.dataset), given, is_number)
            for run, other in ((before, after), (after, before))
        )
        groups = _groups(lines, before.dataset, after.dataset)
        return cls(lines, first, second, groups, counting, is_number)

    def where(self, is_first_right: bool, is_second_right: bool) -> Integers:
        """The lines of the rows that the runs get right and wrong so."""
        right = (self.first == 0) == is_first_right
        return np.asarray(self.lines[right & ((self.second == 0) == is_second_right)])

    def nearer(self) -> tuple[Integers, Integers]:
        """Of numbers the lines that the first run predicts nearer, and those the second does."""
        return self.lines[self.first < self.second], self.lines[self.second < self.first]


def are_comparable(one: Dataset, other: Dataset) -> bool:
    """Whether runs on these data can be compared row by row."""
    return (one.name, one.target, one.classes) == (other.name, other.target, other.classes)


def _check_same(before: Dataset, after: Dataset) -> None:
    if not are_comparable(before, after):
        raise DataError(
            f"The runs are about {before.target!r} of {before.name} and {after.target!r} of "
            f"{after.name}. Only runs on the same data and target can be compared row by row."
        )


def _given(lines: Integers, *datasets: Dataset) -> npt.NDArray[Any]:
    """The labels of the file; every line is in one of the datasets at least."""
    given = np.empty(len(lines), datasets[0].labels.dtype)
    for data in datasets:
        has = np.isin(lines, data.lines)
        given[has] = data.judging_labels[data.rows_of(lines[has])]
    return given


def _said(run: Run, lines: Integers, other: Dataset) -> npt.NDArray[Any]:
    """What a run predicts of these lines; of those that it does not have, its model is asked."""
    data, said = run.dataset, run.history.predicted(run.rounds)
    has = np.isin(lines, data.lines)
    found = np.empty(len(lines), said.dtype)
    found[has] = said[data.rows_of(lines[has])]
    if not has.all():
        found[~has] = run.model.predicted(other.only(np.isin(other.lines, lines[~has])))[0]
    return found


def _misses(said: npt.NDArray[Any], given: npt.NDArray[Any], is_number: bool) -> Floats:
    """1 for a wrong row and 0 for a right one; for numbers the squared error."""
    if is_number:
        return np.asarray((said - given) ** 2, np.float64)
    return np.asarray(said != given, np.float64)


def _groups(lines: Integers, *datasets: Dataset) -> Integers | None:
    """The groups of these lines; every line is in one of the datasets at least."""
    found = np.empty(len(lines), np.int64)
    for data in datasets:
        if data.groups is None:
            return None
        has = np.isin(lines, data.lines)
        found[has] = data.groups[data.rows_of(lines[has])]
    return parted(found, np.arange(len(lines)))
