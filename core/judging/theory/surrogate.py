"""A surrogate: one readable tree fitted to what an ensemble says (Craven & Shavlik 1996).

It is grown on the training rows with the ensemble's answers instead of the labels. How far it can
be read as the ensemble is its fidelity: the share of the rows on which both name the same class
(for numbers R², the share of the variance of the ensemble's answers that it explains), on training
rows and, which tells more, on validation rows that neither was grown on.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Mask
from core.base.intervals import Interval, effective_rows, wilson
from core.base.progress import Progress, Watch, unwatched
from core.data.splits.grouping import parted
from core.engine.codes import MISSING
from core.judging.diagnostics.reading import learned
from core.learning.ensembles.single import SingleLearner
from core.learning.histories.history import rmse, share_wrong
from core.learning.histories.stages import decided_by
from core.learning.learners.tree import Tree
from core.learning.model import Model
from core.learning.problem import Problem
from core.learning.run import Run
from core.learning.words.learned import Learned


@dataclass(frozen=True, eq=False)
class Surrogate:
    """A tree that says nearly what an ensemble says, and how nearly."""

    model: Model
    """To predict with, to save and to export, as any other."""
    training_fidelity: float
    validation_fidelity: float
    """NaN without validation rows."""
    training_error: float
    """Its own error by the labels, to be held against the ensemble's."""
    validation_error: float
    interval: Interval | None
    """Of the fidelity on validation rows, or on training rows without any; None for numbers."""
    gaps: Mask
    """Which columns have missing values: the others need no word about them."""

    def read(self) -> Learned:
        """The tree in words."""
        return learned(self.model, 1, gaps=self.gaps)


def surrogate(run: Run, depth: int = 3, leaf_rows: int = 1, watch: Watch = unwatched) -> Surrogate:
    """Grow a tree on what the ensemble says of the training rows.

    >>> import core
    >>> found = surrogate(core.fit(core.example("moons"), core.AdaBoost(rounds=50)), depth=3)
    >>> found.training_fidelity > 0.9, found.read().tree.leaves() <= 8
    (True, True)
    """
    problem, model = run.history.problem, run.model
    watch(Progress(0, 3))
    said = decided_by(problem, *model.predictor.judged(problem.inputs))
    is_number = problem.is_regression
    taught = replace(problem, targets=said) if is_number else replace(problem, labels=said)
    watch(Progress(1, 3))
    settings = Tree(depth=depth, leaf_rows=leaf_rows)
    tree = settings.fit(taught, problem.row_weights[: problem.training], 0)
    watch(Progress(2, 3))
    own = decided_by(problem, *tree.judged(problem.inputs))
    given = problem.targets if is_number else problem.labels
    parts = (slice(None, problem.training), slice(problem.training, None))
    weights = problem.row_weights
    fidelities = [_alike(own[part], said[part], weights[part], is_number) for part in parts]
    errors = [_error(own[part], given[part], weights[part], is_number) for part in parts]
    return Surrogate(
        replace(model, settings=SingleLearner(learner=settings), predictor=tree),
        fidelities[0],
        fidelities[1],
        errors[0],
        errors[1],
        None if is_number else _interval(problem, own != said),
        (problem.data.codes == MISSING).any(axis=1),
    )


def _interval(problem: Problem, differs: Mask) -> Interval:
    """How often a tree says the same of other rows, too, by those that it was not grown on."""
    rows = np.arange(problem.training)
    if problem.has_validation:
        rows = np.arange(problem.training, len(problem))
    weights, misses = problem.row_weights[rows], differs[rows]
    alike = effective_rows(misses.astype(np.float64), weights, parted(problem.groups, rows))
    return wilson(1 - share_wrong(misses, weights), alike)


def _error(
    said: npt.NDArray[Any], given: npt.NDArray[Any], weights: Floats, is_number: bool
) -> float:
    return rmse(said, given, weights) if is_number else share_wrong(said != given, weights)


def _alike(
    own: npt.NDArray[Any], said: npt.NDArray[Any], weights: Floats, is_number: bool
) -> float:
    """The share of the rows on which both say the same; of numbers R²."""
    apart = _error(own, said, weights, is_number)
    if not is_number or np.isnan(apart):
        return 1 - apart
    spread = rmse(said, np.full(len(said), np.average(said, weights=weights)), weights)
    return 1 - (apart / spread) ** 2 if spread > 0 else 1.0
