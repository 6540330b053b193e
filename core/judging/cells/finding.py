"""A finding: one mistake that explains cells of several rows, with the remedy."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.base.arrays import Integers
from core.base.wording import count, grouped


@dataclass(frozen=True, eq=False)
class CellFinding:
    """What seems to have happened, where, and the values that would put it right."""

    kind: str
    columns: tuple[str, ...]
    lines: Integers
    """The lines of the rows, ascending."""
    sentence: str
    remedy: Mapping[str, Mapping[int, str]]
    """The new text of every cell that would be set, by column and line; empty for a missing one."""
    log_evidence: float
    """The natural logarithm of the e-value (see `core.judging.cells.evidence`)."""

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def cells(self) -> int:
        """How many cells the remedy sets."""
        return sum(len(texts) for texts in self.remedy.values())

    @property
    def remedy_words(self) -> str:
        """What the remedy does, for a button's tip."""
        many = count(self.cells, "cell")
        texts = {text for own in self.remedy.values() for text in own.values()}
        if texts == {""}:
            return f"Make {many} missing"
        return f"Set {many} to what would be right"


def looks(rows: int, told: str) -> str:
    """The start of a sentence about so many rows.

    >>> looks(14, "'weight' were in lb"), looks(1, "it were so")
    ("14 rows look as if 'weight' were in lb", '1 row looks as if it were so')
    """
    return f"{count(rows, 'row looks', 'rows look')} as if {told}"


def all_fit(fitting: int, rows: int) -> str:
    """How many of the rows fit once the remedy is applied.

    >>> all_fit(14, 14), all_fit(13, 14), all_fit(1, 1)
    ('if so all 14 fit', 'if so 13 of 14 fit', 'if so it fits')
    """
    if rows == 1:
        return "if so it fits" if fitting else "even so it does not fit"
    return (
        (f"if so all {grouped(rows)} fit")
        if fitting == rows
        else f"if so {grouped(fitting)} of {grouped(rows)} fit"
    )
