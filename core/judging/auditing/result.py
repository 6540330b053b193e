"""The audit's result: every row ranked by suspicion, with what is the matter and what to do."""

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import SettingsError
from core.base.wording import grouped
from core.data.dataset import Dataset
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.doubting.noise import NO_NOISE
from core.judging.auditing.jury import Opinion
from core.judging.auditing.reasons import Reasons, RowEvidence
from core.judging.auditing.skill import can_tell_numbers
from core.judging.auditing.table import ranked_columns, write_ranked
from core.judging.auditing.twins import Twins
from core.judging.auditing.verdict import KINDS, SuspicionKind
from core.learning.histories.quantities import Quantity
from core.learning.run import Run
from core.reading.writing.csv_table import Columns
from core.reading.writing.frames import framed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Audit:
    """What the judges say about the rows of a dataset, in its order. Frozen.

    >>> import core
    >>> found = core.audit(core.example("moons"))
    >>> bool(found.suspicion[found.ranked[0]] == found.suspicion.max())
    True
    """

    dataset: Dataset
    suspicion: Floats
    """One number a row, higher is worse. For classes from 0, all judges are sure of the label, to
    1, all are sure of one other; twins have 1 more. For numbers how many usual residuals away from
    the number the nearest judge is."""
    wrong: Floats
    """How likely each row's label, or number, is wrong."""
    suggested: npt.NDArray[Any]
    """The class (its number), or the number, that the judges would give."""
    probability: Floats
    """The judges' mean share for the suggested class; NaN for numbers."""
    kinds: Integers
    """The place of each row's kind in `KINDS`; see `kind`."""
    noise: Noise
    """The estimated share of wrong labels, with a 90 % interval."""
    count: int
    """How many rows are flagged."""
    scores: Mapping[str, Floats]
    """Further scores by name, each higher for worse rows: boosting's, in sample and unseen."""
    opinions: tuple[Opinion, ...]
    """What each judge says; none where there was nothing to learn."""
    twins: Twins
    run: Run | None
    """The boosted run whose history tells since when a row is wrong."""
    seconds: float
    settled: Mask | None = None
    """The rows whose label somebody kept or gave before; None without any. They come last."""
    flips: Floats | None = None
    """How often a row of each class (a row) has each label (a column); None if nobody knows."""
    judged: Mask | None = None
    """The rows that judges were heard on; None if on all. The others are outside the sample that
    was asked for, or nobody knew enough before them: see `Chain`."""

    @property
    def about(self) -> Dataset:
        """The data that were judged; the rows here are all of them, or those to look at."""
        return self.dataset

    @property
    def fair(self) -> "Audit":
        """The audit of rows whose shares are those of all."""
        return self

    @property
    def is_of_all(self) -> bool:
        """Whether the rows here are all that were judged, and not those to look at alone."""
        return self.about is self.dataset

    @functools.cached_property
    def ranked(self) -> Integers:
        """The rows, most suspicious first; equals stay in the order of the file.

        Rows that are settled come behind all others.
        """
        ranked = np.argsort(-self.suspicion, kind="stable")
        if self.settled is None:
            return ranked
        return np.concatenate([ranked[~self.settled[ranked]], ranked[self.settled[ranked]]])

    @functools.cached_property
    def sample(self) -> int | None:
        """How many rows were drawn to be audited; None if all were to be."""
        if self.judged is None or self.dataset.split.past_only:
            return None
        return int(self.judged.sum())

    @functools.cached_property
    def can_tell(self) -> bool:
        """Whether the judges know enough of the labels, or numbers, to tell a wrong one."""
        if not self.opinions:
            return False
        if self.dataset.classes:
            return self.noise != NO_NOISE  # whatever is told has an interval of some width
        heard = slice(None) if self.judged is None else self.judged
        groups = None if self.dataset.groups is None else self.dataset.groups[heard]
        labels = self.dataset.labels[heard].astype(np.float64)
        return can_tell_numbers(self.suggested[heard], labels, groups)

    @functools.cached_property
    def flagged(self) -> Mask:
        """The rows that deserve a look: the most suspicious ones."""
        flagged = np.zeros(len(self.dataset), bool)
        flagged[self.ranked[: self.count]] = True
        return flagged

    def kind(self, row: int) -> SuspicionKind:
        """What is the matter with a row."""
        return KINDS[int(self.kinds[row])]

    @property
    def weight(self) -> Floats | None:
        """The relative weight after the run's last round; None where there is none."""
        if self.run is None or not self.run.history.has(Quantity.WEIGHTS):
            return None
        return self.run.history.relative_weights(self.run.rounds)

    def false_discovery(self, count: int) -> float:
        """The share of right labels to be expected among the `count` most suspicious rows.

        It never falls as more rows are flagged.
        """
        if not 0 <= count <= len(self.dataset):
            raise SettingsError(
                f"{grouped(count)} rows cannot be flagged: there are {grouped(len(self.dataset))}. "
                "Choose a number between 0 and that."
            )
        return float(self._false_shares[count - 1]) if count else 0.0

    def flagging(self, many: float) -> "Audit":
        """The same with so many rows flagged: a whole number of them, or a share below 1."""
        rows = len(self.dataset)
        count = round(many * rows) if isinstance(many, float) and 0 <= many < 1 else int(many)
        if not 0 <= count <= rows or (count != many and not 0 <= many < 1):
            raise SettingsError(
                f"{many} is neither a share below 1 nor a number of rows between 0 and "
                f"{grouped(rows)}. "
                "Choose one of these."
            )
        return replace(self, count=count)

    def reasons(self, row: int) -> Reasons:
        """Why a row is suspected, or is not; computed when asked for."""
        return self._evidence.reasons(row)

    def frame(self) -> "pd.DataFrame":
        """The ranked rows as a table, most suspicious first."""
        return framed(self._columns())

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the ranked rows, with the file's own columns, exact, whole or not at all."""
        write_ranked(self._columns(), self.dataset.table, path)

    def _columns(self) -> Columns:
        """The ranked rows, most suspicious first.

        Where nothing can be told of the labels, nothing is said of how likely they are wrong.
        """
        data = self.dataset
        kinds = np.array([kind.value for kind in KINDS], dtype=object)
        weight = np.full(len(data), np.nan) if self.weight is None else self.weight
        more = {
            "kind": kinds[self.kinds],
            "wrong": np.where(self.can_tell | (self.wrong > 0), self.wrong, np.nan),
            "probability": self.probability,
            "weight": weight,
        }
        return ranked_columns(data, self.ranked, self.suspicion, self.suggested, self.flagged, more)

    @functools.cached_property
    def _false_shares(self) -> Floats:
        right = 1 - self.wrong[self.ranked]
        shares = np.cumsum(right) / np.arange(1, len(right) + 1)
        return np.asarray(np.maximum.accumulate(shares))

    @functools.cached_property
    def _evidence(self) -> RowEvidence:
        return RowEvidence(
            self.dataset,
            self.kinds,
            self.suggested,
            self.probability,
            self.wrong,
            self.opinions,
            self.twins,
            self.run,
            self.judged,
        )
