"""What if this row were…: its values, to be changed without changing the data."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import shortened
from workbench.plotting.plain_table import make_plain
from workbench.shell.tables.names_delegate import NamesDelegate
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

_LONGEST = 300


class TryPanel(QWidget):
    """A line a column; what differs from the row is bold, and one button brings it back."""

    typed = Signal(str, str)
    """A column, and the text that was typed for it."""
    reset_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = QLabel("What if this row were…")
        self.heading.setProperty("heading", True)
        self.values = QTableWidget(0, 3)
        self.values.setAccessibleName("Values to try")
        self.values.setAccessibleDescription(
            "F2 edits a value, Enter tries it. Nothing in the data changes."
        )
        self.values.setHorizontalHeaderLabels(["column", "value", "adds"])
        make_plain(self.values)
        self.values.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.values.setItemDelegateForColumn(0, NamesDelegate(self.values))
        header = self.values.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.values.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        triggers = QAbstractItemView.EditTrigger
        self.values.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        self.said = QLabel(wordWrap=True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.problem = QLabel(wordWrap=True)
        self.problem.setProperty("warning", True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.hide()
        self.reset = QPushButton("As it is")
        self.reset.setToolTip("Take the row's own values again")
        self.reset.clicked.connect(self.reset_asked)
        row = QHBoxLayout()
        row.addWidget(self.heading, 1)
        row.addWidget(self.reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, GRID)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.values, 1)
        column.addWidget(self.said)
        column.addWidget(self.problem)
        self.values.cellChanged.connect(self._changed)

    def show_values(
        self,
        own: Sequence[tuple[str, str]],
        tried: Mapping[str, str],
        adds: Mapping[str, str],
    ) -> None:
        """The row's own values, with those that are tried in their place, and what each adds."""
        with QSignalBlocker(self.values):
            self.values.setRowCount(len(own))
            for place, (name, text) in enumerate(own):
                shown = tried.get(name, text)
                head, cell = QTableWidgetItem(shortened(name, _LONGEST)), QTableWidgetItem(shown)
                added = QTableWidgetItem(adds.get(name, ""))
                for item in (head, added):
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                added.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                head.setData(Qt.ItemDataRole.UserRole, name)
                is_other = name in tried
                was = f"\nwas {text or 'missing'}" if is_other else ""
                for item in (head, cell, added):
                    item.setToolTip(plain(f"{name}: {shortened(shown, _LONGEST)}{was}"))
                    font = item.font()
                    font.setBold(is_other)
                    item.setFont(font)
                self.values.setItem(place, 0, head)
                self.values.setItem(place, 1, cell)
                self.values.setItem(place, 2, added)
        self.reset.setEnabled(bool(tried))

    def say(self, sentence: str) -> None:
        """What comes of the values."""
        self.said.setText(sentence)
        self.said.setVisible(bool(sentence))

    def complain(self, problem: str) -> None:
        """What is wrong with what was typed; nothing if it is right."""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _changed(self, row: int, column: int) -> None:
        head, cell = self.values.item(row, 0), self.values.item(row, 1)
        if column == 1 and head is not None and cell is not None:
            self.typed.emit(head.data(Qt.ItemDataRole.UserRole), cell.text())
