"""A decision about a row, or about many, and a note: what the steps of a review consist of."""

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.base.arrays import Integers
from core.base.errors import DataError
from core.base.person import tidy_name
from core.data.splits.sameness import Hashes
from core.judging.reviewing.kinds import Verb
from core.judging.reviewing.packing import packed, unpacked

__all__ = ["Batch", "Decision", "Note", "Step", "Verb", "batches_of", "step_from_plain"]


@dataclass(frozen=True)
class Decision:
    """What was decided about the row of a line, why, when (seconds since 1970), and by whom.

    >>> Decision(7, Verb.RELABEL, "yes", reason="a typing error").label
    'yes'
    >>> Decision(7, Verb.RELABEL)
    Traceback (most recent call last):
        ...
    core.base.errors.DataError: Line 7 is to be relabelled, and no new label is given.
    """

    line: int
    verb: Verb
    label: str | None = None
    reason: str = ""
    note: str = ""
    when: float = 0.0
    row: str = field(default="", compare=False)
    """The mark of the row (core.data.row_marks); what an earlier version wrote has none."""
    column: str = ""
    """The column of the cell that is set; empty for a decision about the row."""
    value: str | None = None
    """The value that the cell is set to; an empty text is a missing value."""
    by: str = ""
    """Who decided; empty where that was not written down."""
    together: bool = False
    """Whether it was decided at once with other rows: nobody looked at each of them."""
    aside: bool = False
    """Whether it is kept beside what stands, as the word of somebody, and changes nothing."""

    def __post_init__(self) -> None:
        """A label belongs to some kinds, a column and a value to others."""
        _check(f"Line {self.line}", self.verb, self.label, self.column, self.value)

    @property
    def new(self) -> str | None:
        """The label or the value that is given; None if none is."""
        return self.label if self.label is not None else self.value

    @property
    def outcome(self) -> str:
        """What was done, in a few words: "relabelled to yes"."""
        past = self.verb.kind.past
        if self.verb.kind.takes_value:
            return f"{self.column} {past} to {self.value or 'nothing'}"
        return past if self.label is None else f"{past} to {self.label}"


@dataclass(frozen=True)
class Note:
    """A note on the row of a line, whatever is decided about it; an empty one takes it away."""

    line: int
    text: str
    when: float = 0.0
    row: str = field(default="", compare=False)
    """The mark of the row, as a decision has it."""
    by: str = ""


@dataclass(frozen=True, eq=False)
class Batch:
    """The same decision about many rows, or the same note on them; its arrays are never changed.

    >>> batch = Batch(np.array([3, 4]), Verb.EXCLUDE, reason="twice")
    >>> Batch.from_plain(batch.plain()) == batch
    True
    """

    lines: Integers
    verb: Verb | None = None
    """None for a note alone."""
    label: str | None = None
    reason: str = ""
    note: str = ""
    when: float = 0.0
    column: str = ""
    value: str | None = None
    marks: Hashes | None = None
    """The marks of the rows; None where they are not known."""
    by: str = ""
    together: bool = False
    """Whether it was decided at once with other rows, of this batch or another of its step."""
    aside: bool = False
    """Whether it is kept beside what stands, as the word of somebody, and changes nothing."""

    def __post_init__(self) -> None:
        """The same rules as for one row."""
        if self.verb is not None:
            first = f"Line {self.lines[0]}" if len(self.lines) else "A row"
            _check(first, self.verb, self.label, self.column, self.value)

    def __len__(self) -> int:
        return len(self.lines)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Batch)
            and self._facts == other._facts
            and np.array_equal(self.lines, other.lines)
        )

    def __hash__(self) -> int:
        return hash((self._facts, len(self.lines)))

    @property
    def _facts(self) -> tuple[Any, ...]:
        return (
            self.verb,
            self.label,
            self.reason,
            self.note,
            self.when,
            self.column,
            self.value,
            self.by,
            self.together,
            self.aside,
        )

    def one(self, place: int) -> Decision | Note:
        """The decision, or the note, of one of the rows."""
        mark = "" if self.marks is None else f"{int(self.marks[place]):016x}"
        return self.about(int(self.lines[place]), mark)

    def about(self, line: int, mark: str = "") -> Decision | Note:
        """The decision, or the note, about the row of a line."""
        if self.verb is None:
            return Note(line, self.note, self.when, mark, self.by)
        return Decision(
            line,
            self.verb,
            self.label,
            self.reason,
            self.note,
            self.when,
            mark,
            self.column,
            self.value,
            self.by,
            self.together,
            self.aside,
        )

    def plain(self) -> dict[str, Any]:
        """The batch as plain data, ready for JSON; only what is not usual."""
        facts: dict[str, Any] = {
            "verb": self.verb.value if self.verb else None,
            "label": self.label,
            "reason": self.reason,
            "note": self.note,
            "column": self.column,
            "value": self.value,
            "by": self.by,
        }
        said = {name: value for name, value in facts.items() if value not in ("", None)}
        if self.value == "":
            said["value"] = ""
        if self.marks is not None:
            said["rows"] = packed(self.marks)
        if self.together != _is_usually_together(self.verb, len(self.lines)):
            said["together"] = self.together
        if self.aside:
            said["aside"] = True
        return {"lines": packed(self.lines), "when": self.when} | said

    @classmethod
    def from_plain(cls, plain: Any) -> "Batch":
        """Take a batch back from plain data; raise ValueError for anything that is none."""
        facts = plain if isinstance(plain, Mapping) else {}
        if "line" in facts:  # one row, as it was written before
            return _one_from_plain(facts)
        when, verb = facts.get("when"), facts.get("verb")
        texts = [facts.get(name, "") for name in ("reason", "note", "column", "by")]
        news = [facts.get(name) for name in ("label", "value")]
        if (
            not isinstance(when, int | float)
            or not math.isfinite(when)
            or not all(isinstance(text, str) for text in texts)
            or not all(isinstance(new, str | None) for new in news)
            or not isinstance(facts.get("together", False), bool)
            or not isinstance(facts.get("aside", False), bool)
        ):
            raise ValueError("This is no decision.")
        lines = unpacked(facts.get("lines"), np.dtype(np.int64))
        marks = facts.get("rows")
        known = None if marks is None else unpacked(marks, np.dtype(np.uint64))
        if known is not None and len(known) != len(lines):
            raise ValueError("This is no decision.")
        kind = None if verb is None else Verb(verb)
        together = facts.get("together", _is_usually_together(kind, len(lines)))
        try:
            return cls(
                lines,
                kind,
                news[0],
                texts[0],
                texts[1],
                float(when),
                texts[2],
                news[1],
                known,
                tidy_name(texts[3]),
                together,
                facts.get("aside", False),
            )
        except DataError as error:
            raise ValueError(str(error)) from error


Step = tuple[Batch, ...]
"""What was done at once, and is undone at once."""


def batches_of(done: Iterable[Decision | Note]) -> Step:
    """Decisions and notes, those that are alike together; the later about a row counts.

    >>> [len(batch) for batch in batches_of([Note(2, "a"), Note(3, "a"), Note(4, "b")])]
    [2, 1]
    """
    listed = list(done)
    if len({_place(each) for each in listed}) == len(listed):
        listed.sort(key=_alike_key)
    return tuple(_batch(list(alike)) for _, alike in itertools.groupby(listed, _alike_key))


def step_from_plain(plain: Any) -> tuple[Step, int]:
    """The batches that plain data stand for, and how many of their parts are none."""
    found, wrong = [], 0
    for part in plain if isinstance(plain, list) else [plain]:
        try:
            found.append(Batch.from_plain(part))
        except ValueError:
            wrong += 1
    return tuple(found), wrong


def _place(done: Decision | Note) -> tuple[Any, ...]:
    """What it is about, and whose place it takes."""
    if isinstance(done, Note):
        return done.line, None
    return done.line, done.column, done.by if done.aside else None


def _alike_key(done: Decision | Note) -> tuple[Any, ...]:
    if isinstance(done, Note):
        return (
            "",
            "",
            "",
            done.text,
            done.when,
            "",
            "",
            False,
            bool(done.row),
            done.by,
            False,
            False,
        )
    return (
        done.verb.value,
        done.label or "",
        done.reason,
        done.note,
        done.when,
        done.column,
        done.value or "",
        done.value is None,
        bool(done.row),
        done.by,
        done.together,
        done.aside,
    )


def _batch(alike: list[Decision | Note]) -> Batch:
    first = alike[0]
    lines = np.array([each.line for each in alike], np.int64)
    marks = None
    if first.row:
        marks = np.array([int(each.row, 16) for each in alike], np.uint64)
    if isinstance(first, Note):
        return Batch(lines, note=first.text, when=first.when, marks=marks, by=first.by)
    return Batch(
        lines,
        first.verb,
        first.label,
        first.reason,
        first.note,
        first.when,
        first.column,
        first.value,
        marks,
        first.by,
        first.together,
        first.aside,
    )


def _is_usually_together(verb: Verb | None, rows: int) -> bool:
    """What a batch is that says nothing else: rows that share a decision were not looked at."""
    return verb is not None and rows > 1


def _one_from_plain(facts: Mapping[str, Any]) -> Batch:
    """A decision, or a note, about one row, as it was written before rows came in batches."""
    line, when, label = facts.get("line"), facts.get("when"), facts.get("label")
    texts = [facts.get(name, "") for name in ("reason", "note", "text", "row")]
    if (
        type(line) is not int
        or abs(line) >= 2**53
        or not isinstance(when, int | float)
        or not math.isfinite(when)
        or not isinstance(label, str | None)
        or not all(isinstance(text, str) for text in texts)
    ):
        raise ValueError("This is no decision.")
    reason, note, text, row = texts
    marks = np.array([int(row, 16)], np.uint64) if row else None
    lines = np.array([line], np.int64)
    if "verb" not in facts:
        return Batch(lines, note=text, when=float(when), marks=marks)
    try:
        return Batch(lines, Verb(facts["verb"]), label, reason, note, float(when), marks=marks)
    except DataError as error:
        raise ValueError(str(error)) from error


def _check(where: str, verb: Verb, label: str | None, column: str, value: str | None) -> None:
    kind = verb.kind
    if kind.takes_label and label is None:
        raise DataError(f"{where} is to be {kind.past}, and no new label is given.")
    if not kind.takes_label and label is not None:
        raise DataError(
            f"{where} has the new label {label!r}, and the decision is to {verb.value} it. Only a "
            "row that is relabelled has a new label."
        )
    if kind.takes_value and (value is None or not column):
        raise DataError(f"{where} is to be {kind.past}, and no column and value are given.")
    if not kind.takes_value and (value is not None or column):
        raise DataError(f"{where} is to be {kind.past}: that is about no column.")
