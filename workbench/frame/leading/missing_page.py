"""What a place shows while there is nothing in it: what is missing, and the way to it."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from workbench.frame.leading.places import Missing, RailPlace
from workbench.shell.icons import icon
from workbench.shell.page import Page
from workbench.shell.theme import GRID, Theme

_ICON = 48
_WIDTH = 480


class MissingPage(Page):
    """A sentence in the middle, and one button."""

    asked = Signal()
    """The one thing that is missing is to be got."""

    def __init__(self) -> None:
        super().__init__("")
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence.setMinimumWidth(_WIDTH)
        self.sentence.setMaximumWidth(_WIDTH)
        self.get = QPushButton()
        self.get.setProperty("primary", True)
        self.get.clicked.connect(self.asked)
        self._icon = ""
        middle = QVBoxLayout()
        middle.setSpacing(2 * GRID)
        middle.addStretch(2)
        middle.addWidget(self.picture)
        middle.addWidget(self.sentence)
        middle.addWidget(self.get, alignment=Qt.AlignmentFlag.AlignHCenter)
        middle.addStretch(3)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addLayout(middle)
        row.addStretch(1)
        self.column.addLayout(row, 1)

    def tell(self, place: RailPlace, missing: Missing, action: QAction | None) -> None:
        """Say what is missing in a place, and offer the action that gets it."""
        self.place = place.name
        self.setAccessibleName(place.title)
        self.setAccessibleDescription(missing.sentence)
        self.heading.setText(place.title)
        self.sentence.setText(missing.sentence)
        self.get.setVisible(action is not None)
        if action is not None:
            self.get.setText(action.text().replace("&", ""))
            self.get.setToolTip(action.toolTip())
            self.get.setEnabled(action.isEnabled())
        self._icon = place.icon
        self._draw()

    def take_focus(self) -> None:
        """The one button has it."""
        if self.get.isHidden():
            self.setFocus()
        else:
            self.get.setFocus()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().apply_theme(theme)
        self._draw()

    def _draw(self) -> None:
        if self._icon:
            drawn = icon(self._icon, self.theme.edge)
            self.picture.setPixmap(drawn.pixmap(QSize(_ICON, _ICON)))
