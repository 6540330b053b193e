"""Weak learners: one file and one settings dataclass each."""

import abc
from dataclasses import dataclass
from typing import ClassVar

from core.arrays import Floats
from core.data.dataset import Task
from core.predictors import Predictor
from core.problem import Problem
from core.settings import Settings

ALL_TASKS = (Task.TWO_CLASSES, Task.MANY_CLASSES, Task.REGRESSION)


@dataclass(frozen=True)
class Learner(Settings):
    """The family of weak learners: what an ensemble combines."""

    tasks: ClassVar[tuple[Task, ...]] = ALL_TASKS
    takes_weights: ClassVar[bool] = True
    """Whether it learns from weighted rows; if not, rows are drawn in proportion to the weights."""

    @abc.abstractmethod
    def fit(self, problem: Problem, weights: Floats, seed: int) -> Predictor:
        """Learn from the training rows with these weights; rows of weight 0 are not seen."""
