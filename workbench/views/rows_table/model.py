"""The rows of a dataset as a table for Qt, in some order, with the quantities of a snapshot."""

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon

from core import Dataset
from core.base.arrays import Integers
from core.base.shortening import short_names
from core.base.wording import shortened
from core.judging.reviewing.decisions import Decisions
from core.learning.snapshot import Snapshot
from workbench.plotting.class_symbols import class_symbol, dot
from workbench.shell.tables.computed_mark import computed_mark
from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain
from workbench.views.rows_table.columns import columns_of
from workbench.views.rows_table.marks import FLAGGED
from workbench.views.rows_table.table_column import TableColumn

Index = QModelIndex | QPersistentModelIndex
_LONGEST = 300
_LONGEST_TITLE, _MOST_TITLES = 30, 300
"""Letters of a title; among more titles than these each is cut by Qt alone."""
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_READ = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_EDITABLE = _READ | Qt.ItemFlag.ItemIsEditable


def _kind(snapshot: Snapshot) -> tuple[bool, ...]:
    """What decides which columns there are."""
    return (
        snapshot.weights is None,
        snapshot.is_audited,
        snapshot.judged is None,
        snapshot.rule is None,
    )


def _colours(theme: Theme) -> dict[str, QColor]:
    """The colours of cells, made once: they are asked for many times a screen."""
    names = ("selection", "selection_text", "warning_text", "quiet_text")
    return {name: QColor(getattr(theme, name)) for name in names}


def _nothing_decided() -> Decisions | None:
    return None


class _Latest:
    """The newest snapshot of one table: a job that is about an earlier table keeps that one's."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    def __call__(self) -> Snapshot:
        return self.snapshot


class RowsModel(QAbstractTableModel):
    """Shows the rows of `order`, whoever made it; sorting is done elsewhere, off this thread."""

    edited = Signal(int, str, str)
    """The line and the column of a cell, and the value that a person typed into it."""

    def __init__(self, decisions: Callable[[], Decisions | None] = _nothing_decided) -> None:
        super().__init__()
        self._decisions = decisions
        self.theme: Theme = LIGHT
        self.dataset: Dataset | None = None
        self._latest: _Latest | None = None
        self.order: Integers = np.empty(0, np.int64)
        self.selected = np.empty(0, bool)
        self.columns: list[TableColumn] = []
        self.sort_column = 0
        self.sort_descending = False
        self._titled: list[TableColumn] | None = None
        self._titles: tuple[str, ...] = ()
        """What is read above the columns, and above which."""
        self._symbols: dict[int, QIcon] = {}
        self._dots: tuple[QIcon, QIcon] | None = None
        self._colours = _colours(LIGHT)

    @property
    def snapshot(self) -> Snapshot | None:
        """What every row has after the round that is shown; None before there is a run."""
        return self._latest.snapshot if self._latest else None

    def set_dataset(self, dataset: Dataset | None) -> None:
        """Show other rows, in the order of the file until a run ranks them."""
        self.beginResetModel()
        self.dataset, self._latest = dataset, None
        self.order = np.arange(len(dataset) if dataset else 0)
        self.selected = np.zeros(len(self.order), bool)
        self.sort_column, self.sort_descending = 0, False
        self.columns = columns_of(dataset, None, self._decisions) if dataset else []
        self.endResetModel()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the quantities of a round; the first ones bring their ranking along."""
        earlier = self.snapshot
        if self._latest is None:
            self._latest = _Latest(snapshot)
        self._latest.snapshot = snapshot
        if earlier is None or _kind(earlier) != _kind(snapshot):
            assert self.dataset is not None
            sorted_by = self.columns[self.sort_column] if earlier else None
            self.beginResetModel()
            self.columns = columns_of(self.dataset, self._latest, self._decisions)
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
                title = self.title(section)
                return title + (arrow if section == self.sort_column else "")
            if role == Qt.ItemDataRole.ToolTipRole:
                return plain(column.help)
            if role == Qt.ItemDataRole.DecorationRole and column.is_computed:
                return computed_mark(self.theme)
            if role == Qt.ItemDataRole.TextAlignmentRole and column.is_number:
                return _RIGHT
        return None

    def title(self, section: int) -> str:
        """A column's title, long ones cut where they differ least: the tip has all of it."""
        if self._titled is not self.columns:
            titles = tuple(column.title for column in self.columns)
            is_few = len(titles) <= _MOST_TITLES
            self._titles = short_names(titles, _LONGEST_TITLE) if is_few else titles
            self._titled = self.columns
        return self._titles[section]

    def text(self, row: int, column: TableColumn) -> str:
        """What a cell says: as the file has it, or as it was set."""
        own = self._set_to(row, column)
        return shortened(column.shown(row) if own is None else own, _LONGEST)

    def _set_to(self, row: int, column: TableColumn) -> str | None:
        """What a cell was set to; None if it was not."""
        decisions = self._decisions() if column.edits else None
        if decisions is None or self.dataset is None or not decisions.stands.has_cells:
            return None
        return decisions.stands.cells_of(int(self.dataset.lines[row])).get(column.edits)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Cells of the file can be edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _EDITABLE if self.columns[index.column()].edits else _READ

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
        answer = _ANSWERS.get(role)
        if answer is None:
            return None
        return answer(self, int(self.order[index.row()]), self.columns[index.column()])

    def _alignment(self, _row: int, column: TableColumn) -> int | None:
        return _RIGHT if column.is_number else None

    def _font(self, row: int, column: TableColumn) -> QFont | None:
        """What was set stands in italics."""
        if self._set_to(row, column) is None:
            return None
        font = QFont()
        font.setItalic(True)
        return font

    def _tip(self, row: int, column: TableColumn) -> str | None:
        if self._set_to(row, column) is None:
            return None
        return plain(f"Set here; the file has {column.shown(row) or 'nothing'}")

    def _ground(self, row: int, _column: TableColumn) -> QColor | None:
        """Selected rows have the colour of the selection."""
        return self._colours["selection"] if self.selected[row] else None

    def _ink(self, row: int, column: TableColumn) -> QColor | None:
        """What can be read on it; the word for flagged rows has its own."""
        if self.selected[row]:
            return self._colours["selection_text"]
        if column.marks and (mark := column.text(row)):
            return self._colours["warning_text" if mark == FLAGGED else "quiet_text"]
        return None

    def _decoration(self, row: int, column: TableColumn) -> QIcon | None:
        """The symbol of a class, or a dot beside the word for flagged rows."""
        if column.label is not None:
            return self._symbol(column.label(row))
        if column.marks and column.text(row):
            if self._dots is None:
                self._dots = (dot(self.theme.warning_text), dot("#00000000"))
            return self._dots[column.text(row) != FLAGGED]  # words stand below one another
        return None

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self._colours = _colours(theme)
        self._symbols.clear()
        self._dots = None
        self.refresh()

    def _symbol(self, label: int) -> QIcon:
        """The colour and the shape of a class, the same in every view."""
        if label not in self._symbols:
            self._symbols[label] = class_symbol(label, self.theme)
        return self._symbols[label]


_ANSWERS: dict[int, Callable[[RowsModel, int, TableColumn], Any]] = {
    Qt.ItemDataRole.DisplayRole: RowsModel.text,
    Qt.ItemDataRole.EditRole: RowsModel._typed,
    Qt.ItemDataRole.BackgroundRole: RowsModel._ground,
    Qt.ItemDataRole.ForegroundRole: RowsModel._ink,
    Qt.ItemDataRole.TextAlignmentRole: RowsModel._alignment,
    Qt.ItemDataRole.DecorationRole: RowsModel._decoration,
    Qt.ItemDataRole.FontRole: RowsModel._font,
    Qt.ItemDataRole.ToolTipRole: RowsModel._tip,
}
"""What is said of a cell, by what Qt asks: a screen of rows asks some hundred times."""
