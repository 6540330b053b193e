"""Controls above a plot, in a dock that may be narrow."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy

from workbench.shell.tips import plain


def make_narrow(box: QComboBox) -> None:
    """Let a box be narrower than its longest entry, and narrower still where room is short."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(10)
    box.setMinimumWidth(64)


class ElidedLabel(QLabel):
    """A line of plain text that ends in … where room is short; its tip then tells all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw as much as there is room for."""
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip("" if text == self.text() else plain(self.text()))
        area, align = self.contentsRect(), Qt.AlignmentFlag.AlignVCenter
        self.style().drawItemText(
            QPainter(self),
            area,
            align,
            self.palette(),
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )
