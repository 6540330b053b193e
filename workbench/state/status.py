"""What was said to a person in the status line. Sentences only: what runs is known by the jobs."""

import time

from PySide6.QtCore import QObject, Signal

HELD_SECONDS = 6.0
"""Long enough to read a sentence with a path in it."""


class Status(QObject):
    """One sentence, which stands for some seconds whatever else there is to tell."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        """What was said last; empty if that is over."""
        self._said = 0.0

    @property
    def is_fresh(self) -> bool:
        """Whether it was said so lately that nothing but another sentence takes its place."""
        return bool(self.text) and time.monotonic() - self._said < HELD_SECONDS

    def say(self, text: str) -> None:
        """Tell a person something; nothing more if it is empty."""
        self.text, self._said = text, time.monotonic()
        self.changed.emit()
