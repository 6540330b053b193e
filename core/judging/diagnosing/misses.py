"""What a run misses on the rows that judge it, and whether two ways of answering differ.

Two errors on the same rows are compared row by row: most rows are right or wrong both times and
tell nothing; what counts are those that changed. Two intervals that overlap can hide a difference
that the rows that changed show clearly. Rows of one group tell one thing: groups are compared then.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.ascending import places_among
from core.base.intervals import Interval, effective_rows, standard_error, wilson
from core.base.numbering import numbered
from core.base.wording import error_text
from core.data.dataset import Dataset
from core.data.splits.grouping import parted
from core.judging.reviewing.paired import mcnemar, mean_interval, sign_flips, summed
from core.learning.counting import Counting
from core.learning.run import Guess, Run

SURE = 0.05
"""A difference is taken for real if chance alone would do as much this often at most."""
_Z95 = 1.959963984540054
_FEW_FLIPPED = 200
"""Beyond so many rows the normal distribution is as good as drawing signs."""


@dataclass(frozen=True)
class ErrorChange:
    """The error of two answers to the same rows."""

    before: float
    after: float
    p: float
    """How often chance alone would do this or more, were both as good."""
    most_fall: float = 0.0
    """The largest share of what was missed that may be gone, with 97.5 % confidence."""

    @property
    def fell(self) -> bool:
        """Whether the second is better beyond chance."""
        return self.after < self.before and self.p < SURE

    @property
    def rose(self) -> bool:
        """Whether it is worse beyond chance."""
        return self.after > self.before and self.p < SURE


@dataclass(frozen=True, eq=False)
class Judging:
    """The rows that judge a run, by the labels of the file: see `core.learning.counting`.

    Without validation rows, the training rows; then nothing can be said about rows that are new.
    """

    run: Run
    rows: Integers
    weights: Floats
    """As the run counts them, 1 on average."""
    are_new: bool
    groups: Integers | None = None
    """The group of each of these rows, from 0; None where no two are of one group."""

    @classmethod
    def of(cls, run: Run) -> "Judging":
        """Those of a run."""
        data, history = run.dataset, run.history
        rows = data.rows_of(Counting.of(data).lines)
        are_new = len(rows) > 0
        if not are_new:
            rows = np.flatnonzero(~data.validation & (history.by_row(history.row_weights) > 0))
        weights = history.row_weights[history.places_of(rows)]
        weights = weights / weights.mean() if len(rows) else weights
        return cls(run, rows, weights, are_new, parted(data.groups, rows))

    def __len__(self) -> int:
        return len(self.rows)

    def within(self, data: Dataset) -> "Judging":
        """Those of the rows that some other data have too: all of them, if these are the run's."""
        if data is self.run.dataset:
            return self
        _, is_there = places_among(data.lines, self.run.dataset.lines[self.rows])
        groups = None if self.groups is None else numbered(self.groups[is_there])
        own = self.rows[is_there], self.weights[is_there]
        return replace(self, rows=own[0], weights=own[1], groups=groups)

    @property
    def moved(self) -> Mask:
        """Which rows have another label by now, and count with the one that was read for them."""
        data = self.run.dataset
        return np.asarray(data.judging_labels[self.rows] != data.labels[self.rows])

    @property
    def group_count(self) -> int | None:
        """How many groups the rows are of; None where no two are of one."""
        return None if self.groups is None else int(self.groups.max()) + 1

    @property
    def are_weighed(self) -> bool:
        """Whether rows count unlike."""
        return len(self) > 0 and float(np.ptp(self.weights)) >= 1e-9

    def misses(self, t: int) -> Floats:
        """1 for a row that the ensemble of t rounds gets wrong; of numbers the squared error."""
        history = self.run.history
        if self.run.dataset.classes:
            return np.asarray(history.wrong_at([t], self.rows)[0], np.float64)
        return self.misses_of(history.predicted(t)[self.rows])

    def misses_at(self, rounds: Sequence[int]) -> Floats | Mask:
        """The same after each of some rounds, ascending, a line a round; of classes a mask."""
        if self.run.dataset.classes:
            return self.run.history.wrong_at(rounds, self.rows)
        return np.stack([self.misses(t) for t in rounds])

    def misses_of(self, said: Floats) -> Floats:
        """The same of any answers to these rows: classes by number, or numbers."""
        given = self.run.dataset.judging_labels[self.rows]
        if self.run.dataset.classes:
            return np.asarray(said != given, np.float64)
        return np.asarray((said - given) ** 2, np.float64)

    def guess_misses(self) -> Floats:
        """Those of always guessing the commonest training class, or the mean."""
        problem, part = self.run.history.problem, self.run.history.training
        if self.run.dataset.classes:
            return self.misses_of(np.full(len(self), problem.commonest, np.float64))
        weights = problem.row_weights[:part]
        mean = float(np.average(problem.targets[:part], weights=weights))
        return self.misses_of(np.full(len(self), mean))

    def error(self, misses: Floats) -> float:
        """The share of wrong rows by weight, or the root mean squared error."""
        if not len(misses):
            return math.nan
        mean = float((misses * self.weights).mean())
        return mean if self.run.dataset.classes else math.sqrt(mean)

    def interval(self, misses: Floats) -> Interval:
        """The error with its 95 % interval: Wilson's, or by the normal distribution."""
        if self.run.dataset.classes:
            rows = effective_rows(misses, self.weights, self.groups)
            return wilson(min(1.0, self.error(misses)), rows)
        square = mean_interval(misses * self.weights, self.groups)
        low, high = (math.sqrt(max(0.0, end)) for end in (square.low, square.high))
        return Interval(self.error(misses), low, high)

    def change(self, before: Floats, after: Floats) -> ErrorChange:
        """From one answer to another: McNemar's test, or random signs where rows weigh."""
        gone = (before - after) * self.weights
        missed = float((before * self.weights).mean())
        most = float(gone.mean()) + _Z95 * standard_error(gone, self.groups)
        return ErrorChange(
            self.error(before),
            self.error(after),
            self._chance(after - before),
            most / missed if missed > 0 else 0.0,
        )

    def _chance(self, differences: Floats) -> float:
        are_whole = bool(np.all(differences == np.round(differences)))
        is_plain = not self.are_weighed and self.groups is None
        if self.run.dataset.classes and are_whole and is_plain:
            return mcnemar(int((differences < 0).sum()), int((differences > 0).sum()))
        told = summed(differences * self.weights, self.groups)
        told = told[told != 0]
        if len(told) <= _FEW_FLIPPED:
            return sign_flips(told)
        return math.erfc(abs(float(told.sum())) / math.sqrt(2 * float((told**2).sum())))

    def guess(self) -> Guess:
        """Always guessing, judged on these rows."""
        data, problem = self.run.dataset, self.run.history.problem
        if data.classes and not self.run.settings.balanced:
            label = data.classes[problem.commonest]  # which training has counted already
        else:
            label = Guess.of(data, self.run.settings.balanced).label
        return Guess(label, self.error(self.guess_misses()))

    def said(self, error: float) -> str:
        """An error as a person reads it."""
        return error_text(error, bool(self.run.dataset.classes))
