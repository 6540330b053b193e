"""Tells the whole text of a cell that is too narrow for it, beside the mouse."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QToolTip

from workbench.shell.tips import plain


def tell_cut_cells(view: QAbstractItemView) -> None:
    """Give the cells of a table or tree that have no tip of their own one where they are cut."""
    view.viewport().installEventFilter(CutCells(view))


class CutCells(QObject):
    """Watches the viewport of one view."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view

    def whole_text(self, index: QModelIndex) -> str:
        """The text of a cell that is cut and has no tip of its own; else nothing."""
        if not index.isValid() or index.data(Qt.ItemDataRole.ToolTipRole):
            return ""
        wanted = self._view.sizeHintForIndex(index).width()
        is_cut = wanted > self._view.visualRect(index).width()
        return str(index.data() or "") if is_cut else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """A tip is asked for."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self._view.indexAt(event.pos())
            if text := self.whole_text(index):
                rect = self._view.visualRect(index)
                QToolTip.showText(event.globalPos(), plain(text), self._view.viewport(), rect)
                return True
        return super().eventFilter(watched, event)
