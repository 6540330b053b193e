"""What is known of a table that was decided about earlier: all of it, or the decided rows alone."""

from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Integers, Mask
from core.base.wording import grouped
from core.data.column import Column
from core.data.row_marks import row_marks
from core.data.splits.sameness import Hashes
from core.data.table import Table
from core.judging.reviewing.carrying.column_pairs import ColumnPairs
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
            f"{told} Which rows are new cannot be told; of {grouped(unknown)} of yours no "
            "values are kept "
            "either, so that they are found only where not one value changed."
        )

    def with_marks(self, found: Matching) -> Matching:
        """A matching in which rows that were not found otherwise are found by their marks.

        A row that is found so has every value of the row that it was found as.
        """
        if self.marks is None or self.is_known is None:
            return found
        unknown = np.flatnonzero(~self.is_known | (found.rows < 0))
        if not len(unknown):
            return found
        everyone = row_marks(found.new, np.arange(len(found.new)))
        everyone[found.rows[self.is_known & (found.rows >= 0)]] = 0  # these are taken
        join = Join.of(self.marks[unknown], everyone)
        rows, how = found.rows.copy(), found.how.copy()
        rows[unknown] = np.where(self.marks[unknown] > 0, join.single(), -1)
        is_found, is_open = rows[unknown] >= 0, join.is_known & (self.marks[unknown] > 0)
        how[unknown[is_found]] = How.CONTENT
        how[unknown[~is_found & is_open]] = How.AMBIGUOUS
        filled = unknown[is_found]
        columns = found.columns.with_pairs(
            (name, name)
            for name in found.columns.added
            if name not in found.old.names and len(filled)
        )
        return replace(
            found,
            old=_filled(found.old, found.new, columns, filled, rows[filled]),
            columns=columns,
            rows=rows,
            how=how,
            appeared=np.setdiff1d(found.appeared, rows[unknown]),
        )


def _filled(
    old: Table, new: Table, columns: ColumnPairs, rows: Integers, partners: Integers
) -> Table:
    """The old table with the values of new rows in some of its rows."""
    known = {column.name: column for column in old.columns}
    made = dict(known)
    for name, other in columns.pairs:
        source = new.column(other)
        column = known.get(name, _nothing(name, source, len(old)))
        if column.kind is not source.kind:
            column, source = column.as_categories(), source.as_categories()
        made[name] = _put(column, rows, source, partners)
    return replace(old, columns=tuple(made.values()))


def _put(column: Column, rows: Integers, source: Column, partners: Integers) -> Column:
    if column.is_number:
        values = np.array(column.values, np.float64)
        values[rows] = source.values[partners]
        return replace(column, values=values)
    texts = (*source.categories, "")  # the last one is that of no value
    codes = source.values[partners] % len(texts)
    return column.changed(rows, codes.astype(np.int64), texts)


def _nothing(name: str, like: Column, many: int) -> Column:
    """A column of the same kind without a value."""
    if like.is_number:
        return Column(name, like.kind, np.full(many, np.nan))
    return Column(name, like.kind, np.full(many, -1, np.int32))
