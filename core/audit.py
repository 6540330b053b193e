"""The audit: every row ranked by suspicion, higher is worse.

For boosting by weights, a row's suspicion is its weight, relative to the average weight, averaged
over all rounds: boosting keeps raising the weight of rows that its learners cannot explain, rows
with a wrong label and outliers, and the average ranks them better than the last weight does.
Other ensembles average the share of the votes against the row's label. Validation rows have the
weight that they would have had.
"""

import functools
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from core.arrays import Floats, Integers, Mask
from core.data.dataset import Dataset
from core.ensembles import Ensemble
from core.files import written_whole
from core.run import Run
from core.snapshot import Snapshot
from core.training import fit


@dataclass(frozen=True, eq=False)
class Audit:
    """What one run says about the rows of its dataset, in the order of the dataset.

    >>> import core
    >>> found = core.audit(core.example("moons"))
    >>> bool(found.suspicion[found.ranked[0]] == found.suspicion.max())
    True
    """

    run: Run

    @functools.cached_property
    def _end(self) -> Snapshot:
        return Snapshot.of(self.run.history, self.run.rounds)

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

    def frame(self) -> pd.DataFrame:
        """The ranked rows as a table, most suspicious first."""
        data, rows = self.run.dataset, self.ranked
        nothing = np.full(len(rows), np.nan)
        weight = nothing if self.weight is None else self.weight[rows]
        given, suggested = data.labels[rows], self.suggested[rows]
        if data.classes:
            names = np.array(data.classes, dtype=object)
            given, suggested = names[given.astype(np.int64)], names[suggested]
        return pd.DataFrame(
            {
                "line": data.lines[rows],
                "suspicion": self.suspicion[rows],
                "weight": weight,
                "given": given,
                "suggested": suggested,
                "flagged": np.where(self.flagged[rows], "yes", "no"),
                "margin" if data.classes else "residual": self._end.margins[rows],
                "part": np.where(data.validation[rows], "validation", "training"),
            }
        )

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the ranked rows as a CSV file, exact, whole or not at all."""
        with written_whole(path) as aside:
            self.frame().to_csv(aside, index=False)


def audit(data: Dataset, settings: Ensemble | None = None, *, seed: int = 0) -> Audit:
    """Train an ensemble, AdaBoost unless told otherwise, and rank the rows by suspicion."""
    if settings is None:
        from core.ensembles.adaboost import AdaBoost

        settings = AdaBoost()
    return Audit(fit(data, settings, seed=seed))
