"""What errors cost, as a table: a row a given class, a column a class that is named."""

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QTableView

from core.base.shortening import short_names
from core.base.wording import readable
from core.learning.deciding import Matrix, equal_costs
from workbench.shell.tips import plain

_NAME = 96
_CELL = 36
_NOTHING = "–"
_IndexType = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole


class CostModel(QAbstractTableModel):
    """The matrix: only cells in sight are asked for, so any number of classes has room."""

    changed = Signal()
    """A person has typed another cost."""

    def __init__(self) -> None:
        super().__init__()
        self.locale = QLocale()
        self.costs: Matrix = equal_costs(2)
        self.classes: tuple[str, ...] = ()
        self.short: tuple[str, ...] = ()

    def take(self, costs: Matrix, classes: tuple[str, ...], short: tuple[str, ...]) -> None:
        """Other costs; the same classes keep the place that one looks at."""
        if classes == self.classes:
            self.costs = costs
            last = len(classes) - 1
            self.dataChanged.emit(self.index(0, 0), self.index(last, last))
            return
        self.beginResetModel()
        self.costs, self.classes, self.short = costs, classes, short
        self.endResetModel()

    def rowCount(self, parent: _IndexType = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's
        """A row a given class."""
        return 0 if parent.isValid() else len(self.classes)

    def columnCount(self, parent: _IndexType = QModelIndex()) -> int:  # noqa: B008, N802
        """A column a class that is named."""
        return 0 if parent.isValid() else len(self.classes)

    def data(self, index: _IndexType, role: int = _Role.DisplayRole) -> Any:
        """What naming the one costs where the other is given; to be right costs nothing."""
        row, column = index.row(), index.column()
        if role in (_Role.DisplayRole, _Role.EditRole):
            return _NOTHING if row == column else readable(self.costs[row][column], 6)
        if role == _Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == _Role.ToolTipRole:
            return plain(f"{self.classes[row]} is given, and {self.classes[column]} is named")
        return None

    def flags(self, index: _IndexType) -> Qt.ItemFlag:
        """Every cell but the diagonal can be typed into."""
        is_error = index.row() != index.column()
        own = super().flags(index)
        return own | Qt.ItemFlag.ItemIsEditable if is_error else own

    def setData(self, index: _IndexType, value: Any, role: int = _Role.EditRole) -> bool:  # noqa: N802
        """Take a cost; what is none is not taken, and something has to cost something."""
        row, column = index.row(), index.column()
        cost, is_read = self.locale.toDouble(str(value).strip())
        if role != _Role.EditRole or row == column or not is_read or not 0 <= cost < float("inf"):
            return False
        own = (*self.costs[row][:column], cost, *self.costs[row][column + 1 :])
        found = (*self.costs[:row], own, *self.costs[row + 1 :])
        if found == self.costs or not any(map(any, found)):
            return False
        self.costs = found
        self.dataChanged.emit(index, index)
        self.changed.emit()
        return True

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        """The classes, both ways."""
        if role == _Role.DisplayRole:
            return self.short[section]
        return plain(self.classes[section]) if role == _Role.ToolTipRole else None


class CostTable(QTableView):
    """Every cell but the diagonal can be typed into; what is no cost is put back."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("What errors cost: given down, named across")
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setToolTip("What errors cost: the given class down, the one that is named across")
        self.verticalHeader().setMaximumWidth(_NAME + 16)
        self.cells = CostModel()
        self.cells.locale = self.locale()
        self.cells.changed.connect(self.changed)
        self.setModel(self.cells)

    @property
    def costs(self) -> Matrix:
        """What errors cost."""
        return self.cells.costs

    def show_costs(self, costs: Matrix, classes: tuple[str, ...]) -> None:
        """Show other costs of these classes."""
        is_same = classes == self.cells.classes
        measure = self.fontMetrics().horizontalAdvance
        short = self.cells.short if is_same else tuple(short_names(list(classes), _NAME, measure))
        self.cells.take(costs, classes, short)
        if not is_same:
            for place, text in enumerate(short):
                self.setColumnWidth(place, max(_CELL, measure(text) + 12))
