"""Ensembles: one file and one settings dataclass each."""

import abc
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.data.dataset import Dataset, Task
from core.errors import SettingsError
from core.histories import History
from core.learners import Learner
from core.predictors import Predictor
from core.problem import Problem
from core.rounds import Curve, Ending, Outcome, Round
from core.run import Run
from core.settings import Settings, setting


class Trainer(abc.ABC):
    """A training under way: it knows how to do rounds, and nothing of who drives it."""

    problem: Problem
    history: History

    @abc.abstractmethod
    def rounds(self) -> Generator[Round, None, Outcome]:
        """Do one round after the other, and tell in the end why no more followed."""

    @abc.abstractmethod
    def predictor(self) -> Predictor:
        """The ensemble as it stands after the rounds done so far."""

    @property
    def members(self) -> tuple[Predictor, ...]:
        """What each round learned, where going on needs it."""
        return ()

    def why_nothing_to_learn(self) -> Outcome | None:
        """The outcome if these rows cannot teach anything."""
        problem = self.problem
        counts = problem.row_weights[: problem.training] > 0
        there = problem.labels[: problem.training][counts] if problem.classes else np.empty(0, int)
        present = np.flatnonzero(np.bincount(there, minlength=problem.classes))
        if len(present) == 1:
            name = problem.dataset.classes[present[0]]
            return Outcome(
                Ending.SINGLE_CLASS,
                f"Every training row is {name!r}, so there is nothing to tell apart. "
                "Choose another target, or data with both classes.",
            )
        if not problem.data.usable.any():
            return Outcome(
                Ending.NO_USABLE_FEATURE,
                "No column has two different values, so there is nothing to learn from. "
                "Choose data with at least one column that varies.",
            )
        return None


@dataclass(frozen=True)
class Ensemble(Settings):
    """The family of ensembles: what a person trains."""

    tasks: ClassVar[tuple[Task, ...]]
    curves: ClassVar[tuple[Curve, ...]]

    balanced: bool = setting(
        False, "Every class counts the same, however many rows it has; errors are balanced too.",
        advanced=True, shared=True,
    )  # fmt: skip

    @property
    def planned_rounds(self) -> int:
        """How many rounds are to be done, as far as that is known."""
        return int(getattr(self, "rounds", 1))

    @abc.abstractmethod
    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""

    def why_not(self, dataset: Dataset) -> str:
        """Why this ensemble cannot be trained on this data, in a sentence; empty if it can."""
        if not dataset.weights[~dataset.validation].any():
            return (
                "No training row has a weight above 0, so there is nothing to learn from. Keep "
                "some training rows, or choose another weight."
            )
        if dataset.task not in self.tasks:
            return _wrong_task(self.title, self.tasks, dataset, "algorithm")
        for declared in self.declared():
            inner = getattr(self, declared.name)
            for learner in inner if isinstance(inner, tuple) else (inner,):
                if isinstance(learner, Learner) and dataset.task not in learner.tasks:
                    return _wrong_task(learner.title, learner.tasks, dataset, "learner")
        return ""

    def check(self, dataset: Dataset) -> None:
        """Raise SettingsError if this ensemble cannot be trained on this data."""
        if why := self.why_not(dataset):
            raise SettingsError(why)


def _wrong_task(title: str, tasks: tuple[Task, ...], dataset: Dataset, noun: str) -> str:
    found = f"has {len(dataset.classes)} classes" if dataset.classes else "holds many numbers"
    wanted = " or ".join(task.value for task in tasks)
    return (
        f"{title} is for {wanted}, and {dataset.target!r} {found}. Choose another {noun}, or "
        "another target."
    )
