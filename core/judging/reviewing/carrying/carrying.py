"""Decisions about an old table that are to be carried over to a new one: chosen, then taken.

Nothing is applied: a person looks at the groups, says which are to be taken, and one step takes
them. Who decided, when and why stays as it was written.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress, Watch, part, unwatched
from core.base.wording import count, grouped
from core.judging.reviewing.carrying.beside import words_beside
from core.judging.reviewing.carrying.both_sides import BothSides
from core.judging.reviewing.carrying.earlier import Earlier
from core.judging.reviewing.carrying.fates import Fate
from core.judging.reviewing.carrying.judging import Fates, Piece, judged
from core.judging.reviewing.carrying.matching import match_rows
from core.judging.reviewing.decision import Batch, Decision, Step, Verb
from core.judging.reviewing.decisions import Decisions

_BY_SOURCE = "corrected by the source"


@dataclass(frozen=True)
class CarriedItem:
    """One decision, set cell or note, as a person reads it."""

    fate: Fate
    old_line: int | None
    """None for a row that is new."""
    new_line: int | None
    """None for a row that was not found."""
    decided: str
    """What was decided: "relabelled to yes"."""
    before: str
    """What the old file gives: the label, or the value of the cell."""
    now: str
    """What the new file gives."""
    changes: tuple[tuple[str, str, str], ...]
    """The other cells that changed: the column, the old and the new value."""
    by: str
    when: float


class Carrying:
    """What becomes of every decision about an old table; see `carry_over`."""

    def __init__(self, sides: BothSides) -> None:
        self.matching, self.earlier, self.decisions = sides.matching, sides.earlier, sides.decisions
        self._sides = sides
        self.pieces: tuple[Piece, ...] = tuple(judged(sides))
        self._starts = np.cumsum([0, *(len(piece.fates) for piece in self.pieces)])

    def __len__(self) -> int:
        return int(self._starts[-1])

    @functools.cached_property
    def fates(self) -> Fates:
        """What becomes of each item: a Fate."""
        empty = np.empty(0, np.int8)
        return np.concatenate([empty, *(piece.fates for piece in self.pieces)])

    def items(self, fate: Fate) -> Integers:
        """The numbers of the items of one fate."""
        return np.flatnonzero(self.fates == fate)

    @property
    def groups(self) -> dict[Fate, int]:
        """How many items each fate has, of those that have any, in the order of the list."""
        counts = np.bincount(self.fates, minlength=len(Fate))
        return {fate: int(counts[fate]) for fate in Fate if counts[fate]}

    @property
    def usual(self) -> Mask:
        """Which items are taken unless a person says otherwise."""
        return np.isin(self.fates, [fate for fate in Fate if fate.kind.is_usual])

    @property
    def summary(self) -> list[str]:
        """How rows and columns were matched, and how many rows are new."""
        found = [self.matching.sentence]
        found += [f"{each[1]!r} is {each[0]!r} renamed." for each in self.matching.columns.renamed]
        if names := [repr(name) for name in self._sides.filled_anew]:
            differ = "differs" if len(names) == 1 else "differ"
            found.append(f"{', '.join(names)} {differ} in most rows: that is no change of a row.")
        if new := self.unjudged:
            found.append(f"{count(new, 'row is', 'rows are')} new and not yet judged.")
        return found

    @property
    def sentences(self) -> list[str]:
        """The summary, what cannot be told, and what became of how many decisions."""
        limits = [self.earlier.limits] if self.earlier.limits else []
        groups = [f"{fate.kind.title}: {grouped(many)}." for fate, many in self.groups.items()]
        return [*self.summary, *limits, *groups]

    @property
    def unjudged(self) -> int:
        """How many rows are new, and nothing is known of them; 0 where that cannot be told."""
        return len(self.matching.appeared) if self.earlier.is_whole else 0

    def describe(self, item: int) -> CarriedItem:
        """One of the items, in words."""
        piece, place = self._place(item)
        old, new = int(piece.old[place]), int(piece.new[place])
        batch, sides, is_cell = piece.batch, self._sides, bool(piece.slot)
        name = piece.slot or self.earlier.target
        is_old_known = old >= 0 and name in self.matching.old.names
        is_new_known = new >= 0 and piece.column in self.matching.new.names
        is_matched = old >= 0 and self.matching.rows[old] >= 0
        return CarriedItem(
            Fate(int(piece.fates[place])),
            int(self.matching.old.lines[old]) if old >= 0 else None,
            int(self.matching.new.lines[new]) if new >= 0 else None,
            _words(batch, piece.column if is_cell else ""),
            sides.old_text(name, old) if is_old_known else "",
            sides.new_text(piece.column, new) if is_new_known else "",
            tuple(sides.changes(old)) if is_matched else (),
            batch.by,
            batch.when,
        )

    def can_be_taken(self, item: int) -> bool:
        """Whether an item can be taken."""
        return Fate(int(self.fates[item])).kind.can_be_taken

    def step(self, chosen: Mask | None = None) -> Step:
        """The step that takes the chosen items, or the usual ones; raise DataError if it cannot be.

        Items that cannot be taken are passed over.
        """
        wanted = self.usual if chosen is None else chosen
        found: list[Batch] = []
        taken: dict[str, list[Integers]] = {}
        for start, piece in zip(self._starts[:-1], self.pieces, strict=True):
            own = np.flatnonzero(wanted[start : start + len(piece.fates)])
            if len(own):
                found += self._taken(piece, own)
            if piece.slot is not None:
                as_they_are = own[np.isin(piece.fates[own], (Fate.SAME, Fate.CHANGED))]
                taken.setdefault(piece.slot, []).append(piece.old[as_they_are])
        if not found:
            raise DataError("No decision is chosen. Tick one or more groups, then carry them over.")
        self.decisions.checked(_alike(found))
        before, after = words_beside(self._sides, taken)
        return (*before, *found, *after)

    def _place(self, item: int) -> tuple[Piece, int]:
        number = int(np.searchsorted(self._starts, item, side="right")) - 1
        return self.pieces[number], int(item - self._starts[number])

    def _taken(self, piece: Piece, places: Integers) -> Iterator[Batch]:
        """A piece as batches about the new rows, by what has to be done there."""
        batch = replace(piece.batch, marks=None)
        if piece.slot and piece.column:
            batch = replace(batch, column=piece.column)
        fates = piece.if_taken[places]
        usable = [int(fate) for fate in Fate if fate.kind.can_be_taken]
        for fate in np.unique(fates[np.isin(piece.fates[places], usable)]).tolist():
            here = places[(fates == fate) & np.isin(piece.fates[places], usable)]
            lines = self.matching.new.lines[piece.new[here]]
            if fate == Fate.CORRECTED:
                reason = batch.reason or _BY_SOURCE
                yield _sorted(replace(batch, verb=Verb.KEEP, label=None, reason=reason), lines)
            elif fate == Fate.UNDONE:
                yield from self._confirmed(batch, piece.old[here], piece.new[here])
            elif batch.label is not None:
                yield from self._labelled(batch, batch.label, piece.new[here])
            else:
                yield _sorted(batch, lines)

    def _confirmed(self, batch: Batch, old: Integers, new: Integers) -> Iterator[Batch]:
        """Rows that get the label back that was confirmed."""
        texts = [self._sides.old_text(self.earlier.target, int(row)) for row in old]
        for text in sorted(set(texts)):
            own = np.array([each == text for each in texts], bool)
            yield from self._labelled(batch, text, new[own])

    def _labelled(self, batch: Batch, label: str, new: Integers) -> Iterator[Batch]:
        """Rows that get a label: those that have none are labelled, the others relabelled."""
        base, lines = self.decisions.base, self.matching.new.lines[new]
        is_open = self._sides.is_unlabelled[new]
        if is_open.any():
            yield _sorted(replace(batch, verb=Verb.LABEL, label=label), lines[is_open])
        if is_open.all():
            return
        if base.classes:
            yield _sorted(replace(batch, verb=Verb.RELABEL, label=label), lines[~is_open])
        else:
            number = replace(batch, verb=Verb.SET, label=None, column=base.target, value=label)
            yield _sorted(number, lines[~is_open])


def carry_over(
    earlier: Earlier | Decisions,
    decisions: Decisions,
    key: Sequence[str] | None = None,
    *,
    watch: Watch = unwatched,
) -> Carrying:
    """Match the rows, and tell what becomes of each earlier decision; nothing is applied.

    `key` names columns of the old table; None guesses them, an empty one means content.

    >>> import pandas as pd
    >>> from core.data.dataset import Dataset
    >>> rest = {"x": [n % 9 for n in range(40)], "y": 20 * ["a", "b"]}
    >>> frame = pd.DataFrame({"id": range(40)} | rest)
    >>> old = Decisions(Dataset.from_frame(frame, "y"))
    >>> before = old.apply(old.relabelling({2: "b", 4: "b"}))
    >>> later = frame.iloc[::-1].replace({"x": {0: 10}})
    >>> new = Decisions(Dataset.from_frame(later, "y"))
    >>> found = carry_over(old, new)
    >>> [(fate.kind.title, many) for fate, many in found.groups.items()]
    [('The row is the same', 1), ('The row changed', 1)]
    >>> [batch.lines.tolist() for batch in found.step()]
    [[39]]
    """
    own = Earlier.of(earlier) if isinstance(earlier, Decisions) else earlier
    new = decisions.base.table.as_read
    matching = match_rows(own.table, new, key, target=own.target, watch=part(watch, 0.0, 0.9))
    watch(Progress(0.9, 1, "comparing the decisions"))
    return Carrying(BothSides(own, decisions, own.with_marks(matching)))


def _words(batch: Batch, column: str) -> str:
    if batch.verb is None:
        return f"note: {batch.note}"
    return Decision(
        0, batch.verb, batch.label, column=column or batch.column, value=batch.value
    ).outcome


def _sorted(batch: Batch, lines: Integers) -> Batch:
    return replace(batch, lines=np.sort(lines))


def _alike(batches: Iterable[Batch]) -> Iterator[Batch]:
    """What is to be checked: batches that do the same, each kind at once."""
    found: dict[tuple[object, ...], list[Batch]] = {}
    for batch in batches:
        key = batch.verb, batch.label, batch.column, batch.value
        found.setdefault(key, []).append(batch)
    for alike in found.values():
        lines = np.sort(np.concatenate([each.lines for each in alike]))
        yield replace(alike[0], lines=lines)
