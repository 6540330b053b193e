"""The k nearest neighbours (Fix & Hodges 1951, Cover & Hart 1967)."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.learning.learner import Learner
from core.learning.lessons import Lesson
from core.learning.members import Extent
from core.learning.predictors.linear import Linear, constant
from core.learning.predictors.links import IDENTITY, SHARES
from core.learning.predictors.neighbours import MOST_NEIGHBOURS, Neighbours
from core.learning.problem import Problem
from core.learning.settings import setting


@dataclass(frozen=True)
class NearestNeighbours(Learner):
    """What the nearest rows have: the shares of their classes, or the mean of their numbers.

    Distances are Euclidean, between standardised numbers and categories as 0 or 1. There is
    nothing to fit: the model keeps the rows that it learned from, and its file holds them.

    >>> import core
    >>> data = core.example("moons")
    >>> core.fit(data, core.SingleLearner(learner=NearestNeighbours())).history.error(1) < 0.15
    True
    """

    name = "neighbours"
    title = "Nearest neighbours"
    summary = "The rows nearest to a row decide; the model keeps all its rows."
    source = "Fix & Hodges 1951, Cover & Hart 1967"
    is_serial = True
    takes_weights = False

    neighbours: int = setting(
        5,
        "How many of the nearest rows decide. The model file holds the rows that were learned "
        "from.",
        low=1,
        high=MOST_NEIGHBOURS,
        unit="rows",
        tuned=(1, 50),
        is_log=True,
    )
    most_rows: int = setting(
        20_000,
        "How many rows are kept at most; from more, so many are drawn at random. "
        "Predicting takes longer the more there are.",
        low=1,
        high=10_000_000,
        unit="rows",
        advanced=True,
    )

    def core_seconds(self, extent: Extent) -> float:
        """Every row is held against all that are kept."""
        kept = min(extent.taught, self.most_rows)
        return 8e-10 * kept * extent.rows * extent.columns

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Neighbours | Linear:
        """Keep the rows that have a weight."""
        lesson = Lesson.of(problem, weights).drawn(seed)
        if len(lesson.places) > self.most_rows:
            lesson = lesson.at_most(self.most_rows, seed).drawn(seed)
        if lesson.teaches_nothing:
            return constant(lesson)
        return Neighbours(
            lesson.layout,
            IDENTITY if problem.is_regression else SHARES,
            lesson.present,
            lesson.outputs,
            lesson.matrix,
            lesson.weights.astype(np.int32),
            lesson.targets if problem.is_regression else lesson.labels.astype(np.float64),
            self.neighbours,
        )
