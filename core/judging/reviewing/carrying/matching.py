"""Which row of a new file is which of an old one."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress, Watch, part, unwatched
from core.base.wording import count, grouped
from core.data.table import Table
from core.judging.reviewing.carrying.cell_marks import TableMarks, distinct, share_among
from core.judging.reviewing.carrying.column_pairs import ColumnPairs, by_rows, by_values
from core.judging.reviewing.carrying.joining import Join
from core.judging.reviewing.carrying.keys import GuessedKey, Key, guess_key
from core.judging.reviewing.carrying.nearest import Nearest

_OVERLAP = 0.05
"""A column of which the new file has fewer of the old values was filled anew."""
_SAMPLE = 2000
_NEARLY_ALL = 0.9
"""Where so many rows have one that is the same, and only one, that is no chance."""


class How(enum.IntEnum):
    """How the row of an old file was found in a new one."""

    GONE = 0
    KEY = 1
    CONTENT = 2
    COPIES = 3
    """One of several rows that are the same in every column, as many in both files."""
    NEAREST = 4
    AMBIGUOUS = 5
    """Several rows may be it, and none is guessed."""


@dataclass(frozen=True, eq=False)
class Matching:
    """The rows of an old file in a new one; rows are counted from 0 in each table."""

    old: Table
    new: Table
    columns: ColumnPairs
    key: Key
    """The columns that the rows were matched by; none if by content."""
    rows: Integers
    """By old row the new one; -1 if there is none, or several may be it."""
    how: npt.NDArray[np.int8]
    """By old row, a How."""
    copies: Integers
    """By old row the number of its group of copies; -1 if it is alone."""
    appeared: Integers
    """The new rows that are no old row, and not one of several that may be it."""
    renumbered: tuple[str, ...] = ()
    """Old columns that tell rows apart and were counted anew: nothing was matched by them."""

    def counted(self, how: How) -> int:
        """How many old rows were matched in a way."""
        return int(np.count_nonzero(self.how == how))

    @property
    def sentence(self) -> str:
        """How rows were matched, for people."""
        by = " and ".join(repr(new) for _, new in self.key)
        found = int(np.count_nonzero(self.rows >= 0))
        return f"{grouped(found)} of {count(len(self.old), 'row')} matched by {by or 'content'}."


def match_rows(
    old: Table,
    new: Table,
    key: Sequence[str] | None = None,
    *,
    target: str = "",
    watch: Watch = unwatched,
) -> Matching:
    """Match the rows of two tables by key columns or, without a key, by content.

    `key` names columns of the old table; None guesses them, an empty one means content. `target`
    is the old table's column that is predicted: its values may change, and name no row.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"id": [*range(40)], "x": [n % 7 for n in range(40)], "y": 40 * ["a"]})
    >>> old, new = Table.from_frame(frame), Table.from_frame(frame.iloc[::-1])
    >>> matching = match_rows(old, new, target="y")
    >>> matching.key, matching.rows[:3].tolist(), matching.sentence
    ((('id', 'id'),), [39, 38, 37], "40 of 40 rows matched by 'id'.")
    """
    marked, other = TableMarks(old), TableMarks(new)
    watch(Progress(0, 1, "looking at the columns"))
    pairs = by_values(marked, other, ColumnPairs.by_name(marked.table, other.table))
    for _again in range(2):
        found = _matched(marked, other, pairs, key, target, part(watch, 0.1, 0.9))
        rows = np.flatnonzero(found.rows >= 0)
        better = by_rows(marked, other, pairs, rows, found.rows[rows])
        if better.pairs == pairs.pairs:
            break
        pairs = better
    return found


def _matched(
    old: TableMarks,
    new: TableMarks,
    columns: ColumnPairs,
    wanted: Sequence[str] | None,
    target: str,
    watch: Watch,
) -> Matching:
    if wanted is None:
        guessed = guess_key(old, new, columns.pairs, target, watch)
    else:
        guessed = GuessedKey(_key(columns, wanted, new.table), ())
    search = _Search(old, new, columns, guessed, target, watch)
    search.run()
    return Matching(
        old.table,
        new.table,
        columns,
        guessed.key,
        search.rows,
        search.how,
        search.copies,
        np.flatnonzero(~search.is_taken),
        guessed.renumbered,
    )


def _key(columns: ColumnPairs, wanted: Sequence[str], new: Table) -> Key:
    found = []
    for name in wanted:
        other = columns.new_name(name)
        if other is None:
            raise DataError(
                f"{new.name} has no column {name!r}, so rows cannot be matched by it. Choose "
                "columns that are in both files, or match by content."
            )
        found.append((name, other))
    return tuple(found)


class _Search:
    """One search for the rows of a file in another, step by step; what is found is taken."""

    def __init__(
        self,
        old: TableMarks,
        new: TableMarks,
        columns: ColumnPairs,
        guessed: GuessedKey,
        target: str,
        watch: Watch,
    ) -> None:
        self.old, self.new, self.watch = old, new, watch
        self.target, self.guessed, self.pairs = target, guessed, columns.pairs
        self.rows = np.full(len(old), -1, np.int64)
        self.how = np.zeros(len(old), np.int8)
        self.copies = np.full(len(old), -1, np.int64)
        self.groups = 0
        self.is_taken: Mask = np.zeros(len(new), bool)
        """By new row: whether it is an old one, or may be."""

    def run(self) -> None:
        """By key where there is one, and by content where there is none."""
        if not len(self.old) or not len(self.new):
            return
        key = self.guessed.key
        if not key:
            self._by_content(np.arange(len(self.old)), np.arange(len(self.new)))
            return
        self.watch(Progress(0.2, 1, "matching by key"))
        without = self.old.is_missing([pair[0] for pair in key])
        lacking = self.new.is_missing([pair[1] for pair in key])
        self._by_key(np.flatnonzero(~without), np.flatnonzero(~lacking))
        if without.any() and lacking.any():
            self._by_content(np.flatnonzero(without), np.flatnonzero(lacking))

    def _by_key(self, rows: Integers, others: Integers) -> None:
        key = self.guessed.key
        join = self._join(rows, others, key)
        self._take(rows, others, join.single(), How.KEY)
        shared = join.is_known & (self.how[rows] == How.GONE)
        if shared.any():  # a key that stands there twice: the other columns tell
            again = np.isin(join.codes_new, join.codes_old[shared])
            self._exact(rows[shared], others[again], self.pairs, How.KEY)
            self._doubt(rows[shared], others[again])

    def _by_content(self, rows: Integers, others: Integers) -> None:
        columns = self._content()
        if not columns:
            return
        self.watch(Progress(0.3, 1, "matching by content"))
        nearest = Nearest(self.old, self.new, columns, part(self.watch, 0.5, 1))
        is_all = len(columns) == len(self.old.table.columns) == len(self.new.table.columns)
        self._exact(rows, others, columns, How.CONTENT, None if is_all else nearest)
        rows, others = self._left(rows, others)
        features = [pair for pair in columns if pair[0] != self.target]
        if features and len(features) < len(columns) and len(rows):
            self._but_for_the_label(rows, others, features, nearest)
            rows, others = self._left(rows, others)
        found, is_open = nearest.find(rows, others)
        is_found = found >= 0
        self.rows[rows[is_found]] = found[is_found]
        self.how[rows[is_found]] = How.NEAREST
        self.is_taken[found[is_found]] = True
        self.how[rows[is_open]] = How.AMBIGUOUS

    def _exact(
        self,
        rows: Integers,
        others: Integers,
        columns: Sequence[tuple[str, str]],
        how: How,
        nearest: Nearest | None = None,
    ) -> None:
        """Rows that are the same in all of these columns; of copies, those that are as many.

        Where these are not all columns, what they share must not be chance, unless nearly all rows
        are found so.
        """
        join = self._join(rows, others, columns)
        single, alike = join.single(), join.copies()
        found = np.count_nonzero(single >= 0) + np.count_nonzero(alike >= 0)
        if nearest is not None and found < _NEARLY_ALL * min(len(rows), len(others)):
            for partner in (single, alike):
                self._doubt_chance(rows, others, partner, columns, nearest)
        self._take(rows, others, single, how)
        self._take(rows, others, alike, How.COPIES)
        self.copies[rows[alike >= 0]] = self.groups + join.codes_old[alike >= 0]
        self.groups += len(join.count_old)
        shared = join.is_known & (self.how[rows] == How.GONE)
        if shared.any():
            again = np.isin(join.codes_new, join.codes_old[shared])
            self._doubt(rows[shared], others[again])

    def _but_for_the_label(
        self,
        rows: Integers,
        others: Integers,
        features: Sequence[tuple[str, str]],
        nearest: Nearest,
    ) -> None:
        """Rows whose label alone is another one, if their other values are no chance."""
        partner = self._join(rows, others, features).single()
        self._doubt_chance(rows, others, partner, features, nearest)
        self._take(rows, others, partner, How.CONTENT)

    def _join(self, rows: Integers, others: Integers, columns: Sequence[tuple[str, str]]) -> Join:
        return Join.of(
            self.old.rows([pair[0] for pair in columns], rows),
            self.new.rows([pair[1] for pair in columns], others),
        )

    def _doubt_chance(
        self,
        rows: Integers,
        others: Integers,
        partner: Integers,
        columns: Sequence[tuple[str, str]],
        nearest: Nearest,
    ) -> None:
        """Take no pair of rows that so many values have in common by chance."""
        known = np.flatnonzero(partner >= 0)
        bits, _ = nearest.shared_bits(columns, rows[known], others[partner[known]])
        partner[known[bits < nearest.enough]] = -1

    def _content(self) -> list[tuple[str, str]]:
        """The columns whose values can tell that a row is the same: not what is filled anew."""
        return [
            pair
            for pair in self.pairs
            if pair[0] not in self.guessed.renumbered
            and (pair[0] == self.target or self._overlap(pair) >= _OVERLAP)
        ]

    def _overlap(self, pair: tuple[str, str]) -> float:
        """The share of a column's old values, of a sample, that are among the new ones."""
        values = self.old[pair[0]].all()
        drawn = distinct(values[:: max(1, len(values) // _SAMPLE)])
        return share_among(drawn, np.sort(self.new[pair[1]].all()))

    def _take(self, rows: Integers, others: Integers, partner: Integers, how: How) -> None:
        is_found = partner >= 0
        self.rows[rows[is_found]] = others[partner[is_found]]
        self.how[rows[is_found]] = how
        self.is_taken[others[partner[is_found]]] = True

    def _doubt(self, rows: Integers, others: Integers) -> None:
        """Several rows may be one another: none is guessed."""
        self.how[rows[self.rows[rows] < 0]] = How.AMBIGUOUS
        self.is_taken[others] = True

    def _left(self, rows: Integers, others: Integers) -> tuple[Integers, Integers]:
        is_open = self.how[rows] == How.GONE
        return rows[is_open], others[~self.is_taken[others]]
