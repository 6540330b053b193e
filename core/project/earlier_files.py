"""What the journal tells of a file as it was before: decided about, and changed since."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from core.base.journal import Entry
from core.data.splits.sameness import Hashes
from core.judging.reviewing.carrying.earlier import Earlier
from core.judging.reviewing.decision import Batch, Step, step_from_plain
from core.judging.reviewing.standing import Standing
from core.project.decided_entries import entries_by_data, plain_step
from core.project.row_values import table_of


def earlier_of_file(
    entries: Iterable[Entry],
    identity: Mapping[str, str],
    target: str,
    is_same_content: bool = False,
) -> tuple[Earlier, dict[str, str]] | None:
    """What was decided about the same file when it had another content, and its identity then.

    Of several contents the one that was decided about last counts, first of all one with the same
    target. None if nothing stands. A content is told from others by its size and its ends: where
    rows in the middle are other ones, the decisions about what looks the same are asked for.
    """
    file, now = identity.get("file"), identity.get("content")
    found: list[tuple[bool, float, list[Entry], dict[str, str]]] = []
    for done in entries_by_data(entries):
        data = dict(done[-1].facts.get("data") or {}) if done else {}
        if not data or data.get("file") != file or "session" in data or not file:
            continue
        if data.get("part") != identity.get("part"):
            continue  # another sheet of the same book
        if "content" in data and (data["content"] == now) == is_same_content:
            found.append((data.get("target") == target, done[-1].when, done, data))
    for _, _, done, data in sorted(found, key=lambda each: each[:2], reverse=True):
        earlier = earlier_from(done, str(data.get("target", "")), Path(str(file)).name)
        if earlier.stands.count or earlier.stands.notes():
            return earlier, data
    return None


def earlier_from(done: Iterable[Entry], target: str, name: str) -> Earlier:
    """What entries tell of the rows that they are about."""
    listed = list(done)
    steps = [step_from_plain(plain_step(entry))[0] for entry in listed]
    return earlier_by_marks(steps, [entry.facts.get("values") for entry in listed], target, name)


def earlier_by_marks(
    steps: Iterable[Step], values: Iterable[Any], target: str, name: str
) -> Earlier:
    """Rows that are known by the marks of decisions, and by what values there are."""
    known = [batch for step in steps for batch in step if len(batch)]
    lines = np.unique(np.concatenate([np.empty(0, np.int64), *(each.lines for each in known)]))
    table, is_known = table_of(values, lines.tolist(), name)
    stands = Standing(table)
    for batch in known:
        stands.apply((batch,))
    return Earlier(table, stands, target, False, _marks(known, lines), is_known)


def _marks(known: Iterable[Batch], lines: "np.ndarray[Any, np.dtype[np.int64]]") -> Hashes:
    """By line the mark of its row; 0, which is that of hardly any row, where there is none."""
    marks = np.zeros(len(lines), np.uint64)
    for batch in known:
        if batch.marks is not None:
            marks[np.searchsorted(lines, batch.lines)] = batch.marks
    return marks
