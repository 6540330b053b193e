"""Distributions of margins as curves: how many rows have at most so much, or how many have it."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from core.base.arrays import Floats
from core.judging.diagnostics.distributions import Distribution
from core.judging.diagnostics.margin_curves import Key, MarginCurves
from core.judging.theory.margin_promises import MarginPromises
from workbench.shell.theme import Theme
from workbench.views.margins.look import MarginLook

_MOST_STEPS = 250


class CurveFigure:
    """A curve for each round, part and class; parts of them that are selected; a bound."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self._plot = plot
        self.curves: dict[Key, pg.PlotCurveItem] = {}
        self.fills: dict[Key, pg.PlotCurveItem] = {}
        self.bound = pg.PlotCurveItem()
        plot.addItem(self.bound, ignoreBounds=True)
        self.bound.hide()

    def clear(self) -> None:
        """Draw nothing."""
        for item in (*self.curves.values(), *self.fills.values()):
            self._plot.removeItem(item)
        self.curves, self.fills = {}, {}
        self.bound.hide()

    def show(self, look: MarginLook, is_histogram: bool) -> float:
        """Draw the curves in their looks; gives the highest share."""
        found = look.found
        if list(found.curves) != list(self.curves):
            self.clear()
            for items in (self.fills, self.curves):
                for key in found.curves:
                    items[key] = pg.PlotCurveItem(antialias=False)
                    self._plot.addItem(items[key], ignoreBounds=True)
        draw = self._show_histograms if is_histogram else self._show_steps
        top = draw(found, look.theme)
        for key, curve in self.curves.items():
            curve.setPen(look.pen(key))
        return top

    def show_bound(self, promises: MarginPromises | None, theme: Theme) -> None:
        """At most so many of the training rows have at most so large a margin; only below all."""
        is_telling = promises is not None and bool(promises.small[0] < 1)
        self.bound.setVisible(is_telling)
        if promises is not None and is_telling:
            below = promises.small < 1
            last = int(np.count_nonzero(below))
            margins, small = promises.margins[: last + 1], promises.small[: last + 1]
            self.bound.setData(margins, np.minimum(small, 1.0))
            self.bound.setPen(pg.mkPen(theme.bound, width=1, style=Qt.PenStyle.DashLine))

    def _show_steps(self, found: MarginCurves, _theme: Theme) -> float:
        for key, own in found.curves.items():
            self.curves[key].setData(*stepped(own, *found.edges[[0, -1]]), stepMode=None)
            self.fills[key].hide()
        return 1.0

    def _show_histograms(self, found: MarginCurves, theme: Theme) -> float:
        """With the part that the selected rows are."""
        highest = 1e-9
        colour = QColor(theme.selection_mark)
        colour.setAlpha(120)
        for key, own in found.curves.items():
            heights = own.histogram(found.edges)
            highest = max(highest, float(heights.max()))
            self.curves[key].setData(found.edges, heights, stepMode="center")
            part, fill = found.selected.get(key), self.fills[key]
            fill.setVisible(part is not None)
            if part is not None:
                fill.setData(
                    found.edges, part, stepMode="center", fillLevel=0, brush=colour, pen=None
                )
        return highest


def stepped(found: Distribution, low: float, high: float) -> tuple[Floats, Floats]:
    """A cumulative distribution as a line of steps from end to end."""
    values, shares = found.steps(_MOST_STEPS)
    x = np.concatenate([[min(low, values[0])], np.repeat(values, 2), [max(high, values[-1])]])
    y = np.concatenate([[0.0, 0.0], np.repeat(shares, 2)])
    return x, y
