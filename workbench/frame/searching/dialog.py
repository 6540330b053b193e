"""The search: a field and a list; Enter does what is chosen."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from workbench.frame.searching.entries import SearchEntry, all_entries, found, line_entry
from workbench.shell.tables.quiet_delegate import QuietDelegate
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

if TYPE_CHECKING:
    from workbench.frame.window_verbs import WindowVerbs

_SIZE = (640, 480)
_TITLE, _NOTE, _KIND = range(3)
_TITLE_WIDTH = 272
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class SearchDialog(QDialog):
    """Finds by words; the arrows choose while one types."""

    def __init__(self, window: "WindowVerbs") -> None:
        super().__init__(window)
        self._window = window
        self.setWindowTitle("Search")
        self.resize(*_SIZE)
        self.field = QLineEdit()
        self.field.setAccessibleName("Search for actions, settings, columns, lines, help, lessons")
        self.field.setPlaceholderText("an action, a setting, a column, a line, help, a lesson")
        self.field.textChanged.connect(self._find)
        self.field.installEventFilter(self)
        self.list = self._make_list()
        self.list.itemActivated.connect(lambda _item: self._choose())
        self.none = QLabel("Nothing has all of these words.")
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        for part in (self.field, self.list, self.none):
            column.addWidget(part)
        self._all: list[SearchEntry] = []
        self.shown: list[SearchEntry] = []

    def _make_list(self) -> QTreeWidget:
        listed = QTreeWidget()
        listed.setAccessibleName("What was found")
        listed.setColumnCount(3)
        listed.setHeaderHidden(True)
        listed.setRootIsDecorated(False)
        listed.setUniformRowHeights(True)
        header = listed.header()
        header.setStretchLastSection(False)
        header.resizeSection(_TITLE, scaled(_TITLE_WIDTH))
        header.setSectionResizeMode(_NOTE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_KIND, QHeaderView.ResizeMode.ResizeToContents)
        for column in (_NOTE, _KIND):
            listed.setItemDelegateForColumn(column, QuietDelegate(listed))
        return listed

    def start(self) -> None:
        """Show all that can be done now."""
        self._all = all_entries(self._window)
        self.list.ensurePolished()  # rows are measured while they are filled in
        self.field.clear()
        self._find("")
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus()

    def event(self, event: QEvent) -> bool:
        """Who turns to another window searches no more."""
        if event.type() == QEvent.Type.WindowDeactivate:
            self.reject()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Arrows move in the list, Enter takes what is chosen, while the field has the focus."""
        if watched is self.field and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.KeyPress and event.key() in _MOVES:
                self.list.event(event)
                return True
            if event.type() is QEvent.Type.KeyPress and event.key() in (
                Qt.Key.Key_Return,
                Qt.Key.Key_Enter,
            ):
                self._choose()
                return True
        return super().eventFilter(watched, event)

    def _find(self, text: str) -> None:
        line = line_entry(self._window, text)
        self.shown = [*([line] if line is not None else []), *found(self._all, text)]
        self.list.clear()
        for entry in self.shown:
            item = QTreeWidgetItem([entry.title, entry.note, entry.kind])
            told = ", ".join(filter(None, (entry.title, entry.kind, entry.note)))
            item.setData(_TITLE, Qt.ItemDataRole.AccessibleTextRole, told)
            item.setToolTip(_NOTE, plain(entry.note))
            self.list.addTopLevelItem(item)
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)
        self.none.setVisible(not self.shown)

    @property
    def chosen(self) -> int:
        """The place of the entry that Enter would take."""
        return self.list.indexOfTopLevelItem(self.list.currentItem())

    def _choose(self) -> None:
        place = self.chosen
        if 0 <= place < len(self.shown):
            entry = self.shown[place]
            self.accept()
            entry.do()
