"""A problem: a dataset as learners take it, training rows first, validation rows behind them."""

import functools
import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.base import room
from core.base.arrays import Floats, Integers
from core.data.dataset import Dataset, Task
from core.data.splits.grouping import most_folds
from core.engine.binning import Binned, Encoder, binned
from core.engine.inputs import Inputs
from core.engine.matrix import mean_and_deviation
from core.engine.sums import ALONE, RowSums


@dataclass(frozen=True, eq=False)
class Overall:
    """What is known of all rows of a problem together, wherever they are."""

    training: int
    """How many rows are learned from."""
    training_weight: float
    validation_weight: float
    class_rows: Integers
    """How many training rows each class has, and what they weigh."""
    class_weights: Floats

    @property
    def weight(self) -> float:
        """What all rows weigh."""
        return self.training_weight + self.validation_weight


@dataclass(frozen=True, eq=False)
class Problem:
    """Everything in training order: codes, labels or targets, and starting weights.

    The labels of training rows are those of the dataset; validation rows are judged by the labels
    that they were read with (see `core.learning.counting`).
    """

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
    sums: RowSums = ALONE
    """Who adds up over all rows: these may be some of them."""
    positions: Integers | None = None
    """Where the training rows stand among those of all rows; None if these are all."""

    @classmethod
    def of(
        cls,
        dataset: Dataset,
        balanced: bool = False,
        *,
        labels: Floats | Integers | None = None,
        sums: RowSums = ALONE,
        positions: Integers | None = None,
    ) -> "Problem":
        """A dataset as a problem; balanced, every class has the same total weight.

        With `labels`, one a row of the dataset, these are learned and judged by.
        """
        data = binned(dataset)
        given = dataset.judging_labels if labels is None else labels
        weights = dataset.weights * class_balance(dataset) if balanced else dataset.weights
        is_number = dataset.task is Task.REGRESSION
        kind = np.float64 if is_number else np.int64
        own, none = room.taken(given, data.order, kind), np.empty(0)
        return cls(
            dataset,
            data,
            Inputs.of(data, dataset.features),
            none.astype(np.int64) if is_number else own,
            own if is_number else none,
            # Without weights all are 1, in any order.
            room.taken(weights, data.order) if balanced or dataset.is_weighed else weights,
            None if dataset.groups is None else room.taken(dataset.groups, data.order),
            sums,
            positions,
        )

    def __len__(self) -> int:
        return len(self.row_weights)

    @property
    def training(self) -> int:
        """How many rows are learned from: the first ones."""
        return self.data.training

    @property
    def row_sums(self) -> RowSums:
        """Who adds up what rows have that are shared out; copies of all have it all."""
        return ALONE if self.sums.are_copies else self.sums

    def most_folds(self, folds: int) -> int:
        """So many folds, or as many as there are training rows or groups of them."""
        return most_folds(folds, self.training, self.training_groups)

    @property
    def training_groups(self) -> Integers | None:
        """The groups of the training rows."""
        return None if self.groups is None else self.groups[: self.training]

    @property
    def has_validation(self) -> bool:
        """Whether there are rows to judge by that are not learned from."""
        return self.overall.validation_weight > 0

    @property
    def classes(self) -> int:
        """How many classes there are; 0 for a regression."""
        return len(self.dataset.classes)

    @property
    def is_regression(self) -> bool:
        """Whether numbers are to be predicted."""
        return self.dataset.task is Task.REGRESSION

    @functools.cached_property
    def centre(self) -> float:
        """A round number near the training rows' targets: their differences from it are exact.

        Trees are grown on these differences. Of the squares of numbers that are far from 0 and
        near one another, times in milliseconds for instance, rounding would leave nothing.
        """
        weights = self.row_weights[: self.training]
        counts = weights > 0
        mean, deviation = mean_and_deviation(self.targets[: self.training][counts], weights[counts])
        if deviation == 0:
            return mean
        step = 2.0 ** math.frexp(deviation)[1]
        return step * round(mean / step)

    @functools.cached_property
    def centred(self) -> Floats:
        """The training rows' targets less the centre."""
        return self.targets[: self.training] - self.centre

    @property
    def commonest(self) -> int:
        """The class with the most training weight."""
        if self.is_regression:
            return 0
        return int(np.argmax(self.overall.class_weights))

    @property
    def overall(self) -> Overall:
        """What is known of all rows together; asked for once."""
        # No cached_property: while it computes, one of Python 3.11 lets no other problem compute,
        # and these may wait for one another's sums.
        known: Overall | None = self.__dict__.get("_overall")
        if known is None:
            known = self.__dict__["_overall"] = self._added_up()
        return known

    def _added_up(self) -> Overall:
        labels, weights = self.labels[: self.training], self.row_weights[: self.training]
        classes = self.classes
        own = np.concatenate(
            [
                [self.training, weights.sum(), self.row_weights[self.training :].sum()],
                np.bincount(labels, minlength=classes)[:classes],
                np.bincount(labels, weights if classes else None, classes)[:classes],
            ]
        )
        training, training_weight, validation_weight, *known = self.sums.added(own).tolist()
        return Overall(
            int(training),
            training_weight,
            validation_weight,
            np.array(known[:classes], np.int64),
            np.array(known[classes:]),
        )

    def seeing(self, features: Integers) -> "Problem":
        """The same rows with some of the columns only."""
        columns = tuple(self.inputs.columns[place] for place in features)
        encoder = Encoder(tuple(self.data.encoder.features[place] for place in features))
        codes = np.ascontiguousarray(self.data.codes[features])
        counts, spans = self.data.counts[features], self.data.spans[features]
        data = replace(self.data, encoder=encoder, codes=codes, counts=counts, spans=spans)
        inputs = Inputs(encoder, columns, self.inputs.rows)
        inputs.__dict__["codes"] = codes
        return replace(self, data=data, inputs=inputs)

    def taught_by(self, weights: Floats) -> "Problem":
        """The training rows that have a weight, and no others: there are no validation rows.

        If all weights are whole numbers, as those of a sample are, a row is there that many times;
        its copies are a group, which no fold parts.
        """
        places = np.flatnonzero(weights > 0)
        own = weights[places]
        groups = np.arange(self.training) if self.groups is None else self.groups
        if np.array_equal(own, np.rint(own)) and own.sum() <= self.training:
            places = np.repeat(places, own.astype(np.int64))
            own = np.ones(len(places))
        return replace(self._at(places, len(places)), row_weights=own, groups=groups[places])

    def only(self, places: Integers) -> "Problem":
        """Some of its rows, in the same order: they stay the rows of the dataset that they are."""
        own = self._at(places, int(np.searchsorted(places, self.training)))
        return replace(own, data=replace(own.data, order=self.data.order[places]))

    def _at(self, places: Integers, training: int) -> "Problem":
        """The rows at these places; so many of them are learned from."""
        codes = np.ascontiguousarray(self.data.codes[:, places])
        data = self.data.of_rows(codes, training)
        inputs = Inputs(data.encoder, self.inputs.columns, self.inputs.rows[places])
        inputs.__dict__["codes"] = codes
        return replace(
            self,
            data=data,
            inputs=inputs,
            labels=self.labels[places] if self.classes else self.labels,
            targets=self.targets if self.classes else self.targets[places],
            row_weights=self.row_weights[places],
            groups=None if self.groups is None else self.groups[places],
            sums=ALONE,
            positions=None,
        )

    def parted(self, sides: npt.NDArray[np.int8]) -> "Problem":
        """Two classes of many: those on side -1 and on side 1; rows on side 0 weigh nothing."""
        of_row = sides[self.labels]
        given = sides[self.dataset.labels.astype(np.int64)]
        two = replace(
            self.dataset,
            task=Task.TWO_CLASSES,
            classes=("-1", "1"),
            labels=(given > 0).astype(np.int64),
        )
        return replace(
            self,
            dataset=two,
            labels=(of_row > 0).astype(np.int64),
            row_weights=self.row_weights * (of_row != 0),
        )

    def balanced(self) -> "Problem":
        """The same rows, weighed so that every class has the same total weight in training."""
        if self.is_regression:
            return self
        training = self.row_weights * (np.arange(len(self)) < self.training)
        factors = balancing(self.labels, training, self.classes)
        return replace(self, row_weights=self.row_weights * factors[self.labels])


def class_balance(dataset: Dataset) -> Floats:
    """What each row's weight is multiplied by so that all classes weigh the same in training."""
    if dataset.task is Task.REGRESSION:
        return np.ones(len(dataset))
    labels = dataset.judging_labels.astype(np.int64)
    training = dataset.weights * ~dataset.validation
    return np.asarray(balancing(labels, training, len(dataset.classes))[labels])


def balancing(labels: Integers, weights: Floats, classes: int) -> Floats:
    """What the weights of each class are multiplied by so that all have the same total.

    >>> balancing(np.array([0, 0, 0, 1]), np.ones(4), 2).tolist()
    [0.6666666666666666, 2.0]
    """
    totals = np.bincount(labels, weights, classes)
    even = weights.sum() / classes
    return np.asarray(np.divide(even, totals, out=np.ones(classes), where=totals > 0))
