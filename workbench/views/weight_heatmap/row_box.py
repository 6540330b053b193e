"""The mouse of a plot of rows, one below the other."""

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent, MouseDragEvent
from PySide6.QtCore import Qt, Signal


class RowBox(pg.ViewBox):
    """Left drag selects rows, wheel zooms the rows, double click shows all of them again."""

    dragged = Signal(float, float, bool)
    clicked = Signal(float, bool)

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.setMouseEnabled(x=False, y=True)

    def mouseDragEvent(  # noqa: N802 - pyqtgraph's name
        self, event: MouseDragEvent, axis: int | None = None
    ) -> None:
        """Select the rows between where the button went down and where it is."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        start = self.mapToView(event.buttonDownPos()).y()
        end = self.mapToView(event.pos()).y()
        adds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self.dragged.emit(min(start, end), max(start, end), adds)

    def mouseClickEvent(self, event: MouseClickEvent) -> None:  # noqa: N802
        """Select the row under the mouse."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        if event.double():
            self.enableAutoRange(axis=self.YAxis)
        else:
            adds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.clicked.emit(self.mapToView(event.pos()).y(), adds)
