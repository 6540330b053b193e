"""A Run: what was trained, on which data, how it went and what came out. Frozen once finished."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from core.base.arrays import Floats, Mask
from core.base.wording import readable
from core.data.dataset import Dataset
from core.learning.counting import Counting
from core.learning.deciding import DecisionRule
from core.learning.histories.history import History
from core.learning.model import Model
from core.learning.predictors.predictor import Predictor
from core.learning.problem import class_balance
from core.learning.rounds import Outcome

if TYPE_CHECKING:
    from core.learning.ensemble import Ensemble
    from core.learning.tuned import Tuned


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
    tuned: "Tuned | None" = None
    """How its settings were found, if that was by tuning."""

    @property
    def rounds(self) -> int:
        """How many rounds were done."""
        return self.history.rounds

    @property
    def rule(self) -> DecisionRule | None:
        """What decides between the classes; None if the largest share wins."""
        return self.model.rule

    def deciding_by(self, rule: DecisionRule | None) -> "Run":
        """The same run with another rule: its history, and its curves, stay those of the votes."""
        return replace(self, model=replace(self.model, rule=rule))


_PIECE = 1 << 18


@dataclass(frozen=True)
class Guess:
    """Always guessing the commonest training class: what every error is held against."""

    label: str
    error: float

    @classmethod
    def of(
        cls, dataset: Dataset, balanced: bool = False, counting: Counting | None = None
    ) -> "Guess":
        """The guess for a dataset, judged on its validation rows, or on all others without any.

        Balanced as a run may be: every class counts the same. With `counting`, on those rows.
        """
        if not dataset.classes:
            return cls._mean(dataset, counting)
        own = dataset.weights * class_balance(dataset) if balanced else dataset.weights
        commonest = int(np.argmax(_by_class(dataset, own, ~dataset.validation)))
        judged = _by_class(dataset, own, _judged(dataset, counting))
        others = np.delete(judged, commonest).sum()
        return cls(dataset.classes[commonest], float(others / judged.sum()))

    @classmethod
    def _mean(cls, dataset: Dataset, counting: Counting | None) -> "Guess":
        """For numbers: always guessing the training rows' mean."""
        training = ~dataset.validation
        labels = dataset.judging_labels
        mean = float(np.average(labels[training], weights=dataset.weights[training]))
        judged = _judged(dataset, counting)
        squares = (labels[judged] - mean) ** 2
        error = float(np.sqrt(np.average(squares, weights=dataset.weights[judged])))
        return cls(readable(mean), error)


def _by_class(dataset: Dataset, weights: Floats, chosen: Mask) -> Floats:
    """The weight of each class among some rows, piece by piece: of many rows none is copied."""
    labels, totals = dataset.judging_labels, np.zeros(len(dataset.classes))
    for start in range(0, len(labels), _PIECE):
        some = slice(start, start + _PIECE)
        own = labels[some][chosen[some]].astype(np.int64)
        totals += np.bincount(own, weights[some][chosen[some]], len(totals))
    return totals


def _judged(dataset: Dataset, counting: Counting | None) -> Mask:
    """The validation rows that count, or the training rows without any."""
    if not dataset.has_validation or (counting is not None and len(counting) == 0):
        return np.asarray(~dataset.validation)
    if counting is None or counting.holds_all_of(dataset):
        return dataset.validation
    return np.isin(dataset.lines, counting.lines)
