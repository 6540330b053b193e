"""A sketch: a curve that somebody expects, drawn with the mouse among those that come out."""

import numpy as np
import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QObject, Qt, Signal

from workbench.plotting.flow_legend import LegendEntry
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme

_NAME = "your guess"


class SketchBox(pg.ViewBox):
    """Passes on where the left button is dragged, while somebody draws."""

    traced = Signal(object, bool)
    """A point of the plot, and whether a line starts there."""

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.is_drawn_on = False

    def mouseDragEvent(self, ev: MouseDragEvent, axis: int | None = None) -> None:  # noqa: N802 - pyqtgraph's
        """Draw, or do as every plot does."""
        if not (self.is_drawn_on and ev.button() == Qt.MouseButton.LeftButton):
            super().mouseDragEvent(ev, axis)
            return
        ev.accept()
        if ev.isStart():
            self.traced.emit(self.mapToView(ev.buttonDownPos()), True)
        self.traced.emit(self.mapToView(ev.pos()), False)

    def mouseClickEvent(self, ev: MouseClickEvent) -> None:  # noqa: N802
        """One point of the curve."""
        if self.is_drawn_on and ev.button() == Qt.MouseButton.LeftButton:
            ev.accept()
            self.traced.emit(self.mapToView(ev.pos()), True)
        else:
            super().mouseClickEvent(ev)


class CurveSketch(QObject):
    """An error for each round, from the first one on; empty if nobody expects anything."""

    changed = Signal()
    """Another curve, or none: the plot is to be drawn anew."""
    drawn = Signal()
    """A person has drawn with the mouse."""

    def __init__(self, plot: pg.PlotItem, box: SketchBox, parent: QObject) -> None:
        super().__init__(parent)
        self._box = box
        self.line = plot.plot()
        self.values: tuple[float, ...] = ()
        self.high = 0.0
        """How far up one may draw."""
        self.words = ""
        """The same for those who do not see it."""
        self._last: tuple[float, float] | None = None
        self._passed: set[int] = set()

    @property
    def is_open(self) -> bool:
        """Whether it can be drawn with the mouse."""
        return self._box.is_drawn_on

    def show(self, values: tuple[float, ...], high: float, words: str, *, is_open: bool) -> None:
        """Show a curve, to be drawn on or to be held against what came out."""
        self.values, self.high, self.words = values, high, words
        self._box.is_drawn_on = is_open
        self._box.setCursor(Qt.CursorShape.CrossCursor if is_open else Qt.CursorShape.ArrowCursor)
        self.line.setData(np.arange(1, len(values) + 1), np.asarray(values))
        self.changed.emit()

    def clear(self) -> None:
        """Nobody expects anything."""
        if self.values:
            self.show((), 0.0, "", is_open=False)

    def trace(self, place: float, value: float, is_start: bool) -> None:
        """Draw on to a place among the rounds, straight from where the mouse was.

        A round has the height at which the mouse passed it; before that, the nearest one so far.
        """
        here = float(np.clip(place, 1, len(self.values))), float(np.clip(value, 0.0, self.high))
        if is_start or self._last is None:
            self._last, self._passed = here, set()
        (left, low), (right, high) = sorted([self._last, here])
        passed = np.arange(np.ceil(left), np.floor(right) + 1).astype(int)
        curve = np.array(self.values)
        if (nearest := round(here[0])) not in self._passed:
            curve[nearest - 1] = here[1]
        curve[passed - 1] = np.interp(passed, [left, right], [low, high])
        self._passed.update(passed.tolist())
        self._last = here
        self.values = tuple(curve.tolist())
        self.drawn.emit()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        pen = curve_pen(theme.selection_mark, width=2, style=Qt.PenStyle.DashLine)
        self.line.setPen(pen)
        self.line.setZValue(1)  # a person's own line lies above

    def entries(self) -> list[LegendEntry]:
        """What the legend says of it."""
        return [LegendEntry.of(self.line, _NAME)] if self.values else []
