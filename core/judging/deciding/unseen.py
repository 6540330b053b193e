"""What a run's settings say of its training rows, each judged by a model that never saw it.

Whole groups are left out. Where the split is by time, every row is judged by models taught with
earlier rows only, and the earliest are not judged (Tashman 2000).
"""

from dataclasses import dataclass
from itertools import islice

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress, Watch, unwatched
from core.base.stopping import stop_if_asked
from core.base.wording import count
from core.data.splits.grouping import most_folds, parted
from core.judging.auditing.chaining import NOBODY, Chain
from core.judging.auditing.crossfit import dealt, learners
from core.learning.rounds import Ending
from core.learning.run import Run
from core.learning.training import Training

FOLDS = 5
_LEAST_OF_CLASS = 2


@dataclass(frozen=True, eq=False)
class UnseenShares:
    """The shares of training rows by models that never saw them."""

    rows: Integers
    """Their places in the dataset."""
    labels: Integers
    shares: Floats
    """A column a class."""
    weights: Floats
    """As the rows have them: balancing is for learning, and no row costs more by it."""
    fold: Integers
    """Rows of one number were judged by the same model."""
    groups: Integers | None
    is_by_time: bool

    @property
    def folds(self) -> int:
        """How many models judged."""
        return int(self.fold.max()) + 1


def unseen_shares(run: Run, watch: Watch = unwatched) -> UnseenShares:
    """Train the run's settings once a fold; raise DataError if there are too few rows for it.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=5))
    >>> found = unseen_shares(run)
    >>> len(found.rows) == (~run.dataset.validation).sum(), found.folds
    (np.True_, 5)
    """
    data = run.dataset
    if not data.classes:
        raise DataError(f"{data.target!r} is a number, so there is nothing to decide between.")
    training = np.flatnonzero(~data.validation & (data.weights > 0))
    labels = data.labels[training].astype(np.int64)
    seen = np.bincount(labels, minlength=len(data.classes))
    if (seen < _LEAST_OF_CLASS).any():
        rare = data.classes[int(np.argmin(seen))]
        few = count(int(seen.min()), "training row is", "training rows are")
        raise DataError(
            f"Only {few} {rare!r}, too few to learn from some and judge by others. Take more of "
            "them into the training rows."
        )
    fold, block = _folds(run, training, labels)
    groups = None if data.groups is None else data.groups[training]
    weights = data.weights[training]
    shares = np.full((len(training), len(data.classes)), np.nan)
    numbers = np.unique(fold[fold != NOBODY])
    for done, number in enumerate(numbers.tolist()):
        watch(Progress(done, len(numbers), f"training without part {done + 1} of {len(numbers)}"))
        held_out = fold == number
        taught = learners(held_out, weights, groups if block is not None else None, block)
        shares[held_out] = _judged(run, training[taught], training[held_out])
    watch(Progress(1, 1))
    judged = fold != NOBODY
    if not judged.any() or len(np.unique(labels[judged])) < 2:
        raise DataError(
            "There are too few training rows, or too few of a class, to judge any of them by "
            "models that never saw them. Take more rows into the training."
        )
    kept = training[judged]
    return UnseenShares(
        kept,
        labels[judged],
        shares[judged],
        weights[judged],
        np.unique(fold[judged], return_inverse=True)[1],
        parted(data.groups, kept),
        block is not None,
    )


def _folds(run: Run, training: Integers, labels: Integers) -> tuple[Integers, Integers | None]:
    """The fold of every training row, and by time also its block."""
    data = run.dataset
    groups = None if data.groups is None else data.groups[training]
    if data.times is not None:
        chain = Chain.of(data.times[training], labels, data.weights[training], groups, run.seed)
        return chain.fold, chain.block
    rarest = int(np.bincount(labels).min())
    folds = most_folds(max(2, min(FOLDS, rarest)), len(training), groups)
    return dealt(labels, folds, run.seed, groups), None


def _judged(run: Run, taught: Integers, held_out: Integers) -> Floats:
    """What the run's settings, taught with some rows, say of others."""
    data = run.dataset
    training = Training(data.only(_mask(len(data), taught)), run.settings, run.seed)
    rounds = run.rounds if run.outcome.ending is Ending.STOPPED else None
    for _ in islice(training, rounds):
        stop_if_asked()
    return training.model().probabilities(data.only(_mask(len(data), held_out)))


def _mask(rows: int, places: Integers) -> Mask:
    mask = np.zeros(rows, bool)
    mask[places] = True
    return mask
