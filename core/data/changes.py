"""What a revision differs in from the data that were read: rows, labels and cells.

Whatever is done to rows comes down to this: some are left out, some have another label, some that
had none have one now, and some cells have another value. A revision is made of it, kept by it in
files, written to the cleaned file and repeated by a script.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from core.base.arrays import Integers, Mask
from core.data.column import Column

if TYPE_CHECKING:
    from core.data.dataset import Dataset


@dataclass(frozen=True, eq=False)
class NewValues:
    """Texts for some lines, each text once: a million lines with one label are quick.

    >>> NewValues.of({7: "yes", 3: "no", 5: "yes"}).as_dict()
    {3: 'no', 5: 'yes', 7: 'yes'}
    """

    lines: Integers
    """Ascending, each once."""
    codes: Integers
    """For each line the place of its text."""
    texts: tuple[str, ...]

    @classmethod
    def of(cls, values: "Mapping[int, str] | NewValues") -> "NewValues":
        """Those of a mapping."""
        if isinstance(values, NewValues):
            return values
        texts = tuple(dict.fromkeys(values.values()))
        place = {text: code for code, text in enumerate(texts)}
        lines = np.fromiter(values, np.int64, len(values))
        codes = np.fromiter((place[text] for text in values.values()), np.int64, len(values))
        order = np.argsort(lines, kind="stable")
        return cls(lines[order], codes[order], texts)

    def __len__(self) -> int:
        return len(self.lines)

    def as_dict(self) -> dict[int, str]:
        """The text of each line."""
        texts = [self.texts[code] for code in self.codes.tolist()]
        return dict(zip(self.lines.tolist(), texts, strict=True))

    def without(self, lines: Integers) -> "NewValues":
        """Those of all other lines."""
        kept = ~np.isin(self.lines, lines)
        return self if kept.all() else NewValues(self.lines[kept], self.codes[kept], self.texts)


NO_VALUES = NewValues(np.empty(0, np.int64), np.empty(0, np.int64), ())
_NO_LINES: Integers = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Changes:
    """All that a revision differs in; the lines are those of the file."""

    excluded: Integers = field(default_factory=_NO_LINES.copy)
    """The rows that are left out, ascending."""
    labels: NewValues = NO_VALUES
    """Other labels for rows that had one."""
    labelled: NewValues = NO_VALUES
    """Labels for rows that had none."""
    cells: Mapping[str, NewValues] = field(default_factory=lambda: MappingProxyType({}))
    """Other values, by column; an empty text is a missing value. A number to predict is a cell."""

    def __bool__(self) -> bool:
        return bool(len(self.excluded) or len(self.labels) or len(self.labelled) or self.cells)

    @property
    def lines(self) -> Integers:
        """The rows that differ in anything, ascending."""
        values = (self.labels, self.labelled, *self.cells.values())
        return np.unique(np.concatenate([self.excluded, *(own.lines for own in values)]))

    @property
    def counted(self) -> dict[str, int]:
        """How many rows are relabelled, labelled and excluded, and how many cells are set."""
        return {
            "relabelled": len(self.labels),
            "labelled": len(self.labelled),
            "excluded": len(self.excluded),
            "set": sum(len(values) for values in self.cells.values()),
        }

    @classmethod
    def between(cls, base: "Dataset", revision: "Dataset") -> "Changes":
        """What makes a revision of the data that were read.

        >>> import core
        >>> data = core.example("ten points")
        >>> made = data.relabelled({7: "+"}).excluding([2, 3])
        >>> found = Changes.between(base=data, revision=made)
        >>> found.excluded.tolist(), found.labels.as_dict(), found.cells
        ([2, 3], {7: '+'}, {})
        """
        stays, is_old = _both(base.rows, revision.rows, len(base.table))
        new, old = revision.labels[is_old], base.labels[stays]
        lines = revision.lines[is_old]
        differs = np.flatnonzero(new != old)
        cells = dict(_cells(base, revision))
        labels, added = NO_VALUES, NO_VALUES
        if base.classes:
            labels = _named(lines[differs], new[differs], base.classes)
            added = _named(revision.lines[~is_old], revision.labels[~is_old], base.classes)
        else:
            if len(differs):
                cells[base.target] = _numbered(lines[differs], new[differs])
            added = _numbered(revision.lines[~is_old], revision.labels[~is_old])
        return cls(base.lines[~stays], labels, added, cells)


def _both(rows: Integers, others: Integers, table: int) -> tuple[Mask, Mask]:
    """Which rows of a table are among the others, and which of the others among these."""
    is_one, is_other = np.zeros(table, bool), np.zeros(table, bool)
    is_one[rows], is_other[others] = True, True
    return is_other[rows], is_one[others]


def _named(
    lines: Integers,
    labels: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]",
    classes: tuple[str, ...],
) -> NewValues:
    return NewValues(lines, labels.astype(np.int64), classes) if len(lines) else NO_VALUES


def _numbered(
    lines: Integers, labels: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]"
) -> NewValues:
    values = np.asarray(labels, np.float64)
    return NewValues.of(dict(zip(lines.tolist(), map(repr, values.tolist()), strict=True)))


def merged_cells(base: "Dataset") -> dict[str, NewValues]:
    """The cells of data as they were read that the plan reads as another text, by column.

    Whoever writes the file as decided writes them so, too.
    """
    found = {}
    for name in base.plan.spellings if base.plan else ():
        before, after = base.table.as_read.column(name), base.table.column(name)
        if len(rows := differing_rows(before, after)):
            codes = np.asarray(after.values[rows], np.int64)
            found[name] = NewValues(base.table.lines[rows], codes, after.categories)
    return found


def _cells(base: "Dataset", revision: "Dataset") -> Iterable[tuple[str, NewValues]]:
    if revision.table is base.table:
        return
    for before, after in zip(base.table.columns, revision.table.columns, strict=True):
        if after is before or after.name in base.table.computed:
            continue
        if len(rows := differing_rows(before, after)):
            texts = {int(base.table.lines[row]): exact_text(after, int(row)) for row in rows}
            yield after.name, NewValues.of(texts)


def differing_rows(before: Column, after: Column) -> Integers:
    """The rows of two columns, of the same kind, that have different values."""
    if before.is_number:
        is_same = (before.values == after.values) | (before.missing & after.missing)
        return np.flatnonzero(~is_same)
    place = {text: code for code, text in enumerate(after.categories)}
    lookup = np.array([*(place.get(text, -2) for text in before.categories), -1], np.int64)
    return np.flatnonzero(lookup[before.values] != after.values)


def exact_text(column: Column, row: int) -> str:
    """A value so that it can be read again bit for bit; empty if it is missing."""
    if column.is_number:
        value = float(column.values[row])
        return "" if np.isnan(value) else repr(value)
    return column.text(row)
