"""What errors cost, as a table: a row a given class, a column a class that is named."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from core.base.shortening import short_names
from core.base.wording import readable
from core.learning.deciding import Matrix, equal_costs
from workbench.shell.tips import plain

MOST_CLASSES = 30
"""More cannot be typed in with any pleasure: the command line takes them from a file."""
_NAME = 96
_CELL = 44


class CostTable(QTableWidget):
    """Every cell but the diagonal can be typed into; what is no cost is put back."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("What errors cost: given down, named across")
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(QTableWidget.Shape.NoFrame)
        self.setToolTip("What errors cost: the given class down, the one that is named across")
        self.verticalHeader().setMaximumWidth(_NAME + 16)
        self._costs: Matrix = equal_costs(2)
        self.itemChanged.connect(self._typed)

    @property
    def costs(self) -> Matrix:
        """What errors cost."""
        return self._costs

    def show_costs(self, costs: Matrix, classes: tuple[str, ...]) -> None:
        """Show other costs of these classes."""
        self._costs = costs
        with QSignalBlocker(self):
            self.setRowCount(len(classes))
            self.setColumnCount(len(classes))
            measure = self.fontMetrics().horizontalAdvance
            short = list(short_names(list(classes), _NAME, measure))
            for place, (name, text) in enumerate(zip(classes, short, strict=True)):
                for set_header in (self.setVerticalHeaderItem, self.setHorizontalHeaderItem):
                    header = QTableWidgetItem(text)
                    header.setToolTip(plain(name))
                    set_header(place, header)
                self.setColumnWidth(place, max(_CELL, measure(text) + 16))
            for row, own in enumerate(costs):
                for column, cost in enumerate(own):
                    self.setItem(row, column, self._cell(row, column, cost, classes))

    def _cell(
        self, row: int, column: int, cost: float, classes: tuple[str, ...]
    ) -> QTableWidgetItem:
        item = QTableWidgetItem("–" if row == column else readable(cost, 6))
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(plain(f"{classes[row]} is given, and {classes[column]} is named"))
        if row == column:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        return item

    def _typed(self, item: QTableWidgetItem) -> None:
        row, column = item.row(), item.column()
        cost, is_read = self.locale().toDouble(item.text().strip())
        costs = [list(own) for own in self._costs]
        if is_read and 0 <= cost < float("inf"):
            costs[row][column] = cost
        found = tuple(tuple(own) for own in costs)
        is_other = found != self._costs and any(any(own) for own in found)
        if is_other:
            self._costs = found
        with QSignalBlocker(self):
            item.setText(readable(self._costs[row][column], 6))
        if is_other:
            self.changed.emit()
