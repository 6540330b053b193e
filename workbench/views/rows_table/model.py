"""The rows of a dataset as a table for Qt, in some order, with the quantities of a snapshot."""

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon

from core import Dataset
from core.base.arrays import Integers
from core.base.wording import shortened
from core.judging.reviewing.decisions import Decisions
from core.learning.snapshot import Snapshot
from workbench.plotting.class_symbols import class_symbol, dot
from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain
from workbench.views.rows_table.columns import columns_of
from workbench.views.rows_table.marks import FLAGGED
from workbench.views.rows_table.table_column import TableColumn

Index = QModelIndex | QPersistentModelIndex
_LONGEST = 300
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _kind(snapshot: Snapshot) -> tuple[bool, bool, bool]:
    """What decides which columns there are."""
    return snapshot.weights is None, snapshot.is_audited, snapshot.judged is None


def _nothing_decided() -> Decisions | None:
    return None


class RowsModel(QAbstractTableModel):
    """Shows the rows of `order`, whoever made it; sorting is done elsewhere, off this thread."""

    edited = Signal(int, str, str)
    """The line and the column of a cell, and the value that a person typed into it."""

    def __init__(self, decisions: Callable[[], Decisions | None] = _nothing_decided) -> None:
        super().__init__()
        self._decisions = decisions
        self.theme: Theme = LIGHT
        self.dataset: Dataset | None = None
        self.snapshot: Snapshot | None = None
        self.order: Integers = np.empty(0, np.int64)
        self.selected = np.empty(0, bool)
        self.columns: list[TableColumn] = []
        self.sort_column = 0
        self.sort_descending = False
        self._symbols: dict[int, QIcon] = {}
        self._dot: QIcon | None = None

    def set_dataset(self, dataset: Dataset | None) -> None:
        """Show other rows, in the order of the file until a run ranks them."""
        self.beginResetModel()
        self.dataset, self.snapshot = dataset, None
        self.order = np.arange(len(dataset) if dataset else 0)
        self.selected = np.zeros(len(self.order), bool)
        self.sort_column, self.sort_descending = 0, False
        self.columns = columns_of(dataset, None, self._decisions) if dataset else []
        self.endResetModel()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the quantities of a round; the first ones bring their ranking along."""
        earlier, self.snapshot = self.snapshot, snapshot
        if earlier is None or _kind(earlier) != _kind(snapshot):
            assert self.dataset is not None
            sorted_by = self.columns[self.sort_column] if earlier else None
            self.beginResetModel()
            self.columns = columns_of(self.dataset, self._snapshot_now, self._decisions)
            titles = [column.title for column in self.columns]
            if sorted_by is None or sorted_by.ranked or sorted_by.title not in titles:
                ranked = next(n for n, column in enumerate(self.columns) if column.ranked)
                self.sort_column, self.sort_descending = ranked, True
                self.order = snapshot.ranked
            else:
                self.sort_column = titles.index(sorted_by.title)
            self.endResetModel()

    def take_decisions(self) -> None:
        """Something else is decided; before a run, the first decision brings its column along."""
        is_marked = any(column.marks for column in self.columns)
        if self.dataset is not None and self.snapshot is None and not is_marked:
            sorted_by = self.columns[self.sort_column].title
            self.beginResetModel()
            self.columns = columns_of(self.dataset, None, self._decisions)
            titles = [column.title for column in self.columns]
            self.sort_column = titles.index(sorted_by)
            self.endResetModel()
        self.refresh()

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

    def text(self, row: int, column: TableColumn) -> str:
        """What a cell says: as the file has it, or as it was set."""
        own = self._set_to(row, column)
        return shortened(column.shown(row) if own is None else own, _LONGEST)

    def _set_to(self, row: int, column: TableColumn) -> str | None:
        """What a cell was set to; None if it was not."""
        decisions = self._decisions() if column.edits else None
        if decisions is None or self.dataset is None:
            return None
        return decisions.stands.cells_of(int(self.dataset.lines[row])).get(column.edits)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Cells of the file can be edited."""
        flags = super().flags(index)
        if index.isValid() and self.columns[index.column()].edits:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Tell what was typed, if it is another value than there was."""
        column, row = self.columns[index.column()], int(self.order[index.row()])
        if role != Qt.ItemDataRole.EditRole or self.dataset is None:
            return False
        text = str(value).strip()
        if text != self._typed(row, column):
            self.edited.emit(int(self.dataset.lines[row]), column.edits, text)
        return True

    def _typed(self, row: int, column: TableColumn) -> str:
        """What an editor starts with: nothing is left out of it."""
        own = self._set_to(row, column)
        if own is not None:
            return own
        assert self.dataset is not None
        is_target = column.edits == self.dataset.target
        return self.dataset.label_text(row) if is_target else column.shown(row)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text and looks."""
        row, column = int(self.order[index.row()]), self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.EditRole:
            return self._typed(row, column)
        if role in (Qt.ItemDataRole.BackgroundRole, Qt.ItemDataRole.ForegroundRole):
            return self._colour(row, column, role == Qt.ItemDataRole.BackgroundRole)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.is_number:
            return int(_RIGHT)
        if role == Qt.ItemDataRole.DecorationRole:
            return self._decoration(row, column)
        if role == Qt.ItemDataRole.FontRole and self._set_to(row, column) is not None:
            font = QFont()
            font.setItalic(True)
            return font
        if role == Qt.ItemDataRole.ToolTipRole and self._set_to(row, column) is not None:
            return plain(f"Set here; the file has {column.shown(row) or 'nothing'}")
        return None

    def _colour(self, row: int, column: TableColumn, is_ground: bool) -> QColor | None:
        """Selected rows have the colour of the selection, the word for flagged ones its own."""
        theme = self.theme
        if self.selected[row]:
            return QColor(theme.selection if is_ground else theme.selection_text)
        if column.marks and not is_ground and (mark := column.text(row)):
            return QColor(theme.warning_text if mark == FLAGGED else theme.quiet_text)
        return None

    def _decoration(self, row: int, column: TableColumn) -> QIcon | None:
        """The symbol of a class, or a dot beside the word for flagged rows."""
        if column.label is not None:
            return self._symbol(column.label(row))
        if column.marks and column.text(row) == FLAGGED:
            if self._dot is None:
                self._dot = dot(self.theme.warning_text)
            return self._dot
        return None

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self._symbols.clear()
        self._dot = None
        self.refresh()

    def _snapshot_now(self) -> Snapshot:
        assert self.snapshot is not None
        return self.snapshot

    def _symbol(self, label: int) -> QIcon:
        """The colour and the shape of a class, the same in every view."""
        if label not in self._symbols:
            self._symbols[label] = class_symbol(label, self.theme)
        return self._symbols[label]
