"""What an audit of data on the disk found: counts of all rows, and the most suspicious of them."""

import os
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from core.base.arrays import Floats, Integers
from core.base.wording import count, grouped, percent
from core.data.dataset import Dataset
from core.data.table import Table
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.doubting.noise import NO_NOISE
from core.judging.auditing.table import write_table


@dataclass(frozen=True, eq=False)
class DiskAudit:
    """The most suspicious of all rows in their order, and what is known of all and of a sample."""

    dataset: Dataset
    noise: Noise
    """The estimated share of wrong labels, from a fair sample of all rows."""
    taught: int
    """How many rows that sample has."""
    judged: Integers
    """How many rows each class has."""
    flagged: Integers
    """How many of them are flagged."""
    ranked: Integers
    """The most suspicious rows of all, worst first: those that are listed."""
    suspicion: npt.NDArray[np.float32]
    """Of each of these; higher is worse."""
    wrong: Floats
    """How likely the label of each of these is wrong."""
    suggested: Integers
    """The class that the judges would give each of these."""
    probability: Floats
    """Their share for it."""
    sampled: Floats
    """The suspicion of each row of the sample, in its order."""

    @property
    def count(self) -> int:
        """How many of all rows are flagged."""
        return int(self.flagged.sum())

    @property
    def sentence(self) -> str:
        """What it says of the labels."""
        told = f"judged by models that learned from {grouped(self.taught)} of them"
        rows = grouped(int(self.judged.sum()))
        if self.noise == NO_NOISE:
            return f"Which labels are wrong cannot be told of the {rows} rows, {told}."
        noise = self.noise
        return (
            f"About {percent(noise.estimate)} of the labels look wrong, by estimate "
            f"({percent(noise.low)} to {percent(noise.high)} with 90 % confidence), of {rows} "
            f"rows, {told}. {self._flagged}"
        )

    @property
    def _flagged(self) -> str:
        """How many rows are flagged; of none, what that means."""
        if self.count:
            return f"{count(self.count, 'row is', 'rows are')} flagged."
        return (
            "No single row is flagged: of none is a wrong label likely enough to tell it from "
            "chance. The most suspicious ones are listed all the same."
        )

    def frame(self, table: Table | None = None) -> pd.DataFrame:
        """The rows that are listed, with files and lines; a table of them adds its columns."""
        data, rows = self.dataset, self.ranked
        files, lines = data.table.files, data.lines[rows]
        assert files is not None
        file, own = files.places(lines)
        names = np.array(data.classes, dtype=object)
        found = pd.DataFrame(
            {
                "file": np.array(files.names, dtype=object)[file],
                "line": own,
                "suspicion": self.suspicion,
                "given": names[data.labels[rows]],
                "suggested": names[self.suggested],
                "flagged": np.where(np.arange(len(rows)) < self.count, "yes", "no"),
                "wrong": self.wrong,
                "probability": self.probability,
                "part": np.where(data.validation[rows], "validation", "training"),
            }
        )
        if table is None:
            return found
        from core.reading.file_columns import with_file_columns

        return with_file_columns(found.assign(line=lines), table).assign(line=own)

    def write_csv(self, path: str | os.PathLike[str], table: Table | None = None) -> None:
        """Write the rows that are listed, exact, whole or not at all."""
        write_table(self.frame(table), path)
