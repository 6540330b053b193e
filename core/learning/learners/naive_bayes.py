"""Naive Bayes (Maron 1961): columns as if independent of one another within a class."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.data.dataset import Task
from core.engine.codes import MISSING, MOST_VALUES
from core.engine.matrix import MatrixLayout
from core.learning.learner import Learner
from core.learning.lessons import Lesson
from core.learning.predictors.bayes import Bayes
from core.learning.predictors.links import SOFTMAX
from core.learning.problem import Problem
from core.learning.settings import setting


@dataclass(frozen=True)
class NaiveBayes(Learner):
    """P(k | x) proportional to P(k) Π P(x_j | k); missing and unseen values are left out.

    A number has a Gaussian a class, with the class's weighted mean and variance. A category has
    the share (n_c + a) / (n + a m) of a class's weight, m the number of categories and `a` the
    smoothing (Laplace); a weight counts as so many rows.

    >>> import core
    >>> data = core.example("moons")
    >>> core.fit(data, core.SingleLearner(learner=NaiveBayes())).history.error(1) < 0.2
    True
    """

    name = "naive_bayes"
    title = "Naive Bayes"
    summary = "Every column speaks for itself, and what they say is multiplied."
    source = "Maron 1961"
    is_serial = True
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)

    smoothing: float = setting(
        1.0,
        "How many rows each category counts as seen in every class beforehand.",
        low=0.000_001,
        high=1_000,
        unit="rows",
        tuned=(0.01, 100),
        is_log=True,
    )
    least_variance: float = setting(
        1e-9,
        "What is added to every variance, as a share of the column's own.",
        low=1e-12,
        high=1.0,
        advanced=True,
        tuned=(1e-9, 0.1),
        is_log=True,
    )

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Bayes:
        """Take the weighted means, variances and shares."""
        lesson = Lesson.of(problem, weights)
        layout = lesson.layout_with(MOST_VALUES)
        classes = len(lesson.present)
        each = [np.where(lesson.labels == place, lesson.weights, 0.0) for place in range(classes)]
        by_class = np.column_stack(each)
        means, variances = self._gaussians(layout.numbers(problem.inputs, lesson.places), by_class)
        return Bayes(
            layout,
            SOFTMAX,
            lesson.present,
            lesson.outputs,
            means,
            variances,
            self._log_shares(layout, layout.flags(problem.inputs, lesson.places).T @ by_class),
            np.log(by_class.sum(axis=0) / by_class.sum()),
        )

    def _gaussians(self, numbers: Floats, by_class: Floats) -> tuple[Floats, Floats]:
        """A row a column, a column a class; a class without any value has those of all rows."""
        # Standardised columns: all rows have the mean 0 and the variance 1.
        means = np.zeros((numbers.shape[1], by_class.shape[1]))
        variances = np.ones_like(means)
        for place, column in enumerate(numbers.T):
            there = ~np.isnan(column)
            values, shares = column[there], by_class[there]
            totals = shares.sum(axis=0)
            known = totals > 0
            shares = shares[:, known] / totals[known]
            means[place, known] = values @ shares
            away = (values[:, None] - means[place, known]) ** 2
            variances[place, known] = (away * shares).sum(axis=0)
        return means, variances + self.least_variance

    def _log_shares(self, layout: MatrixLayout, counted: Floats) -> Floats:
        """A row a flag, a column a class; missing values say nothing."""
        log_shares = np.zeros_like(counted)
        categories = layout.code != MISSING
        for feature in np.unique(layout.flag[categories]):
            own = (layout.flag == feature) & categories
            smoothed = counted[own] + self.smoothing
            log_shares[own] = np.log(smoothed / smoothed.sum(axis=0))
        return log_shares
