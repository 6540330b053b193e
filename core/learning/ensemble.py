"""The family of ensembles: what a person trains. Each is one file in `ensembles`."""

import abc
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from core.base import pool
from core.base.arrays import Floats
from core.base.errors import SettingsError
from core.base.stopping import stop_if_asked
from core.base.wording import grouped, roughly
from core.data.dataset import Dataset
from core.learning.members import Extent, Member, wrong_task
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import Curve
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

MOST_LEVELS = 2
"""An ensemble may hold ensembles of learners, and no more than that."""
_WORTH_SAYING = 20.0
"""A training that is likely to take so many seconds is announced."""
_TOGETHER = 0.8
"""What threads get done side by side: some of it only one can do."""


@dataclass(frozen=True)
class Ensemble(Member):
    """The family of ensembles: what a person trains."""

    own_levels = 1
    help_folder = "ensembles"
    curves: ClassVar[tuple[Curve, ...]]
    learns_from_copies: ClassVar[bool] = False
    """Whether its trees, or members, are learned from all rows: over a cluster those of a round
    are dealt out to workers that have a copy of these."""

    balanced: bool = setting(
        False,
        "Every class counts the same, however many rows it has; errors are balanced too.",
        advanced=True,
        shared=True,
    )

    def __post_init__(self) -> None:
        """Check every field, and that ensembles do not nest without end."""
        super().__post_init__()
        if self.levels > MOST_LEVELS:
            raise SettingsError(
                f"{self.title} holds ensembles that hold ensembles themselves. Two levels are the "
                "most: put learners into the inner ones."
            )

    @property
    def levels(self) -> int:
        """One more than its members have."""
        return self.own_levels + super().levels

    @property
    def planned_rounds(self) -> int:
        """How many rounds are to be done, as far as that is known."""
        return int(getattr(self, "rounds", 1))

    def with_rounds(self, rounds: int) -> Self:
        """The same settings with another number of rounds, where that can be set.

        >>> import core
        >>> core.AdaBoost(rounds=5).with_rounds(8).planned_rounds
        8
        """
        if not any(declared.name == "rounds" for declared in self.declared()):
            raise SettingsError(f"{self.title} has no number of rounds that can be set.")
        changed: dict[str, Any] = {"rounds": rounds}
        return replace(self, **changed)

    def rounds_for(self, dataset: Dataset) -> int:
        """How many rounds are to be done on this data, where that depends on it."""
        return self.planned_rounds

    @property
    def trainings(self) -> int:
        """A round trains each member once, unless an ensemble says otherwise."""
        return self.planned_rounds * max(1, sum(member.trainings for member in self.inner()))

    @property
    def announcement(self) -> str:
        """Of an ensemble of ensembles, how much there is to train, in a sentence; else nothing."""
        if self.levels < MOST_LEVELS:
            return ""
        return f"An ensemble of ensembles: {grouped(self.trainings)} learners are trained in all."

    def core_seconds(self, extent: Extent) -> float:
        """Its members', each as often as one is trained."""
        members = list(self.inner())
        once = sum(member.core_seconds(extent) for member in members)
        return once * self.trainings / max(1, sum(member.trainings for member in members))

    def announced(self, dataset: Dataset) -> str:
        """What is said before a training on this data: how much there is, and how long it takes."""
        seconds = self.core_seconds(Extent.of(dataset)) / max(1.0, _TOGETHER * pool.threads())
        if seconds < _WORTH_SAYING:
            return self.announcement
        told = f"Training takes about {roughly(seconds)}: its learners go through all rows."
        return f"{self.announcement} {told}".lstrip()

    @property
    def follows_from_members(self) -> bool:
        """Whether what the rounds learned gives the predictor, and nothing is learned besides."""
        return True

    @abc.abstractmethod
    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""

    def fit(self, problem: Problem, weights: Floats, seed: int) -> Predictor:
        """Train to the end, as a member: a whole weight is as many copies of a row.

        There are no validation rows within: a member that was chosen, or stopped, by them would
        make the error that they show too good.
        """
        own = problem.taught_by(weights)
        trainer = self.trainer(own.balanced() if self.balanced else own, seed)
        for _ in trainer.rounds():
            stop_if_asked()
        return trainer.predictor()

    def why_not(self, dataset: Dataset) -> str:
        """Why this ensemble cannot be trained on this data, in a sentence; empty if it can."""
        if not dataset.has_training:
            return (
                "No training row has a weight above 0, so there is nothing to learn from. Keep "
                "some training rows, or choose another weight."
            )
        if dataset.task not in self.tasks:
            return wrong_task(self.title, self.tasks, dataset, "algorithm")
        return super().why_not(dataset)

    def why_not_shared(self, dataset: Dataset) -> str:
        """Why its rows cannot be in several places, in a sentence; empty if they can.

        They can where a training asks them for nothing but sums, and where members are trained
        apart on copies of them.
        """
        if self.learns_from_copies:
            return ""
        return (
            f"{self.title} with these settings cannot be trained over a cluster yet: its rows must "
            "be in one place. AdaBoost with stumps or trees, LogitBoost, gradient boosting, "
            "forests and bagging can."
        )

    def why_not_drawn(self, dataset: Dataset) -> str:
        """The same where members draw their rows."""
        if dataset.groups is None:
            return ""
        return (
            f"{self.title} cannot be trained over a cluster where rows have groups: these would "
            "have to be drawn as a whole. Train it on one machine, or leave the group out."
        )

    def dataset_within(self, dataset: Dataset) -> Dataset:
        """Members are taught by the training rows, and see no others."""
        if self.levels < MOST_LEVELS or not dataset.validation.any():
            return dataset
        return replace(dataset, validation=np.zeros(len(dataset), bool))
