"""The exam's curve: errors found against rows looked at, with its band."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from core.judging.exam.exam import Exam
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme


class ExamPlot(pg.PlotWidget):
    """The promise, its 90 % band, and what guessing would find. No mouse, no menu."""

    def __init__(self, parent: QWidget | None = None) -> None:
        axes = {
            "left": NumberAxis("left", is_whole=True),
            "bottom": NumberAxis("bottom", is_whole=True),
        }
        super().__init__(parent, axisItems=axes, viewBox=pg.ViewBox(enableMenu=False))
        self.setAccessibleName("Errors found against rows looked at")
        self.setMinimumHeight(200)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setLabel("left", "errors found")
        self.setLabel("bottom", "rows looked at")
        self.legend = FlowLegend()
        item = self.getPlotItem()
        item.layout.setContentsMargins(1, 1, 16, 1)
        item.layout.removeItem(item.titleLabel)
        item.layout.addItem(self.legend, 0, 1)
        self._low, self._high = pg.PlotDataItem(), pg.PlotDataItem()
        self._band = pg.FillBetweenItem(self._low, self._high)
        self.addItem(self._band)
        self.guessing = self.plot()
        self.found = self.plot()
        self.show_exam(None)

    def show_exam(self, exam: Exam | None) -> None:
        """Draw what an exam came to, or nothing."""
        if exam is None:
            for line in (self._low, self._high, self.guessing, self.found):
                line.setData([], [])
            self.setAccessibleDescription("No exam was taken yet.")
            return
        curve, errors = exam.curve, exam.errors
        looked = curve.looked.astype(np.float64)
        self._low.setData(looked, errors * curve.low)
        self._high.setData(looked, errors * curve.high)
        self.found.setData(looked, errors * curve.found)
        self.guessing.setData(looked[[0, -1]], errors * looked[[0, -1]] / exam.rows)
        self.setXRange(0, float(looked[-1]), padding=0.02)
        self.setYRange(0, errors, padding=0.05)
        self.setToolTip(exam.sentence)
        self.setAccessibleDescription(exam.sentence)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.setBackground(theme.base)
        for side in ("left", "bottom"):
            self.getAxis(side).apply_theme(theme)
        band = QColor(theme.accent)
        band.setAlpha(56)
        self._band.setBrush(band)
        self.found.setPen(curve_pen(theme.accent, width=2))
        self.guessing.setPen(pg.mkPen(theme.quiet_text, style=pg.QtCore.Qt.PenStyle.DashLine))
        names = ("found, with its 90 % band", "by looking anywhere")
        lines = (self.found, self.guessing)
        entries = [LegendEntry.of(line, name) for line, name in zip(lines, names, strict=True)]
        self.legend.show_entries(entries, theme.text)
