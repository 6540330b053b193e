"""The mouse of a plot along whose axis a stretch is marked."""

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent, MouseDragEvent
from PySide6.QtCore import Qt, Signal


class BrushBox(pg.ViewBox):
    """Left drag marks a stretch of the axis, the wheel zooms along it, double click resets."""

    brushed = Signal(float, float)
    reset_asked = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.setMouseEnabled(x=True, y=False)

    def mouseDragEvent(  # noqa: N802 - pyqtgraph's name
        self, event: MouseDragEvent, axis: int | None = None
    ) -> None:
        """Mark from where the button went down to where it is."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        ends = self.mapToView(event.buttonDownPos()).x(), self.mapToView(event.pos()).x()
        self.brushed.emit(min(ends), max(ends))

    def mouseClickEvent(self, event: MouseClickEvent) -> None:  # noqa: N802
        """Show everything again."""
        if event.button() == Qt.MouseButton.LeftButton and event.double():
            event.accept()
            self.reset_asked.emit()
