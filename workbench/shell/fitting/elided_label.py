"""A line that ends in … where room is short."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from workbench.shell.tips import plain


class ElidedLabel(QLabel):
    """A line of plain text with … where room is short; its tip then tells all of it."""

    def __init__(self, where: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__()
        self._where = where
        self.tip = ""
        """What the tip tells where there is room for all of the text."""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw as much as there is room for."""
        text = self.fontMetrics().elidedText(self.text(), self._where, self.width())
        whole = self.tip if text == self.text() else f"{self.text()}\n{self.tip}".strip()
        self.setToolTip(plain(whole))
        area, align = self.contentsRect(), self.alignment()
        self.style().drawItemText(
            QPainter(self),
            area,
            align,
            self.palette(),
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )
