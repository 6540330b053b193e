"""A strip across the window: the file that is open was changed on the disk."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from workbench.shell.theme import GRID


class ChangedStrip(QFrame):
    """Asks what to do: nothing happens by itself."""

    reload_asked = Signal()
    told = Signal()
    """It says something about the file: nothing else should, at the same time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("strip", True)
        self.setAccessibleName("The file was changed")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.reload = QPushButton("Reload…")
        self.reload.clicked.connect(self._reload)
        self.keep = QPushButton("Keep what is open")
        self.keep.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID, GRID, GRID)
        row.setSpacing(GRID)
        row.addWidget(self.text, 1)
        row.addWidget(self.reload)
        row.addWidget(self.keep)
        self.hide()

    def show_changed(self, name: str) -> None:
        """Say that the file is another one."""
        self._say(
            f"{name} was changed by another program. What is open, and what you decided about it, "
            "is as it was read. Once the file is read again, your decisions can be carried over.",
            can_reload=True,
        )

    def show_gone(self, name: str) -> None:
        """Say that the file is not there any more."""
        self._say(
            f"{name} was moved or deleted. What is open stays as it was read.", can_reload=False
        )

    def _say(self, text: str, can_reload: bool) -> None:
        self.text.setText(text)
        self.reload.setVisible(can_reload)
        self.show()
        self.told.emit()

    def _reload(self) -> None:
        self.hide()
        self.reload_asked.emit()
