"""A first ranking: what one run says about the rows of its dataset, in no time at all.

For boosting by weights, a row's suspicion is its weight, relative to the average weight, averaged
over all rounds: boosting keeps raising the weight of rows that its learners cannot explain, rows
with a wrong label and outliers, and the average ranks them better than the last weight does.
Other ensembles average the share of the votes against the row's label. Validation rows have the
weight that they would have had.
"""

import functools
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.data.dataset import Dataset
from core.judging.auditing.table import ranked_columns, write_ranked
from core.learning.run import Run
from core.learning.snapshot import Snapshot, first_measure
from core.reading.writing.csv_table import Columns
from core.reading.writing.frames import framed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class RunAudit:
    """The ranking by a run's own suspicion, in the order of the dataset.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=20))
    >>> found = RunAudit(run)
    >>> bool(found.suspicion[found.ranked[0]] == found.suspicion.max())
    True
    """

    run: Run

    @functools.cached_property
    def _end(self) -> Snapshot:
        return Snapshot.of(self.run.history, self.run.rounds)

    @property
    def dataset(self) -> Dataset:
        """The data of the run."""
        return self.run.dataset

    @property
    def suspicion(self) -> Floats:
        """One number a row, higher is worse."""
        return self._end.suspicion

    @property
    def ranked(self) -> Integers:
        """The rows, most suspicious first; equals stay in the order of the file."""
        return self._end.ranked

    @property
    def flagged(self) -> Mask:
        """The rows that deserve a look."""
        return self._end.flagged

    @property
    def weight(self) -> Floats | None:
        """The relative weight after the last round; None where rows have no weights."""
        return self._end.weights

    @property
    def suggested(self) -> npt.NDArray[Any]:
        """The class (its number), or the number, that the ensemble would give each row."""
        return self._end.suggested

    def frame(self) -> "pd.DataFrame":
        """The ranked rows as a table, most suspicious first."""
        return framed(self._columns())

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the ranked rows, with the file's own columns, exact, whole or not at all."""
        write_ranked(self._columns(), self.dataset.table, path)

    def _columns(self) -> Columns:
        end, data = self._end, self.dataset
        nothing = np.full(len(data), np.nan)
        more = {
            "weight": nothing if end.weights is None else end.weights,
            "margin" if data.classes else "residual": end.margins,
        }
        return ranked_columns(
            data,
            end.ranked,
            end.suspicion,
            end.suggested,
            end.flagged,
            more,
            self.run.history.judges_unseen,
            first_measure(self.run.history),
        )


def first_ranking(run: Run) -> RunAudit:
    """What a run says about the rows of its dataset."""
    return RunAudit(run)
