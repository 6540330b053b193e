"""The colour and the shape of a class: the same in every view."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from workbench.shell.theme import Theme

PLOT_SYMBOLS = ("o", "s", "t1", "d", "+")
"""A disc, a square, a triangle, a diamond and a cross, by pyqtgraph's names."""
LOOKS = 30
"""Six colours and five shapes have no common factor: so many classes look different."""


def class_colour(label: int, theme: Theme) -> str:
    """The colour of a class."""
    return theme.classes[label % len(theme.classes)]


def plot_symbol(label: int) -> str:
    """The shape of a class in a plot, by pyqtgraph's name."""
    return PLOT_SYMBOLS[label % len(PLOT_SYMBOLS)]


def class_symbol(label: int, theme: Theme) -> QIcon:
    """Both as an icon."""
    pixmap = QPixmap(12, 12)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(class_colour(label, theme)))
    {
        "o": lambda: painter.drawEllipse(1, 1, 10, 10),
        "s": lambda: painter.drawRect(2, 2, 8, 8),
        "t1": lambda: painter.drawPolygon([QPoint(6, 1), QPoint(11, 10), QPoint(1, 10)]),
        "d": lambda: painter.drawPolygon(
            [QPoint(6, 0), QPoint(12, 6), QPoint(6, 12), QPoint(0, 6)]
        ),
        "+": lambda: painter.drawRects([QRect(4, 1, 4, 10), QRect(1, 4, 10, 4)]),
    }[plot_symbol(label)]()
    painter.end()
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)  # Qt would tint it otherwise
    return icon


def dot(colour: str) -> QIcon:
    """A small dot, as an icon: a mark that is no class."""
    pixmap = QPixmap(12, 12)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(3, 3, 6, 6)
    painter.end()
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon
