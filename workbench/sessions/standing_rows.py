"""How many rows stand decided by the journal, counted as the window counts them."""

from collections.abc import Iterator, Mapping

from core.base.journal import Entry
from core.project.entries import REDONE, UNDONE


class StandingRows:
    """Follows the steps about some data, one entry after the other."""

    def __init__(self) -> None:
        self._steps: list[frozenset[object]] = []
        self._undone: list[frozenset[object]] = []

    def take(self, entry: Entry) -> None:
        """A step was done, or the last one undone, or done again."""
        if entry.what == UNDONE and self._steps:
            self._undone.append(self._steps.pop())
        elif entry.what == REDONE and self._undone:
            self._steps.append(self._undone.pop())
        elif entry.what != UNDONE:
            # A step that names no line, as one of an earlier version, counts as one row.
            self._steps.append(frozenset(_lines(entry)) or frozenset([object()]))
            self._undone = []

    @property
    def rows(self) -> int:
        """How many there are: one that was decided twice counts once."""
        return len(frozenset[object]().union(*self._steps))


def _lines(entry: Entry) -> Iterator[int]:
    """The lines that a step decides about."""
    command = entry.facts.get("command")
    step = (command if isinstance(command, Mapping) else entry.facts).get("step")
    for part in step if isinstance(step, list) else ():
        lines = part.get("lines") if isinstance(part, Mapping) else None
        for line in lines if isinstance(lines, list) else ():
            if isinstance(line, int):
                yield line
