"""The values of a row as the file has them: for rows that no ranking knows, too."""

from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from core.data.dataset import Dataset
from workbench.shell.tips import plain

_MISSING = "–"


class ValuesAsRead(QTreeWidget):
    """A line for each column; what is to be predicted is left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Values of this row")
        self.setHeaderLabels(["column", "this row"])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setStretchLastSection(True)

    def show_row(self, base: Dataset | None, line: int | None) -> None:
        """Show another row, or none."""
        self.clear()
        if base is None or line is None:
            return
        table = base.table.as_read
        row = int(table.rows_of([line])[0])
        for name in table.names:
            if name != base.target:
                text = table.column(name).text(row)
                item = QTreeWidgetItem([name, text or _MISSING])
                item.setToolTip(1, plain(f"{name}: {text or 'missing'}"))
                self.addTopLevelItem(item)
