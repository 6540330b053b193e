"""Verdicts: what an ensemble says of some rows at a round, and how good that is in one line.

Training rows are judged by members that never saw them wherever there are any (Breiman 1996).
"""

import enum
import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.intervals import effective_rows, standard_error, wilson
from core.base.lacking import Lacking
from core.base.wording import readable
from core.data.splits.grouping import parted
from core.judging.diagnostics.run_access import shares_at, weights_of
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity
from core.learning.run import Run

_Z95 = 1.959963984540054


class JudgedRows(enum.Enum):
    """JudgedRows rows are judged."""

    VALIDATION = "validation"
    TRAINING = "training"
    ALL = "all"


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Some rows with their label, or number, and what the ensemble says of them."""

    classes: tuple[str, ...]
    """Empty if numbers are predicted."""
    which: JudgedRows
    rows: Integers
    """Their places in the dataset, ascending; rows of weight 0 are left out."""
    given: npt.NDArray[Any]
    said: npt.NDArray[Any]
    weights: Floats
    """As the run counts them: balanced if it is."""
    guess: float
    """The commonest class of the training rows, or their mean."""
    is_unseen: bool
    """Whether training rows are judged by members that never saw them."""
    groups: Integers | None = None
    """The group of each of these rows, from 0; None where no two are of one group."""

    @classmethod
    def of(cls, history: History, said: npt.NDArray[Any], which: JudgedRows) -> "Verdicts":
        """The rows of a part with what is `said` of all rows; raise DataError without any."""
        problem = history.problem
        dataset, own = problem.dataset, weights_of(history)
        chosen = own > 0
        if which is not JudgedRows.ALL:
            chosen &= dataset.validation if which is JudgedRows.VALIDATION else ~dataset.validation
        rows = np.flatnonzero(chosen)
        if len(rows) == 0:
            raise DataError(
                f"There are no {which.value} rows here to judge by. Open the data with another "
                "validation share."
            )
        if problem.is_regression:
            part = history.training
            guess = float(np.average(problem.targets[:part], weights=problem.row_weights[:part]))
        else:
            guess = float(problem.commonest)
        kind = np.float64 if problem.is_regression else np.int64
        return cls(
            dataset.classes,
            which,
            rows,
            dataset.judging_labels[rows].astype(kind),
            np.asarray(said)[rows].astype(kind),
            own[rows],
            guess,
            history.judges_unseen and which is not JudgedRows.VALIDATION,
            parted(dataset.groups, rows),
        )

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, kept: Mask) -> "Verdicts":
        """The verdicts on some of these rows."""
        groups = None if self.groups is None else np.unique(self.groups[kept], return_inverse=True)
        return replace(
            self,
            rows=self.rows[kept],
            given=self.given[kept],
            said=self.said[kept],
            weights=self.weights[kept],
            groups=None if groups is None else groups[1],
        )

    @property
    def guess_text(self) -> str:
        """What always guessing would say."""
        return self.classes[int(self.guess)] if self.classes else readable(self.guess)


def class_shares(thing: Run | History, t: int, rows: Integers) -> Floats | Lacking:
    """The probability of every class of some rows after t rounds.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=5))
    >>> class_shares(run, 5, np.arange(3)).sum(axis=1).round(9).tolist()
    [1.0, 1.0, 1.0]
    """
    if isinstance(thing, Run) and not thing.history.has(Quantity.SHARES) and t > 0:
        # Asked of the rows alone: a stage is not a sum that a history could keep.
        history = thing.history
        history.check_round(t)
        places = np.argsort(history.order)[rows]
        model = thing.model if t == thing.rounds else thing.model.first(t)
        return model.predictor.outputs(history.problem.inputs.take(places))
    shares = shares_at(thing, t)
    return shares if isinstance(shares, Lacking) else shares[rows]


@dataclass(frozen=True)
class ErrorHeadline:
    """An error with its 95 % interval, beside what always guessing gets."""

    error: float
    """The share of wrong rows by weight, or the root mean squared error."""
    low: float
    high: float
    rows: int
    guess: str
    guess_error: float


def headline(verdicts: Verdicts) -> ErrorHeadline:
    """How good the verdicts are.

    Of classes the interval is Wilson's (1927). Of numbers it is the root of the mean squared
    error ± 1.96 standard errors of that mean. Both are wider where rows weigh unlike or come in
    groups: see `core.base.intervals.effective_rows`.

    >>> import core
    >>> history = core.fit(core.example("moons"), core.AdaBoost(rounds=30)).history
    >>> found = headline(Verdicts.of(history, history.suggested(30), JudgedRows.VALIDATION))
    >>> found.low < found.error < found.high < found.guess_error
    True
    """
    total = float(verdicts.weights.sum())
    rows = len(verdicts)
    if verdicts.classes:
        error = float(verdicts.weights[verdicts.said != verdicts.given].sum()) / total
        by_guess = float(verdicts.weights[verdicts.given != int(verdicts.guess)].sum()) / total
        wrong = (verdicts.said != verdicts.given).astype(np.float64)
        alike = effective_rows(wrong, verdicts.weights, verdicts.groups)
        interval = wilson(min(1.0, error), alike)
        return ErrorHeadline(
            error, interval.low, interval.high, rows, verdicts.guess_text, by_guess
        )
    squares = (verdicts.said - verdicts.given) ** 2
    mean = float(np.average(squares, weights=verdicts.weights))
    shares = verdicts.weights / verdicts.weights.mean()
    half = _Z95 * standard_error((squares - mean) * shares, verdicts.groups)
    by_guess = float(np.average((verdicts.given - verdicts.guess) ** 2, weights=verdicts.weights))
    return ErrorHeadline(
        math.sqrt(mean),
        math.sqrt(max(0.0, mean - half)),
        math.sqrt(mean + half),
        rows,
        verdicts.guess_text,
        math.sqrt(by_guess),
    )


def thinned(x: Floats, y: Floats, cells: int = 1000) -> Integers:
    """The places of a curve's points to keep: one a cell of a fine grid, and both ends.

    >>> thinned(np.linspace(0, 1, 5), np.zeros(5), 2).tolist()
    [0, 2, 4]
    """
    if len(x) < 2:
        return np.arange(len(x))

    def cell(values: Floats) -> Integers:
        low, span = float(values.min()), float(np.ptp(values))
        if not span > 0:
            return np.zeros(len(values), np.int64)
        return np.asarray(np.minimum((values - low) / span * cells, cells - 1), np.int64)

    across, up = cell(x), cell(y)
    is_new = np.ones(len(x), bool)
    is_new[1:] = (np.diff(across) != 0) | (np.diff(up) != 0)
    is_new[-1] = True
    return np.flatnonzero(is_new)
