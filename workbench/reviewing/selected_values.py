"""The values of the selected rows: of one as they stand, of several what is usual of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from core import Dataset
from core.base.arrays import Integers
from core.base.wording import percent, readable, shortened
from core.data.column import Column
from workbench.plotting.plain_table import make_plain
from workbench.shell.tables.names_delegate import NamesDelegate
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

Index = QModelIndex | QPersistentModelIndex
_Roles = Qt.ItemDataRole
_MISSING = "–"
_LONGEST = 300
_MOST_WRAPPED = 100
"""Of more columns each has one line."""


def values_of(dataset: Dataset, lines: Integers) -> tuple[tuple[str, str], ...]:
    """What rows have in each column but the target; of several, the middle or the commonest."""
    table = dataset.table
    rows = table.rows_of(lines[np.isin(lines, table.lines)])
    if not len(rows):
        return ()
    columns = [column for column in table.columns if column.name != dataset.target]
    if len(rows) == 1:
        return tuple((column.name, column.text(int(rows[0])) or _MISSING) for column in columns)
    return tuple((column.name, usual_of(column, rows)) for column in columns)


def usual_of(column: Column, rows: Integers) -> str:
    """The median and the range of the numbers of rows, or the commonest category with its share.

    >>> import pandas as pd
    >>> usual_of(Column.from_series("x", pd.Series([1.0, 2.0, 9.0])), np.arange(3))
    '2 (1 to 9)'
    >>> usual_of(Column.from_series("x", pd.Series(["a", "a", "b"])), np.arange(3))
    'a 66.7 %'
    """
    known = rows[~column.missing[rows]]
    if not len(known):
        return _MISSING
    values = column.values[known]
    if column.is_number:
        middle, low, high = (readable(float(f(values))) for f in (np.median, np.min, np.max))
        return low if low == high else f"{middle} ({low} to {high})"
    counts = np.bincount(values.astype(np.int64))
    most = int(counts.argmax())
    return f"{column.categories[most]} {percent(counts[most] / len(rows))}"


class SelectedValues(QTableView):
    """A line for each column; long values wrap, long names are cut where they differ least."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values = _Model()
        self.setModel(self.values)
        self.setAccessibleName("Values of the selection")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        make_plain(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setItemDelegateForColumn(0, NamesDelegate(self))
        self.setItemDelegateForColumn(1, _WithRoom(self))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().hide()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_values(self, values: Sequence[tuple[str, str]]) -> None:
        """Show those of another selection."""
        self.values.show_values(values)
        is_few = len(values) <= _MOST_WRAPPED
        self.setWordWrap(is_few)
        modes = QHeaderView.ResizeMode
        self.verticalHeader().setSectionResizeMode(
            modes.ResizeToContents if is_few else modes.Fixed
        )
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width wraps the values in another way."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its lines: the panel around it scrolls, unless there are very many."""
        rows = self.values.rowCount()
        least = self.verticalHeader().defaultSectionSize()
        height = self.verticalHeader().length() if rows <= _MOST_WRAPPED else 12 * least
        self.setFixedHeight(height + 2)


class _WithRoom(QStyledItemDelegate):
    """Values of several lines do not touch those of the next column."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """What the text needs, and a little."""
        return super().sizeHint(option, index) + QSize(0, GRID // 2)


class _Model(QAbstractTableModel):
    """Names and values."""

    def __init__(self) -> None:
        super().__init__()
        self._values: tuple[tuple[str, str], ...] = ()

    def show_values(self, values: Sequence[tuple[str, str]]) -> None:
        """Show other values."""
        self.beginResetModel()
        self._values = tuple(values)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """How many columns the file has."""
        return 0 if parent is not None and parent.isValid() else len(self._values)

    def columnCount(self, _parent: Index | None = None) -> int:  # noqa: N802
        """A name and a value."""
        return 2

    def data(self, index: Index, role: int = 0) -> Any:
        """What a cell shows."""
        name, value = self._values[index.row()]
        if role == _Roles.DisplayRole:
            return shortened((name, value)[index.column()], _LONGEST)
        if role == _Roles.ToolTipRole:
            return plain(f"{name}: {shortened(value, _LONGEST)}")
        if role == _Roles.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        if role == _Roles.ForegroundRole and index.column() == 0:
            return QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        return None
