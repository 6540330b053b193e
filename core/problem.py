"""A problem: a dataset as learners take it, training rows first, validation rows behind them."""

import functools
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, Integers
from core.data.dataset import Dataset, Task
from core.data.grouping import most_folds
from core.engine.binning import Binned, binned
from core.engine.inputs import Inputs


@dataclass(frozen=True, eq=False)
class Problem:
    """Everything in training order: codes, labels or targets, and starting weights."""

    dataset: Dataset
    data: Binned
    inputs: Inputs
    labels: Integers
    """The classes; empty for a regression."""
    targets: Floats
    """The numbers to predict; empty for classes."""
    row_weights: Floats
    groups: Integers | None = None
    """A number for every row, the same for rows that are never parted; None without groups."""

    @classmethod
    def of(cls, dataset: Dataset, balanced: bool = False) -> "Problem":
        """A dataset as a problem; balanced, every class has the same total weight."""
        data = binned(dataset)
        given = dataset.labels[data.order]
        is_number = dataset.task is Task.REGRESSION
        none = np.empty(0)
        return cls(
            dataset,
            data,
            Inputs.of(data, dataset.features),
            none.astype(np.int64) if is_number else given.astype(np.int64),
            given.astype(np.float64) if is_number else none,
            (dataset.weights * class_balance(dataset) if balanced else dataset.weights)[data.order],
            None if dataset.groups is None else dataset.groups[data.order],
        )

    def __len__(self) -> int:
        return len(self.row_weights)

    @property
    def training(self) -> int:
        """How many rows are learned from: the first ones."""
        return self.data.training

    def most_folds(self, folds: int) -> int:
        """So many folds, or as many as there are training rows or groups of them."""
        return most_folds(folds, self.training, self.training_groups)

    @property
    def training_groups(self) -> Integers | None:
        """The groups of the training rows."""
        return None if self.groups is None else self.groups[: self.training]

    @property
    def classes(self) -> int:
        """How many classes there are; 0 for a regression."""
        return len(self.dataset.classes)

    @property
    def is_regression(self) -> bool:
        """Whether numbers are to be predicted."""
        return self.dataset.task is Task.REGRESSION

    @functools.cached_property
    def commonest(self) -> int:
        """The class with the most training weight."""
        if self.is_regression:
            return 0
        weights = self.row_weights[: self.training]
        counted = np.bincount(self.labels[: self.training], weights, self.classes)
        return int(np.argmax(counted))


def class_balance(dataset: Dataset) -> Floats:
    """What each row's weight is multiplied by so that all classes weigh the same in training."""
    if dataset.task is Task.REGRESSION:
        return np.ones(len(dataset))
    labels = dataset.labels.astype(np.int64)
    training = dataset.weights * ~dataset.validation
    totals = np.bincount(labels, training, len(dataset.classes))
    factors = np.divide(
        training.sum() / len(totals), totals, out=np.ones(len(totals)), where=totals > 0
    )
    return np.asarray(factors[labels])
