"""A small table that can be sorted by any of its columns."""

from typing import Any

import numpy as np
import pandas as pd
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QLabel, QTableView, QVBoxLayout, QWidget

from core.base.shortening import short_names
from core.base.wording import fixed, grouped
from workbench.plotting.plain_table import make_plain
from workbench.shell.theme import GRID
from workbench.shell.tips import plain
from workbench.views.weak_learners.details import Detail

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LONGEST, _MOST_NAMES = 26, 300
_TITLE_PIXELS, _LEAST, _MOST = 36, 56, 260
_MEASURED = 60
"""So many rows tell how wide a column has to be."""


class FrameModel(QAbstractTableModel):
    """The rows of a table in some order; names of columns are cut where they differ least."""

    def __init__(self) -> None:
        super().__init__()
        self.frame = pd.DataFrame()
        self._order = np.empty(0, np.int64)
        self._short: dict[str, str] = {}

    def show(self, frame: pd.DataFrame) -> None:
        """Show other rows, as they are ordered."""
        self.beginResetModel()
        self.frame, self._order = frame, np.arange(len(frame))
        names = frame["column"].tolist() if "column" in frame else []
        known = names if len(names) <= _MOST_NAMES else []
        self._short = dict(zip(known, short_names(known, _LONGEST), strict=True))
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's names
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.frame)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """How many columns there are."""
        return 0 if parent.isValid() else len(self.frame.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The titles."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self.frame.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return str(self.frame.columns[section])
        if role == Qt.ItemDataRole.TextAlignmentRole and self._is_number(section):
            return int(_RIGHT)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text and looks."""
        if role == Qt.ItemDataRole.DisplayRole:
            text = self.text(index.row(), index.column())
            return self._short.get(text, text)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            text = self.text(index.row(), index.column())
            return plain(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.TextAlignmentRole and self._is_number(index.column()):
            return int(_RIGHT)
        return None

    def text(self, row: int, column: int) -> str:
        """What a cell says, whole."""
        value = self.value(row, column)
        if isinstance(value, float | np.floating):
            return "–" if np.isnan(value) else fixed(float(value), 3)
        return grouped(value) if isinstance(value, int | np.integer) else str(value)

    def value(self, row: int, column: int) -> Any:
        """What stands in a cell."""
        return self.frame.iat[int(self._order[row]), column]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows; equals stay as they were, and what is not known comes last."""
        if not 0 <= column < len(self.frame.columns):
            return
        self.layoutAboutToBeChanged.emit()
        values = self.frame.iloc[:, column].reset_index(drop=True)
        is_up = order == Qt.SortOrder.AscendingOrder
        ordered = values.sort_values(ascending=is_up, kind="stable", na_position="last")
        self._order = ordered.index.to_numpy()
        self.layoutChanged.emit()

    def _is_number(self, column: int) -> bool:
        return pd.api.types.is_numeric_dtype(self.frame.dtypes.iloc[column])


class DetailTable(QWidget):
    """A sentence, and the table that it is about; a row of the file is chosen with a click."""

    line_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.sentence = QLabel(wordWrap=True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setContentsMargins(GRID, 4, GRID, 4)
        self.model = FrameModel()
        self.table = QTableView()
        self.table.setAccessibleName("What columns tell at this node")
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        make_plain(self.table)
        self.table.setSortingEnabled(True)
        self.table.clicked.connect(self._picked)
        self.table.activated.connect(self._picked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.sentence)
        column.addWidget(self.table, 1)

    def show_detail(self, found: Detail, name: str) -> None:
        """Show a table, in its own order."""
        self.sentence.setText(found.sentence)
        self.table.setAccessibleName(name)
        header = self.table.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.model.show(found.table)
        self.table.show()
        self._fit()

    def say(self, sentence: str) -> None:
        """Say why there is no table."""
        self.sentence.setText(sentence)
        self.model.show(pd.DataFrame())
        self.table.hide()

    def _fit(self) -> None:
        metrics = self.table.fontMetrics()
        rows = range(min(_MEASURED, self.model.rowCount()))
        for column in range(self.model.columnCount()):
            title = str(self.model.headerData(column, Qt.Orientation.Horizontal))
            texts = [str(self.model.data(self.model.index(row, column))) for row in rows]
            widest = max((metrics.horizontalAdvance(text) for text in texts), default=0) + 16
            wanted = max(metrics.horizontalAdvance(title) + _TITLE_PIXELS, widest, _LEAST)
            self.table.setColumnWidth(column, min(_MOST, wanted))

    def _picked(self, index: QModelIndex) -> None:
        if index.isValid() and "line" in self.model.frame:
            place = list(self.model.frame.columns).index("line")
            self.line_chosen.emit(int(self.model.value(index.row(), place)))
