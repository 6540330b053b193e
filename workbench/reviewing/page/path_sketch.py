"""A small picture of one row's weight over the rounds, beside what is usual for its class."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.base.wording import times_average
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.plotting.axes.weight_axis import WeightAxis
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.reviewing.page.row_facts import Path
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme


class PathSketch(pg.PlotWidget):
    """The row's path, and the median and the 95th percentile of its class. No mouse, no menu."""

    def __init__(self, parent: QWidget | None = None) -> None:
        axes = {"left": WeightAxis("left"), "bottom": NumberAxis("bottom", is_whole=True)}
        super().__init__(parent, axisItems=axes, viewBox=pg.ViewBox(enableMenu=False))
        self.setAccessibleName("Weight of this row over the rounds")
        self.setMinimumHeight(88)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setLabel("left", "weight")
        self.setLabel("bottom", "round")
        self.legend = FlowLegend()
        item = self.getPlotItem()
        item.layout.setContentsMargins(1, 1, 16, 1)  # the last tick stands out
        item.layout.removeItem(item.titleLabel)  # in the place of a title
        item.layout.addItem(self.legend, 0, 1)
        self.usual = self.plot()
        self.high = self.plot()
        self.row = self.plot()
        self.show_path(None)

    def show_path(self, path: Path | None) -> None:
        """Draw a path, or nothing."""
        if path is None:
            for line in (self.usual, self.high, self.row):
                line.setData([], [])
            self.setAccessibleDescription("Nothing is drawn yet.")
            return
        self.usual.setData(path.class_rounds, path.class_logs[0])
        self.high.setData(path.class_rounds, path.class_logs[1])
        self.row.setData(path.rounds, path.logs)
        end = times_average(float(10 ** path.logs[-1]))
        usual, high = (times_average(float(10 ** logs[-1])) for logs in path.class_logs)
        self.setAccessibleDescription(
            f"After round {int(path.rounds[-1])} this row has {end}; the median of its class is "
            f"{usual}, and one row in twenty of its class exceeds {high}."
        )
        self.setToolTip(
            f"Thick: this row, {end} at the end. Dashed: the median of its class. Dotted: what "
            "one row in twenty of its class exceeds."
        )
        everything = np.concatenate([path.logs, path.class_logs.ravel()])
        everything = everything[np.isfinite(everything)]
        if len(everything):
            self.setYRange(min(-0.5, everything.min()), max(0.5, everything.max()))
        self.setXRange(0, max(1, int(path.rounds[-1])), padding=0.02)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.setBackground(theme.base)
        for side in ("left", "bottom"):
            self.getAxis(side).apply_theme(theme)
        self.row.setPen(curve_pen(theme.selection_mark, width=2))
        self.usual.setPen(pg.mkPen(theme.quiet_text, style=Qt.PenStyle.DashLine))
        self.high.setPen(pg.mkPen(theme.quiet_text, style=Qt.PenStyle.DotLine))
        names = ("this row", "median", "95 %")  # of its class, as the tip says
        lines = (self.row, self.usual, self.high)
        entries = [LegendEntry.of(line, name) for line, name in zip(lines, names, strict=True)]
        self.legend.show_entries(entries, theme.text)
