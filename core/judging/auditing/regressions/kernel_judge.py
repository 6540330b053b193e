"""A regression on how near a row is to some of the rows: smooth, and unlike any tree.

The kernel exp(-γ|x-z|²) by Nyström's method (Williams & Seeger 2001): with L some of the rows
learned from, a row has the features k(x, L) K_LL^(-1/2), on which a logistic or a linear
regression with a ridge is fitted. Time and memory are linear in the rows.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.engine.libraries import one_thread
from core.judging.auditing.crossfit import Fold
from core.learning.lessons import Lesson

_ITERATIONS = 200
_BLOCK = 16_384


@dataclass(frozen=True)
class KernelRegression:
    """How many rows stand for all of them, how fast nearness fades, and how much is held back."""

    landmarks: int = 300
    nearness: float = 0.25
    """γ is this over the number of columns times their variance."""
    ridge: float = 1 / 3
    most_rows: int = 20_000
    """More rows than these teach it little, and take long."""

    def outputs(self, part: Fold, seed: int) -> Floats:
        """What it says about the judged rows: shares of the classes, or numbers."""
        from core.learning.learners.linear import ridge
        from core.learning.learners.logistic import logistic
        from core.learning.predictors.links import LOGISTIC, SOFTMAX, linked

        problem = part.problem
        lesson = Lesson.of(problem, part.weights).at_most(self.most_rows, seed)
        said = np.zeros((len(problem) - problem.training, lesson.outputs))
        if lesson.teaches_nothing:
            said[:] = _usual(lesson)
            return said
        near = self._nearness_of(lesson.matrix, seed)
        known = near(lesson.matrix)
        if problem.is_regression:
            middle, spread = lesson.target_scale
            wanted = (lesson.targets - middle) / spread
            coefficients, offset = ridge(known, wanted, lesson.weights, self.ridge)
        else:
            coefficients, offset = logistic(
                known, lesson.labels, lesson.weights, self.ridge, _ITERATIONS
            )
        link = LOGISTIC if len(offset) == 1 else SOFTMAX
        unseen = part.unseen
        for start in range(0, len(said), _BLOCK):
            rows = slice(start, start + _BLOCK)
            scores = near(lesson.layout.matrix(unseen, rows)) @ coefficients + offset
            if problem.is_regression:
                said[rows] = middle + spread * scores
            else:
                said[rows, lesson.present] = linked(scores, link, 1.0)
        return said

    def _nearness_of(self, known: Floats, seed: int) -> Callable[[Floats], Floats]:
        """From rows to their features."""
        random = np.random.default_rng([seed, 1])
        count = min(self.landmarks, len(known))
        marks = known[np.sort(random.choice(len(known), count, replace=False))]
        gamma = self.nearness / (known.shape[1] * (float(known.var()) or 1.0))
        with one_thread():
            values, vectors = np.linalg.eigh(_near(marks, marks, gamma))
        root = vectors / np.sqrt(np.maximum(values, 1e-12))

        def features(rows: Floats) -> Floats:
            with one_thread():
                return np.asarray(_near(rows, marks, gamma) @ root)

        return features


def _near(rows: Floats, marks: Floats, gamma: float) -> Floats:
    """The kernel between rows and landmarks."""
    apart = (rows**2).sum(axis=1)[:, None] + (marks**2).sum(axis=1) - 2 * rows @ marks.T
    return np.asarray(np.exp(-gamma * np.maximum(apart, 0.0)))


def _usual(lesson: Lesson) -> Floats:
    """What rows that teach nothing else teach: the shares of the classes, or the mean."""
    if lesson.problem.is_regression:
        return np.array([lesson.target_scale[0]])
    labels = lesson.problem.labels[lesson.places]
    shares = np.bincount(labels, lesson.weights, lesson.outputs)
    return np.asarray(shares / shares.sum())
