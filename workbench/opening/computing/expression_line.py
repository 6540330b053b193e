"""The line that an expression is typed into: it offers the columns and functions there are."""

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QFontDatabase, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from core.data.expressions.functions import functions
from core.data.expressions.printing import name_text

_INSERTED = Qt.ItemDataRole.UserRole + 1
_WORD = re.compile(r"(\[[^\]]*|'[^']*|[^\W\d][\w.]*)$")
"""What stands before the cursor and may become a column or a function."""
_MOST_SHOWN = 10


class ExpressionLine(QLineEdit):
    """A field of fixed letters, with a list of what may be meant below the word being typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Expression")
        self.setPlaceholderText("price / rooms")
        self.setToolTip(
            "Columns, numbers, functions, and + - * / = < > and or not. Ctrl+Space lists them all."
        )
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF())
        self.setFont(font)
        self._offers = QStandardItemModel(self)
        self._completer = QCompleter(self._offers, self)
        self._completer.setWidget(self)
        self._completer.setCompletionRole(_INSERTED)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setMaxVisibleItems(_MOST_SHOWN)
        self._popup = QListView()
        self._popup.setAccessibleName("Columns and functions")
        self._popup.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._completer.setPopup(self._popup)
        chosen: Any = self._completer.activated  # by its place: what is inserted is not shown
        chosen[QModelIndex].connect(self._take)
        self.textEdited.connect(lambda _text: self._offer())

    def show_columns(self, names: Sequence[str]) -> None:
        """Offer these columns, and all functions."""
        self._offers.clear()
        for name in names:
            self._add(name_text(name), name_text(name), name)
        for function in functions():
            self._add(function.usage, f"{function.name}(", function.help)

    def _add(self, shown: str, inserted: str, tip: str) -> None:
        item = QStandardItem(shown)
        item.setData(inserted, _INSERTED)
        item.setToolTip(tip)
        self._offers.appendRow(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Ctrl+Space offers everything."""
        has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Space and has_control:
            self._offer(is_asked=True)
        else:
            super().keyPressEvent(event)

    def _offer(self, is_asked: bool = False) -> None:
        """Offer what the word before the cursor may become."""
        word = self._word()
        self._completer.setCompletionPrefix(word)
        popup = self._popup
        found = self._completer.completionCount()
        is_whole = found == 1 and self._completer.currentCompletion() == word
        if found == 0 or is_whole or not (word or is_asked):
            popup.hide()
            return
        popup.setCurrentIndex(self._completer.completionModel().index(0, 0))
        place = self.cursorRect()
        bar = popup.verticalScrollBar().sizeHint().width()
        place.setWidth(max(200, popup.sizeHintForColumn(0) + bar + 8))
        self._completer.complete(place)

    def _word(self) -> str:
        match = _WORD.search(self.text()[: self.cursorPosition()])
        return "" if match is None else match[0].replace("'", "[", 1)

    def _take(self, index: QModelIndex) -> None:
        """Put what was chosen in the place of the word."""
        inserted, length = str(index.data(_INSERTED)), len(self._word())
        place = self.cursorPosition() - length
        text = self.text()
        rest = text[self.cursorPosition() :]
        if inserted.endswith(("(", "]")) and rest[:1] == inserted[-1]:
            rest = rest[1:]
        self.setText(text[:place] + inserted + rest)
        self.setCursorPosition(place + len(inserted))
        self.textEdited.emit(self.text())
