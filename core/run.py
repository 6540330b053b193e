"""A Run: what was trained, on which data, how it went and what came out. Frozen once finished."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.data.dataset import Dataset
from core.histories import History
from core.model import Model
from core.predictors import Predictor
from core.problem import class_balance
from core.rounds import Outcome
from core.wording import readable

if TYPE_CHECKING:
    from core.ensembles import Ensemble


@dataclass(frozen=True, eq=False)
class Run:
    """Settings, dataset revision, seed, history and model of one training."""

    settings: "Ensemble"
    dataset: Dataset
    seed: int
    history: History
    model: Model
    outcome: Outcome
    seconds: float
    members: tuple[Predictor, ...] = ()
    """What each round learned, where that is needed to go on."""

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
    def of(cls, dataset: Dataset, balanced: bool = False) -> "Guess":
        """The guess for a dataset, judged on its validation rows, or on all others without any.

        Balanced as a run may be: every class counts the same.
        """
        if not dataset.classes:
            return cls._mean(dataset)
        own = dataset.weights * class_balance(dataset) if balanced else dataset.weights
        weights = own * ~dataset.validation
        labels = dataset.labels.astype(np.int64)
        commonest = int(np.argmax(np.bincount(labels, weights, len(dataset.classes))))
        judged = dataset.validation if dataset.has_validation else ~dataset.validation
        shares = own[judged]
        wrong = float(shares[labels[judged] != commonest].sum() / shares.sum())
        return cls(dataset.classes[commonest], wrong)

    @classmethod
    def _mean(cls, dataset: Dataset) -> "Guess":
        """For numbers: always guessing the training rows' mean."""
        training = ~dataset.validation
        mean = float(np.average(dataset.labels[training], weights=dataset.weights[training]))
        judged = dataset.validation if dataset.has_validation else training
        squares = (dataset.labels[judged] - mean) ** 2
        error = float(np.sqrt(np.average(squares, weights=dataset.weights[judged])))
        return cls(readable(mean), error)
