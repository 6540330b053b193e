"""Error curves: how often the ensemble is wrong, round by round, against guessing."""

import html

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.rounds import BOUND, TRAINING_ERROR, VALIDATION_ERROR, WEIGHTED_ERROR
from core.run import Guess
from workbench.formats import percent
from workbench.theme import Theme
from workbench.views.view import PlotView
from workbench.workspace import Workspace

_DASHES = {
    TRAINING_ERROR.name: Qt.PenStyle.SolidLine,
    VALIDATION_ERROR.name: Qt.PenStyle.SolidLine,
    WEIGHTED_ERROR.name: Qt.PenStyle.DotLine,
    BOUND.name: Qt.PenStyle.DashLine,
}
_CURVES = (VALIDATION_ERROR, TRAINING_ERROR, WEIGHTED_ERROR, BOUND)


class PercentAxis(pg.AxisItem):
    """An axis of shares, labelled in percent."""

    def tickStrings(self, values, scale, spacing):  # noqa: N802 - pyqtgraph's name
        """The ticks' texts."""
        digits = 0 if spacing >= 0.01 else 1
        return [f"{100 * value:.{digits}f} %" for value in values]


class ErrorCurves(PlotView):
    """Training and validation error, weighted error, the bound, and the line of guessing."""

    name = "error_curves"
    title = "Error curves"
    empty_text = "The error of each round will be drawn here.\nPress Train to start."
    x_label = "round"
    y_label = "wrong rows"

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.plot.setAxisItems({"left": PercentAxis("left")})
        self.plot.setLabel("left", self.y_label)
        self.tidy_axis(self.plot.getAxis("left"))
        self.plot.getAxis("left").setWidth(64)
        self.plot.showGrid(x=False, y=True, alpha=0.15)
        self.plot.setDownsampling(auto=True, mode="peak")
        self.plot.setClipToView(True)
        self.plot.setLimits(xMin=0, yMin=-0.05, yMax=1.05, minXRange=2)
        # Above the plot: inside it, some curve would always run through the legend.
        self._legend = pg.LegendItem(colCount=2, labelTextSize="9pt", verSpacing=-4)
        self.canvas.removeItem(self.plot)
        self.canvas.addItem(self._legend, row=0, col=0)
        self.canvas.addItem(self.plot, row=1, col=0)
        self._legend.setFixedHeight(56)
        self.curves = {curve.name: self.plot.plot(connect="finite") for curve in _CURVES}
        for curve in _CURVES:
            self._legend.addItem(self.curves[curve.name], curve.title)
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
        workspace.current_changed.connect(self._restart)
        workspace.round_changed.connect(self.redraw)
        self._restart()

    def apply_theme(self, theme: Theme) -> None:
        """Colour the curves."""
        super().apply_theme(theme)
        colours = {
            TRAINING_ERROR.name: theme.training, VALIDATION_ERROR.name: theme.validation,
            WEIGHTED_ERROR.name: theme.weighted, BOUND.name: theme.bound,
        }  # fmt: skip
        for name, curve in self.curves.items():
            width = 2 if _DASHES[name] is Qt.PenStyle.SolidLine else 1.5
            curve.setPen(pg.mkPen(colours[name], width=width, style=_DASHES[name]))
        guess = pg.mkPen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine)
        self.guess_line.setPen(guess)
        self._guess_sample.setPen(guess)
        self.round_line.setPen(pg.mkPen(theme.accent, width=1))
        self.round_line.setHoverPen(pg.mkPen(theme.accent, width=3))
        self._legend.setLabelTextColor(theme.text)
        for _, label in self._legend.items:
            label.setText(label.text, color=theme.text)

    def redraw(self) -> None:
        """Draw the rounds there are, and where we are in them."""
        item = self.workspace.current
        if item is None:
            return
        history = item.history
        rounds = history.rounds  # once: the worker may add some at any time
        self.show_body(rounds > 0 or item.run is None)
        numbers = np.arange(1, rounds + 1)
        for name, curve in self.curves.items():
            curve.setData(numbers, history.curve(name)[:rounds])
        if rounds:
            self.plot.setXRange(0, max(2, self._expected_rounds(item)), padding=0.01)
            highest = max(
                float(np.nanmax(history.curve(curve.name), initial=0)) for curve in _CURVES
            )
            top = max(highest, self.guess_line.value(), 0.05)
            self.plot.setYRange(-0.02 * top, min(1.0, 1.08 * top), padding=0)
        self.round_line.setValue(self.workspace.round)

    def _expected_rounds(self, item) -> int:
        """While training the axis shows the way ahead, so that nothing jumps."""
        return max(item.history.rounds, item.settings.rounds if item.run is None else 0)

    def _restart(self) -> None:
        item = self.workspace.current
        self.show_body(item is not None)
        if item is None:
            return
        guess = Guess.of(item.dataset)
        self.guess_line.setValue(guess.error)
        self._legend.removeItem(self._guess_sample)
        label = guess.label if len(guess.label) <= 16 else f"{guess.label[:15]}…"
        self._legend.addItem(self._guess_sample, f"always guessing {html.escape(label)}")
        self.apply_theme(self.theme)
        self.redraw()

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
        lines = [
            f"round {number:,}",
            *(
                f"{curve.title}: {percent(item.history.curve(curve.name)[number - 1])}"
                for curve in _CURVES
            ),
            f"vote α: {item.history.votes[number - 1]:.2f}",
        ]
        self.canvas.setToolTip("\n".join(lines))


if __name__ == "__main__":
    from workbench.preview import preview

    preview(ErrorCurves)
