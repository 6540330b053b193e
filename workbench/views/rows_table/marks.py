"""What is the matter with a row, and what was decided about it: in words, beside its line."""

from collections.abc import Callable

import numpy as np

from core import Dataset
from core.base.arrays import Integers
from core.judging.reviewing.decisions import Decisions
from core.learning.snapshot import Snapshot
from workbench.views.rows_table.table_column import TableColumn

REVIEW, FLAGGED, EDITED = "review", "flagged", "edited"
_HELP = (
    "Flagged: the row deserves a look. Otherwise what was decided about it: kept, excluded, "
    "skipped, → and its new label, or edited if a value was set. Right click to decide."
)


def mark_column(
    dataset: Dataset,
    snapshot: Callable[[], Snapshot] | None,
    decisions: Callable[[], Decisions | None],
) -> TableColumn:
    """The column of marks; sorted by it, flagged rows that nothing is decided about come first."""

    def text(row: int) -> str:
        return mark_of(int(dataset.lines[row]), decisions()) or (
            FLAGGED if snapshot is not None and snapshot().flagged[row] else ""
        )

    def values() -> Integers:
        found = np.zeros(len(dataset), np.int64)
        if snapshot is not None:
            found[snapshot().flagged] = 2
        if (own := decisions()) is not None:
            found[own.stands.is_decided(dataset.lines)] = 1
        return found

    # As a number would be, it is sorted from the highest first.
    return TableColumn(REVIEW, _HELP, text, values, marks=True)


def mark_of(line: int, decisions: Decisions | None) -> str:
    """What was decided about a row, in a word; empty if nothing was."""
    if decisions is None:
        return ""
    decision = decisions.about(line)
    if decision is None:
        return EDITED if decisions.stands.cells_of(line) else ""
    new = decision.label if decision.label is not None else decision.value
    return decision.verb.kind.past if new is None else f"→ {new}"
