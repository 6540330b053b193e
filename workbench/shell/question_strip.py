"""A strip across the window that asks what to do: nothing happens by itself."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from workbench.shell.theme import GRID


class QuestionStrip(QFrame):
    """A sentence and two answers; either of them hides it."""

    accepted = Signal()

    def __init__(self, name: str, yes: str, no: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("strip", True)
        self.setAccessibleName(name)
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.yes, self.no = QPushButton(yes), QPushButton(no)
        self.yes.clicked.connect(self._accept)
        self.no.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID, GRID, GRID)
        row.setSpacing(GRID)
        row.addWidget(self.text, 1)
        row.addWidget(self.yes)
        row.addWidget(self.no)
        self.hide()

    def ask(self, text: str) -> None:
        """Say what there is."""
        self.text.setText(text)
        self.show()

    def _accept(self) -> None:
        self.hide()
        self.accepted.emit()
