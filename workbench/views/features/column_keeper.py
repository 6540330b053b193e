"""Which columns to go on with: ticks, and a sentence that says what will happen."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.shortening import short_names
from core.base.wording import count
from workbench.shell.theme import GRID
from workbench.shell.tips import plain
from workbench.views.features.answers import ColumnRanking

_NAME, _TOLD = range(2)
_AROUND_NAME = 40
"""The pixels that the tick and the margins beside a name take."""


class ColumnKeeper(QWidget):
    """Lists the columns as they are ranked; those that matter are ticked."""

    chosen = Signal(object)
    """The names of the columns to keep."""
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.sentence = QLabel(wordWrap=True)
        self.list = QTreeWidget()
        self.list.setAccessibleName("Columns to keep")
        self.list.setHeaderLabels(["column", "what it counts for"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        header = self.list.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Fixed)
        self.list.itemChanged.connect(self._show_choice)
        self.keep = QPushButton()
        self.keep.setProperty("primary", True)
        self.keep.clicked.connect(lambda: self.chosen.emit(self.kept))
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.left)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, GRID)
        column.addWidget(self.sentence)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)

    def show_columns(self, ranking: ColumnRanking) -> None:
        """Offer other columns, in their order."""
        blocked = self.list.blockSignals(True)
        self.list.clear()
        matters = ranking.matters
        for place, (name, text) in enumerate(zip(ranking.names, ranking.texts, strict=True)):
            item = QTreeWidgetItem([name, text])
            item.setData(_NAME, Qt.ItemDataRole.UserRole, name)
            item.setData(_NAME, Qt.ItemDataRole.AccessibleTextRole, name)
            item.setToolTip(_NAME, plain(name))
            item.setToolTip(_TOLD, plain(text))
            is_kept = Qt.CheckState.Checked if matters[place] else Qt.CheckState.Unchecked
            item.setCheckState(_NAME, is_kept)
            self.list.addTopLevelItem(item)
        self.list.setCurrentItem(self._items[0])
        self.list.blockSignals(blocked)
        self._fit()
        self._show_choice()
        self.list.setFocus()

    @property
    def kept(self) -> tuple[str, ...]:
        """The names that are ticked."""
        return tuple(
            item.data(_NAME, Qt.ItemDataRole.UserRole)
            for item in self._items
            if item.checkState(_NAME) is Qt.CheckState.Checked
        )

    @property
    def _items(self) -> list[QTreeWidgetItem]:
        found = (self.list.topLevelItem(place) for place in range(self.list.topLevelItemCount()))
        return [item for item in found if item is not None]

    def _show_choice(self) -> None:
        kept, every = len(self.kept), self.list.topLevelItemCount()
        self.keep.setText(f"Keep {count(kept, 'column')}" if kept else "Keep none")
        self.keep.setEnabled(0 < kept < every)
        if not kept:
            self.sentence.setText("Tick at least one column to learn from.")
        elif kept == every:
            self.sentence.setText("All columns are ticked: there is nothing to leave out.")
        else:
            others = f"{count(every - kept, 'other column')} will be ignored"
            self.sentence.setText(
                f"The {others} from the next training on. The runs so far stay in the list, the "
                "file is not touched, and Undo brings the columns back."
            )

    def _fit(self) -> None:
        """Half of the width for the names at most, cut where they differ least."""
        items = self._items
        names = [item.data(_NAME, Qt.ItemDataRole.UserRole) for item in items]
        measure = QFontMetricsF(self.list.font()).horizontalAdvance
        needed = max((measure(name) for name in names), default=0.0) + _AROUND_NAME
        width = int(min(needed, max(120, self.list.viewport().width() // 2)))
        self.list.setColumnWidth(_NAME, width)
        blocked = self.list.blockSignals(True)
        shorter = short_names(names, width - _AROUND_NAME, measure)
        for item, text in zip(items, shorter, strict=True):
            item.setText(_NAME, text)
        self.list.blockSignals(blocked)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """More of the names, or less."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Escape is meant for this, and for nothing behind it."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape leaves everything as it is, Enter keeps what is ticked."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.keep.isEnabled():
            self.keep.click()
        else:
            super().keyPressEvent(event)


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
