"""Always guessing: a line among the curves, or a mark at the edge that it lies beyond."""

import pyqtgraph as pg
from PySide6.QtCore import Qt

from workbench.plotting.flow_legend import LegendEntry
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme

_SYMBOLS = {1: "t1", -1: "t"}
_MARKS = {1: "▲", -1: "▼"}
_WORDS = {1: ", above", 0: "", -1: ", below"}
_BESIDE = 1.2
"""Left of the end of the curves by this much of its width: a line may stand there."""


class GuessMark:
    """Says what always guessing gets, without pressing the curves flat for it."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.line = pg.InfiniteLine(angle=0)
        self.mark = pg.TextItem()
        self.side = 0
        """1 if guessing is above what is seen, -1 if it is below, 0 if its line is seen."""
        plot.addItem(self.line)
        plot.addItem(self.mark, ignoreBounds=True)

    def show(self, height: float, low: float, high: float, right: float) -> None:
        """Mark a height in a range that ends at `right`."""
        self.side = 1 if height > high else -1 if height < low else 0
        self.line.setVisible(self.side == 0)
        self.line.setValue(height)
        self.mark.setVisible(self.side != 0)
        if self.side:
            self.mark.setText(_MARKS[self.side])
            self.mark.setAnchor((_BESIDE, 0.0 if self.side > 0 else 1.0))
            self.mark.setPos(right, high if self.side > 0 else low)

    def hide(self) -> None:
        """There is nothing to guess."""
        self.line.setVisible(False)
        self.mark.setVisible(False)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.line.setPen(curve_pen(theme.guess, width=1.5, style=Qt.PenStyle.DashDotLine))
        self.mark.setColor(theme.guess)

    def entry(self, text: str, theme: Theme) -> LegendEntry:
        """What the legend says of it."""
        if not self.side:
            return LegendEntry.of(self.line, text)
        return LegendEntry(f"{text}{_WORDS[self.side]}", theme.guess, _SYMBOLS[self.side])
