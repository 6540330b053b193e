"""On which rows two runs agree, and on which not: cells that select their rows."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from core.base.arrays import Integers
from core.base.wording import count, grouped, percent
from core.judging.reviewing.paired_rows import PairedRows
from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID

_HIGH, _LEAST = 48, 96
_CHOSEN = "✓"


class AgreementCells(QWidget):
    """Right and wrong by both runs, two by two; for numbers which of them is nearer."""

    chosen = Signal(object)
    """The lines of a cell's rows."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Where the runs agree")
        self.cells: dict[tuple[int, int], QPushButton] = {}
        """The cells that are shown, by row and column."""
        self._lines: dict[tuple[int, int], Integers] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GRID // 2)
        for column, stretch in enumerate((3, 2, 2)):
            self._grid.setColumnStretch(column, stretch)
        self._heads: list[QWidget] = []

    def show_pairs(self, pairs: PairedRows | None, first: str, second: str) -> None:
        """Show the rows that two runs of these names are judged by."""
        for widget in (*self.cells.values(), *self._heads):
            self._grid.removeWidget(widget)
            widget.deleteLater()
        self.cells, self._lines, self._heads = {}, {}, []
        self.setVisible(pairs is not None and len(pairs.lines) > 0)
        if pairs is None:
            return
        if pairs.is_number:
            one, other = pairs.nearer()
            self._add_cell(0, 0, one, f"{first} is nearer", len(pairs.lines), True)
            self._add_cell(1, 0, other, f"{second} is nearer", len(pairs.lines), True)
            for row, name in enumerate((first, second)):
                self._add_head(f"{name} is nearer", row + 1, 0, (f"{name} is nearer",))
            return
        for place, is_right in enumerate((True, False)):
            word = "right" if is_right else "wrong"
            self._add_head(f"{second} {word}", 0, place + 1, (second, word))
            self._add_head(f"{first} {word}", place + 1, 0, (f"{first} {word}",))
        for row, first_right in enumerate((True, False)):
            for column, second_right in enumerate((True, False)):
                lines = pairs.where(first_right, second_right)
                words = [("wrong", "right")[own] for own in (first_right, second_right)]
                what = f"{first} {words[0]}, {second} {words[1]}"
                self._add_cell(
                    row, column, lines, what, len(pairs.lines), first_right != second_right
                )

    def _add_head(self, name: str, row: int, column: int, lines: tuple[str, ...]) -> None:
        """A name beside a row, or in lines above a column, whose cells are narrow."""
        head = QWidget()
        head.setAccessibleName(name)
        column_of_lines = QVBoxLayout(head)
        column_of_lines.setContentsMargins(0, 0, 0, 0)
        column_of_lines.setSpacing(0)
        for line in lines:
            label = ElidedLabel(Qt.TextElideMode.ElideMiddle)
            label.setText(line)
            label.setMinimumWidth(_LEAST)
            label.setMinimumHeight(label.fontMetrics().height() + 2)
            label.setProperty("quiet", True)
            if column:
                label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column_of_lines.addWidget(label)
        self._heads.append(head)
        self._grid.addWidget(head, row, column)

    def _add_cell(
        self, row: int, column: int, lines: Integers, what: str, rows: int, stands_out: bool
    ) -> None:
        cell = QPushButton(f"{grouped(len(lines))}\n{percent(len(lines) / rows)}")
        cell.setCheckable(True)
        cell.setMinimumHeight(scaled(_HIGH))
        cell.setMinimumWidth(_LEAST)
        cell.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        cell.setEnabled(len(lines) > 0)
        cell.setAccessibleName(f"{what}: {count(len(lines), 'row')}")
        cell.setToolTip("Select these rows in every view.")
        font = cell.font()
        font.setBold(stands_out)
        cell.setFont(font)
        key = (row, column)
        cell.clicked.connect(lambda: self._choose(key))
        self.cells[key], self._lines[key] = cell, lines
        self._grid.addWidget(cell, row + 1, column + 1)

    def _choose(self, key: tuple[int, int]) -> None:
        for other, cell in self.cells.items():
            cell.setChecked(other == key)
            mark = f"{_CHOSEN} " if other == key else ""
            cell.setText(f"{mark}{cell.text().removeprefix(f'{_CHOSEN} ')}")
        self.chosen.emit(self._lines[key])
