"""A logistic regression whose ridge is chosen by rows that it has not seen."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.judging.auditing.crossfit import Fold, dealt
from core.learning.lessons import Lesson

_ITERATIONS = 200
_HELD_OUT, _FEW_ITERATIONS = 4, 25
"""One row in so many chooses the ridge, by searches that need not end."""
_WIDE = 10.0
"""With more columns than rows, each of which says little, as many times more is held back."""
_LEAST_SHARE = 0.02
"""Smaller shares of a label count as this: some labels are wrong."""


@dataclass(frozen=True)
class ChosenRidge:
    """How strongly coefficients are held near 0 depends on the data: none is right for all."""

    ridges: tuple[float, ...] = (1.0, 10.0, 100.0)
    usual: float = 10.0
    most_rows: int = 10_000
    """With more rows it hardly matters, and the usual one is taken."""

    def outputs(self, part: Fold, seed: int) -> Floats:
        """What it says about the judged rows: shares of the classes."""
        from core.learning.learners.logistic import Logistic

        learner = Logistic(ridge=self._chosen(part, seed), iterations=_ITERATIONS)
        return learner.fit(part.problem, part.weights, seed).outputs(part.unseen)

    def _chosen(self, part: Fold, seed: int) -> float:
        """The ridge that makes the labels of held-out rows likeliest."""
        from core.learning.learners.logistic import logistic
        from core.learning.predictors.links import LOGISTIC, SOFTMAX, linked

        lesson = Lesson.of(part.problem, part.weights)
        if lesson.teaches_nothing or len(lesson.places) > self.most_rows:
            return self.usual
        labels, weights = lesson.labels, lesson.weights
        groups = part.problem.groups
        own = None if groups is None else groups[lesson.places]
        held_out = dealt(labels, _HELD_OUT, seed, own) == 0
        if len(np.unique(labels[~held_out])) < len(lesson.present):
            return self.usual
        misses = []
        is_wide = lesson.matrix.shape[1] > len(lesson.places)
        ridges = [_WIDE * ridge if is_wide else ridge for ridge in self.ridges]
        for ridge in ridges:
            # Fewer rows are held back as much by a ridge smaller by as much.
            coefficients, offset = logistic(
                lesson.matrix[~held_out],
                labels[~held_out],
                weights[~held_out],
                ridge * (1 - 1 / _HELD_OUT),
                _FEW_ITERATIONS,
            )
            shares = linked(
                lesson.matrix[held_out] @ coefficients + offset,
                LOGISTIC if len(offset) == 1 else SOFTMAX,
                1.0,
            )
            own = shares[np.arange(len(shares)), labels[held_out]]
            misses.append(float(-weights[held_out] @ np.log(np.maximum(own, _LEAST_SHARE))))
        return ridges[int(np.argmin(misses))]
