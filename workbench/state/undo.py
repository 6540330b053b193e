"""Undo and redo: what a person did in this window, newest last, each with its way back."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

_MOST_HEAVY = 5
"""Acts that keep something large alive, as a deleted run, can be undone this many times."""


@dataclass(frozen=True)
class Act:
    """Something that was done."""

    text: str
    undo: Callable[[], None]
    redo: Callable[[], None]
    is_heavy: bool = False


class Undo(QObject):
    """The acts that can be undone, and those that were and can be redone."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.done: list[Act] = []
        self.undone: list[Act] = []

    def push(self, act: Act) -> None:
        """Remember an act that was just done; what was undone before is gone."""
        self.done.append(act)
        self.undone.clear()
        heavy = [known for known in self.done if known.is_heavy]
        for oldest in heavy[:-_MOST_HEAVY]:
            self.done.remove(oldest)
        self.changed.emit()

    def undo(self) -> None:
        """Take back the last act."""
        if self.done:
            act = self.done.pop()
            self.undone.append(act)
            act.undo()
            self.changed.emit()

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.undone:
            act = self.undone.pop()
            self.done.append(act)
            act.redo()
            self.changed.emit()

    def clear(self) -> None:
        """Other data: there is no way back across it."""
        self.done.clear()
        self.undone.clear()
        self.changed.emit()
