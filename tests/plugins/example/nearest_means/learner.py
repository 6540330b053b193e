"""The nearest mean (Rocchio 1971): a row belongs to the class whose mean is nearest."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.data.dataset import Task
from core.learning.learner import Learner
from core.learning.problem import Problem
from core.learning.settings import setting
from nearest_means.predictor import Means


@dataclass(frozen=True)
class NearestMean(Learner):
    """The weighted mean of each class, over the columns' codes."""

    name = "nearest_mean"
    title = "Nearest mean"
    summary = "A row belongs to the class whose mean is nearest."
    source = "Rocchio 1971"
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)

    shrunk: float = setting(
        0.0, "How far each mean is drawn to the mean of all.", low=0.0, high=0.9
    )

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Means:
        """Take the means."""
        rows = problem.training
        codes = problem.inputs.codes[:, :rows].astype(np.float64)
        of_all = np.average(codes, axis=1, weights=weights)
        means = [
            np.average(codes, axis=1, weights=own) if own.any() else np.full(len(codes), 1e6)
            for own in (weights * (problem.labels[:rows] == k) for k in range(problem.classes))
        ]
        drawn = (1 - self.shrunk) * np.array(means) + self.shrunk * of_all
        return Means(drawn, np.arange(len(codes)))
