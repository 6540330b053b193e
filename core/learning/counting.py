"""Which rows count: the one place that says by which rows, and which labels, runs are judged.

Every validation row counts, with the label that was read for it, whatever was decided about it
since. It would be simpler to leave out the rows about which something was decided, but then the
rows that are left are no longer a fair sample: those that leave were chosen because the judges
contradict their label, the later run learned from labels that were moved towards the judges'
opinion, and what remains agrees with both. On clean classes that overlap, a reviewer who follows
every suggestion would be shown a gain of some three points too many. A rule that does not look at
the label has no such bias. What it costs: labels that are wrong in the file make every error look
higher than it is, before and after alike, and a difference smaller: of two classes with a share p
of wrong labels, 1 - 2p of it is left (Angluin & Laird 1988).

A validation row that was excluded is in no run that was trained since. It leaves the curves of all
runs that are shown side by side; a proof, which looks at the last round alone, asks both models
about it.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.wording import grouped
from core.data.dataset import Dataset
from core.learning.histories.history import History
from core.learning.rounds import VALIDATION_ERROR


@dataclass(frozen=True, eq=False)
class Counting:
    """The validation rows that count for one run, or for several that are shown side by side."""

    lines: Integers
    """Their lines in the file, ascending."""
    absent: Integers
    """Those of validation rows that were excluded from the data of one of the runs."""
    relabelled: int
    """How many count with the label of the file, and have another one in one of the runs."""

    @classmethod
    def of(cls, *datasets: Dataset) -> "Counting":
        """The validation rows that all of these revisions of the same data have.

        >>> import core
        >>> data = core.example("moons")
        >>> first, second = data.lines[data.validation][:2].tolist()
        >>> found = Counting.of(data, data.excluding([first]).relabelled({second: "lower"}))
        >>> len(found.lines) == data.validation.sum() - 1, len(found.absent)
        (np.True_, 1)
        """
        first, *others = {id(data): data for data in datasets}.values()
        lines = everything = first.lines[_judging(first)]
        changed = _relabelled(first)
        for data in others:
            own = data.lines[_judging(data)]
            lines = np.intersect1d(lines, own, assume_unique=True)
            everything = np.union1d(everything, own)
            changed = np.union1d(changed, _relabelled(data))
        absent = np.setdiff1d(everything, lines, assume_unique=True) if others else lines[:0]
        return cls(lines, absent, int(np.isin(changed, lines).sum()))

    def __len__(self) -> int:
        return len(self.lines)

    def holds_all_of(self, data: Dataset) -> bool:
        """Whether every validation row of one of its data counts."""
        return len(_judging(data)) == len(self)

    def error(self, history: History, t: int) -> float:
        """The error after t rounds on these rows; without any, on the training rows."""
        if len(self) == 0:
            return history.error(t)
        if not self._others(history).size:
            kept = history.curve(VALIDATION_ERROR.name)
            return float(kept[t - 1]) if t else history.validation_error(0)
        rows = history.problem.dataset.rows_of(self.lines)
        return history.error_on(history.places_of(rows), t)

    def errors(self, history: History) -> Floats:
        """The error after every round, round 1 first; of training rows if no others count.

        Where all validation rows count, this is the curve that the training kept. Otherwise what
        the rows that do not count add to it is taken off: the cost is that of these rows.
        """
        kept = history.curve(VALIDATION_ERROR.name if len(self) else "training_error")
        others = self._others(history) if len(self) else np.empty(0, np.int64)
        if not others.size:
            return kept
        is_number = history.problem.is_regression
        total = history.total_weights[1]
        left = total - float(history.row_weights[others].sum())
        sums = (kept**2 if is_number else kept) * total - history.misses(others)[: len(kept)]
        shares = np.maximum(sums, 0.0) / left
        return np.sqrt(shares) if is_number else shares

    @property
    def sentence(self) -> str:
        """What one must know about these rows; empty if there is nothing to know.

        >>> Counting(np.arange(90), np.arange(90, 92), 0).sentence
        '2 excluded validation rows are left out.'
        """
        found = []
        if self.relabelled:
            rows = "row counts" if self.relabelled == 1 else "rows count"
            found.append(
                f"{grouped(self.relabelled)} relabelled validation {rows} with the label of "
                "the file."
            )
        if absent := len(self.absent):
            what = "ones are" if found and absent > 1 else "one is" if found else _rows_are(absent)
            found.append(f"{grouped(absent)} excluded {what} left out.")
        return " ".join(found)

    def _others(self, history: History) -> Integers:
        """The places, in training order, of the run's validation rows that do not count."""
        data = history.problem.dataset
        if self.holds_all_of(data):
            return np.empty(0, np.int64)
        own = data.lines[_judging(data)]
        return history.places_of(data.rows_of(np.setdiff1d(own, self.lines, assume_unique=True)))


def _judging(data: Dataset) -> Integers:
    """The validation rows that have a weight."""
    return np.flatnonzero(data.validation & (data.weights > 0))


def _relabelled(data: Dataset) -> Integers:
    """The lines of those that have another label than they were read with."""
    if data.first_labels is None:
        return np.empty(0, np.int64)
    rows = _judging(data)
    return np.asarray(data.lines[rows[data.labels[rows] != data.judging_labels[rows]]])


def _rows_are(count: int) -> str:
    return "validation row is" if count == 1 else "validation rows are"
