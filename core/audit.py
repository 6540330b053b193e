"""The audit: every row ranked by suspicion, higher is worse.

A row's suspicion is its boosting weight, relative to the average weight, averaged over all
rounds. Boosting keeps raising the weight of rows that its learners cannot explain: rows with a
wrong label, and outliers. The average ranks them better than the last weight does. Validation
rows have the weight that they would have had.
"""

import functools
import os
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.arrays import Floats, Integers, Mask
from core.data.dataset import Dataset
from core.ensembles import Ensemble
from core.files import written_whole
from core.run import Run
from core.training import fit

FLAG_FROM = 2.0
"""A row is flagged if its suspicion is at least this many times the average and most votes,
counted by their weight, contradict its label."""


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
    def suspicion(self) -> Floats:
        """One number a row, higher is worse; 1 is average."""
        return self.run.history.mean_weights()

    @functools.cached_property
    def ranked(self) -> Integers:
        """The rows, most suspicious first; equals stay in the order of the file."""
        return ranked(self.suspicion)

    @functools.cached_property
    def weight(self) -> Floats:
        """The relative weight after the last round."""
        return self.run.history.relative_weights(self.run.rounds)

    @functools.cached_property
    def suggested(self) -> Integers:
        """The class that the ensemble would give each row."""
        labels = self.run.dataset.labels.astype(np.int64)
        return np.where(self.run.history.wrong(self.run.rounds), 1 - labels, labels)

    @functools.cached_property
    def flagged(self) -> Mask:
        """The rows that deserve a look."""
        return flagged(self.suspicion, self.run.history.margins(self.run.rounds))

    def frame(self) -> pd.DataFrame:
        """The ranked rows as a table, most suspicious first."""
        data, rows = self.run.dataset, self.ranked
        classes = np.array(data.classes, dtype=object)
        return pd.DataFrame(
            {
                "line": data.lines[rows],
                "suspicion": self.suspicion[rows],
                "weight": self.weight[rows],
                "given": classes[data.labels.astype(np.int64)[rows]],
                "suggested": classes[self.suggested[rows]],
                "flagged": np.where(self.flagged[rows], "yes", "no"),
                "margin": self.run.history.margins(self.run.rounds)[rows],
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


def ranked(suspicion: Floats) -> Integers:
    """The rows, most suspicious first; equals stay in the order of the file."""
    return np.argsort(-suspicion, kind="stable")


def flagged(suspicion: Floats, margins: Floats) -> Mask:
    """The rows whose suspicion is high and whose label most votes contradict."""
    return np.asarray((suspicion >= FLAG_FROM) & (margins < 0))
