"""The keyboard of a plot: a cursor goes from one thing that is drawn to the next, and selects it.

Arrows go to the nearest thing on that side, Page Down and Page Up to the next and the one before
from left to right, Home and End to the first and the last. Space or Enter does what a click there
does, with Ctrl or Shift what a click with Ctrl does; Shift with an arrow goes on and adds. What
the cursor is at, and what Space would do, is told beside it and to screen readers.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPalette
from PySide6.QtWidgets import QToolTip

from core.base.arrays import Floats
from workbench.shell.tips import plain

Stops = tuple[Floats, Floats]
"""Where things are drawn: across and up, in the plot's units."""


class StopsAlong(NamedTuple):
    """Stops one after another from left to right: keys to the sides go on, however high each is."""

    x: Floats
    y: Floats


NO_STOPS: Stops = (np.empty(0), np.empty(0))
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_ORDERED: dict[int, Callable[[int, int], int]] = {
    Qt.Key.Key_PageUp: lambda at, last: at - 1,
    Qt.Key.Key_PageDown: lambda at, last: at + 1,
    Qt.Key.Key_Home: lambda at, last: 0,
    Qt.Key.Key_End: lambda at, last: last,
}
_ALONG: dict[int, int] = {
    Qt.Key.Key_Left: Qt.Key.Key_PageUp,
    Qt.Key.Key_Right: Qt.Key.Key_PageDown,
}
_PICKS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ADDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
KEYS = {
    "Next thing in a direction": "Arrows",
    "Next thing to the right": "PgDown",
    "First or last thing": "Home, End",
    "As a click on it": "Space",
    "Next thing, added to the others": "Shift+Arrows",
}
"""What is told of the keys where all of them are listed."""
_SIZE, _EDGE = 16, 0.06
"""The cursor in pixels, and how far from the plot's edge it stays, as a share of the plot."""


class PlotCursor(QObject):
    """Goes through what one plot draws."""

    def __init__(
        self,
        canvas: pg.GraphicsLayoutWidget,
        plot: pg.PlotItem,
        stops: Callable[[], Stops],
        pick: Callable[[float, float, bool], None],
        told: Callable[[float, float], str],
        deed: Callable[[], str] = lambda: "select",
    ) -> None:
        super().__init__(canvas)
        self._canvas, self._plot = canvas, plot
        self._stops, self._pick, self._told, self._deed = stops, pick, told, deed
        self.place: QPointF | None = None
        """Where it is; None as long as nobody asked for it."""
        self.mark = pg.ScatterPlotItem(size=_SIZE, symbol="s", brush=None)
        self.mark.setZValue(1e6)
        canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take the keys that mean something here."""
        if event.type() is QEvent.Type.FocusOut:
            self._leave()
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event)
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        key, adds = event.key(), bool(event.modifiers() & _ADDS)
        stops = self._stops()
        there = np.isfinite(stops[0]) & np.isfinite(stops[1])
        x, y = stops[0][there], stops[1][there]
        if not len(x) or not (key in _ARROWS or key in _ORDERED or key in _PICKS):
            return False
        if key in _PICKS:
            if self.place is None:
                return False
            self._pick(self.place.x(), self.place.y(), adds)
            return True
        self._go(x, y, self._next(x, y, _ALONG.get(key, key) if type(stops) is StopsAlong else key))
        if adds and self.place is not None:
            self._pick(self.place.x(), self.place.y(), True)
        return True

    def _next(self, x: Floats, y: Floats, key: int) -> int:
        """The stop that a key leads to."""
        order = np.lexsort((y, x))
        if self.place is None:
            return int(order[-1 if key == Qt.Key.Key_End else 0])
        across, up = self._plot.vb.viewPixelSize()
        right, above = (x - self.place.x()) / across, (y - self.place.y()) / up
        here = int(np.argmin(np.hypot(right, above)))
        if key in _ORDERED:
            at = int(np.flatnonzero(order == here)[0])
            return int(order[np.clip(_ORDERED[key](at, len(order) - 1), 0, len(order) - 1)])
        step_x, step_y = _ARROWS[Qt.Key(key)]
        step_y = -step_y if self._plot.vb.yInverted() else step_y
        along, aside = right * step_x + above * step_y, right * step_y + above * step_x
        is_there = (along > 0.5) & (np.abs(aside) <= along)
        if not is_there.any():
            return here
        return int(np.argmin(np.where(is_there, along + 2 * np.abs(aside), np.inf)))

    def _go(self, x: Floats, y: Floats, at: int) -> None:
        self.place = QPointF(float(x[at]), float(y[at]))
        if self.mark.scene() is None:
            self._plot.addItem(self.mark, ignoreBounds=True)
        colour = QGuiApplication.palette().color(QPalette.ColorRole.Text)
        self.mark.setData([self.place.x()], [self.place.y()], pen=pg.mkPen(colour, width=2))
        self._keep_in_sight(self.place)
        words = [
            line
            for line in self._told(self.place.x(), self.place.y()).split("\n")
            if not line.startswith("Click")
        ]
        deed = self._deed()
        text = "\n".join([*words, *([f"Space to {deed}."] if deed else [])])
        self._canvas.setAccessibleDescription(text)
        on_canvas = self._canvas.mapFromScene(self._plot.vb.mapViewToScene(self.place))
        QToolTip.showText(self._canvas.viewport().mapToGlobal(on_canvas), plain(text), self._canvas)

    def _keep_in_sight(self, place: QPointF) -> None:
        """Scroll where the place is out of sight."""
        box = self._plot.vb
        for axis, value, (low, high) in zip(
            (box.XAxis, box.YAxis), (place.x(), place.y()), box.viewRange(), strict=True
        ):
            edge = _EDGE * (high - low)
            shift = min(0.0, value - low - edge) if value < low else max(0.0, value - high + edge)
            if not low <= value <= high:
                ends = (low + shift, high + shift)
                box.setRange(**{"xRange" if axis == box.XAxis else "yRange": ends}, padding=0)

    def _leave(self) -> None:
        """Nobody is here any more; the next one starts anew."""
        self.place = None
        if self.mark.scene() is not None:
            self._plot.removeItem(self.mark)
