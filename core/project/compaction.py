"""The journal, made shorter: what stands about each file is kept, and how it came about is not.

Of data that nobody has open, all decisions but the newest are folded into one step: the same
decisions stand, and the newest can still be undone one by one. Of samples the last one is kept. Of
everything else (files that were open, trainings, exports) the newest entries are kept, and of each
session file the last one. What a program that runs, or one that will be offered to be restored, has
written since it opened its data stays as it is.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from core.base.journal import Entry, Journal
from core.judging.reviewing.decision import Batch, Decision, Note, Step, batches_of, step_from_plain
from core.project.commands import Decide, as_plain
from core.project.decided_entries import data_of, entries_by_data, kind_of, plain_step
from core.project.entries import DID, SAMPLE, SAVED, WHATS
from core.project.row_values import joined_values

_LARGE = 1 << 20
"""Bytes from which on a journal is worth the while."""
_NEWEST_STEPS = 20
_NEWEST_OTHERS = 500


def compact(journal: Journal, in_use: Iterable[str] = ()) -> bool:
    """Write a large journal anew, shorter; tells whether that was done.

    `in_use` are the names of the programs that run, or that will be offered. To be called while no
    other program runs.
    """
    if journal.size < max(_LARGE, 2 * _size_before(journal)):
        return False
    names = frozenset(in_use)
    if not journal.rewrite(lambda entries: shortened(entries, names)):
        return False
    journal.append("compacted", is_durable=False, size=journal.size)
    return True


def _size_before(journal: Journal) -> int:
    """How large the journal was when it was made shorter last; 0 if it never was."""
    sizes = [entry.facts.get("size") for entry in journal.entries(("compacted",))]
    return next((size for size in reversed(sizes) if type(size) is int), 0)


def shortened(entries: list[Entry], in_use: frozenset[str]) -> list[Entry]:
    """The entries that tell the same in fewer words, in their order."""
    known = [entry for entry in entries if entry.what != "compacted"]
    cut = min((_last_opened(known, by) for by in in_use), default=len(known))
    old, new = known[:cut], known[cut:]
    found = list(_folded([entry for entry in old if entry.what in WHATS]))
    others = [entry for entry in old if entry.what not in WHATS]
    return [*found, *_worth_keeping(others), *new]


def _worth_keeping(others: list[Entry]) -> list[Entry]:
    """The newest; of each session file, however old, how it is known."""
    cut = max(0, len(others) - _NEWEST_OTHERS)
    last = {str(each.facts.get("path")): each for each in others[:cut] if each.what == SAVED}
    return [*last.values(), *others[cut:]]


def _last_opened(entries: list[Entry], by: str) -> int:
    places = [at for at, each in enumerate(entries) if each.what == "opened" and each.by == by]
    return places[-1] if places else len(entries)


def _folded(entries: list[Entry]) -> Iterator[Entry]:
    """The decisions about each file that stand, all but the newest of them in one step."""
    samples: dict[str, list[Entry]] = {}
    for entry in entries:
        if kind_of(entry) == SAMPLE:
            own = samples.setdefault(data_of(entry), [])
            command = entry.facts.get("command")
            if isinstance(command, dict) and command.get("record") == "consent":
                own.clear()  # a later sample takes the place of the former
            own.append(entry)
    for own in samples.values():
        yield from own
    for done in entries_by_data(entries):
        if len(done) > _NEWEST_STEPS:
            yield _one_step(done[:-_NEWEST_STEPS])
        yield from done[-_NEWEST_STEPS:]


def _one_step(entries: list[Entry]) -> Entry:
    """What stands after some steps, as one: the last decision about a row, or a cell, counts."""
    stands: dict[tuple[int, str | None, str | None], Decision | Note] = {}
    for entry in entries:
        for batch in step_from_plain(plain_step(entry))[0]:
            for one in _each(batch):
                is_aside = isinstance(one, Decision) and one.aside
                note = one.text if isinstance(one, Note) else "" if is_aside else one.note
                if isinstance(one, Note) or note:  # a decision without a note leaves the note
                    stands.pop((one.line, None, None), None)
                    stands[one.line, None, None] = Note(one.line, note, one.when, one.row, one.by)
                if isinstance(one, Decision):
                    place = one.line, one.column, one.by if is_aside else None
                    stands.pop(place, None)  # the latest comes last
                    is_whole = one.column or is_aside
                    stands[place] = one if is_whole else replace(one, note="")
    last = entries[-1]
    facts: dict[str, Any] = {
        "data": last.facts.get("data"),
        "command": as_plain(Decide(_in_order(stands.values()))),
    }
    blocks = [entry.facts.get("values") for entry in entries]
    if values := joined_values(blocks, (key[0] for key in stands)):
        facts["values"] = values
    return Entry(DID, last.when, facts, last.by)


def _in_order(done: Iterable[Decision | Note]) -> Step:
    """Those that are alike together; what is kept beside a row stays before or after its decision.

    Whether two words are settled is told by which of them came later.
    """
    turns: list[list[Decision | Note]] = []
    last: dict[int, tuple[int, bool]] = {}
    for one in done:
        is_aside = isinstance(one, Decision) and one.aside
        turn, was_aside = last.get(one.line, (0, False))
        turn += is_aside != was_aside
        last[one.line] = turn, is_aside
        turns += [[] for _ in range(turn + 1 - len(turns))]
        turns[turn].append(one)
    return tuple(batch for turn in turns for batch in batches_of(turn))


def _each(batch: Batch) -> Iterator[Decision | Note]:
    return (batch.one(place) for place in range(len(batch)))
