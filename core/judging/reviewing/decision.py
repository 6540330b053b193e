"""A decision about a row, and a note on one: what the steps of a review consist of."""

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.base.errors import DataError

DECIDED, UNDONE, REDONE = "decided", "undone", "redone"
"""What the journal calls a step, and taking one back and doing it again."""


class Verb(enum.Enum):
    """What is decided about a row."""

    KEEP = "keep"
    """It was looked at, and stays as it is."""
    RELABEL = "relabel"
    EXCLUDE = "exclude"
    SKIP = "skip"
    """It was looked at, and is left for later."""

    @property
    def changes_data(self) -> bool:
        """Whether a revision of the data differs by it."""
        return self in (Verb.RELABEL, Verb.EXCLUDE)


@dataclass(frozen=True)
class Decision:
    """What was decided about the row of a line, why, and when (seconds since 1970).

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

    def __post_init__(self) -> None:
        """A label belongs to relabelling, and to nothing else."""
        if self.verb is Verb.RELABEL and self.label is None:
            raise DataError(f"Line {self.line} is to be relabelled, and no new label is given.")
        if self.verb is not Verb.RELABEL and self.label is not None:
            raise DataError(
                f"Line {self.line} has the new label {self.label!r}, and the decision is to "
                f"{self.verb.value} it. Only a row that is relabelled has a new label."
            )

    @property
    def change(self) -> "Change | None":
        """What it does to the data; None if nothing."""
        return (self.line, self.label) if self.verb.changes_data else None

    def plain(self) -> dict[str, Any]:
        """The decision as plain data, ready for JSON."""
        plain = {
            "line": self.line,
            "verb": self.verb.value,
            "label": self.label,
            "reason": self.reason,
            "note": self.note,
            "when": self.when,
        }
        return plain | ({"row": self.row} if self.row else {})


@dataclass(frozen=True)
class Note:
    """A note on the row of a line, whatever is decided about it; an empty one takes it away."""

    line: int
    text: str
    when: float = 0.0
    row: str = field(default="", compare=False)
    """The mark of the row, as a decision has it."""

    def plain(self) -> dict[str, Any]:
        """The note as plain data, ready for JSON."""
        plain = {"line": self.line, "text": self.text, "when": self.when}
        return plain | ({"row": self.row} if self.row else {})


Change = tuple[int, str | None]
"""A line and its new label, None if it is excluded."""

Step = tuple[Decision | Note, ...]
"""What was done at once, and is undone at once."""


def from_plain(plain: Any) -> Decision | Note:
    """The decision or note that plain data stand for; raise ValueError for anything else.

    >>> from_plain({"line": 7, "verb": "keep", "when": 1.5})
    Decision(line=7, verb=<Verb.KEEP: 'keep'>, label=None, reason='', note='', when=1.5, row='')
    """
    facts = plain if isinstance(plain, Mapping) else {}
    line, when, label = facts.get("line"), facts.get("when"), facts.get("label")
    texts = [facts.get(name, "") for name in ("reason", "note", "text", "row")]
    if (
        type(line) is not int
        or not isinstance(when, int | float)
        or not math.isfinite(when)
        or not isinstance(label, str | None)
        or not all(isinstance(text, str) for text in texts)
    ):
        raise ValueError("This is no decision.")
    reason, note, text, row = texts
    if "verb" not in facts:
        return Note(line, text, float(when), row)
    try:
        return Decision(line, Verb(facts["verb"]), label, reason, note, float(when), row)
    except DataError as error:
        raise ValueError(str(error)) from error
