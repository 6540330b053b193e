"""What is known of a table that was decided about earlier: all of it, or the decided rows alone."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Mask
from core.data.row_marks import row_marks
from core.data.splits.sameness import Hashes
from core.data.table import Table
from core.judging.reviewing.carrying.joining import Join
from core.judging.reviewing.carrying.matching import How, Matching
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.standing import Standing


@dataclass(frozen=True, eq=False)
class Earlier:
    """A table, or what is left of it, and what stands about its rows."""

    table: Table
    stands: Standing
    target: str
    is_whole: bool = True
    """Whether all rows are known, and not just those that something was decided about."""
    marks: Hashes | None = None
    """By row its mark (core.data.row_marks), where the values of some rows are not known."""
    is_known: Mask | None = None
    """By row: whether its values are known; None if all are."""

    @classmethod
    def of(cls, decisions: Decisions) -> "Earlier":
        """What was decided about data that are at hand."""
        base = decisions.base
        return cls(base.table.as_read, decisions.stands, base.target)

    @property
    def name(self) -> str:
        """What the table is called."""
        return self.table.name

    @property
    def limits(self) -> str:
        """What cannot be told because the old table is not at hand; empty if all can be."""
        if self.is_whole:
            return ""
        told = f"{self.name} as it was is not at hand: only the rows that you decided about are."
        if self.is_known is None or self.is_known.all():
            return f"{told} Which rows are new cannot be told."
        unknown = int(np.count_nonzero(~self.is_known))
        return (
            f"{told} Which rows are new cannot be told; of {unknown:,} of yours no values are kept "
            "either, so that they are found only where not one value changed."
        )

    def with_marks(self, found: Matching) -> Matching:
        """A matching in which rows whose values are not known are found by their marks."""
        if self.marks is None or self.is_known is None or self.is_known.all():
            return found
        unknown = np.flatnonzero(~self.is_known)
        everyone = row_marks(found.new, np.arange(len(found.new)))
        join = Join.of(self.marks[unknown], everyone)
        rows, how = found.rows.copy(), found.how.copy()
        rows[unknown] = join.single()
        how[unknown] = np.where(
            rows[unknown] >= 0, How.CONTENT, np.where(join.is_known, How.AMBIGUOUS, How.GONE)
        )
        appeared = np.setdiff1d(found.appeared, rows[unknown])
        return Matching(
            found.old,
            found.new,
            found.columns,
            found.key,
            rows,
            how,
            found.copies,
            appeared,
            found.renumbered,
        )
