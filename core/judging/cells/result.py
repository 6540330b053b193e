"""What was found about the cells of a table: a ranking of its own, and findings with remedies."""

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from core.base.arrays import Floats
from core.base.wording import as_read, count, grouped
from core.data.dataset import Dataset
from core.judging.cells.finding import CellFinding
from core.reading.writing.csv_table import Columns
from core.reading.writing.frames import framed, write_columns

if TYPE_CHECKING:
    import pandas as pd

_MOST_KNOWN = 4
"""Tails further out are beyond what a table shows: what is said of them is a guess."""


@dataclass(frozen=True)
class CellDoubt:
    """One cell that does not fit: what stands there, what would fit, and what may have happened."""

    line: int
    column: str
    value: str
    fitting: str
    """The value that would fit; empty if that is a missing one."""
    surprise: float
    """-log10 of the probability that a right value is as unlikely as this one."""
    hypothesis: str
    """What may have happened, in a few words; empty if nothing known explains it."""
    finding: int | None = None
    """The place of the finding that it is part of."""

    @property
    def fits(self) -> str:
        """What would fit, for a person: a value, or that nothing is known of it."""
        return self.fitting or "a missing value"

    @property
    def odds(self) -> str:
        """How rare such a cell is among right ones; nobody has seen enough of them to say more.

        >>> CellDoubt(2, "x", "9", "1", 3.0, "").odds
        '1 in 1,000'
        """
        if self.surprise > _MOST_KNOWN:
            return f"less than 1 in {grouped(10**_MOST_KNOWN)}"
        return f"1 in {round(float(f'{10**self.surprise:.2g}')):,}"

    @property
    def sentence(self) -> str:
        """What is wrong, for a person who looks at the row.

        >>> CellDoubt(2, "weight", "154", "70", 4.0, "lb for kg").sentence
        "'weight' is 154, which does not fit the rest of the row: 70 would fit (lb for kg)."
        """
        fits = f": {self.fits} would fit"
        why = f" ({self.hypothesis})" if self.hypothesis else ""
        told = f"{self.column!r} is {self.value}, which does not fit the rest of the row"
        return f"{told}{fits}{why}."


@dataclass(frozen=True, eq=False)
class CellAudit:
    """The cells that do not fit, and the findings that explain many at once. Frozen.

    Cells that a finding explains come first, then the most surprising.

    >>> import core
    >>> found = core.audit_cells(core.example("rents"))
    >>> found.summary
    '6,400 cells of 8 columns looked at: all of them fit.'
    """

    dataset: Dataset
    doubts: tuple[CellDoubt, ...]
    count: int
    """How many of them are flagged: those of findings, and others of which about one in ten is
    expected to be right."""
    findings: tuple[CellFinding, ...]
    columns: int
    """How many columns were judged."""
    cells: int
    """How many cells were."""
    left_out: tuple[str, ...]
    """In sentences, what was not judged and why."""
    seconds: float

    @functools.cached_property
    def by_line(self) -> Mapping[int, tuple[CellDoubt, ...]]:
        """The doubts about each row, worst first."""
        found: dict[int, list[CellDoubt]] = {}
        for doubt in self.doubts:
            found.setdefault(doubt.line, []).append(doubt)
        return {line: tuple(own) for line, own in found.items()}

    def sentences(self, line: int, most: int = 2) -> tuple[str, ...]:
        """What is wrong with the cells of a row: the worst ones, and the findings it is part of."""
        own = self.by_line.get(line, ())[:most]
        told = [self._as_the_target(doubt).sentence for doubt in own]
        told += [each.sentence for each in self.findings if len(each) > 1 and line in each.lines]
        return tuple(told)

    def _as_the_target(self, doubt: CellDoubt) -> CellDoubt:
        """A number of the target as it is written wherever it is predicted, with separators."""
        if self.dataset.classes or doubt.column != self.dataset.target:
            return doubt
        return replace(doubt, value=as_read(doubt.value), fitting=as_read(doubt.fitting))

    @property
    def summary(self) -> str:
        """What was looked at and found, in a sentence or two."""
        looked = f"{count(self.cells, 'cell')} of {count(self.columns, 'column')} looked at"
        if not self.columns:
            return "No column can be judged. " + " ".join(self.left_out)
        if not self.count and not self.findings:
            return f"{looked}: all of them fit."
        told = f"{looked}: {count(self.count, 'cell does', 'cells do')} not fit"
        if self.findings:
            told += f"; {count(len(self.findings), 'finding explains', 'findings explain')} "
            told += self._explained
        return f"{told}."

    @property
    def _explained(self) -> str:
        """How many of the flagged cells a finding explains."""
        many = sum(doubt.finding is not None for doubt in self.doubts[: self.count])
        if many == self.count:
            return "it" if many == 1 else f"all {grouped(many)}"
        return f"{grouped(many)} of them"

    def frame(self) -> "pd.DataFrame":
        """The ranked cells as a table, worst first."""
        return framed(self._columns())

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the ranked cells, whole or not at all; .xlsx and .parquet by these endings."""
        write_columns(self._columns(), path, "Ranked cells")

    def _columns(self) -> Columns:
        return {
            "line": [doubt.line for doubt in self.doubts],
            "column": [doubt.column for doubt in self.doubts],
            "value": [doubt.value for doubt in self.doubts],
            "would fit": [doubt.fitting for doubt in self.doubts],
            "surprise": [round(doubt.surprise, 3) for doubt in self.doubts],
            "flagged": ["yes" if k < self.count else "no" for k in range(len(self.doubts))],
            "hypothesis": [doubt.hypothesis for doubt in self.doubts],
            "finding": [
                "" if doubt.finding is None else str(doubt.finding + 1) for doubt in self.doubts
            ],
        }


def flagged_count(sorted_surprise: Floats, cells: int, level: float = 0.1) -> int:
    """How many of the most surprising cells are flagged (Benjamini & Hochberg 1995).

    >>> flagged_count(np.array([8.0, 7.0, 2.0]), 1000)
    2
    """
    ranks = np.arange(1, len(sorted_surprise) + 1)
    holds = 10.0 ** (-sorted_surprise) * cells / ranks <= level
    return int(ranks[holds].max()) if holds.any() else 0
