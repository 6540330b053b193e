"""What becomes of each decision about an old table: nothing is applied here."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Integers, Mask
from core.judging.reviewing.carrying.both_sides import BothSides
from core.judging.reviewing.carrying.cell_marks import text_mark
from core.judging.reviewing.carrying.fates import Fate
from core.judging.reviewing.carrying.matching import How
from core.judging.reviewing.decision import Batch, Verb

Fates = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Piece:
    """A decision that stands about some old rows, and what becomes of it in each of them."""

    batch: Batch
    slot: str | None
    """As `Standing.pieces` has it: the old column for a cell, None for a note."""
    column: str
    """The column of the new table that it is about: that of the cell, or the target."""
    old: Integers
    """The old rows; -1 for rows that are new."""
    new: Integers
    """The new rows; -1 where there is none."""
    fates: Fates
    if_taken: Fates
    """The fate without regard to what was decided about the new file."""


def judged(sides: BothSides) -> Iterator[Piece]:
    """Every decision, set cell and note about the old table, with its fate."""
    uneven, newly = _unevenly_decided(sides), _NewlyDecided(sides)
    for slot, batch, rows in sides.earlier.stands.pieces():
        new, fates = sides.matching.rows[rows], np.zeros(len(rows), np.int8)
        how = sides.matching.how[rows]
        is_doubted = (how == How.AMBIGUOUS) | uneven[slot][rows]
        fates[new < 0] = Fate.GONE
        fates[is_doubted] = Fate.AMBIGUOUS
        open_rows = np.flatnonzero((new >= 0) & ~is_doubted)
        column = _column(sides, slot)
        if len(open_rows):
            fates[open_rows] = _judge(sides, slot, batch, rows[open_rows], column)
        if_taken = fates.copy()
        newly.regard(slot, batch, new, fates, column)
        yield Piece(batch, slot, column or "", rows, new, fates, if_taken)
        if batch.verb is Verb.MERGE and column is not None:
            yield from _spellings(sides, newly, slot or "", batch, rows, column)


def _column(sides: BothSides, slot: str | None) -> str | None:
    """The new column that a slot is about; None if it is not there."""
    return sides.matching.columns.new_name(slot or sides.earlier.target)


def _judge(
    sides: BothSides, slot: str | None, batch: Batch, rows: Integers, column: str | None
) -> Fates:
    if batch.verb is None:
        return np.full(len(rows), Fate.SAME, np.int8)
    if slot:
        return _judge_cells(sides, slot, batch, rows, column)
    if column is None or column != sides.decisions.base.target:
        return np.full(len(rows), Fate.OTHER_TARGET, np.int8)
    return _judge_rows(sides, batch, rows, column)


def _judge_cells(
    sides: BothSides, slot: str, batch: Batch, rows: Integers, column: str | None
) -> Fates:
    base, value = sides.decisions.base, batch.value or ""
    if column is None or not _fits(sides, column, value):
        return np.full(len(rows), Fate.NO_COLUMN, np.int8)
    new = sides.matching.rows[rows]
    found = _by_value(sides, slot, column, rows, text_mark(value), Fate.STANDS)
    if column == base.target and not base.classes:
        found[~sides.is_in_data[new]] = Fate.LEFT_OUT
    elif column == base.target:
        found[:] = Fate.OTHER_TARGET
    return found


def _judge_rows(sides: BothSides, batch: Batch, rows: Integers, column: str) -> Fates:
    base, target, new = sides.decisions.base, sides.earlier.target, sides.matching.rows[rows]
    if batch.label is not None:
        found = _by_value(sides, target, column, rows, text_mark(batch.label), Fate.CORRECTED)
        if base.classes and batch.label not in base.classes:
            found[:] = Fate.NO_CLASS
    else:
        found = np.where(sides.is_changed[rows], Fate.CHANGED, Fate.SAME).astype(np.int8)
        is_other = sides.differs(target, column, rows)
        if batch.verb is Verb.KEEP:
            confirmed = sides.old_marks(target, rows) != text_mark("")
            found[is_other] = np.where(confirmed, Fate.UNDONE, Fate.CHANGED)[is_other]
            if base.classes:
                _refuse_unknown(sides, target, rows, found)
        else:
            found[is_other] = Fate.CHANGED
    is_decidable = sides.is_in_data[new]
    if batch.verb is not Verb.EXCLUDE:
        is_decidable |= sides.is_unlabelled[new]
    found[~is_decidable] = Fate.LEFT_OUT
    return found


def _refuse_unknown(sides: BothSides, target: str, rows: Integers, found: Fates) -> None:
    """A label that was confirmed, and undone, can be given again only if it still is a class."""
    places = np.flatnonzero(found == Fate.UNDONE)
    classes = np.array([text_mark(name) for name in sides.decisions.base.classes], np.uint64)
    is_class = np.isin(sides.old_marks(target, rows[places]), classes)
    found[places[~is_class]] = Fate.NO_CLASS


def _by_value(
    sides: BothSides, old: str, new: str, rows: Integers, decided: np.uint64, reached: Fate
) -> Fates:
    """By what the new file has: what was decided, what it had before, or something else."""
    now = sides.new_marks(new, sides.matching.rows[rows])
    found = np.where(sides.is_changed[rows], Fate.CHANGED, Fate.SAME).astype(np.int8)
    found[now != sides.old_marks(old, rows)] = Fate.OTHERWISE
    found[now == decided] = reached
    return found


def _fits(sides: BothSides, column: str, value: str) -> bool:
    """Whether a column can hold a value, and cells of it can be set at all."""
    base = sides.decisions.base
    if column in base.split.names:
        return False
    if not base.table.column(column).is_number or not value:
        return True
    try:
        return bool(np.isfinite(float(value)))
    except ValueError:
        return False


class _NewlyDecided:
    """What stands about the new file already: it stays, unless a person says otherwise."""

    def __init__(self, sides: BothSides) -> None:
        self._sides = sides
        self._slots: dict[str | None, tuple[Integers, list[Batch]]] = {}

    def regard(
        self, slot: str | None, batch: Batch, new: Integers, fates: Fates, column: str | None
    ) -> None:
        """Change the fates of rows about which something stands."""
        numbers, batches = self._about(slot if slot is None else (column or "") if slot else "")
        usable = np.flatnonzero(_can_be_taken(fates) & (new >= 0))
        own = numbers[new[usable]]
        for number in np.unique(own[own >= 0]).tolist():
            here, other = usable[own == number], batches[number]
            is_same = _what(batch) == _what(other)
            if slot == "" and other.verb is Verb.KEEP:  # how a correction is taken over
                is_reached = fates[here] == Fate.CORRECTED
            elif slot == "" and batch.label is not None:
                is_reached = np.full(len(here), batch.label == other.label)
            else:
                is_reached = np.full(len(here), is_same)
            fates[here] = np.where(is_reached | is_same, Fate.STANDS, Fate.DECIDED)

    def _about(self, slot: str | None) -> tuple[Integers, list[Batch]]:
        if slot not in self._slots:
            numbers = np.full(len(self._sides.matching.new), -1)
            batches: list[Batch] = []
            for _slot, batch, rows in self._sides.decisions.stands.pieces_of(slot):
                numbers[rows] = len(batches)
                batches.append(batch)
            self._slots[slot] = numbers, batches
        return self._slots[slot]


def _can_be_taken(fates: Fates) -> Mask:
    usable = [fate for fate in Fate if fate.kind.can_be_taken and fate is not Fate.DECIDED]
    return np.isin(fates, usable)


def _what(batch: Batch) -> tuple[object, ...]:
    if batch.verb is None:
        return (None, batch.note)
    return batch.verb, batch.label, batch.value


def _unevenly_decided(sides: BothSides) -> dict[str | None, Mask]:
    """By slot and old row: whether it has a copy about which something else was decided.

    Copies are interchangeable only where the same was decided about all of them.
    """
    copies = sides.matching.copies
    slots: dict[str | None, Integers] = {}
    known: dict[tuple[object, ...], int] = {}
    for slot, batch, rows in sides.earlier.stands.pieces():
        own = slots.setdefault(slot, np.full(len(copies), -1, np.int64))
        own[rows] = known.setdefault((*_what(batch), batch.column), len(known))
    is_copy = copies >= 0
    found: dict[str | None, Mask] = {}
    for slot, what in slots.items():
        uneven = np.zeros(len(copies), bool)
        if is_copy.any():
            groups = int(copies.max()) + 1
            least, most = np.full(groups, np.iinfo(np.int64).max), np.full(groups, -2)
            np.minimum.at(least, copies[is_copy], what[is_copy])
            np.maximum.at(most, copies[is_copy], what[is_copy])
            uneven[is_copy] = (least != most)[copies[is_copy]]
        found[slot] = uneven
    return found


def _spellings(
    sides: BothSides, newly: _NewlyDecided, slot: str, batch: Batch, rows: Integers, column: str
) -> Iterator[Piece]:
    """Rows that are new and have one of the spellings that were merged."""
    wanted = np.unique(sides.old_marks(slot, rows))
    new = sides.matching.appeared
    new = new[np.isin(sides.new_marks(column, new), wanted)]
    if not len(new) or not sides.earlier.is_whole:
        return
    fates = np.full(len(new), Fate.SPELLING, np.int8)
    if_taken = fates.copy()
    newly.regard(slot, batch, new, fates, column)
    yield Piece(batch, slot, column, np.full(len(new), -1), new, fates, if_taken)
