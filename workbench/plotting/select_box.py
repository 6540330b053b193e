"""The mouse of a plot of points: a drag selects, a click picks, the wheel zooms."""

import enum

import numpy as np
import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPolygonF
from PySide6.QtWidgets import QGraphicsPolygonItem

from core.base.arrays import Integers
from workbench.shell.theme import Theme

_LEAST_STEP = 3
"""How many pixels the mouse goes before the lasso has another corner."""


class Mode(enum.Enum):
    """What becomes of the rows that were selected before."""

    REPLACE = "replace"
    ADD = "add"
    REMOVE = "remove"

    @classmethod
    def of(cls, keys: Qt.KeyboardModifier) -> "Mode":
        """Ctrl adds, Shift or Alt removes."""
        if keys & Qt.KeyboardModifier.ControlModifier:
            return cls.ADD
        if keys & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier):
            return cls.REMOVE
        return cls.REPLACE

    def applied(self, before: Integers, lines: Integers) -> Integers:
        """The lines that are selected afterwards."""
        if self is Mode.ADD:
            return np.union1d(before, lines)
        if self is Mode.REMOVE:
            return np.setdiff1d(before, lines)
        return lines


class SelectBox(pg.ViewBox):
    """Left drag draws a rectangle or a lasso; double click shows everything again."""

    chosen = Signal(object, object)
    """The corners of what was drawn, a row each, in the plot's coordinates; and the mode."""
    clicked = Signal(object, object)
    """A point of the plot, and the mode."""
    reset_asked = Signal()

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.is_lasso = False
        self._corners: list[QPointF] = []
        self._band = QGraphicsPolygonItem(self)
        self._band.setZValue(1e6)
        self._band.hide()

    def apply_theme(self, theme: Theme) -> None:
        """Colour the rubber band."""
        self._band.setPen(pg.mkPen(theme.selection_mark, width=1))
        fill = QColor(theme.selection_mark)
        fill.setAlpha(40)
        self._band.setBrush(fill)

    def mouseDragEvent(  # noqa: N802 - pyqtgraph's name
        self, event: MouseDragEvent, axis: int | None = None
    ) -> None:
        """Draw around the rows to select."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        if event.isStart():
            self._corners = [event.buttonDownPos()]
        if self.is_lasso:
            if (event.pos() - self._corners[-1]).manhattanLength() >= _LEAST_STEP:
                self._corners.append(event.pos())
            drawn = QPolygonF(self._corners)
        else:
            drawn = QPolygonF(QRectF(event.buttonDownPos(), event.pos()).normalized())
        self._band.setPolygon(drawn)
        self._band.setVisible(not event.isFinish())
        if event.isFinish():
            places = [self.mapToView(drawn.at(place)) for place in range(drawn.size())]
            corners = np.array([(place.x(), place.y()) for place in places]).reshape(-1, 2)
            self.chosen.emit(corners, Mode.of(event.modifiers()))

    def mouseClickEvent(self, event: MouseClickEvent) -> None:  # noqa: N802
        """Pick the row under the mouse."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        if event.double():
            self.reset_asked.emit()
        else:
            self.clicked.emit(self.mapToView(event.pos()), Mode.of(event.modifiers()))

    def nearest(self, place: QPointF, x: np.ndarray, y: np.ndarray, within: float = 12) -> int:
        """The number of the point nearest to a place of the plot, if some pixels away; else -1."""
        if len(x) == 0:
            return -1
        across, up = self.viewPixelSize()
        away = ((x - place.x()) / across) ** 2 + ((y - place.y()) / up) ** 2
        found = int(np.argmin(away))
        return found if away[found] <= within**2 else -1
