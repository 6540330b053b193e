"""The first rows that an expression gives: what they have in the columns used, and the result."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from core.base.wording import readable, shortened
from core.data.computing import Trial
from core.data.expressions.kinds import NUMBER
from workbench.shell.tips import plain

_MOST_COLUMNS = 4
"""Of more columns the first are shown: the result is what counts."""
_LONGEST = 24
_ROWS = 6


class TrialTable(QTableWidget):
    """A few rows that nobody can change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("First values")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(22)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(_ROWS * 22 + 36)

    def show_trial(self, trial: Trial | None, name: str) -> None:
        """Show what is given, or nothing."""
        self.clear()
        self.setColumnCount(0)
        self.setRowCount(0)
        if trial is None:
            return
        used = list(range(min(_MOST_COLUMNS, len(trial.used))))
        places = [*used, len(trial.used)]
        titles = [*(trial.used[place] for place in used), name]
        self.setColumnCount(len(places))
        self.setRowCount(min(_ROWS, len(trial.rows)))
        sides = [_side([row[place] for row in trial.rows[:_ROWS]]) for place in places]
        for column, title in enumerate(titles):
            item = QTableWidgetItem(shortened(title, _LONGEST))
            item.setTextAlignment(sides[column])
            item.setToolTip(plain(title))
            self.setHorizontalHeaderItem(column, item)
        bold = QFont(self.font())
        bold.setBold(True)
        for row, texts in enumerate(trial.rows[:_ROWS]):
            for column, place in enumerate(places):
                item = QTableWidgetItem(_shown(texts[place], trial, place))
                item.setToolTip(plain(texts[place] or "missing"))
                item.setTextAlignment(sides[column])
                if place == len(trial.used):
                    item.setFont(bold)
                if not texts[place]:
                    item.setForeground(QColor(self.palette().placeholderText().color()))
                self.setItem(row, column, item)


def _side(texts: list[str]) -> Qt.AlignmentFlag:
    """Numbers stand below one another at the right."""
    are_numbers = any(texts) and all(_is_number(text) for text in texts if text)
    side = Qt.AlignmentFlag.AlignRight if are_numbers else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _shown(text: str, trial: Trial, place: int) -> str:
    """What a cell has room for; of a number that is computed, the digits that tell something."""
    if text and place == len(trial.used) and trial.kind is NUMBER:
        return readable(float(text), 6)
    return shortened(text, _LONGEST) or "–"
