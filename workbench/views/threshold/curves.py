"""The plots of the view: what a threshold costs, ROC, precision and recall, and the confusion."""

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from core.base.arrays import Floats, Integers
from core.base.intervals import Interval
from core.base.wording import count, fixed, percent, readable
from core.judging.deciding.threshold_counts import ThresholdCounts, log_odds
from core.judging.diagnostics.verdicts import thinned
from core.learning.deciding import Matrix
from workbench.plotting.axes.class_axis import ClassAxis
from workbench.plotting.axes.number_axis import NumberAxis, TickLevel
from workbench.plotting.cell_matrix import CellMatrix, Forms
from workbench.plotting.plot_cursor import NO_STOPS, Stops
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme

_TICKS = (1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999)
_WIDEST = 14.0
"""Log odds beyond this are not told apart: 1 in a million."""
_MOST_TEXTS = 40
_FULL = 0.25


class OddsAxis(NumberAxis):
    """Probabilities on a scale of log odds: where a class is rare, all that matters is near 0."""

    def tickValues(  # noqa: N802 - pyqtgraph's name
        self, minVal: float, maxVal: float, size: float
    ) -> list[TickLevel]:
        """Round probabilities."""
        low, high = sorted((minVal, maxVal))
        places = [math.log(tick / (1 - tick)) for tick in _TICKS]
        return [(1.0, [place for place in places if low <= place <= high])]

    def tickStrings(  # noqa: N802
        self, values: Sequence[float], scale: float, spacing: float | None
    ) -> list[str]:
        """In percent."""
        return [f"{readable(100 / (1 + math.exp(-value)), 6)} %" for value in values]


class CostCurve:
    """What a row costs by the threshold; a line that can be dragged, and the interval found."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.plot = plot
        plot.setMouseEnabled(x=False, y=False)
        plot.showGrid(x=True, y=True, alpha=0.15)
        self.band = pg.LinearRegionItem(movable=False, brush=(0, 0, 0, 20))
        self.band.setZValue(-10)
        self.band.hide()
        self.curve, self.usual = plot.plot(), plot.plot()
        self.line = pg.InfiniteLine(angle=90, movable=True)
        self.line.setCursor(Qt.CursorShape.SizeHorCursor)
        for item in (self.band, self.line):
            plot.addItem(item)
        self.span = (-_WIDEST, _WIDEST)

    def show(self, counts: ThresholdCounts, costs: Matrix, usual: float) -> None:
        """Draw the curve of other rows, or of other costs."""
        odds = log_odds(counts.scores[1:])
        near = odds[np.abs(odds) <= _WIDEST]
        low = float(near.min()) - 0.5 if len(near) else -2.0
        high = float(near.max()) + 0.5 if len(near) else 2.0
        self.span = min(low, -1.0), max(high, 1.0)
        x = np.clip(log_odds(counts.thresholds), *self.span)
        y = counts.costs(costs)
        kept = thinned(x, y)
        # The cost jumps at a score: between two thresholds it stays.
        self.curve.setData(x[kept], y[kept])
        self.usual.setData(list(self.span), [usual, usual])
        self.line.setBounds(self.span)
        top = max(float(np.quantile(y, 0.9)), usual) * 1.15 or 1.0
        self.plot.setRange(xRange=self.span, yRange=(0, top), padding=0.01)

    def mark(self, threshold: float) -> None:
        """Where the threshold is."""
        place = float(log_odds(np.array([threshold]))[0])
        self.line.setValue(min(max(place, self.span[0]), self.span[1]))

    def show_band(self, found: Interval | None) -> None:
        """The interval of the threshold that was found."""
        self.band.setVisible(found is not None)
        if found is not None:
            ends = log_odds(np.array([found.low, found.high]))
            self.band.setRegion([float(each) for each in np.clip(ends, *self.span)])

    def apply_theme(self, theme: Theme) -> None:
        """The curve has the accent, what is usual is quiet."""
        self.curve.setPen(curve_pen(theme.accent, width=2))
        self.usual.setPen(curve_pen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine))
        self.line.setPen(curve_pen(theme.text, width=1.5))
        self.line.setHoverPen(curve_pen(theme.accent, width=3))
        colour = QColor(theme.accent)
        colour.setAlpha(40)
        self.band.setBrush(colour)
        for line in self.band.lines:
            line.setPen(pg.mkPen(colour))


class RankPlot:
    """ROC, or precision against recall, with the point of the threshold."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.plot = plot
        plot.setMouseEnabled(x=False, y=False)
        plot.showGrid(x=True, y=True, alpha=0.15)
        plot.setRange(xRange=(0, 1), yRange=(0, 1), padding=0.02)
        self.guess, self.curve = plot.plot(), plot.plot()
        self.point = pg.ScatterPlotItem(size=11)
        plot.addItem(self.point)
        self.x: Floats = np.empty(0)
        self.y: Floats = np.empty(0)

    def show(self, x: Floats, y: Floats, guess: tuple[float, float]) -> None:
        """Draw the curve of other rows; its points are those of the counts."""
        self.x, self.y = x, y
        kept = thinned(x, y)
        self.curve.setData(x[kept], y[kept])
        self.guess.setData([0, 1], list(guess))

    def mark(self, place: int) -> None:
        """Where the threshold is."""
        self.point.setData([float(self.x[place])], [float(self.y[place])])

    def nearest(self, x: float, y: float) -> int:
        """The place of the curve's nearest point."""
        across, up = self.plot.vb.viewPixelSize()
        return int(np.argmin(np.hypot((self.x - x) / across, (self.y - y) / up)))

    def apply_theme(self, theme: Theme) -> None:
        """The colours of the other curves."""
        self.curve.setPen(curve_pen(theme.accent, width=2))
        self.guess.setPen(curve_pen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine))
        self.point.setPen(pg.mkPen(theme.base, width=1.5))
        self.point.setBrush(pg.mkBrush(theme.text))


class ConfusionPlot:
    """Rows by their given class (down) and the one that is named (across)."""

    def __init__(self, plot: pg.PlotItem, axes: dict[str, ClassAxis]) -> None:
        self.plot, self._axes = plot, axes
        self._names: tuple[str, ...] = ()
        self._counts: Integers = np.empty((0, 0), np.int64)
        self.matrix = CellMatrix()
        plot.addItem(self.matrix)
        plot.invertY(True)
        plot.setMouseEnabled(x=False, y=False)
        plot.showGrid(x=False, y=False)

    def show(self, names: tuple[str, ...], counts: Integers, shares: Floats) -> None:
        """Draw the cells; quick enough to follow a slider."""
        self._names, self._counts = names, counts
        size = len(names)
        is_right = np.eye(size, dtype=bool)
        full = max(_FULL, float(shares[~is_right].max(initial=0.0)))
        colours = np.where(is_right, -np.sqrt(shares), np.sqrt(shares / full))
        texts: list[list[Forms]] = []
        if size <= _MOST_TEXTS:
            texts = [
                [
                    (f"{fixed(n, 0)}\n{percent(s)}", fixed(n, 0)) if n else ("0", "·")
                    for n, s in zip(*row, strict=True)
                ]
                for row in zip(counts.tolist(), shares.tolist(), strict=True)
            ]
        self.matrix.set_cells(colours, texts, (-1.0, 1.0))
        for axis in self._axes.values():
            if axis.names != names:
                axis.say_names(names)
        self.plot.setRange(xRange=(-0.5, size - 0.5), yRange=(-0.5, size - 0.5), padding=0)

    def stops(self) -> Stops:
        """Where the keyboard's cursor goes: every cell."""
        return self.matrix.stops() if self._names else NO_STOPS

    def told(self, x: float, y: float) -> str:
        """What a cell says."""
        given, named = round(y), round(x)
        rows = count(int(self._counts[given, named]), "row")
        return f"given {self._names[given]}, named {self._names[named]}: {rows}"

    def apply_theme(self, theme: Theme) -> None:
        """What is right is quiet, errors stand out."""
        self.matrix.set_colours((theme.line, theme.base, theme.validation))
        self.matrix.line_colour = QColor(theme.line)
        self.matrix.update()
