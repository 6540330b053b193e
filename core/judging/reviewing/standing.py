"""What stands about the rows of a table: arrays, so that half a million decisions are quick.

A row has one decision about itself (the last one counts), one for each of its cells that was set,
and one note. A number to predict is set in its column, and that is about its row, too. Each is the
number of the batch that it came with. Taking a step back puts the former numbers back; steps are
taken back in the opposite order. Beside it is kept what other people said, and what somebody said
before two words were settled: that changes nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.base import room
from core.base.arrays import Floats, Integers, Mask
from core.base.ascending import place_among, places_among
from core.data.splits.sameness import Hashes, stirred
from core.data.table import Table
from core.judging.reviewing.decision import Batch, Decision, Note, Step
from core.judging.reviewing.kinds import Verb

Numbers = npt.NDArray[np.int32]
"""Of batches; -1 is none."""
_NO_NUMBERS: Numbers = np.empty(0, np.int32)
_ROW = ""
"""The slot of the decision about the row itself; the others are called as their columns."""
Aside = tuple[str, str]
"""The column (empty for the row) that somebody's word is about, and who said it."""


@dataclass(frozen=True, eq=False)
class Overwritten:
    """What a step took the place of: enough to take it back."""

    slots: tuple[tuple[str | Aside | None, Integers, Numbers], ...]
    """The slot (None for the notes), the rows, and the numbers that stood there."""
    batches: int
    mark: int


@dataclass(frozen=True, eq=False)
class Looks:
    """The rows that something is decided about, in the order in which it was decided."""

    lines: Integers
    verbs: Integers
    """The places of the decisions' kinds among all of `Verb`."""
    alone: Mask
    """Whether a row was looked at for itself, rather than decided at once with others."""
    when: Floats

    def are(self, *verbs: Verb) -> Mask:
        """Which of them have one of these decisions."""
        return np.isin(self.verbs, [tuple(Verb).index(verb) for verb in verbs])


class Standing:
    """The decisions and notes that stand about the rows of a table, and their common mark.

    >>> import pandas as pd
    >>> table = Table.from_frame(pd.DataFrame({"x": range(5), "y": list("abaab")}))
    >>> standing = Standing(table)
    >>> before = standing.apply((Batch(np.array([2, 3]), Verb.EXCLUDE),))
    >>> standing.about(3).verb.value, standing.about(4)
    ('exclude', None)
    >>> standing.revert(before)
    >>> standing.about(3) is None
    True
    """

    def __init__(self, table: Table, number: str = "") -> None:
        self.table = table.as_read
        self._number = number
        """The column of numbers to predict: to set one is to decide about its row."""
        self.mark = 0
        """A number for what differs from the file: the same for the same, however it was
        reached."""
        self._batches: list[Batch] = []
        self._slots: dict[str, Numbers] = {_ROW: self._nothing()}
        self._count: int | None = 0
        """How many decisions stand, once somebody asked after the last step."""
        self._notes = self._nothing()
        self.asides: dict[Aside, Numbers] = {}
        """What is kept beside: the numbers of the batches, by row."""
        self.people: set[str] = set()
        """Everybody who ever had a word."""
        self._changes: list[int] = []
        """What each batch does to the data: a number for each different thing, 0 for nothing."""
        self._known: dict[tuple[str, str | None, str], int] = {}
        self._states = {0: 0}

    def _nothing(self) -> Numbers:
        numbers: Numbers = room.empty(len(self.table), np.int32)
        numbers[:] = -1
        return numbers

    # Steps

    def apply(self, step: Step) -> Overwritten:
        """Do a step, and tell what it took the place of."""
        slots: list[tuple[str | Aside | None, Integers, Numbers]] = []
        batches, mark, self._count = len(self._batches), self.mark, None
        for batch in step:
            number, rows = len(self._batches), self.table.rows_of(batch.lines)
            self._batches.append(batch)
            self._changes.append(self._change_of(batch))
            self.people.add(batch.by)
            if batch.aside:
                own = batch.column, batch.by
                if own not in self.asides:
                    self.asides[own] = self._nothing()
                numbers = self.asides[own]
                slots.append((own, rows, numbers[rows]))
                numbers[rows] = number
                continue
            if batch.verb is Verb.REOPEN:
                slots += self._cleared(rows)
                continue
            if batch.verb is not None:
                if batch.column not in self._slots:
                    self._slots[batch.column] = self._nothing()
                slot = self._slots[batch.column]
                slots.append((batch.column, rows, slot[rows]))
                self.mark ^= self._mark_of(batch.column, rows)
                slot[rows] = number
                self.mark ^= self._mark_of(batch.column, rows)
            if batch.verb is None or batch.note:
                slots.append((None, rows, self._notes[rows]))
                self._notes[rows] = number
        self._states.setdefault(self.mark, len(self._states))
        return Overwritten(tuple(slots), batches, mark)

    def _cleared(self, rows: Integers) -> list[tuple[str | Aside | None, Integers, Numbers]]:
        """Take away what stands about rows and their cells, and tell what that was."""
        found: list[tuple[str | Aside | None, Integers, Numbers]] = []
        for name, slot in self._slots.items():
            self.mark ^= self._mark_of(name, rows)
            found.append((name, rows, slot[rows]))
            slot[rows] = -1
        return found

    def revert(self, before: Overwritten) -> None:
        """Take the last step back."""
        for slot, rows, numbers in reversed(before.slots):
            self._numbers_in(slot)[rows] = numbers
        del self._batches[before.batches :], self._changes[before.batches :]
        self.mark, self._count = before.mark, None

    def _numbers_in(self, slot: str | Aside | None) -> Numbers:
        if slot is None:
            return self._notes
        return self._slots[slot] if isinstance(slot, str) else self.asides[slot]

    @property
    def state(self) -> int:
        """The number of this state of the data, counted from the first time it was reached.

        0 is the data as they were read; taking a step back gives the number back.
        """
        return self._states[self.mark]

    def _change_of(self, batch: Batch) -> int:
        if batch.verb is None or batch.aside or not batch.verb.changes_data:
            return 0
        part = batch.verb.kind.part
        assert part is not None
        new = batch.label if batch.label is not None else batch.value
        return self._known.setdefault((part.value, new, batch.column), len(self._known) + 1)

    def _mark_of(self, slot: str, rows: Integers) -> int:
        """The part of the mark that these rows, each once, have in a slot."""
        if len(rows) == 1:  # steps about one row are by far the most
            number = int(self._slots[slot][rows[0]])
            change = self._changes[number] if number >= 0 else 0
            return _mixed(change, int(rows[0])) if change else 0
        if not (rows[1:] > rows[:-1]).all():
            rows = np.unique(rows)
        changes = self._changes_of(self._slots[slot][rows])
        is_changed = changes > 0
        mixed = stirred(changes[is_changed])
        mixed ^= rows[is_changed].astype(np.uint64)
        return int(np.bitwise_xor.reduce(stirred(stirred(mixed)), initial=np.uint64(0)))

    def _changes_of(self, numbers: Numbers) -> Hashes:
        """What the batches of these numbers do to the data; the cost is that of the rows."""
        if len(self._changes) <= len(numbers):
            return np.array([*self._changes, 0], np.uint64)[numbers]  # -1 is the last
        used, places = np.unique(numbers, return_inverse=True)
        own = [self._changes[number] if number >= 0 else 0 for number in used.tolist()]
        return np.array(own, np.uint64)[places]

    # What stands

    def about(self, line: int) -> Decision | None:
        """The decision about the row of a line, with the row's note."""
        row = self._row(line)
        if row is None:
            return None
        own = self._slots[_ROW]
        is_set = self._slots.get(self._number, own)[row] > own[row]
        return self._decision(self._number if is_set else _ROW, row)

    @property
    def has_cells(self) -> bool:
        """Whether a cell of some column was ever set."""
        return len(self._slots) > 1

    def cells_of(self, line: int) -> dict[str, str]:
        """The values that cells of a row are set to, by column."""
        row = self._row(line)
        found = {} if row is None else {name: self._decision(name, row) for name in self._columns}
        return {name: each.value or "" for name, each in found.items() if each is not None}

    def note_on(self, line: int) -> str:
        """The note on a row; empty if there is none."""
        row = self._row(line)
        return "" if row is None else self._note(row)

    def batch(self, number: int) -> Batch:
        """The batch of a number."""
        return self._batches[number]

    def numbers(self, columns: Iterable[str]) -> Numbers:
        """By row, the number of the batch that decided last about one of these columns, or -1."""
        known = [self._slots[name] for name in columns if name in self._slots]
        return np.maximum.reduce(known) if known else self._nothing()

    def one(self, number: int, row: int) -> Decision:
        """What the batch of a number says of a row."""
        said = self._batches[number].about(int(self.table.lines[row]))
        assert isinstance(said, Decision)
        return said

    def said_by(self, person: str) -> list[Decision]:
        """What somebody decided: as kept beside, else as it stands."""
        found: dict[tuple[int, str], Decision] = {}
        for (column, by), numbers in self.asides.items():
            for row in np.flatnonzero(numbers >= 0).tolist() if by == person else ():
                found[row, column] = self.one(int(numbers[row]), row)
        for column, numbers in self._slots.items():
            is_theirs = np.array([*(batch.by == person for batch in self._batches), False], bool)
            for row in np.flatnonzero(is_theirs[numbers]).tolist():
                found.setdefault((row, column), self.one(int(numbers[row]), row))
        return list(found.values())

    def verbs(self, lines: Integers | None = None) -> dict[Verb, int]:
        """How many of the rows, of all or of these lines, have each kind of decision."""
        if not self._batches:
            return {}
        numbers = self._about_rows()
        if lines is not None:
            rows, is_there = places_among(self.table.lines, lines)
            numbers = numbers[rows[is_there]]
        counts = np.bincount(numbers[numbers >= 0], minlength=len(self._batches))
        found: dict[Verb, int] = {}
        for batch, many in zip(self._batches, counts.tolist(), strict=True):
            if many and batch.verb is not None:
                found[batch.verb] = found.get(batch.verb, 0) + many
        return found

    def is_decided(self, lines: Integers) -> npt.NDArray[np.bool_]:
        """Whether something is decided about each of these rows of the table."""
        return self.are_decided(self.table.rows_of(lines))

    def decided_alone(self, rows: Integers, column: str) -> npt.NDArray[np.bool_]:
        """Whether each row of the table was decided about by itself: its label, or that it stays.

        A row that was skipped, and one of several that were decided about at once, was not. A
        number that is a label is set in its `column`.
        """
        found = np.zeros(len(rows), bool)
        is_alone = np.array(
            [own.verb not in (None, Verb.SKIP) and not own.together for own in self._batches]
            + [False],  # -1 is the last
            bool,
        )
        for slot in (_ROW, column):
            if slot in self._slots:
                found |= is_alone[self._slots[slot][rows]]
        return found

    def are_decided(self, rows: Integers) -> npt.NDArray[np.bool_]:
        """The same by rows of the table: of very many, lines take long to look up."""
        return np.asarray(self._about_rows(rows) >= 0)

    def _about_rows(self, rows: Integers | slice = slice(None)) -> Numbers:
        """By row of the table, the number of the batch that decided last about it, or -1."""
        numbers = self._slots[_ROW][rows]
        if self._number in self._slots:
            numbers = np.maximum(numbers, self._slots[self._number][rows])
        return numbers

    @property
    def count(self) -> int:
        """How many decisions stand."""
        if self._count is None:
            self._count = sum(int(np.count_nonzero(slot >= 0)) for slot in self._slots.values())
        return self._count

    def decisions(self) -> list[Decision]:
        """Every decision, in the order in which they were made."""
        found = [
            self._decision(slot, int(row))
            for slot in self._slots
            for row in np.flatnonzero(self._slots[slot] >= 0)
        ]
        return sorted(
            (each for each in found if each is not None),
            key=lambda each: (each.when, each.line, each.column),
        )

    def looks(self) -> "Looks":
        """What was decided about rows, the first decision first."""
        everyone = self._about_rows()
        rows = np.flatnonzero(everyone >= 0)
        numbers = everyone[rows]
        when = np.array([batch.when for batch in self._batches])[numbers]
        order = np.lexsort((rows, when))
        alone = np.array([not batch.together for batch in self._batches], bool)
        verbs = tuple(Verb)
        kinds = np.array([-1 if b.verb is None else verbs.index(b.verb) for b in self._batches])
        rows, numbers = rows[order], numbers[order]
        return Looks(self.table.lines[rows], kinds[numbers], alone[numbers], when[order])

    def notes(self) -> list[Note]:
        """Every note, by line."""
        rows = np.flatnonzero(self._notes >= 0).tolist()
        found = [(row, self._batches[self._notes[row]]) for row in rows]
        lines = self.table.lines
        return [
            Note(int(lines[row]), own.note, own.when, by=own.by) for row, own in found if own.note
        ]

    def lines_by_change(self) -> Iterator[tuple[Batch, Integers]]:
        """Each batch that changes the data, with the lines for which it stands, ascending."""
        for slot in self._slots.values():
            rows = np.flatnonzero(slot >= 0)
            numbers = slot[rows]
            for number in np.unique(numbers).tolist():
                if self._changes[number]:
                    yield self._batches[number], self.table.lines[rows[numbers == number]]

    def pieces(self) -> Iterator[tuple[str | None, Batch, Integers]]:
        """Every batch with the rows of the table for which it stands, and the slot that it is in.

        The slot is empty for a decision about rows, a column for one about its cells, and None for
        a note. A note that came with a decision is told with it; one that does not stand any more
        is not.
        """
        for slot in (*self._slots, None):
            yield from self.pieces_of(slot)

    def pieces_of(self, slot: str | None) -> Iterator[tuple[str | None, Batch, Integers]]:
        """Those of one slot; none of a column of which no cell was set."""
        numbers = self._notes if slot is None else self._slots.get(slot, _NO_NUMBERS)
        for number, rows in _by_number(numbers):
            batch = self._batches[number]
            if slot == _ROW:
                has_note = self._notes[rows] == number
                for own, noted in ((rows[has_note], batch.note), (rows[~has_note], "")):
                    if len(own):
                        yield slot, replace(batch, note=noted), own
            elif slot is not None:
                yield slot, batch, rows
            elif batch.note and len(own := rows[self._slots[_ROW][rows] != number]):
                yield slot, batch, own

    def kept(self) -> tuple[int, ...]:
        """The lines of the rows that were looked at and stay as they are."""
        is_kept = np.array([batch.verb is Verb.KEEP for batch in self._batches] + [False], bool)
        return tuple(self.table.lines[is_kept[self._slots[_ROW]]].tolist())

    @property
    def _columns(self) -> list[str]:
        return [name for name in self._slots if name != _ROW]

    def _row(self, line: int) -> int | None:
        return place_among(self.table.lines, line)

    def _decision(self, slot: str, row: int) -> Decision | None:
        number = int(self._slots[slot][row])
        if number < 0:
            return None
        one = self.one(number, row)
        return replace(one, note=self._note(row)) if slot in (_ROW, self._number) else one

    def _note(self, row: int) -> str:
        number = int(self._notes[row])
        return self._batches[number].note if number >= 0 else ""


def _by_number(numbers: Numbers) -> Iterator[tuple[int, Integers]]:
    """The rows of each number that stands, ascending."""
    rows = np.flatnonzero(numbers >= 0)
    rows = rows[np.argsort(numbers[rows], kind="stable")]
    ends = np.flatnonzero(np.diff(numbers[rows])) + 1
    for own in np.split(rows, ends) if len(rows) else ():
        yield int(numbers[own[0]]), own


_FACTOR, _BITS = 0x9E3779B97F4A7C15, (1 << 64) - 1


def _mixed(change: int, row: int) -> int:
    """The mark of one row: what `stirred` gives for many."""
    mixed = _stir(change) ^ row
    return _stir(_stir(mixed))


def _stir(number: int) -> int:
    number = number * _FACTOR & _BITS
    return number ^ (number >> 29)
