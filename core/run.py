"""A Run: what was trained, on which data, how it went and what came out. Frozen once finished."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.data.dataset import Dataset
from core.history import VoteHistory
from core.model import Model
from core.rounds import Outcome

if TYPE_CHECKING:
    from core.ensembles import Ensemble


@dataclass(frozen=True, eq=False)
class Run:
    """Settings, dataset revision, seed, history and model of one training."""

    settings: "Ensemble"
    dataset: Dataset
    seed: int
    history: VoteHistory
    model: Model
    outcome: Outcome
    seconds: float

    @property
    def rounds(self) -> int:
        """How many rounds were done."""
        return self.history.rounds


@dataclass(frozen=True)
class Guess:
    """Always guessing the commonest training class: what every error is held against."""

    label: str
    error: float

    @classmethod
    def of(cls, dataset: Dataset) -> "Guess":
        """The guess for a dataset, judged on its validation rows, or on all others without any."""
        weights = dataset.weights * ~dataset.validation
        labels = dataset.labels.astype(np.int64)
        commonest = int(np.argmax(np.bincount(labels, weights, len(dataset.classes))))
        judged = dataset.validation if dataset.has_validation else ~dataset.validation
        shares = dataset.weights[judged]
        wrong = float(shares[labels[judged] != commonest].sum() / shares.sum())
        return cls(dataset.classes[commonest], wrong)
