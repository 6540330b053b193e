"""Error curves: how often the ensemble is wrong, round by round, against guessing."""

import html

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.rounds import (
    BOUND,
    OUT_OF_BAG_ERROR,
    TRAINING_ERROR,
    VALIDATION_ERROR,
    WEIGHTED_ERROR,
)
from core.run import Guess
from core.wording import readable
from workbench.formats import percent
from workbench.theme import Theme
from workbench.views.view import PlotView
from workbench.workspace import Workspace

_STYLES = {
    VALIDATION_ERROR.name: ("validation", Qt.PenStyle.SolidLine),
    TRAINING_ERROR.name: ("training", Qt.PenStyle.SolidLine),
    OUT_OF_BAG_ERROR.name: ("weighted", Qt.PenStyle.DashDotDotLine),
    WEIGHTED_ERROR.name: ("weighted", Qt.PenStyle.DotLine),
    BOUND.name: ("bound", Qt.PenStyle.DashLine),
}
"""The curves that are drawn where a run has them: their colour in the theme and their line."""


class ErrorAxis(pg.AxisItem):
    """An axis of errors: shares in percent, or numbers in the target's own unit."""

    is_share = True

    def tickStrings(self, values, scale, spacing):  # noqa: N802 - pyqtgraph's name
        """The ticks' texts."""
        if not self.is_share:
            return [readable(value) for value in values]
        digits = 0 if spacing >= 0.01 else 1
        return [f"{100 * value:.{digits}f} %" for value in values]


class ErrorCurves(PlotView):
    """The errors that a run has, round by round, and the line of guessing."""

    name = "error_curves"
    title = "Error curves"
    empty_text = "The error of each round will be drawn here.\nPress Train to start."
    x_label = "round"
    y_label = "wrong rows"

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._axis = ErrorAxis("left")
        self.plot.setAxisItems({"left": self._axis})
        self.tidy_axis(self._axis)
        self._axis.setWidth(72)
        self.plot.showGrid(x=False, y=True, alpha=0.15)
        self.plot.setDownsampling(auto=True, mode="peak")
        self.plot.setClipToView(True)
        self.plot.setLimits(xMin=0, minXRange=2)
        self._legend = self.add_legend(2)
        self._legend.setFixedHeight(56)
        self.curves: dict[str, pg.PlotDataItem] = {}
        self.guess_line = pg.InfiniteLine(angle=0)
        self._guess_sample = pg.PlotDataItem()
        self.plot.addItem(self.guess_line)
        self.round_line = pg.InfiniteLine(angle=90, movable=True, hoverPen=None)
        self.round_line.setCursor(Qt.CursorShape.SizeHorCursor)
        self.round_line.sigDragged.connect(self._dragged)
        self.plot.addItem(self.round_line)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def apply_theme(self, theme: Theme) -> None:
        """Colour the curves."""
        super().apply_theme(theme)
        for name, curve in self.curves.items():
            colour, style = _STYLES[name]
            width = 2 if style is Qt.PenStyle.SolidLine else 1.5
            curve.setPen(pg.mkPen(getattr(theme, colour), width=width, style=style))
            curve.setSymbolBrush(getattr(theme, colour))
        guess = pg.mkPen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine)
        self.guess_line.setPen(guess)
        self._guess_sample.setPen(guess)
        self.round_line.setPen(pg.mkPen(theme.accent, width=1))
        self.round_line.setHoverPen(pg.mkPen(theme.accent, width=3))
        self.colour_legend(self._legend, theme)

    def show_round(self) -> None:
        """Draw the rounds there are, and where we are in them."""
        item = self.workspace.current
        if item is None:
            return
        history = item.history
        rounds = history.rounds  # once: the worker may add some at any time
        self.show_body(rounds > 0 or item.run is None)
        numbers = np.arange(1, rounds + 1)
        for name, curve in self.curves.items():
            # A line needs two points: fewer rounds are shown as dots.
            dots = (
                {"symbol": "o", "symbolSize": 6, "symbolPen": None}
                if rounds < 2
                else {"symbol": None}
            )
            curve.setData(numbers, history.curve(name)[:rounds], **dots)
        if rounds:
            self.plot.setXRange(0, max(2, self._expected_rounds(item)), padding=0.01)
            highest = max(float(np.nanmax(history.curve(name), initial=0)) for name in self.curves)
            top = 1.08 * max(highest, self.guess_line.value())
            self.plot.setYRange(
                -0.02 * top, min(1.0, top) if self._axis.is_share else top, padding=0
            )
        self.round_line.setValue(self.workspace.round)

    def _expected_rounds(self, item) -> int:
        """While training the axis shows the way ahead, so that nothing jumps."""
        return max(item.history.rounds, item.settings.planned_rounds if item.run is None else 0)

    def restart(self) -> None:
        """Declare the curves that this run has."""
        item = self.workspace.current
        self.show_body(item is not None)
        if item is None:
            return
        self._axis.is_share = bool(item.dataset.classes)
        self._axis.setLabel("wrong rows" if self._axis.is_share else "root mean squared error")
        self._legend.clear()
        for curve in self.curves.values():
            self.plot.removeItem(curve)
        drawn = {curve.name: curve for curve in item.history.curves}
        self.curves = {name: self.plot.plot(connect="finite") for name in _STYLES if name in drawn}
        for name, curve in self.curves.items():
            self._legend.addItem(curve, drawn[name].title)
        guess = Guess.of(item.dataset, item.settings.balanced)
        self.guess_line.setValue(guess.error)
        label = guess.label if len(guess.label) <= 16 else f"{guess.label[:15]}…"
        self._legend.addItem(self._guess_sample, f"always guessing {html.escape(label)}")
        self.apply_theme(self.theme)

    def _dragged(self, line: pg.InfiniteLine) -> None:
        self.workspace.go_to(round(line.value()))
        line.setValue(self.workspace.round)

    def _hovered(self, arguments: tuple) -> None:
        position = arguments[0]
        item = self.workspace.current
        if item is None or not self.plot.sceneBoundingRect().contains(position):
            self.canvas.setToolTip("")
            return
        number = round(self.plot.vb.mapSceneToView(position).x())
        if not 1 <= number <= item.history.rounds:
            self.canvas.setToolTip("")
            return
        lines = [f"round {number:,}"]
        for curve in item.history.curves:
            value = float(item.history.curve(curve.name)[number - 1])
            is_percent = curve.is_share and bool(item.dataset.classes)
            lines.append(f"{curve.title}: {percent(value) if is_percent else readable(value)}")
        self.canvas.setToolTip("\n".join(lines))


if __name__ == "__main__":
    from workbench.preview import preview

    preview(ErrorCurves)
