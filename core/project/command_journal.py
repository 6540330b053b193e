"""Commands in the journal: written in their order, and done again when data are opened again.

An entry tells the command (`did`), or that one of a kind was taken back or done again (`undone`,
`redone`), and the `data` that it belongs to. Entries of other data are passed over. What is about
few rows is with the system before it is told to be done, and on the disk a moment later; a batch
about many rows is written behind the scenes, and everything after it waits for its turn.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.base.arrays import Integers
from core.base.errors import WorkbenchError
from core.base.journal import Entry, Journal
from core.judging.reviewing.decision import step_from_plain
from core.project import events
from core.project.commands import Command, Decide, as_plain, command_from
from core.project.entries import DECIDED, DID, REDONE, SAVED, SAVING, UNDONE, WHATS, Later
from core.project.row_values import row_values

if TYPE_CHECKING:
    from core.project.project import Project

_MANY_ROWS = 1000
_NO_LINES: Integers = np.empty(0, np.int64)


def at_once(work: Callable[[], None], failed: Callable[[Exception], None]) -> None:
    """Run it now: for programs without a window."""
    try:
        work()
    except WorkbenchError as error:
        failed(error)


class CommandJournal:
    """Writes the commands about some data, known by their identity, and reads them again."""

    def __init__(
        self, journal: Journal, identity: Mapping[str, str], later: Later = at_once
    ) -> None:
        self.journal = journal
        self.identity = dict(identity)
        self.later = later
        self._waiting: deque[Callable[[], dict[str, Any]]] = deque()
        self._lock = threading.RLock()
        self._is_asked = False
        """Whether somebody is about to flush."""

    def identity_of(self, target: str) -> dict[str, str]:
        """What tells the data with another target from others."""
        return self.identity | {"target": target}

    # Writing

    def did(self, project: "Project", command: Command) -> None:
        """Write that a command is done; raise WriteError if it cannot be."""
        data, decisions = self._data(project), project.decisions

        def entry() -> dict[str, Any]:
            if not isinstance(command, Decide):
                return {"what": DID, "data": data, "command": as_plain(command)}
            marked = replace(command, step=decisions.marked(command.step))
            lines = np.concatenate([_NO_LINES, *(batch.lines for batch in command.step)])
            values = row_values(decisions.base.table, lines, decisions.base.target)
            told = {"what": DID, "data": data, "command": as_plain(marked)}
            return told | ({"values": values} if values else {})

        self._write(project, entry, command.size)

    def undone(self, project: "Project", command: Command) -> None:
        """Write that a command is taken back."""
        facts = {"what": UNDONE, "data": self._data(project), "kind": command.kind}
        self._write(project, lambda: facts, 0)

    def redone(self, project: "Project", command: Command) -> None:
        """Write that a command is done again."""
        facts = {"what": REDONE, "data": self._data(project), "kind": command.kind}
        self._write(project, lambda: facts, 0)

    def flush(self) -> None:
        """Write whatever still waits, and bring all to the disk."""
        with self._lock:
            self._is_asked = False
            while self._waiting:
                self._append(self._waiting[0]())
                self._waiting.popleft()
        self.journal.sync()

    def _data(self, project: "Project") -> dict[str, str]:
        return self.identity_of(project.open_branch.base.target)

    def _write(self, project: "Project", entry: Callable[[], dict[str, Any]], rows: int) -> None:
        with self._lock:
            if rows > _MANY_ROWS or self._waiting:
                self._waiting.append(entry)
            else:
                self._append(entry())
            if self._is_asked:
                return
            self._is_asked = True
        self.later(self.flush, lambda error: project.tell(events.WriteFailed(error)))

    def _append(self, facts: Mapping[str, Any]) -> None:
        own = {name: fact for name, fact in facts.items() if name != "what"}
        self.journal.append(facts["what"], is_durable=False, **own)

    # Reading

    def replay(self, project: "Project") -> None:
        """Do again what was decided about the rows of these data, now or long ago."""
        Past(self.journal.entries(WHATS), self.identity).replay(project)


class Past:
    """What entries of a journal tell about some data, to be done again."""

    def __init__(self, entries: Iterable[Entry], identity: Mapping[str, str]) -> None:
        self._entries, self._identity = list(entries), dict(identity)

    def replay(self, project: "Project") -> None:
        """Do again what was decided about the rows of the data that are open."""
        wanted = self._identity | {"target": project.open_branch.base.target}
        replay(
            project,
            (entry for entry in self._entries if entry.facts.get("data") == wanted),
            only_rows=True,
        )

    def since(self, mark: str) -> list[Entry]:
        """All that was done since a session file of these data was saved, or opened here first."""
        places = [
            place
            for place, entry in enumerate(self._entries)
            if entry.what in (SAVING, SAVED)
            and entry.facts.get("mark") == mark
            and entry.facts.get("data") == self._identity
        ]
        later = self._entries[places[0] :] if places else []
        return [each for each in later if each.what in WHATS and self._is_about(each)]

    def _is_about(self, entry: Entry) -> bool:
        data = entry.facts.get("data")
        return isinstance(data, Mapping) and self._identity.items() <= data.items()


def replay(project: "Project", entries: Iterable[Entry], only_rows: bool = False) -> None:
    """Do again, undo and redo what entries of the journal tell, in their order."""
    for entry in entries:
        kind = entry.facts.get("kind", Decide.kind)
        if entry.what in (DID, DECIDED):
            command, wrong = _command(entry)
            if command is None or (only_rows and not command.is_about_rows):
                continue
            project.left_out += wrong
            project.repeat(command)
        elif only_rows and kind != Decide.kind:
            continue
        elif entry.what == UNDONE:
            project.undo()
        elif entry.what == REDONE:
            project.redo()


def _command(entry: Entry) -> tuple[Command | None, int]:
    """The command of an entry, and how many parts of it cannot be read; None if it is none."""
    plain = entry.facts.get("command")
    step = entry.facts.get("step") if entry.what == DECIDED else None
    told = ""
    if isinstance(plain, Mapping) and plain.get("kind") == Decide.kind:
        step, told = plain.get("step"), str(plain.get("told", ""))
    elif entry.what == DID:
        try:
            return command_from(plain), 0
        except ValueError:
            return None, 0
    # A step of which nothing can be read still is one: undoing counts steps.
    batches, wrong = step_from_plain(step)
    return Decide(batches, told), wrong
