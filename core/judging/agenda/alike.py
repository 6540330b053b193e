"""Rows like the one that is looked at: whoever has understood one can decide about all of them."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.base.wording import count
from core.data.roles import Role
from core.judging.causes.result import Cause, Causes
from core.judging.ranking import Ranking
from core.judging.reviewing.decisions import Decisions

MOST_ALIKE = 200
"""More are not offered at once: nobody looks through a longer list."""
_MOST_COLUMNS = 4


@dataclass(frozen=True, eq=False)
class Alike:
    """A row, and flagged ones like it that nothing is decided about."""

    line: int
    others: Integers
    """Their lines, the most suspicious first."""
    all: int
    """How many there are, also of those that are not offered."""
    cause: Cause | None
    """What they have in common beside the suggestion."""
    suggestion: str
    given: str

    @property
    def why(self) -> str:
        """What they have in common, in a few words."""
        return "same suggestion" if self.cause is None else "same suggestion, same cause"

    @property
    def offer(self) -> str:
        """What a person reads before looking at them."""
        return f"{count(self.all, 'more row')} like this one ({self.why})"

    def columns(self, ranking: Ranking, unusual: Iterable[str] = ()) -> list[str]:
        """A few columns that tell something of them: those of the cause, then unusual ones."""
        roles = ranking.dataset.roles
        learned = [name for name in ranking.dataset.table.names if roles[name] is Role.FEATURE]
        first = [*(self.cause.columns if self.cause is not None else ()), *unusual]
        known = [name for name in first if name in ranking.dataset.table.names]
        return list(dict.fromkeys([*known, *learned]))[:_MOST_COLUMNS]


def alike(
    ranking: Ranking, line: int, decisions: Decisions, causes: Causes | None = None
) -> Alike | None:
    """The flagged rows like that of a line; None if there are none.

    Alike are rows of the same label with the same suggestion, numbers that look wrong in the same
    direction, and of those, if the row is one of a cause, its rows alone.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> ranking = Ranking(data, np.arange(10), 8, 1 - data.labels, reasons=str, run=None)
    >>> found = alike(ranking, 2, Decisions(data))
    >>> found.offer
    '4 more rows like this one (same suggestion)'
    """
    row = ranking.row_of(line)
    if row is None:
        return None
    flagged = ranking.order[: ranking.count]
    codes = _codes(ranking, np.append(flagged, row))
    own = next((each for each in (causes.found if causes else ()) if line in each.lines), None)
    is_one = (codes[:-1] == codes[-1]) & (flagged != row) & (codes[:-1] >= 0)
    is_one &= ~decisions.stands.is_decided(ranking.dataset.lines[flagged])
    if own is not None:
        is_one &= np.isin(ranking.dataset.lines[flagged], own.lines)
    lines = ranking.dataset.lines[flagged[is_one]]
    if not len(lines):
        return None
    given = ranking.dataset.label_text(row)
    return Alike(line, lines[:MOST_ALIKE], len(lines), own, ranking.suggestion(row), given)


def _codes(ranking: Ranking, rows: Integers) -> Integers:
    """A number for what rows are given and suggested; -1 where that is the same."""
    given, suggested = ranking.dataset.labels[rows], ranking.suggested[rows]
    if not ranking.dataset.classes:
        return np.where(suggested == given, -1, suggested > given).astype(np.int64)
    both = given.astype(np.int64) * len(ranking.dataset.classes) + suggested.astype(np.int64)
    return np.asarray(np.where(given == suggested, -1, both))
