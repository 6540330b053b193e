"""Conflicts: rows about which somebody else's word differs from what stands, and is not settled.

Another person's word is kept beside what stands. It is settled by any decision that is made about
the row afterwards: then what both had said stays there, beside it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Integers, Mask
from core.data.dataset import Dataset
from core.judging.reviewing.agreeing import given_label, outcome
from core.judging.reviewing.decision import Batch, Decision, Step
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.kinds import Verb
from core.judging.reviewing.standing import Numbers


@dataclass(frozen=True)
class Conflict:
    """What stands about a row, or a cell of it, and what somebody else says."""

    own: Decision | None
    other: Decision

    @property
    def line(self) -> int:
        """The line of the row."""
        return self.other.line

    @property
    def told(self) -> str:
        """Both words: "Ben kept it, Anna relabelled it to yes"."""
        return ", ".join(_told(word) for word in (self.own, self.other) if word is not None)


def conflicts(decisions: Decisions, lines: Integers | None = None) -> list[Conflict]:
    """Every conflict that is not settled, or of these lines; of several words the latest.

    >>> import core
    >>> decisions = Decisions(core.example("ten points", validation_share=0))
    >>> own = Batch(np.array([3, 4]), Verb.KEEP, by="Ben")
    >>> other = Batch(np.array([3, 4]), Verb.EXCLUDE, by="Anna", aside=True)
    >>> settled = Batch(np.array([4]), Verb.EXCLUDE, by="Ben")
    >>> _ = decisions.apply((own, other, settled))
    >>> [found.told for found in conflicts(decisions)]
    ['Ben kept it, Anna excluded it']
    """
    stands = decisions.stands
    wanted = None if lines is None else np.unique(stands.table.rows_of(lines))
    found: dict[tuple[int, str], Conflict] = {}
    for (column, _), numbers in stands.asides.items():
        rows = np.flatnonzero(numbers >= 0) if wanted is None else wanted[numbers[wanted] >= 0]
        if not len(rows):
            continue
        own = stands.numbers(slots_of(column, decisions.base))
        for row in rows[_may_differ(decisions, own[rows], numbers[rows])].tolist():
            other = stands.one(int(numbers[row]), row)
            ours = stands.one(int(own[row]), row) if own[row] >= 0 else None
            if ours is None or not is_same(ours, other, decisions.base):
                before = found.get((row, column))
                if before is None or before.other.when <= other.when:
                    found[row, column] = Conflict(ours, other)
    return [found[place] for place in sorted(found)]


def _may_differ(decisions: Decisions, own: Numbers, other: Numbers) -> Mask:
    """Where a word came later than what stands, or that was left for later, and says another thing.

    Batches are compared, not rows: half a million rows may agree.
    """
    pairs, places = np.unique(
        own.astype(np.int64) << 32 | other.astype(np.int64), return_inverse=True
    )
    stands, is_open = decisions.stands, np.zeros(len(pairs), bool)
    for place, pair in enumerate(pairs.tolist()):
        first, second = pair >> 32, pair & 0xFFFFFFFF
        if first < 0:
            is_open[place] = True
            continue
        ours, theirs = stands.batch(first), stands.batch(second)
        is_skipped = ours.verb is Verb.SKIP
        is_same_said = (ours.verb, ours.label, ours.value) == (
            theirs.verb,
            theirs.label,
            theirs.value,
        )
        is_open[place] = is_skipped or (second > first and not is_same_said)
    return np.asarray(is_open[places])


def slots_of(column: str, base: Dataset) -> tuple[str, ...]:
    """The columns in which a word about one of them would contradict it.

    What a row is to predict may be decided as the row's label or, a number, as the target's cell.
    """
    return ("", base.target) if column in ("", base.target) else (column,)


def is_same(own: Decision, other: Decision, base: Dataset) -> bool:
    """Whether two decisions about a row, or a cell, come to the same."""
    given = given_label(base, own.line)
    is_decided = own.verb is not Verb.SKIP and other.verb is not Verb.SKIP
    return is_decided and outcome(own, given) == outcome(other, given)


def remembering(step: Step, decisions: Decisions, by: str) -> Step:
    """A step of somebody, which keeps beside it what others, or both sides, had said.

    Where it settles a conflict, its reason tells what both had said.
    """
    stands = decisions.stands
    if stands.people <= {"", by} and not stands.asides:
        return step
    kept: list[Batch] = []
    done: list[Batch] = []
    for batch in step:
        if batch.verb in (None, Verb.SKIP, Verb.REOPEN):
            done.append(batch)
            continue
        rows = decisions.base.table.rows_of(batch.lines)
        columns = slots_of(batch.column, decisions.base)
        contested = {
            found.line: found
            for found in conflicts(decisions, batch.lines)
            if found.other.column in columns
        }
        kept += _overruled(decisions, rows, columns, by, contested)
        done += _settling(batch, contested)
    return (*kept, *done)


def _overruled(
    decisions: Decisions,
    rows: Integers,
    columns: tuple[str, ...],
    by: str,
    contested: Mapping[int, Conflict],
) -> Iterator[Batch]:
    """What stands in some rows and is another person's, or one side of a conflict."""
    stands = decisions.stands
    numbers = stands.numbers(columns)[rows]
    for number in np.unique(numbers[numbers >= 0]).tolist():
        batch = stands.batch(number)
        if batch.verb is Verb.SKIP:
            continue
        lines = stands.table.lines[rows[numbers == number]]
        if batch.by in ("", by):
            lines = lines[np.isin(lines, sorted(contested))]
            batch = replace(batch, by=by)
        if len(lines):
            yield replace(batch, lines=np.sort(lines), marks=None, note="", aside=True)


def _settling(batch: Batch, contested: dict[int, Conflict]) -> Iterable[Batch]:
    """A batch, in parts where it settles conflicts: each says what both had said."""
    told: dict[str, list[int]] = {}
    for line in batch.lines.tolist() if contested else ():
        if line in contested:
            told.setdefault(contested[line].told, []).append(line)
    rest = batch.lines[~np.isin(batch.lines, [line for own in told.values() for line in own])]
    parts = [replace(batch, lines=rest, marks=None)] if len(rest) else []
    for words, lines in told.items():
        reason = f"settled: {words}" + (f"; {batch.reason}" if batch.reason else "")
        parts.append(replace(batch, lines=np.array(lines), marks=None, reason=reason))
    return parts


def _told(word: Decision) -> str:
    who, past = word.by or "somebody", word.verb.kind.past
    if word.column:
        return f"{who} set {word.column} to {word.value or 'nothing'}"
    to = " as" if word.verb is Verb.LABEL else " to"
    return f"{who} {past} it" + ("" if word.label is None else f"{to} {word.label}")
