"""What is usual in a class: from its median to its 95th percentile, a quiet band behind paths."""

from collections.abc import Mapping

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from core.base.arrays import Floats
from workbench.plotting.class_symbols import class_colour
from workbench.shell.theme import Theme

_STYLES = (Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
_BEHIND = -10
_BAND, _LINE = 34, 150


class ClassBands:
    """A band for each class, with its two edges."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self._plot = plot
        self.edges: dict[int, tuple[pg.PlotCurveItem, pg.PlotCurveItem]] = {}
        """The median and the 95th percentile, by class."""
        self._bands: dict[int, pg.FillBetweenItem] = {}

    def show(self, rounds: Floats, classes: Mapping[int, Floats]) -> None:
        """Draw these classes instead of those before."""
        for label in set(self.edges) - set(classes):
            for item in (self._bands.pop(label), *self.edges.pop(label)):
                self._plot.removeItem(item)
        for label, lines in classes.items():
            if label not in self.edges:
                self.edges[label] = (pg.PlotCurveItem(), pg.PlotCurveItem())
                self._bands[label] = pg.FillBetweenItem(*self.edges[label])
                self._bands[label].setZValue(_BEHIND)
                for item in (self._bands[label], *self.edges[label]):
                    self._plot.addItem(item)
            for edge, values in zip(self.edges[label], lines, strict=True):
                known = np.where(np.isfinite(values), values, np.nan)
                edge.setData(rounds, known, connect="finite")

    def colour(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        for label, edges in self.edges.items():
            colour = class_colour(label, theme)
            self._bands[label].setBrush(faint(colour, _BAND))
            for edge, style in zip(edges, _STYLES, strict=True):
                edge.setPen(pg.mkPen(faint(colour, _LINE), width=1, style=style))


def faint(colour: str, alpha: int) -> QColor:
    """A colour that lets others through."""
    found = pg.mkColor(colour)
    found.setAlpha(alpha)
    return found
