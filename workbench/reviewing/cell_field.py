"""Setting a cell: choose a column, type the value that the selected rows are to have."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from core.base.arrays import Integers
from core.base.ascending import places_among
from workbench.reviewing.controller import Reviewer
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.theme import GRID

_MANY = "several values"


class CellField(QWidget):
    """A column, its value in the selected rows, and the button that sets it (or Enter)."""

    def __init__(self, reviewer: Reviewer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reviewer = reviewer
        self._lines: Integers = np.empty(0, np.int64)
        self.column = NamesBox()
        self.column.setAccessibleName("Column of the cell")
        self.column.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.value = QLineEdit()
        self.value.setAccessibleName("Value of the cell")
        self.value.setToolTip("Empty for a missing value. The file stays as it is.")
        self.set_button = QPushButton("Set")
        self.set_button.setToolTip("Give the selected rows this value in the column")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.column, 1)
        row.addWidget(self.value, 1)
        row.addWidget(self.set_button)
        self.column.currentTextChanged.connect(self._show_value)
        self.value.returnPressed.connect(self._set)
        self.set_button.clicked.connect(self._set)

    def show_lines(self, lines: Integers) -> None:
        """Be about these rows."""
        self._lines = lines
        dataset = self._reviewer.workspace.dataset
        # Of rows on the disk no value can be set, and there is nothing to show.
        can_set = dataset is not None and dataset.sample is None
        self.setVisible(can_set)
        names = [n for n in dataset.table.names if self._may_set(n)] if can_set and dataset else []
        if [self.column.itemText(place) for place in range(self.column.count())] != names:
            self.column.clear()
            self.column.addItems(names)
        self.setEnabled(len(lines) > 0 and bool(names))
        self._show_value()

    def _may_set(self, name: str) -> bool:
        """Classes are relabelled; what splits the rows stays, and what is computed follows."""
        dataset = self._reviewer.workspace.dataset
        assert dataset is not None
        is_class = name == dataset.target and bool(dataset.classes)
        is_fixed = name in dataset.split.names or name in dataset.table.computed
        return not is_class and not is_fixed

    def _show_value(self) -> None:
        dataset, name = self._reviewer.workspace.dataset, self.column.currentText()
        if dataset is None or not name or not len(self._lines):
            return
        places, is_there = places_among(dataset.table.lines, self._lines)
        lines, rows = self._lines[is_there][:2], places[is_there][:2].tolist()
        if name == dataset.target and (place := self._places(lines)) is not None:
            texts = {dataset.label_text(row) for row in place}
        else:
            texts = {dataset.table.column(name).text(row) for row in rows}
        is_one = len(texts) == 1
        self.value.setText(texts.pop() if is_one else "")
        self.value.setPlaceholderText("missing" if is_one else _MANY)

    def _places(self, lines: Integers) -> list[int] | None:
        """The rows of the data of these lines; None if one of them has no label."""
        dataset = self._reviewer.workspace.dataset
        if dataset is None:
            return None
        places, is_there = places_among(dataset.lines, lines)
        return places.tolist() if is_there.all() else None

    def _set(self) -> None:
        if self.column.currentText() and len(self._lines):
            self._reviewer.set_cell(self._lines, self.column.currentText(), self.value.text())
