"""The support vector machine (Cortes & Vapnik 1995), fitted by scikit-learn.

Minimises ½|w|² + C Σ w_i loss(y_i f(x_i)): with the hinge max(0, 1-m) for the RBF kernel
exp(-γ|x-z|²), with its square for the linear one. Many classes: one machine for each class against
the rest, and the highest f decides; of two classes the sign of f does.

Decisions f become probabilities by Platt scaling (Platt 1999): P = 1/(1+exp(-(a f + b))), with a
and b fitted to the decisions of machines that did not see the row (three folds), and labels
smoothed to (n₊+1)/(n₊+2) and 1/(n₋+2). Many classes: P of each class, divided by their sum. They
do not decide: b is the data's, and would move the line that the margin has chosen.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.base import pool
from core.base.arrays import Floats, Integers, Mask
from core.data.dataset import Task
from core.data.splits.grouping import grouped_folds, usable
from core.engine.libraries import library_fit
from core.learning.learner import Learner
from core.learning.lessons import Lesson
from core.learning.members import Extent
from core.learning.predictors.linear import Linear, constant
from core.learning.predictors.links import AGAINST_REST, LOGISTIC
from core.learning.predictors.machines import BellMachine, LinearMachine
from core.learning.problem import Problem
from core.learning.settings import setting

LINEAR, RBF = "linear", "rbf"
_FOLDS = 3


@dataclass(frozen=True)
class SupportVectors(Learner):
    """The widest margin between the classes, in a straight line or with an RBF kernel.

    >>> import core
    >>> data = core.example("moons")
    >>> core.fit(data, core.SingleLearner(learner=SupportVectors())).history.error(1) < 0.15
    True
    """

    name = "svm"
    title = "Support vector machine"
    summary = "The widest margin between the classes."
    source = "Cortes & Vapnik 1995, Platt 1999"
    is_serial = True
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)

    kernel: str = setting(
        RBF,
        "linear: a weighted sum of the columns; rbf: how near a row is to the support vectors.",
        choices=(LINEAR, RBF),
        tuned=(LINEAR, RBF),
    )
    cost: float = setting(
        1.0,
        "What a row on the wrong side costs: more fits the rows closer.",
        low=0.000_1,
        high=10_000,
        tuned=(0.01, 100),
        is_log=True,
    )
    gamma: float = setting(
        0.0,
        "How fast nearness fades in the rbf kernel; 0 chooses 1 / (columns × variance).",
        low=0.0,
        high=10_000,
        zero="automatic",
        tuned=(0.001, 10),
        is_log=True,
    )
    most_rows: int = setting(
        5_000,
        "How many rows the rbf kernel learns from at most; from more, so many are drawn at "
        "random. Its time grows with their square, and training one machine cannot be interrupted.",
        low=10,
        high=100_000,
        unit="rows",
        advanced=True,
    )

    def core_seconds(self, extent: Extent) -> float:
        """Of the rbf kernel, the square of the rows; four machines for each class against the rest.

        Every row is then held against the support vectors.
        """
        machines = extent.classes if extent.classes > 2 else 1
        if self.kernel == LINEAR:
            return machines * 2.5e-7 * extent.taught * extent.columns
        rows = min(extent.taught, self.most_rows)
        fits = rows**2 * (3.5e-8 + 1.6e-9 * extent.columns)
        return machines * (fits + 6e-9 * rows * extent.rows)

    def fit(
        self, problem: Problem, weights: Floats, seed: int
    ) -> BellMachine | LinearMachine | Linear:
        """Fit the rows that have a weight."""
        lesson = Lesson.of(problem, weights)
        if self.kernel == RBF:
            lesson = lesson.at_most(self.most_rows, seed)
        if lesson.teaches_nothing:
            return constant(lesson)
        classes = len(lesson.present)
        groups = None if problem.groups is None else problem.groups[lesson.places]
        folds = _folds(lesson.labels, seed, usable(groups))
        gamma = self._gamma(lesson)
        machines = [
            self._calibrated(lesson, lesson.labels == place, folds, gamma)
            for place in (range(classes) if classes > 2 else (1,))
        ]
        coefficients = np.column_stack([machine.coefficients for machine in machines])
        offset = np.array([machine.offset for machine in machines])
        slope = np.array([machine.slope for machine in machines])
        shift = np.array([machine.shift for machine in machines])
        link = LOGISTIC if classes == 2 else AGAINST_REST
        if self.kernel == LINEAR:
            return LinearMachine(
                lesson.layout,
                link,
                lesson.present,
                lesson.outputs,
                coefficients,
                offset,
                slope,
                shift,
            )
        used = coefficients.any(axis=1)
        return BellMachine(
            lesson.layout,
            link,
            lesson.present,
            lesson.outputs,
            lesson.matrix[used],
            gamma,
            coefficients[used],
            offset,
            slope,
            shift,
        )

    def _gamma(self, lesson: Lesson) -> float:
        if self.gamma:
            return self.gamma
        matrix, weights = lesson.matrix, lesson.weights
        means = np.average(matrix, axis=0, weights=weights)
        squares = np.average(matrix**2, axis=0, weights=weights)
        variance = float(squares.mean() - means.mean() ** 2)
        return 1 / (lesson.layout.width * (variance if variance > 0 else 1.0))

    def _calibrated(
        self, lesson: Lesson, is_class: Mask, folds: Integers, gamma: float
    ) -> "_Machine":
        """A machine with Platt's line from its decisions to log odds."""
        matrix, weights = lesson.matrix, lesson.weights
        # Nobody is held out from the machine itself.
        held_out = [folds == fold for fold in (_FOLDS, *range(_FOLDS))]
        can_teach = [len(np.unique(is_class[~out])) == 2 for out in held_out]
        machines: list[_Machine | None] = [None] * len(held_out)

        def work(first: int, last: int) -> None:
            for place in range(first, last):
                taught = ~held_out[place]
                if can_teach[place]:
                    machines[place] = self._machine(
                        matrix[taught], is_class[taught], weights[taught], gamma
                    )

        pool.over(len(machines), work, one_by_one=True)
        machine, *judges = machines
        assert machine is not None
        unseen = np.empty(len(matrix))
        for out, judge in zip(held_out[1:], judges, strict=True):
            if out.any():
                unseen[out] = (judge or machine).decide(matrix[out])
        slope, shift = platt(unseen, is_class, weights)
        if slope <= 0:
            # Too few rows to tell: decisions of rows that were seen point the right way.
            slope, shift = platt(machine.decide(matrix), is_class, weights)
        return replace(machine, slope=slope, shift=shift)

    def _machine(self, matrix: Floats, is_class: Mask, weights: Floats, gamma: float) -> "_Machine":
        with library_fit():
            from sklearn.svm import SVC, LinearSVC

            if self.kernel == LINEAR:
                fitted = LinearSVC(C=self.cost, dual=False)
                fitted.fit(matrix, is_class, sample_weight=weights)
                return _Machine(fitted, fitted.coef_[0], float(fitted.intercept_[0]))
            fitted = SVC(C=self.cost, gamma=gamma, max_iter=max(100_000, 100 * len(matrix)))
            fitted.fit(matrix, is_class, sample_weight=weights)
        coefficients = np.zeros(len(matrix))
        coefficients[fitted.support_] = fitted.dual_coef_[0]
        return _Machine(fitted, coefficients, float(fitted.intercept_[0]))


@dataclass(frozen=True, eq=False)
class _Machine:
    """A fitted machine: coefficients of the columns, or of the rows, and an offset."""

    fitted: Any
    coefficients: Floats
    offset: float
    slope: float = 1.0
    """Platt's a and b."""
    shift: float = 0.0

    def decide(self, matrix: Floats) -> Floats:
        """The decisions of scikit-learn's own machine."""
        with library_fit():
            return np.asarray(self.fitted.decision_function(matrix))


def platt(decisions: Floats, is_class: Mask, weights: Floats) -> tuple[float, float]:
    """Slope a and shift b of P = 1/(1+exp(-(a f + b))), by maximum likelihood."""
    up, down = float(weights[is_class].sum()), float(weights[~is_class].sum())
    smoothed = np.where(is_class, (up + 1) / (up + 2), 1 / (down + 2))
    with library_fit():
        from sklearn.linear_model import LogisticRegression

        # A row of the label t is a row of the class with weight t and one without with 1-t.
        fitted = LogisticRegression(C=1e6, tol=1e-8, max_iter=1000)
        fitted.fit(
            np.concatenate([decisions, decisions])[:, None],
            np.repeat([1, 0], len(decisions)),
            sample_weight=np.concatenate([smoothed * weights, (1 - smoothed) * weights]),
        )
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])


def _folds(labels: Integers, seed: int, groups: Integers | None) -> Integers:
    """The fold of every row: each class is dealt out evenly, rows of one group together."""
    if groups is not None:
        return grouped_folds(groups, labels, _FOLDS, seed)
    shuffled = np.random.default_rng(seed).permutation(len(labels))
    dealt = shuffled[np.argsort(labels[shuffled], kind="stable")]
    folds = np.empty(len(labels), np.int64)
    folds[dealt] = np.arange(len(labels)) % _FOLDS
    return folds
