"""The mouse of a plot along one of whose axes a stretch is chosen."""

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QPointF, Qt, Signal


class StretchBox(pg.ViewBox):
    """Left drag chooses a stretch, the wheel zooms along its axis, double click asks for all."""

    stretched = Signal(float, float, bool)
    """From where to where, and whether Ctrl adds to what is chosen."""
    clicked = Signal(float, bool)
    reset_asked = Signal()

    def __init__(self, is_upright: bool = False) -> None:
        super().__init__(enableMenu=False)
        self._is_upright = is_upright
        self.setMouseEnabled(x=not is_upright, y=is_upright)

    def mouseDragEvent(  # noqa: N802 - pyqtgraph's name
        self, event: MouseDragEvent, axis: int | None = None
    ) -> None:
        """Choose from where the button went down to where it is."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        ends = self._along(event.buttonDownPos()), self._along(event.pos())
        self.stretched.emit(min(ends), max(ends), _adds(event))

    def mouseClickEvent(self, event: MouseClickEvent) -> None:  # noqa: N802
        """Choose what is under the mouse."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        if event.double():
            self.reset_asked.emit()
        else:
            self.clicked.emit(self._along(event.pos()), _adds(event))

    def _along(self, place: QPointF) -> float:
        point = self.mapToView(place)
        return float(point.y() if self._is_upright else point.x())


def _adds(event: MouseClickEvent | MouseDragEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
