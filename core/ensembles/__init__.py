"""Ensembles: one file and one settings dataclass each."""

import abc
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

from core.data.dataset import Dataset, Task
from core.errors import SettingsError
from core.history import VoteHistory
from core.model import Model
from core.rounds import Curve, Outcome, Round
from core.run import Run
from core.settings import Settings


class Trainer(abc.ABC):
    """A training under way: it knows how to do rounds, and nothing of who drives it."""

    history: VoteHistory

    @abc.abstractmethod
    def rounds(self) -> Generator[Round, None, Outcome]:
        """Do one round after the other, and tell in the end why no more followed."""

    @abc.abstractmethod
    def model(self) -> Model:
        """The ensemble as it stands after the rounds done so far."""


@dataclass(frozen=True)
class Ensemble(Settings):
    """The family of ensembles: what a person trains."""

    tasks: ClassVar[tuple[Task, ...]]
    curves: ClassVar[tuple[Curve, ...]]

    @abc.abstractmethod
    def trainer(self, dataset: Dataset, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""

    @classmethod
    def why_not(cls, dataset: Dataset) -> str:
        """Why this ensemble cannot be trained on this data, in a sentence; empty if it can."""
        if not dataset.weights[~dataset.validation].any():
            return (
                "No training row has a weight above 0, so there is nothing to learn from. Keep "
                "some training rows, or choose another weight."
            )
        if dataset.task in cls.tasks:
            return ""
        found = f"has {len(dataset.classes)} classes" if dataset.classes else "holds many numbers"
        wanted = " or ".join(task.value for task in cls.tasks)
        return (
            f"{cls.title} is for {wanted}, and {dataset.target!r} {found}. Choose another target."
        )

    def check(self, dataset: Dataset) -> None:
        """Raise SettingsError if this ensemble cannot be trained on this data."""
        if why := self.why_not(dataset):
            raise SettingsError(why)
