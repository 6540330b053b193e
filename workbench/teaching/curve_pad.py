"""A pad on which an error curve is drawn with the mouse."""

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent

from core.teaching.asks import CurveAsk
from workbench.plotting.small_plot import PlotLine, SmallPlot


class CurvePad(SmallPlot):
    """A plot of rounds and errors; who drags over it draws."""

    drawn = Signal()

    def __init__(self, ask: CurveAsk) -> None:
        super().__init__("Your curve of the error over the rounds", is_share=True, is_whole=True)
        self._ask = ask
        self._last: tuple[int, float] | None = None
        self.curve: tuple[float, ...] = (0.0,) * ask.rounds
        self.name_axes("rounds", "error")
        self.plotItem.setXRange(1, max(2, ask.rounds), padding=0.03)
        self.plotItem.setYRange(0, ask.high, padding=0.03)
        self.setToolTip("Draw with the mouse, or type the errors at three rounds below")
        self.setCursor(Qt.CursorShape.CrossCursor)

    def set_curve(self, curve: tuple[float, ...]) -> None:
        """Show a curve."""
        self.curve = curve
        self.tell([PlotLine("your guess", range(1, len(curve) + 1), curve, is_dashed=True)])

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A line starts here."""
        self._last = None
        self._draw_to(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Go on with it."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._draw_to(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """It ends."""
        del event
        self._last = None

    def _draw_to(self, event: QMouseEvent) -> None:
        point = self.plotItem.vb.mapSceneToView(self.mapToScene(event.position().toPoint()))
        place = int(np.clip(round(point.x()), 1, self._ask.rounds))
        value = float(np.clip(point.y(), 0.0, self._ask.high))
        before = self._last or (place, value)
        first, last = sorted([before, (place, value)])
        curve = np.array(self.curve)
        span = np.arange(first[0], last[0] + 1)
        curve[span - 1] = np.interp(span, [first[0], last[0]], [first[1], last[1]])
        curve[place - 1] = value
        self._last = (place, value)
        self.set_curve(tuple(curve.tolist()))
        self.drawn.emit()
