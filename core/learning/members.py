"""Members: what an ensemble combines. A member is a learner, or an ensemble itself."""

import abc
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from core.base.arrays import Floats
from core.base.errors import SettingsError
from core.base.lacking import Lacking
from core.data.dataset import Dataset, Task
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.settings import Settings

ALL_TASKS = (Task.TWO_CLASSES, Task.MANY_CLASSES, Task.REGRESSION)


class Extent(NamedTuple):
    """How much there is to learn from, and to judge."""

    taught: int
    """Rows that are learned from."""
    rows: int
    """All rows: each is predicted once."""
    columns: int
    classes: int

    @classmethod
    def of(cls, data: Dataset) -> "Extent":
        """That of a dataset."""
        taught = len(data) - int(np.count_nonzero(data.validation))
        return cls(taught, len(data), len(data.features), len(data.classes))


@dataclass(frozen=True)
class Member(Settings):
    """The family of all that can be trained: every learner and every ensemble.

    >>> from core import AdaBoost, Logistic, RandomForest, Stacking
    >>> Stacking(learners=(RandomForest(), AdaBoost(), Logistic())).levels
    2
    """

    tasks: ClassVar[tuple[Task, ...]]
    takes_weights: ClassVar[bool] = True
    """Whether it learns from weighted rows; if not, rows are drawn in proportion to the weights."""
    is_serial: ClassVar[bool] = False
    """Whether one thread learns it: then several are taught side by side."""

    @abc.abstractmethod
    def fit(self, problem: Problem, weights: Floats, seed: int) -> Predictor:
        """Learn from the training rows with these weights; rows of weight 0 are not seen.

        A weight is a count: a row of weight 3 is learned from as three such rows would be.
        """

    def asks_for_sums(self, dataset: Dataset) -> bool:
        """Whether it asks its rows for nothing but sums: then they may be in several places."""
        return False

    def inner(self) -> "Iterator[Member]":
        """The members among its own settings."""
        for declared in self.declared():
            value = getattr(self, declared.name)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Member):
                    yield each

    def with_depth(self, depth: int) -> "Member | Lacking":
        """The same with trees of this depth: its own, or those of its one learner.

        >>> from core import AdaBoost
        >>> AdaBoost().with_depth(3).base.depth
        3
        """
        names = {declared.name for declared in self.declared()}
        own: dict[str, Any] = {"depth": depth}
        if "depth" in names:
            return replace(self, **own)
        for name in ("base", "learner"):
            inner = getattr(self, name, None) if name in names else None
            deeper = None if inner is None or inner.own_levels else inner.with_depth(depth)
            if deeper is not None and not isinstance(deeper, Lacking):
                own = {name: deeper}
                return replace(self, **own)
        return Lacking(
            f"{self.title} grows no tree whose depth could be chosen here, so there is nothing to "
            "vary. Look at its rounds instead."
        )

    @property
    def levels(self) -> int:
        """How many ensembles stand within one another: 0 for a learner, 1 for one of learners."""
        return max((member.levels for member in self.inner()), default=0)

    @property
    def trainings(self) -> int:
        """How many learners are trained on the way, as far as that is known."""
        return 1

    def core_seconds(self, extent: Extent) -> float:
        """How long one core is likely to take to train and judge it; 0 where that is never long.

        By constants that were measured on tables of 4,000 to 50,000 rows of 10 to 40 columns:
        right within a factor of two or three, on a machine of these years.
        """
        return sum(member.core_seconds(extent) for member in self.inner())

    def task_within(self, task: Task) -> Task:
        """What its own members are trained for if it is trained for this task."""
        return task

    def can(self, task: Task) -> bool:
        """Whether it, and all that is within it, can be trained for a task.

        >>> from core import Logistic, Voting
        >>> Voting(learners=(Logistic(),)).can(Task.REGRESSION)
        False
        """
        inner = self.task_within(task)
        return task in self.tasks and all(member.can(inner) for member in self.inner())

    def why_not(self, dataset: Dataset) -> str:
        """Why it cannot be trained on this data, in a sentence; empty if it can."""
        if dataset.task not in self.tasks:
            return wrong_task(self.title, self.tasks, dataset, "learner")
        within = self.dataset_within(dataset)
        return next((why for member in self.inner() if (why := member.why_not(within))), "")

    def dataset_within(self, dataset: Dataset) -> Dataset:
        """The data as its own members are given them."""
        return dataset

    def check(self, dataset: Dataset) -> None:
        """Raise SettingsError if it cannot be trained on this data."""
        if why := self.why_not(dataset):
            raise SettingsError(why)


def wrong_task(title: str, tasks: tuple[Task, ...], dataset: Dataset, noun: str) -> str:
    """The sentence for something that is not for this kind of target."""
    found = f"has {len(dataset.classes)} classes" if dataset.classes else "holds many numbers"
    wanted = " or ".join(task.value for task in tasks)
    return (
        f"{title} is for {wanted}, and {dataset.target!r} {found}. Choose another {noun}, or "
        "another target."
    )
