"""The one table of the kinds of decision: what each is called, takes and does to the data.

A kind that changes the data says in which part of `core.data.changes.Changes` its rows end up. The
parts are all that a revision, the cleaned file, a session and a script know of: a new kind needs
no other place.
"""

import enum
from dataclasses import dataclass


class Verb(enum.Enum):
    """What is decided about a row, or about a cell of it."""

    KEEP = "keep"
    RELABEL = "relabel"
    EXCLUDE = "exclude"
    SKIP = "skip"
    LABEL = "label"
    SET = "set"
    MERGE = "merge"
    REOPEN = "reopen"

    @property
    def kind(self) -> "DecisionKind":
        """What is to be known of it."""
        return KINDS[self]

    @property
    def changes_data(self) -> bool:
        """Whether a revision of the data differs by it."""
        return self.kind.part is not None


class ChangePart(enum.Enum):
    """The parts of a revision's changes, in the order in which they are applied.

    The value is the name of the field of `Changes`; `name_in_script` and `method` are how a script
    says it: ``data = data.excluding(EXCLUDED)``.
    """

    CELLS = "cells"
    LABELLED = "labelled"
    LABELS = "labels"
    EXCLUDED = "excluded"

    @property
    def name_in_script(self) -> str:
        """The constant that holds it."""
        return "RELABELLED" if self is ChangePart.LABELS else self.value.upper()

    @property
    def method(self) -> str:
        """The method of a dataset that applies it."""
        return _METHODS[self]

    @property
    def told(self) -> str:
        """What the script says of it."""
        return _TOLD[self]


_METHODS = {
    ChangePart.CELLS: "with_cells",
    ChangePart.LABELLED: "labelled",
    ChangePart.LABELS: "relabelled",
    ChangePart.EXCLUDED: "excluding",
}
_TOLD = {
    ChangePart.CELLS: "Cells with other values than the file gives them, by column and line.",
    ChangePart.LABELLED: "Lines of the file that it gives no label.",
    ChangePart.LABELS: "Lines of the file with other labels than it gives them.",
    ChangePart.EXCLUDED: "Lines of the file that are left out.",
}


@dataclass(frozen=True)
class DecisionKind:
    """One kind of decision."""

    past: str
    """What was done to the row: "kept"."""
    means: str
    """What it says, for a person who hovers over it."""
    part: ChangePart | None = None
    """What it changes in the data; None if nothing."""
    takes_label: bool = False
    takes_value: bool = False
    """Whether it is about a cell, which has a column and is given a value."""


KINDS = {
    Verb.KEEP: DecisionKind("kept", "It was looked at, and stays as it is"),
    Verb.RELABEL: DecisionKind(
        "relabelled", "It has another label", ChangePart.LABELS, takes_label=True
    ),
    Verb.EXCLUDE: DecisionKind("excluded", "Train without it; the file stays", ChangePart.EXCLUDED),
    Verb.SKIP: DecisionKind("skipped", "It was looked at, and is left for later"),
    Verb.LABEL: DecisionKind(
        "labelled", "It had no label, and has one now", ChangePart.LABELLED, takes_label=True
    ),
    Verb.SET: DecisionKind("set", "A cell has another value", ChangePart.CELLS, takes_value=True),
    Verb.MERGE: DecisionKind(
        "merged", "Spellings of one value are one", ChangePart.CELLS, takes_value=True
    ),
    Verb.REOPEN: DecisionKind("opened again", "Nothing is decided about it any more"),
}
