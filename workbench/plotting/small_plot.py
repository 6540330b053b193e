"""A small plot with a few lines or bars, beside a text: lessons draw with it."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import Qt

from core.base.arrays import Floats
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.shell.pens import curve_pen
from workbench.shell.theme import LIGHT, Theme

_HEIGHT = 200


@dataclass(frozen=True, eq=False)
class PlotLine:
    """A line with a name; a dashed one is somebody's guess."""

    name: str
    x: Sequence[float] | Floats
    y: Sequence[float] | Floats
    is_dashed: bool = False


@dataclass(frozen=True)
class PlotMark:
    """An upright line at a place of the lower axis, with a name."""

    name: str
    x: float
    is_dashed: bool = False


class SmallPlot(pg.PlotWidget):
    """Lines, bars and marks; it is not dragged about, and says in words what it shows."""

    def __init__(
        self, title: str, *, is_share: bool = False, is_whole: bool = False, is_log: bool = False
    ) -> None:
        bottom = NumberAxis("bottom", is_whole=is_whole)
        left = NumberAxis("left", is_share=is_share)
        super().__init__(axisItems={"bottom": bottom, "left": left})
        self._bottom, self._left, self._theme = bottom, left, LIGHT
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the words beside it say the same
        self.plotItem.setMenuEnabled(False)
        self.plotItem.hideButtons()
        self.plotItem.vb.setMouseEnabled(False, False)
        self.plotItem.setLogMode(x=is_log)
        self._legend = self.plotItem.addLegend(offset=(-4, 4), labelTextSize="9pt")
        self._lines: list[PlotLine] = []
        self._marks: list[PlotMark] = []
        self._bars: tuple[list[float], list[float], float] | None = None

    def name_axes(self, bottom: str, left: str) -> None:
        """What the axes count."""
        self._bottom.setLabel(bottom)
        self._left.setLabel(left)

    def tell(
        self,
        lines: Sequence[PlotLine] = (),
        marks: Sequence[PlotMark] = (),
        bars: tuple[list[float], list[float], float] | None = None,
    ) -> None:
        """Draw other things; bars are their middles, heights and width."""
        self._lines, self._marks, self._bars = list(lines), list(marks), bars
        self._draw()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.setBackground(theme.base)
        for axis in (self._bottom, self._left):
            axis.setPen(theme.line)
            axis.setTextPen(theme.text)
        self._legend.setLabelTextColor(theme.text)
        self._draw()

    def _draw(self) -> None:
        theme = self._theme
        self.plotItem.clear()
        self._legend.clear()
        if self._bars is not None:
            middles, heights, width = self._bars
            self.addItem(
                pg.BarGraphItem(
                    x=middles, height=heights, width=width, brush=theme.classes[0], pen=theme.base
                )
            )
        for place, line in enumerate(self._lines):
            colour = theme.selection_mark if line.is_dashed else theme.classes[place % 6]
            style = Qt.PenStyle.DashLine if line.is_dashed else Qt.PenStyle.SolidLine
            pen = curve_pen(colour, width=2, style=style)
            self.plotItem.plot(list(line.x), list(line.y), pen=pen, name=line.name)
        for mark in self._marks:
            colour = theme.selection_mark if mark.is_dashed else theme.text
            style = Qt.PenStyle.DashLine if mark.is_dashed else Qt.PenStyle.SolidLine
            pen = curve_pen(colour, width=2, style=style)
            line = pg.InfiniteLine(mark.x, angle=90, pen=pen)
            self.addItem(line)
            self._legend.addItem(pg.PlotDataItem(pen=pen), mark.name)
