"""What is happening, in a few words, for the status line."""

from PySide6.QtCore import QObject, Signal


class Activity(QObject):
    """One sentence; as long as it ends in an ellipsis, a person waits for something."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = ""

    @property
    def is_busy(self) -> bool:
        """Whether a person waits: for a file, a start, an export."""
        return self.text.endswith("…")

    def say(self, text: str) -> None:
        """Something else is happening now; nothing if it is empty."""
        self.text = text
        self.changed.emit()
