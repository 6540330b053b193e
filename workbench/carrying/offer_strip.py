"""A strip across the window: something was decided about the file when it was another one."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from core.base.wording import count
from workbench.shell.theme import GRID


class OfferStrip(QFrame):
    """Offers to look at what can be carried over: nothing happens by itself."""

    look_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("strip", True)
        self.setAccessibleName("Earlier decisions")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.look = QPushButton("Look at them…")
        self.look.clicked.connect(self._look)
        self.later = QPushButton("Not now")
        self.later.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID, GRID, GRID)
        row.setSpacing(GRID)
        row.addWidget(self.text, 1)
        row.addWidget(self.look)
        row.addWidget(self.later)
        self.hide()

    def offer(self, name: str, many: int) -> None:
        """Say what there is."""
        self.text.setText(
            f"{name} has changed since {count(many, 'decision was', 'decisions were')} made about "
            "it. They can be carried over; nothing is applied before you have looked."
        )
        self.show()

    def _look(self) -> None:
        self.hide()
        self.look_asked.emit()
