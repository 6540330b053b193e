"""The small tables of the review: the row's values, and its neighbours."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from core.base.wording import readable
from workbench.plotting.plain_table import make_plain
from workbench.reviewing.page.row_facts import RowFacts, Value
from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain

Index = QModelIndex | QPersistentModelIndex
_Roles = Qt.ItemDataRole
_COLUMN, _VALUE, _USUAL, _OTHER = range(4)


class ValuesModel(QAbstractTableModel):
    """A line for each column of the file."""

    def __init__(self) -> None:
        super().__init__()
        self.values: tuple[Value, ...] = ()
        self._fitting: Mapping[str, str] = {}
        """What would fit in columns whose value does not."""
        self.titles = ["column", "this row", "usual", "nearest"]
        self.theme: Theme = LIGHT

    def show_facts(self, facts: RowFacts | None) -> None:
        """Show the values of another row."""
        self.beginResetModel()
        self.values = facts.values if facts else ()
        if facts:
            against, label = facts.against, facts.reasons.label
            is_class = facts.reasons.probability == facts.reasons.probability
            self.titles[_USUAL] = f"usual for {label}" if is_class else "usual"
            self.titles[_OTHER] = f"line {against.line:,} ({against.label})" if against else ""
        self.endResetModel()

    def show_doubts(self, fitting: Mapping[str, str]) -> None:
        """Mark the columns whose value does not fit, with what would."""
        if fitting != self._fitting:
            self.beginResetModel()
            self._fitting = fitting
            self.endResetModel()

    def _usual(self, value: Value) -> str:
        """What is usual, or would fit; empty if there is nothing to mark."""
        if value.column in self._fitting:
            return f"{self._fitting[value.column]} would fit"
        return value.usual

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """How many values there are."""
        return 0 if parent is not None and parent.isValid() else len(self.values)

    def columnCount(self, _parent: Index | None = None) -> int:  # noqa: N802
        """How many columns there are."""
        return len(self.titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The columns' names."""
        if orientation == Qt.Orientation.Horizontal and role == _Roles.DisplayRole:
            return self.titles[section]
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        """What a cell shows; what is unusual is marked by a colour and by what is usual."""
        value, column = self.values[index.row()], index.column()
        if role == _Roles.DisplayRole:
            missing = "–"
            return (value.column, value.text or missing, self._usual(value), value.other)[column]
        if role == _Roles.ToolTipRole:
            what = f"{value.column}: {value.text or 'missing'}"
            return plain(what if value.is_used else f"{what} (not learned from)")
        if column in (_VALUE, _USUAL) and self._usual(value):
            if role == _Roles.BackgroundRole:
                return QColor(self.theme.warning)
            if role == _Roles.ForegroundRole:
                return QColor(self.theme.warning_text)
        is_quiet = column in (_COLUMN, _OTHER) or not value.is_used
        if role == _Roles.ForegroundRole and is_quiet:
            return QColor(self.theme.quiet_text)
        return None


class ValuesTable(QTableView):
    """The row's values as written, beside those of the nearest row with another label."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.values = ValuesModel()
        self.setModel(self.values)
        self.setAccessibleName("Values of this row")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        make_plain(self)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.values.theme = theme
        self.viewport().update()


class NeighbourList(QTreeWidget):
    """The nearest rows; a click selects one."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Nearest rows")
        self.setHeaderLabels(["nearest rows", "line", "label", "distance"])
        self.headerItem().setToolTip(3, "In standard deviations of the columns")
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.itemActivated.connect(self._activated)
        self.itemClicked.connect(self._activated)

    def show_facts(self, facts: RowFacts | None) -> None:
        """List the neighbours of another row."""
        self.clear()
        for kind, each in facts.neighbours if facts else ():
            texts = [kind, f"{each.line:,}", each.label, readable(each.distance, 3)]
            line = QTreeWidgetItem(texts)
            line.setData(0, _Roles.UserRole, each.line)
            line.setToolTip(0, "Click to look at this row")
            self.addTopLevelItem(line)

    def _activated(self, line: QTreeWidgetItem) -> None:
        self.picked.emit(line.data(0, _Roles.UserRole))
