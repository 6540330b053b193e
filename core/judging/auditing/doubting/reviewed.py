"""What a person decided about the labels of a dataset, as an audit takes it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Integers, Mask
from core.data.dataset import Dataset
from core.judging.auditing.doubting.flips import UNKNOWN


@dataclass(frozen=True, eq=False)
class Reviewed:
    """The rows about whose label somebody decided.

    They are settled: they come last in the ranking, and none of them is flagged. Which labels were
    put right, and which were kept, tells how the others are likely to be wrong.
    """

    settled: Mask
    given: npt.NDArray[Any]
    """The labels before any decision."""

    @classmethod
    def of(cls, dataset: Dataset, kept: Iterable[int] = ()) -> "Reviewed":
        """The rows of a revision that have another label than was read, and the lines kept.

        Where no row has a class any more, it was renamed or merged as a whole, and no single row of
        it was decided about.

        >>> import core
        >>> data = core.example("ten points", validation_share=0).relabelled({7: "+"})
        >>> found = Reviewed.of(data, kept=[3])
        >>> data.lines[found.settled].tolist(), data.classes[found.given[data.rows_of([7])[0]]]
        ([3, 7], '-')
        """
        labels, given = dataset.labels, dataset.first_labels
        if given is None:
            given = labels
        elif dataset.classes:
            given = np.where(np.isin(given, labels), given, labels)
        return cls((given != labels) | np.isin(dataset.lines, list(kept)), given)

    def take(self, rows: Integers) -> "Reviewed":
        """The same in another order."""
        return Reviewed(self.settled[rows], self.given[rows])

    def known(self, labels: Integers) -> Integers:
        """The classes of the rows that somebody decided about; `UNKNOWN` for all others."""
        return np.where(self.settled, labels, UNKNOWN)
