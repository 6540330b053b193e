"""Decisions about the rows of a file: kept in the journal, and what they make of the data."""

import functools
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from core.base.errors import DataError
from core.base.journal import Journal
from core.data.dataset import Dataset
from core.data.row_marks import row_marks
from core.judging.reviewing.decision import (
    DECIDED,
    REDONE,
    UNDONE,
    Change,
    Decision,
    Note,
    Step,
    Verb,
    from_plain,
)
from core.judging.reviewing.ledger import NOTHING, Ledger
from core.judging.reviewing.table import read_decisions, write_decisions

_MOST_REVISIONS = 16
"""How many revisions are kept at hand, so that undoing and redoing gives the very same ones."""


class Decisions:
    """What was decided about the rows of `base`, the data as they were read.

    Each step is on the disk, in the journal, before it is told to be done. Making this object
    again, after a crash for instance, replays the journal: the same decisions stand, and the same
    steps can be undone and redone. `identity` is what tells the file from others, such as its
    path, its checksum and the target: entries that have another are passed over.

    >>> import core
    >>> decisions = Decisions(core.example("ten points", validation_share=0), {"path": "ten.csv"})
    >>> step = decisions.decide([2, 3], Verb.EXCLUDE, reason="measured twice")
    >>> step = decisions.relabel({7: "+"})
    >>> len(decisions.revision()), decisions.changes()
    (8, ((2, 3), {7: '+'}))
    >>> step = decisions.undo()
    >>> decisions.about(7) is None, decisions.can_redo
    (True, True)
    """

    def __init__(
        self, base: Dataset, identity: Mapping[str, str], journal: Journal | None = None
    ) -> None:
        self.base = base
        self.left_out = 0
        """How many decisions in the journal do not fit these data, and so do not count: they are
        about other lines or labels, or about rows that have other values by now."""
        self._identity = dict(identity)
        self._journal = journal
        self._ledger = Ledger()
        self._revisions: dict[int, Dataset] = {0: base}
        if journal is not None:
            self._replay(journal)

    def decide(
        self,
        lines: int | Iterable[int],
        verb: Verb,
        *,
        label: str | None = None,
        reason: str = "",
        note: str = "",
    ) -> Step:
        """Decide the same about one row, or about many, in one step."""
        when = _now()
        chosen = [lines] if isinstance(lines, int | np.integer) else lines
        return self.take(Decision(int(line), verb, label, reason, note, when) for line in chosen)

    def relabel(self, labels: Mapping[int, str], *, reason: str = "", note: str = "") -> Step:
        """Give rows new labels, in one step."""
        when = _now()
        return self.take(
            Decision(int(line), Verb.RELABEL, label, reason, note, when)
            for line, label in labels.items()
        )

    def note(self, line: int, text: str) -> Step:
        """Write a note on a row, whatever is decided about it; an empty one takes it away."""
        return self.take([Note(int(line), text, _now())])

    def take(self, step: Iterable[Decision | Note]) -> Step:
        """Take over decisions and notes, read from a file for instance, in one step."""
        step = self._marked(tuple(step))
        self._write(DECIDED, step=[done.plain() for done in step])
        self._ledger.do(step)
        return step

    def undo(self) -> Step | None:
        """Take the last step back, and tell which; None if there is none."""
        if not self.can_undo:
            return None
        self._write(UNDONE)
        return self._ledger.undo()

    def redo(self) -> Step | None:
        """Do the step again that was undone last, and tell which; None if there is none."""
        if not self.can_redo:
            return None
        self._write(REDONE)
        return self._ledger.redo()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self._ledger.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return self._ledger.can_redo

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that stand, oldest first."""
        return self._ledger.steps

    @property
    def undone(self) -> tuple[Step, ...]:
        """The steps that can be done again, the next one first."""
        return self._ledger.undone

    def about(self, line: int) -> Decision | None:
        """The decision that stands about a row, with the row's note."""
        return self._ledger.rows.get(line, NOTHING).decision

    def note_on(self, line: int) -> str:
        """The note on a row; empty if there is none."""
        return self._ledger.rows.get(line, NOTHING).note

    def standing(self) -> list[Decision]:
        """Every decision that stands, in the order in which they were made."""
        found = [row.decision for row in self._ledger.rows.values() if row.decision]
        return sorted(found, key=lambda decision: (decision.when, decision.line))

    def kept(self) -> tuple[int, ...]:
        """The lines of the rows that were looked at and stay as they are."""
        return tuple(d.line for d in self.standing() if d.verb is Verb.KEEP)

    def notes(self) -> dict[int, str]:
        """The notes, by line."""
        rows = sorted(self._ledger.rows.items())
        return {line: standing.note for line, standing in rows if standing.note}

    def changes(self) -> tuple[tuple[int, ...], dict[int, str]]:
        """The lines that are excluded, and the new labels of others: what differs from the file."""
        excluded, labels = [], {}
        for line, label in sorted(self._changes(), key=lambda change: change[0]):
            if label is None:
                excluded.append(line)
            else:
                labels[line] = label
        rows = self.base.rows_of(labels).tolist()
        given = {line: self.base.label_text(row) for line, row in zip(labels, rows, strict=True)}
        return tuple(excluded), {
            line: label for line, label in labels.items() if label != given[line]
        }

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write what stands as a CSV file, line by line of the data."""
        rows = sorted(self._ledger.rows.items())
        write_decisions(
            path, [row.decision or Note(line, row.note, row.when) for line, row in rows], self.base
        )

    def take_csv(self, path: str | os.PathLike[str]) -> Step:
        """Take over the decisions of a CSV file, in one step; refuse all if one does not fit."""
        return self.take(read_decisions(path, self.base))

    def revision(self) -> Dataset:
        """The data with everything that stands: relabelled, and without what is excluded.

        The same state is the same dataset, however it was reached; without a change it is `base`.
        """
        number = self._ledger.revision
        if number not in self._revisions:
            self._revisions[number] = self._made(number)
            for old in list(self._revisions)[1:-_MOST_REVISIONS]:
                del self._revisions[old]
        return self._revisions[number]

    def adopt(self, revision: Dataset) -> None:
        """Take a revision that was made before, of a run that is read again, for what it is.

        If it is what stands now, `revision()` gives this very one.
        """
        own = self.revision()
        if (
            own is not self.base
            and own.revision == revision.revision
            and np.array_equal(own.rows, revision.rows)
            and np.array_equal(own.labels, revision.labels)
        ):
            self._revisions[self._ledger.revision] = revision

    def _made(self, number: int) -> Dataset:
        excluded, labels = self.changes()
        made = self.base.relabelled(labels) if labels else self.base
        made = made.excluding(excluded) if excluded else made
        return made if made is self.base else replace(made, revision=self.base.revision + number)

    def _changes(self) -> list[Change]:
        rows = self._ledger.rows.values()
        found = (row.decision.change for row in rows if row.decision)
        return [change for change in found if change is not None]

    def _marked(self, step: Step) -> Step:
        """The step with the marks of its rows; raise DataError for what cannot be done."""
        if not step:
            raise DataError("No row is chosen. Choose one or more rows, then decide.")
        rows = self.base.rows_of(done.line for done in step)
        self._check(step)
        marks = row_marks(self.base.table, self.base.rows[rows])
        for done, mark in zip(step, marks, strict=True):
            if done.row not in ("", mark):
                raise DataError(
                    f"Line {done.line} of {self.base.name} has other values than the row that was "
                    "decided about. These decisions are about other data."
                )
        return tuple(replace(done, row=mark) for done, mark in zip(step, marks, strict=True))

    def _check(self, step: Step) -> None:
        """Raise DataError for labels that there are not, and if no row would stay."""
        decisions = [done for done in step if isinstance(done, Decision)]
        if labels := {done.line: done.label for done in decisions if done.label is not None}:
            self.base.relabelled(labels)
        if len(self._ledger.rows) + len(step) >= len(self.base):
            self._check_some_stay(step)

    def _check_some_stay(self, step: Step) -> None:
        excluded = {line for line, label in self._changes() if label is None}
        for done in step:
            if isinstance(done, Decision):
                (excluded.add if done.verb is Verb.EXCLUDE else excluded.discard)(done.line)
        if len(excluded) == len(self.base):
            raise DataError("Every row would be excluded. Keep at least one.")

    def _write(self, what: str, **facts: Any) -> None:
        if self._journal is not None:
            self._journal.append(what, data=self._identity, **facts)

    def _replay(self, journal: Journal) -> None:
        known = _Rows(self.base)
        for entry in journal.entries((DECIDED, UNDONE, REDONE)):
            if entry.facts.get("data") != self._identity:
                continue
            if entry.what == DECIDED:
                # A step of which nothing fits still is one: undoing counts steps.
                self._ledger.do(self._fitting(entry.facts.get("step"), known))
            elif entry.what == UNDONE and self.can_undo:
                self._ledger.undo()
            elif entry.what == REDONE and self.can_redo:
                self._ledger.redo()

    def _fitting(self, plain: Any, known: "_Rows") -> Step:
        """The step that an entry holds, as far as it is about rows and labels of these data."""
        read = []
        for part in plain if isinstance(plain, list) else [plain]:
            try:
                done = from_plain(part)
            except ValueError:
                self.left_out += 1
                continue
            label = done.label if isinstance(done, Decision) else None
            if known.has(done) and (label is None or label in self.base.classes):
                read.append(done)
            else:
                self.left_out += 1
        return tuple(read)


class _Rows:
    """The rows of some data by their lines, and their marks once somebody asks."""

    def __init__(self, base: Dataset) -> None:
        self._base = base

    @functools.cached_property
    def _lines(self) -> dict[int, int]:
        return {line: row for row, line in enumerate(self._base.lines.tolist())}

    @functools.cached_property
    def _marks(self) -> list[str]:
        return row_marks(self._base.table, self._base.rows)

    def has(self, done: Decision | Note) -> bool:
        """Whether there is a row of this line, and it is the one that was decided about."""
        row = self._lines.get(done.line)
        return row is not None and done.row in ("", self._marks[row] if done.row else "")


def _now() -> float:
    """Whole microseconds: a time that is written as text is read back as the same number."""
    return round(time.time(), 6)
