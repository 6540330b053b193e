"""Cross-fitting: every row is judged by models that never saw it (Stone 1974)."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.splits.grouping import grouped_folds, usable
from core.engine.inputs import Inputs
from core.learning.problem import Problem


@dataclass(frozen=True, eq=False)
class Fold:
    """Rows that are learned from, and rows that are judged by what was learned: never the same.

    `problem` holds both, the former as its training rows, the latter as its validation rows, in
    an order of its own: a history tells what the judged rows would have gone through.
    """

    problem: Problem
    judged: Integers
    """The places of the judged rows in the whole problem."""

    @classmethod
    def of(cls, whole: Problem, learns: Mask, judged: Integers, weights: Floats) -> "Fold":
        """Of the rows of a problem some learn, with these weights, and some are judged."""
        if learns[judged].any():
            raise ValueError("a row cannot be judged by what was learned from it")
        learned = np.flatnonzero(learns)
        places = np.concatenate([learned, judged])
        codes = np.ascontiguousarray(whole.data.codes[:, places])
        data = whole.data.of_rows(codes, len(learned))
        inputs = Inputs(data.encoder, whole.inputs.columns, whole.inputs.rows[places])
        inputs.__dict__["codes"] = codes
        own = Problem(
            whole.dataset,
            data,
            inputs,
            whole.labels[places] if whole.classes else whole.labels,
            whole.targets if whole.classes else whole.targets[places],
            weights[places],
            None if whole.groups is None else whole.groups[places],
        )
        return cls(own, judged)

    @property
    def weights(self) -> Floats:
        """The weights of the rows that are learned from."""
        return self.problem.row_weights[: self.problem.training]

    @property
    def unseen(self) -> Inputs:
        """The judged rows, ready to be predicted."""
        inputs, training = self.problem.inputs, self.problem.training
        some = inputs.take(np.arange(training, len(inputs)))
        some.__dict__["codes"] = np.ascontiguousarray(inputs.codes[:, training:])
        return some


def learners(
    judged: Mask, weights: Floats, groups: Integers | None = None, block: Integers | None = None
) -> Mask:
    """Who may teach the judges of some rows: all others that have a weight.

    With blocks of time only those of an earlier block, and none of the same groups.

    >>> block, judged = np.array([-1, 0, 0, 1, 1, 2]), np.array([0, 0, 0, 1, 1, 0], bool)
    >>> np.flatnonzero(learners(judged, np.ones(6), None, block)).tolist()
    [1, 2]
    >>> np.flatnonzero(learners(judged, np.ones(6), np.array([0, 1, 2, 2, 3, 4]), block)).tolist()
    [1]
    """
    learns = ~judged & (weights > 0)
    if block is not None:
        learns &= (block >= 0) & (block < block[judged].min())
        if groups is not None:
            learns &= ~np.isin(groups, groups[judged])
    return np.asarray(learns)


def dealt(
    strata: Integers | Floats, folds: int, seed: int, groups: Integers | None = None
) -> Integers:
    """The fold of every row: of about equal size, with about equal shares of the strata.

    Numbers are dealt out in their order, so that every fold has small and large ones. The rows of
    one group are in one fold.

    >>> np.bincount(dealt(np.repeat([0, 1], [10, 5]), 5, seed=0)).tolist()
    [3, 3, 3, 3, 3]
    """
    groups = usable(groups)
    if groups is not None:
        return grouped_folds(groups, strata, folds, seed)
    random = np.random.default_rng(seed)
    order = np.lexsort((random.random(len(strata)), strata))
    fold = np.empty(len(strata), np.int64)
    # Every run of neighbours in an order of its own: else one fold would have all the smallest.
    runs = -(-len(strata) // folds)
    shuffled = np.argsort(random.random((runs, folds)), axis=1).ravel()
    fold[order] = shuffled[: len(strata)]
    return fold
