"""A decided row as it was and as it is now: which of its values are other ones."""

import functools

import numpy as np

from core.base.arrays import Integers, Mask
from core.data.roles import Role
from core.data.splits.sameness import Hashes
from core.judging.reviewing.carrying.cell_marks import TableMarks, text_mark
from core.judging.reviewing.carrying.earlier import Earlier
from core.judging.reviewing.carrying.matching import Matching
from core.judging.reviewing.decisions import Decisions

_SAMPLE = 2000
_FEW_PAIRS = 20
_FILLED_ANEW = 0.5
"""A column that differs in more than this share of the matched rows is filled anew by the source:
that it differs says nothing about a row."""


class BothSides:
    """Compares rows of the old table with the rows of the new one that they are."""

    def __init__(self, earlier: Earlier, decisions: Decisions, matching: Matching) -> None:
        self.earlier, self.decisions, self.matching = earlier, decisions, matching
        self._old, self._new = TableMarks(matching.old), TableMarks(matching.new)

    @functools.cached_property
    def compared(self) -> tuple[tuple[str, str], ...]:
        """The columns in which a row may have changed: what tells rows apart, and labels, is not.

        Nor is what the new data do not use, or what the source fills anew in every row.
        """
        found, pairs = self.matching, self.matching.columns.pairs
        roles, known = self.decisions.base.roles, {name for name, _ in found.key}
        return tuple(
            (old, new)
            for old, new in pairs
            if old not in known
            and old not in found.renumbered
            and old != self.earlier.target
            and roles.get(new) not in (Role.IGNORED, Role.TARGET)
            and new not in self.filled_anew
        )

    @functools.cached_property
    def filled_anew(self) -> tuple[str, ...]:
        """The columns that differ in most of the rows, by their names in the new file."""
        rows = np.flatnonzero(self.matching.rows >= 0)
        if len(rows) < _FEW_PAIRS:
            return ()
        rows = rows[:: max(1, len(rows) // _SAMPLE)]
        others = self.matching.rows[rows]
        return tuple(
            new
            for old, new in self.matching.columns.pairs
            if old != self.earlier.target
            and np.mean(self._old[old].at(rows) != self._new[new].at(others)) > _FILLED_ANEW
        )

    def old_marks(self, name: str, rows: Integers) -> Hashes:
        """The marks of a column of the old table, in some of its rows."""
        return self._old[name].at(rows)

    def new_marks(self, name: str, rows: Integers) -> Hashes:
        """The marks of a column of the new table, in some of its rows."""
        return self._new[name].at(rows)

    def differs(self, old: str, new: str, rows: Integers) -> Mask:
        """Which old rows, all of which are matched, have another value in a column now."""
        return np.asarray(
            self._old[old].at(rows) != self._new[new].at(self.matching.rows[rows]), bool
        )

    @functools.cached_property
    def is_changed(self) -> Mask:
        """By old row: whether it is decided about, matched, and has other values now.

        A cell that has become what was decided about it is none that changed.
        """
        is_wanted = np.zeros(len(self.matching.old), bool)
        for _slot, _batch, rows in self.earlier.stands.pieces():
            is_wanted[rows] = True
        found = np.zeros(len(is_wanted), bool)
        rows = np.flatnonzero(is_wanted & (self.matching.rows >= 0))
        found[rows] = self._changed(rows)
        return found

    @functools.cached_property
    def is_in_data(self) -> Mask:
        """By new row: whether it is one of the data, with a label."""
        found = np.zeros(len(self.matching.new), bool)
        found[self.decisions.base.rows] = True
        return found

    @functools.cached_property
    def is_unlabelled(self) -> Mask:
        """By new row: whether it has no label, and could be given one."""
        found = np.zeros(len(self.matching.new), bool)
        found[self.matching.new.rows_of(self.decisions.base.unlabelled)] = True
        return found

    def _changed(self, rows: Integers) -> Mask:
        found = np.zeros(len(rows), bool)
        for old, new in self.compared:
            differs = self.differs(old, new, rows)
            if differs.any() and old in self._decided:
                places = np.flatnonzero(differs)
                differs[places] = ~self._is_as_set(old, new, rows[places])
            found |= differs
        return found

    def changes(self, row: int) -> list[tuple[str, str, str]]:
        """The cells of an old row that are other ones now: the column, the old and the new text."""
        other = int(self.matching.rows[row])
        return [
            (new, self.old_text(old, row), self.new_text(new, other))
            for old, new in self.compared
            if self.differs(old, new, np.array([row]))[0]
        ]

    def old_text(self, name: str, row: int) -> str:
        """A value of the old table as a person reads it."""
        return self.matching.old.column(name).text(row)

    def new_text(self, name: str, row: int) -> str:
        """A value of the new table as a person reads it."""
        return self.matching.new.column(name).text(row)

    @functools.cached_property
    def _decided(self) -> dict[str, list[tuple[np.uint64, Integers]]]:
        """By column of the old table, the cells that were set: the mark of the value, the rows."""
        found: dict[str, list[tuple[np.uint64, Integers]]] = {}
        for slot, batch, rows in self.earlier.stands.pieces():
            if slot:
                found.setdefault(slot, []).append((text_mark(batch.value or ""), rows))
        return found

    def _is_as_set(self, old: str, new: str, rows: Integers) -> Mask:
        now = self.new_marks(new, self.matching.rows[rows])
        found = np.zeros(len(rows), bool)
        for mark, own in self._decided[old]:
            found |= np.isin(rows, own) & (now == mark)
        return found
