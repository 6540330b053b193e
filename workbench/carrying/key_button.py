"""Which columns name the rows: guessed, and changeable."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from core.judging.reviewing.carrying.matching import Matching

_MOST_COLUMNS = 60
_MOST_KEY = 3


class KeyButton(QPushButton):
    """Unfolds the columns that both files have; each can be ticked."""

    chosen = Signal(object)
    """Rows are to be matched by these columns; none is by content, None is by a guess."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTip("Choose the columns that name a row in both files, or match by content")
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._columns: list[QAction] = []
        self.guess = self._menu.addAction("Guess the key")
        self.guess.triggered.connect(lambda: self.chosen.emit(None))
        self.content = self._menu.addAction("Match by content")
        self.content.triggered.connect(lambda: self.chosen.emit(()))
        self._menu.addSeparator()

    def show_key(self, matching: Matching | None) -> None:
        """Show the columns of a matching, and those that it used."""
        for action in self._columns:
            self._menu.removeAction(action)
            action.deleteLater()
        self._columns = []
        if matching is None:
            return
        key = [old for old, _ in matching.key]
        names = " and ".join(new for _, new in matching.key)
        self.setText(f"Key: {names}" if names else "Match by content")
        self.setAccessibleName(f"Rows are matched by {names or 'content'}; change it")
        pairs = sorted(matching.columns.pairs, key=lambda pair: pair[0] not in key)
        for old, new in pairs[:_MOST_COLUMNS]:
            action = QAction(new.replace("&", "&&"), self, checkable=True)
            action.setData(old)
            action.setChecked(old in key)
            action.setEnabled(old in key or len(key) < _MOST_KEY)
            action.triggered.connect(self._ticked)
            self._menu.addAction(action)
            self._columns.append(action)

    def column(self, name: str) -> QAction:
        """The entry of an old column."""
        return next(action for action in self._columns if action.data() == name)

    def _ticked(self) -> None:
        self.chosen.emit(tuple(each.data() for each in self._columns if each.isChecked()))
