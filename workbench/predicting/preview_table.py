"""The first predicted rows: what the model says first, then the file's own columns."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from core.sharing.predicting import PredictedRows
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.shell.tips import plain

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_WIDEST = 220
_UNLIKE = "Unlike the training data: trust this prediction less."
_WRONG = "The file says otherwise."


class _Rows(QAbstractTableModel):
    """Texts as they are; rows to be careful with have a colour and say why."""

    def __init__(self) -> None:
        super().__init__()
        self.preview: PredictedRows | None = None
        self.theme: Theme = LIGHT

    def rowCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """As many as are shown."""
        return 0 if parent.isValid() or self.preview is None else len(self.preview.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: N802
        """What the model says, and the columns of the file."""
        return 0 if parent.isValid() or self.preview is None else len(self.preview.names)

    def headerData(  # noqa: N802
        self, place: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names; whole ones in the tips."""
        if self.preview is None or way is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.preview.names[place]
        return plain(self.preview.names[place]) if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, or how the row is marked."""
        preview = self.preview
        if preview is None:
            return None
        row = index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return preview.rows[row][index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() <= 1 and preview.wrong[row]:
            return QColor(self.theme.warning_text)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            told = [_UNLIKE] * preview.unlike[row] + [_WRONG] * preview.wrong[row]
            return plain("\n".join(told)) if role == Qt.ItemDataRole.ToolTipRole else " ".join(told)
        return None


class PredictionTable(QTableView):
    """The first rows; nothing can be changed here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("The first predicted rows")
        self._rows = _Rows()
        self.setModel(self._rows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + GRID)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)

    def show_preview(self, preview: PredictedRows | None) -> None:
        """Show these rows, or none."""
        self._rows.beginResetModel()
        self._rows.preview = preview
        self._rows.endResetModel()
        header = self.horizontalHeader()
        for place in range(min(40, self._rows.columnCount())):
            self.resizeColumnToContents(place)
            header.resizeSection(place, min(_WIDEST, header.sectionSize(place)))

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._rows.theme = theme
        self.viewport().update()
