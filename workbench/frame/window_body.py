"""How the window is laid out: the rail, beside it bars and pages, and a line below both."""

from collections.abc import Iterable

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget


class WindowBody(QWidget):
    """Everything below the menus."""

    def __init__(
        self, rail: QWidget, bars: Iterable[QWidget], pages: QWidget, status: QWidget
    ) -> None:
        super().__init__()
        column, row, whole = QVBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        self._middle = QHBoxLayout()
        for layout in (column, row, whole, self._middle):
            _leave_no_gaps(layout)
        for bar in bars:
            column.addWidget(bar)
        self._middle.addWidget(pages, 1)
        column.addLayout(self._middle, 1)
        row.addWidget(rail)
        row.addLayout(column, 1)
        whole.addLayout(row, 1)
        whole.addWidget(status)

    def add_beside(self, panel: QWidget) -> None:
        """Put something to the right of all pages, below the bars."""
        self._middle.addWidget(panel)


def one_below_the_other(parts: Iterable[QWidget]) -> QWidget:
    """Parts that are shown and hidden together."""
    whole = QWidget()
    column = QVBoxLayout(whole)
    _leave_no_gaps(column)
    for part in parts:
        column.addWidget(part)
    return whole


def _leave_no_gaps(layout: QBoxLayout) -> None:
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
