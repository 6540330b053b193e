"""What every page has: a title, a way out, and room for its own buttons beside it."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID, LIGHT, Theme

_MOST_LEAST_HEIGHT = 560
"""Pixels that a page may ask for at least: it fits a screen of 720, with the bars around it."""


class Page(QWidget):
    """A page with a head; `Escape` leads back to the plots.

    A page that calls a way back by a name has a button for it: one that is no place of the rail,
    or on which a person can change their mind.
    """

    place = ""
    """The place of the rail that it belongs to, by its name."""
    closed = Signal()

    def __init__(self, title: str, back: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.setAccessibleName(title)
        self.heading = QLabel(title)
        font = self.heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        font.setBold(True)
        self.heading.setFont(font)
        self._head = QHBoxLayout()
        self._head.setSpacing(GRID)
        if back:
            self.back = QPushButton(back)
            self.back.setToolTip("Back to the plots (Esc)")
            self.back.clicked.connect(self.closed)
            self._head.addWidget(self.back)
            self._head.addSpacing(GRID)
        self.heading.setMinimumHeight(scaled(3 * GRID))  # at one height with buttons or without
        self._head.addWidget(self.heading)
        self._head.addStretch(1)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        self.column.setSpacing(GRID)
        self.column.addLayout(self._head)
        escape = QAction("Back", self)
        escape.setShortcut("Escape")
        escape.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.triggered.connect(self.closed)
        self.addAction(escape)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """No page forces the window's height."""
        least = super().minimumSizeHint()
        return QSize(least.width(), min(least.height(), _MOST_LEAST_HEIGHT))

    def take_focus(self) -> None:
        """The page comes into sight: its keys work, and Tab leads to its first control."""
        self.setFocus()

    def add_to_head(self, widget: QWidget) -> None:
        """Put a control at the right end of the head."""
        self._head.addWidget(widget)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
