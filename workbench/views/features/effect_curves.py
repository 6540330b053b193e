"""What a column of numbers does to the outputs, as curves: steps where they are exact."""

import numpy as np
import pyqtgraph as pg

from core.judging.diagnostics.positions import ends_of
from workbench.plotting.axes.column_axis import short
from workbench.plotting.class_symbols import class_colour
from workbench.plotting.flow_legend import LegendEntry
from workbench.plotting.plot_cursor import NO_STOPS, Stops, StopsAlong
from workbench.shell.pens import curve_pen
from workbench.shell.theme import LIGHT, Theme
from workbench.views.features.answers import Effect, most_moved


class EffectCurves:
    """Draws the curves of an effect into a plot, and a mark for values that are missing."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.plot = plot
        self.theme = LIGHT
        self.curves: list[pg.PlotDataItem] = []
        self.gap = pg.ScatterPlotItem(symbol="d", size=11)
        self.gap.hide()
        plot.addItem(self.gap)
        self._x = self._y = (0.0, 1.0)

    def show(self, found: Effect, columns: list[int]) -> None:
        """Draw some of the outputs of an effect."""
        self.hide()
        points = np.asarray(found.points)
        low, high = ends_of(points) if len(points) else (0.0, 1.0)
        points = np.clip(points, low, high)
        style = {"stepMode": "center"} if found.is_exact else {"symbol": "o", "symbolSize": 4}
        self.curves = [
            self.plot.plot(points, found.values[:, column], **style) for column in columns
        ]
        if found.missing is not None:
            high += 0.06 * ((high - low) or 1)
            self.gap.setData([high] * len(columns), found.missing[columns])
            self.gap.show()
        span = (high - low) or 1.0
        self._x = (low - 0.02 * span, high + 0.02 * span)
        shown = [found.values[:, columns].ravel()]
        if found.missing is not None:
            shown.append(found.missing[columns])
        heights = np.concatenate(shown)
        low, high = (heights.min(), heights.max()) if len(heights) else (0.0, 1.0)
        self._y = (float(low), float(high) if high > low else float(low) + 1.0)
        self.fit()

    def stops(self) -> Stops:
        """The points of the first curve, or the middles of its steps."""
        if not self.curves:
            return NO_STOPS
        x, y = self.curves[0].getOriginalDataset()
        return StopsAlong((x[1:] + x[:-1]) / 2 if len(x) > len(y) else x, y)

    def hide(self) -> None:
        """Make room for something else in the plot."""
        for curve in self.curves:
            self.plot.removeItem(curve)
        self.curves = []
        self.gap.setData([], [])
        self.gap.hide()

    def fit(self) -> None:
        """Show all of it."""
        self.plot.setXRange(*self._x, padding=0)
        self.plot.setYRange(*self._y, padding=0.06)

    def apply_theme(self, theme: Theme, colours: tuple[str, ...]) -> None:
        """Take the colours of a theme, one for each curve."""
        self.theme = theme
        for curve, colour in zip(self.curves, colours, strict=True):
            curve.setPen(curve_pen(colour, width=2))
            curve.setSymbolBrush(colour)
            curve.setSymbolPen(None)
        self.gap.setPen(pg.mkPen(theme.text))
        if self.gap.isVisible():
            self.gap.setBrush([pg.mkBrush(colour) for colour in colours])


def colours_of(found: Effect, classes: tuple[str, ...], theme: Theme) -> tuple[str, ...]:
    """A colour for each output that is drawn: those of the classes, where there are several."""
    outputs = [found.outputs[column] for column in most_moved(found.values)]
    is_single = len(classes) == 2
    return tuple(
        theme.accent if own < 0 or is_single else class_colour(own, theme) for own in outputs
    )


def legend_of(found: Effect, classes: tuple[str, ...], theme: Theme) -> list[LegendEntry]:
    """The classes, if several are drawn, and the mark of missing values."""
    colours, entries = colours_of(found, classes, theme), []
    if len(found.outputs) > 1:
        names = [classes[found.outputs[column]] for column in most_moved(found.values)]
        entries = [
            LegendEntry(short(name, 18), colour, width=4)
            for name, colour in zip(names, colours, strict=True)
        ]
    if found.missing is not None and not isinstance(found.points, tuple):
        entries.append(LegendEntry("value missing", colours[0], "d"))
    return entries
