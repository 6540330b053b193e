"""A view box whose clicks mean something: a click is told, a double click shows all again."""

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import Qt, Signal


class ClickBox(pg.ViewBox):
    """Left click tells where, wheel and drag zoom and move, double click resets the range."""

    clicked = Signal(float, float, bool)
    """Where, in the plot's units, and whether Ctrl adds to what is selected."""
    reset = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False)

    def mouseClickEvent(self, event: MouseClickEvent) -> None:  # noqa: N802 - pyqtgraph's name
        """Tell of a click with the left button."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        if event.double():
            self.reset.emit()
            return
        point = self.mapToView(event.pos())
        adds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self.clicked.emit(point.x(), point.y(), adds)
