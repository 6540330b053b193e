"""The place to take things away from: all that can be exported, each with what it is for."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from workbench.shell.page import Page
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID

_WIDTH = 880
_KEYS = QKeySequence.SequenceFormat.NativeText


@dataclass(frozen=True)
class Takeaway:
    """Something that can be taken away."""

    title: str
    purpose: str
    """What it is for, in a line."""
    action: QAction
    why_not: str
    """What has to be done first, where the action cannot be done yet."""


@dataclass(frozen=True)
class TakeawayGroup:
    """What belongs together, under one heading."""

    heading: str
    holds: Sequence[Takeaway]


class ExportPage(Page):
    """A line for everything: its name, what it is for, its button and key."""

    place = "export"

    def __init__(self, groups: Sequence[TakeawayGroup], views: Sequence[QAction]) -> None:
        super().__init__("Export")
        self.buttons: dict[str, QPushButton] = {}
        self._lines: list[tuple[Takeaway, QPushButton, QLabel]] = []
        body = QWidget()
        body.setMaximumWidth(scaled(_WIDTH))
        body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._grid = QGridLayout(body)
        self._grid.setContentsMargins(0, 0, GRID, GRID)
        self._grid.setHorizontalSpacing(3 * GRID)
        self._grid.setVerticalSpacing(GRID)
        self._grid.setColumnStretch(1, 1)
        for group in groups:
            self._add_heading(group.heading)
            for each in group.holds:
                self._add(each)
        self._add_views(views)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(body)
        scroll.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.column.addWidget(scroll, 1)
        self.redraw()

    def redraw(self) -> None:
        """What can be done can be clicked; of all else it is said what has to be done first."""
        for each, button, text in self._lines:
            button.setEnabled(each.action.isEnabled())
            said = each.purpose if each.action.isEnabled() else each.why_not
            if text.text() != said:
                text.setText(said)
                button.setAccessibleDescription(said)
        self.one_view.setEnabled(any(button.isEnabled() for _, button, _ in self._lines[-1:]))

    def _add_heading(self, text: str) -> None:
        heading = QLabel(text)
        heading.setProperty("heading", True)
        row = self._grid.rowCount()
        self._grid.setRowMinimumHeight(row, 4 * GRID)
        self._grid.addWidget(heading, row, 0, 1, 3, Qt.AlignmentFlag.AlignBottom)

    def _add(self, each: Takeaway) -> None:
        button = QPushButton("Save…")
        button.setAccessibleName(f"Save: {each.title}")
        button.setToolTip(each.action.toolTip())
        button.clicked.connect(each.action.trigger)
        self.buttons[each.action.objectName()] = button
        text = QLabel(each.purpose)
        text.setProperty("quiet", True)
        text.setWordWrap(True)
        row = self._grid.rowCount()
        self._grid.addWidget(QLabel(each.title), row, 0)
        self._grid.addWidget(text, row, 1)
        key = QLabel(each.action.shortcut().toString(_KEYS))
        key.setProperty("quiet", True)
        self._grid.addWidget(key, row, 2)
        self._grid.addWidget(button, row, 3)
        self._lines.append((each, button, text))

    def _add_views(self, views: Sequence[QAction]) -> None:
        """One view of many, chosen from a menu."""
        self.one_view = QPushButton("Choose…")
        self.one_view.setAccessibleName("Save one view")
        self._menu = QMenu(self.one_view)
        self._menu.addActions(list(views))
        self.one_view.setMenu(self._menu)
        text = QLabel("A picture of any size, or the numbers that it draws")
        text.setProperty("quiet", True)
        row = self._grid.rowCount()
        self._grid.addWidget(QLabel("One view"), row, 0)
        self._grid.addWidget(text, row, 1)
        self._grid.addWidget(self.one_view, row, 3)

    def add_views(self, views: Sequence[QAction]) -> None:
        """Offer views that are known of only now."""
        self._menu.addActions(list(views))
