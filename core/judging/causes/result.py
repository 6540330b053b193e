"""Causes: short rules about rows of which too many look wrong, or were found wrong."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.base.arrays import Integers
from core.base.wording import count, fixed, grouped
from core.reading.writing.csv_table import Columns
from core.reading.writing.frames import framed, write_columns

if TYPE_CHECKING:
    import pandas as pd

LOOKS, DECIDED = "look wrong", "were found wrong"


@dataclass(frozen=True, eq=False)
class Cause:
    """A rule about rows, and how many of them are wrong where how many were expected."""

    conditions: tuple[str, ...]
    columns: tuple[str, ...]
    """The columns that they are about; empty for the place in the file."""
    evidence: str
    """Whether the errors "look wrong" to the judges, or "were found wrong" by a person."""
    lines: Integers
    """The lines of its rows."""
    marked: Integers
    """The lines of those that look wrong, or were found wrong."""
    share: float
    """The share of its rows that are wrong, by estimate or by a person's word."""
    expected: float
    """How many would be wrong, had labels been mistaken at random."""
    elsewhere: float
    """The share of all other rows that are wrong, by estimate or by a person's word."""
    chance: float
    """How likely a rule as telling is found where there is no cause."""

    @property
    def rule(self) -> str:
        """The conditions in words."""
        return " and ".join(self.conditions)

    @property
    def sentence(self) -> str:
        """The rule, and what is the matter with its rows."""
        rows, wrong = count(len(self.lines), "row"), grouped(len(self.marked))
        about, counted = (
            ("", f"{wrong} of {rows} that were looked at")
            if self.evidence == DECIDED
            else ("about ", f"{rows}, of which {wrong} look wrong")
        )
        return (
            f"{self.rule}: {about}{percent(self.share)} wrong against "
            f"{percent(self.elsewhere)} elsewhere ({counted})."
        )


@dataclass(frozen=True, eq=False)
class Causes:
    """What a search came to."""

    found: tuple[Cause, ...]
    """The most telling first."""
    tried: int
    """How many conditions were looked at, each alone and the best ones with every other."""
    why_none: str = ""
    """Why nothing was looked for, where nothing was."""

    @property
    def sentence(self) -> str:
        """What came of it, in words."""
        if self.why_none:
            return self.why_none
        if not self.found:
            return (
                "No cause stands out: the rows that look wrong are spread as mistakes at random "
                f"would be ({count(self.tried, 'condition')} tried, alone and in pairs)."
            )
        return (
            f"{count(len(self.found), 'cause stands', 'causes stand')} out among "
            f"{count(self.tried, 'condition')}, alone and in pairs."
        )

    def frame(self) -> "pd.DataFrame":
        """The causes as a table."""
        return framed(self._columns())

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the causes as a CSV file, whole or not at all."""
        write_columns(self._columns(), path, "Ranked rows")

    def _columns(self) -> Columns:
        return {
            "rule": [one.rule for one in self.found],
            "evidence": [one.evidence for one in self.found],
            "rows": [len(one.lines) for one in self.found],
            "wrong": [len(one.marked) for one in self.found],
            "expected": np.array([one.expected for one in self.found]),
            "share": np.array([one.share for one in self.found]),
            "elsewhere": np.array([one.elsewhere for one in self.found]),
            "chance": np.array([one.chance for one in self.found]),
            "lines": [" ".join(map(str, one.lines.tolist())) for one in self.found],
        }


def percent(share: float) -> str:
    """Whole numbers, unless that is less than one.

    >>> percent(0.314), percent(0.004), percent(0.0)
    ('31 %', '0.4 %', '0 %')
    """
    return f"{fixed(100 * share, 1)} %" if 0 < share < 0.0095 else f"{100 * share:.0f} %"
