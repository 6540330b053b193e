"""What was done: the list of everything that can be undone, and of what was undone."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.reviewing.controller import Reviewer
from workbench.shell.theme import GRID

_MOST_LISTED = 1000


class DeedsDialog(QDialog):
    """Stays beside the window; the newest deed is at the bottom, undone ones stand in grey."""

    def __init__(self, reviewer: Reviewer, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("What was done")
        self.resize(420, 360)
        self._project = reviewer.workspace.project
        self.list = QListWidget()
        self.list.setAccessibleName("What was done, the newest last")
        self.undo, self.redo = QPushButton("Undo"), QPushButton("Redo")
        self.undo.clicked.connect(reviewer.undo)
        self.redo.clicked.connect(reviewer.redo)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addStretch(1)
        row.addWidget(self.undo)
        row.addWidget(self.redo)
        column = QVBoxLayout(self)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        reviewer.workspace.history_changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """List what was done."""
        done, undone = self._project.done, self._project.undone
        self.list.clear()
        for each in done[-_MOST_LISTED:]:
            self.list.addItem(_sentence(each.words))
        for each in reversed(undone):
            item = QListWidgetItem(f"{_sentence(each.words)} (undone)")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        if done:
            self.list.setCurrentRow(min(len(done), _MOST_LISTED) - 1)
        self.undo.setEnabled(bool(done))
        self.redo.setEnabled(bool(undone))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
