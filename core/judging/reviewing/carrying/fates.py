"""What becomes of a decision when a new export of its table arrives: the one table of it."""

import enum
from dataclasses import dataclass


class Fate(enum.IntEnum):
    """What becomes of a decision, a set cell or a note. The order is that of the list."""

    SAME = 0
    SPELLING = 1
    CORRECTED = 2
    CHANGED = 3
    UNDONE = 4
    OTHERWISE = 5
    DECIDED = 6
    AMBIGUOUS = 7
    GONE = 8
    NO_CLASS = 9
    NO_COLUMN = 10
    OTHER_TARGET = 11
    LEFT_OUT = 12
    STANDS = 13

    @property
    def kind(self) -> "FateKind":
        """What is to be known of it."""
        return KINDS[self]


@dataclass(frozen=True)
class FateKind:
    """One fate."""

    title: str
    """The heading of its group."""
    means: str
    """What it means, and what taking it does."""
    can_be_taken: bool = False
    is_usual: bool = False
    """Whether it is taken unless a person says otherwise."""
    is_conflict: bool = False
    """Whether a person should look at it."""


KINDS = {
    Fate.SAME: FateKind(
        "The row is the same",
        "The decision holds as it is.",
        can_be_taken=True,
        is_usual=True,
    ),
    Fate.SPELLING: FateKind(
        "New rows with a spelling that you merged",
        "They get the spelling that the others got.",
        can_be_taken=True,
        is_usual=True,
    ),
    Fate.CORRECTED: FateKind(
        "The source has your correction",
        "The new file has what you decided. Taken over, the row counts as looked at and kept.",
        can_be_taken=True,
        is_usual=True,
    ),
    Fate.CHANGED: FateKind(
        "The row changed",
        "Other values of the row are new, so your decision may not hold any more. Left out, the "
        "row counts as not yet judged.",
        can_be_taken=True,
        is_conflict=True,
    ),
    Fate.UNDONE: FateKind(
        "The source undid what you confirmed",
        "You kept the label, and the new file has another one. Taken over, the row is relabelled "
        "to the label that you confirmed.",
        can_be_taken=True,
        is_conflict=True,
    ),
    Fate.OTHERWISE: FateKind(
        "The source changed it to something else",
        "The new file has neither the old value nor yours. Taken over, yours counts.",
        can_be_taken=True,
        is_conflict=True,
    ),
    Fate.DECIDED: FateKind(
        "Decided otherwise in the new file",
        "You decided about the row in the new file already. Taken over, the earlier one counts.",
        can_be_taken=True,
        is_conflict=True,
    ),
    Fate.AMBIGUOUS: FateKind(
        "Several rows may be it",
        "Copies cannot be told apart, and none is guessed. A key column would tell.",
        is_conflict=True,
    ),
    Fate.GONE: FateKind(
        "The row is gone",
        "The new file does not have it.",
        is_conflict=True,
    ),
    Fate.NO_CLASS: FateKind(
        "The label is no class any more",
        "No row of the new file has the label that you gave.",
        is_conflict=True,
    ),
    Fate.NO_COLUMN: FateKind(
        "The column is gone",
        "The new file has no such column, or one that the value does not fit.",
        is_conflict=True,
    ),
    Fate.OTHER_TARGET: FateKind(
        "It is about another target",
        "The decision is about labels of a column that is not the target here. Choose that target.",
        is_conflict=True,
    ),
    Fate.LEFT_OUT: FateKind(
        "The row is not among the data",
        "The new file has the row, but it is left out, or has no label to decide about.",
        is_conflict=True,
    ),
    Fate.STANDS: FateKind(
        "Nothing left to do",
        "The new file has the value already, or the same was decided there.",
    ),
}
