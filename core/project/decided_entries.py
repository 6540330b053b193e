"""Which decisions that the journal tells of still stand: done, and not taken back since."""

from collections.abc import Iterable

from core.base.journal import Entry
from core.project.entries import DECIDE, DECIDED, DID, REDONE, UNDONE


def entries_by_data(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The entries of decisions that stand, in their order, those about the same data together."""
    stacks: dict[str, list[Entry]] = {}
    undone: dict[str, list[Entry]] = {}
    for entry in entries:
        if kind_of(entry) != DECIDE:
            continue
        data = data_of(entry)
        done, taken_back = stacks.setdefault(data, []), undone.setdefault(data, [])
        if entry.what in (DID, DECIDED):
            done.append(entry)
            taken_back.clear()
        elif entry.what == UNDONE and done:
            taken_back.append(done.pop())
        elif entry.what == REDONE and taken_back:
            done.append(taken_back.pop())
    return list(stacks.values())


def data_of(entry: Entry) -> str:
    """What tells the data that an entry is about from others."""
    return repr(sorted(dict(entry.facts.get("data") or {}).items()))


def kind_of(entry: Entry) -> str:
    """The kind of command that an entry is about; earlier versions knew decisions alone."""
    command = entry.facts.get("command")
    own = command.get("kind") if isinstance(command, dict) else entry.facts.get("kind", DECIDE)
    return str(own)


def plain_step(entry: Entry) -> object:
    """The step of an entry, as plain data."""
    command = entry.facts.get("command")
    return command.get("step") if isinstance(command, dict) else entry.facts.get("step")
