"""The decisions of one group: the row before and now, with a box to take or leave each."""

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from core.base.arrays import Integers
from core.base.wording import grouped
from core.judging.reviewing.carrying.carrying import CarriedItem
from core.judging.reviewing.carrying.listing import changes_text
from workbench.carrying.controller import Carrier
from workbench.plotting.plain_table import make_plain
from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain

Index = QModelIndex | QPersistentModelIndex
_Roles = Qt.ItemDataRole
_TITLES = ("line before", "line now", "decided", "before", "now", "what changed", "by")
_TAKE, _CHANGES = 0, 5


class FatesModel(QAbstractTableModel):
    """A line for each decision of a group; each is looked at when it is seen."""

    def __init__(self, carrier: Carrier) -> None:
        super().__init__()
        self._carrier = carrier
        self.items: Integers = np.empty(0, np.int64)
        self.can_take = False
        self.theme: Theme = LIGHT
        self._known: dict[int, CarriedItem] = {}

    def show_items(self, items: Integers, can_take: bool) -> None:
        """Show the items of another group."""
        self.beginResetModel()
        self.items, self.can_take = items, can_take
        self._known.clear()
        self.endResetModel()

    def refresh(self) -> None:
        """What is chosen is another thing."""
        if len(self.items):
            last = self.index(len(self.items) - 1, 0)
            self.dataChanged.emit(self.index(0, 0), last, [_Roles.CheckStateRole])

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """How many decisions there are."""
        return 0 if parent is not None and parent.isValid() else len(self.items)

    def columnCount(self, _parent: Index | None = None) -> int:  # noqa: N802
        """How many columns there are."""
        return len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The columns' names."""
        if orientation == Qt.Orientation.Horizontal and role == _Roles.DisplayRole:
            return _TITLES[section]
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first cell has a box, if the decision can be taken."""
        own = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        can_check = self.can_take and index.column() == _TAKE
        return own | Qt.ItemFlag.ItemIsUserCheckable if can_check else own

    def data(self, index: Index, role: int = 0) -> Any:
        """What a cell shows."""
        if self._carrier.found is None:
            return None
        item, column = int(self.items[index.row()]), index.column()
        if role == _Roles.CheckStateRole and column == _TAKE and self.can_take:
            is_chosen = bool(self._carrier.chosen[item])
            return Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked
        if role in (_Roles.DisplayRole, _Roles.ToolTipRole):
            text = self._texts(item)[column]
            return plain(text) if role == _Roles.ToolTipRole else text
        if role == _Roles.BackgroundRole and self._is_news(item, column):
            return QColor(self.theme.warning)
        if role == _Roles.ForegroundRole and self._is_news(item, column):
            return QColor(self.theme.warning_text)
        return None

    def setData(self, index: Index, value: Any, role: int = 0) -> bool:  # noqa: N802
        """Take or leave one decision."""
        if role != _Roles.CheckStateRole or index.column() != _TAKE or not self.can_take:
            return False
        is_chosen = Qt.CheckState(value) == Qt.CheckState.Checked
        self._carrier.choose(int(self.items[index.row()]), is_chosen)
        return True

    def _texts(self, item: int) -> tuple[str, ...]:
        told = self._told(item)
        lines = ["–" if line is None else grouped(line) for line in (told.old_line, told.new_line)]
        both = (told.before or "–", told.now or "–")
        return *lines, told.decided, *both, changes_text(told), told.by

    def _is_news(self, item: int, column: int) -> bool:
        told = self._told(item)
        if column == _CHANGES:
            return bool(told.changes)
        return _TITLES[column] == "now" and told.now != told.before and told.new_line is not None

    def _told(self, item: int) -> CarriedItem:
        if item not in self._known:
            assert self._carrier.found is not None
            self._known[item] = self._carrier.found.describe(item)
        return self._known[item]


class FatesTable(QTableView):
    """The table of them."""

    def __init__(self, carrier: Carrier, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = FatesModel(carrier)
        self.setModel(self.rows)
        self.setAccessibleName("Decisions of this group")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        make_plain(self)
        header = self.horizontalHeader()
        for section, width in enumerate((96, 80, 150, 110, 110, 240, 80)):
            header.resizeSection(section, width)
        header.setSectionResizeMode(_CHANGES, QHeaderView.ResizeMode.Stretch)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.rows.theme = theme
        self.viewport().update()
