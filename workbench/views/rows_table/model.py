"""The rows of a dataset as a table for Qt, in some order, with the quantities of a snapshot."""

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QIcon

from core import Dataset
from core.base.arrays import Integers
from core.base.wording import shortened
from core.learning.snapshot import Snapshot
from workbench.plotting.class_symbols import class_symbol
from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain
from workbench.views.rows_table.columns import TableColumn, columns_of

Index = QModelIndex | QPersistentModelIndex
_LONGEST = 300
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _kind(snapshot: Snapshot) -> tuple[bool, bool, bool]:
    """What decides which columns there are."""
    return snapshot.weights is None, snapshot.is_audited, snapshot.judged is None


class RowsModel(QAbstractTableModel):
    """Shows the rows of `order`, whoever made it; sorting is done elsewhere, off this thread."""

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.dataset: Dataset | None = None
        self.snapshot: Snapshot | None = None
        self.order: Integers = np.empty(0, np.int64)
        self.selected = np.empty(0, bool)
        self.columns: list[TableColumn] = []
        self.sort_column = 0
        self.sort_descending = False
        self._symbols: dict[int, QIcon] = {}

    def set_dataset(self, dataset: Dataset | None) -> None:
        """Show other rows, in the order of the file until a run ranks them."""
        self.beginResetModel()
        self.dataset, self.snapshot = dataset, None
        self.order = np.arange(len(dataset) if dataset else 0)
        self.selected = np.zeros(len(self.order), bool)
        self.sort_column, self.sort_descending = 0, False
        self.columns = columns_of(dataset, None) if dataset else []
        self.endResetModel()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the quantities of a round; the first ones bring their ranking along."""
        earlier, self.snapshot = self.snapshot, snapshot
        if earlier is None or _kind(earlier) != _kind(snapshot):
            assert self.dataset is not None
            sorted_by = self.columns[self.sort_column] if earlier else None
            self.beginResetModel()
            self.columns = columns_of(self.dataset, self._snapshot_now)
            titles = [column.title for column in self.columns]
            if sorted_by is None or sorted_by.ranked or sorted_by.title not in titles:
                self.sort_column, self.sort_descending = 1, True
                self.order = snapshot.ranked
            else:
                self.sort_column = titles.index(sorted_by.title)
            self.endResetModel()

    def set_sorting(self, column: int, descending: bool) -> None:
        """Say by which column the rows are to be sorted."""
        self.sort_column, self.sort_descending = column, descending
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def set_order(self, order: Integers) -> None:
        """Show these rows, in this order."""
        if len(order) != len(self.order):
            self.beginResetModel()
            self.order = order
            self.endResetModel()
        elif not np.array_equal(order, self.order):
            self.layoutAboutToBeChanged.emit()
            self.order = order
            self.layoutChanged.emit()

    def refresh(self) -> None:
        """Draw every cell in sight again."""
        if self.rowCount() and self.columnCount():
            self.dataChanged.emit(
                self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1)
            )

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's names
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The columns' titles and explanations."""
        if orientation == Qt.Orientation.Horizontal and section < len(self.columns):
            column = self.columns[section]
            if role == Qt.ItemDataRole.DisplayRole:
                arrow = " ▾" if self.sort_descending else " ▴"
                return column.title + (arrow if section == self.sort_column else "")
            if role == Qt.ItemDataRole.ToolTipRole:
                return plain(column.help)
            if role == Qt.ItemDataRole.TextAlignmentRole and column.is_number:
                return int(_RIGHT)
        return None

    @staticmethod
    def text(row: int, column: TableColumn) -> str:
        """What a cell says."""
        return shortened(column.shown(row), _LONGEST)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text and looks."""
        row, column = int(self.order[index.row()]), self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.BackgroundRole and self.selected[row]:
            return QColor(self.theme.selection)
        if role == Qt.ItemDataRole.ForegroundRole and self.selected[row]:
            return QColor(self.theme.selection_text)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.is_number:
            return int(_RIGHT)
        if role == Qt.ItemDataRole.DecorationRole and column.label is not None:
            return self._symbol(column.label(row))
        return None

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self._symbols.clear()
        self.refresh()

    def _snapshot_now(self) -> Snapshot:
        assert self.snapshot is not None
        return self.snapshot

    def _symbol(self, label: int) -> QIcon:
        """The colour and the shape of a class, the same in every view."""
        if label not in self._symbols:
            self._symbols[label] = class_symbol(label, self.theme)
        return self._symbols[label]
