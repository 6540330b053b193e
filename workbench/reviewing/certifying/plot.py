"""The certificate's curve: the bound against sampled rows looked at, and what more would bring."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from core.base.wording import count, grouped, percent
from core.judging.reviewing.certifying.certificate import Certificate
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme

_NAMES = (
    "bound, 95 % confidence",
    "50 more looks, if all are right",
    "50 more looks, if they are as those so far",
)


class StopPlot(pg.PlotWidget):
    """The bound so far, and two ways in which it would go on. No mouse, no menu."""

    def __init__(self, parent: QWidget | None = None) -> None:
        axes = {"left": NumberAxis("left"), "bottom": NumberAxis("bottom", is_whole=True)}
        super().__init__(parent, axisItems=axes, viewBox=pg.ViewBox(enableMenu=False))
        self.setAccessibleName("Labels that can still be wrong against sampled rows looked at")
        self.setMinimumHeight(180)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setLabel("left", "labels still wrong, at most (%)")
        self.setLabel("bottom", "sampled rows looked at")
        self.legend = FlowLegend()
        item = self.getPlotItem()
        item.layout.setContentsMargins(1, 1, 16, 1)
        item.layout.removeItem(item.titleLabel)
        item.layout.addItem(self.legend, 0, 1)
        self.so_far, self.if_right, self.if_alike = self.plot(), self.plot(), self.plot()
        self.show_certificate(None)

    def show_certificate(self, certificate: Certificate | None) -> None:
        """Draw what a sample says, or nothing."""
        if certificate is None:
            for line in (self.so_far, self.if_right, self.if_alike):
                line.setData([], [])
            self.setAccessibleDescription("No sampled row was looked at yet.")
            return
        outlook = certificate.outlook
        further = outlook.looked[-1] + outlook.more.astype(np.float64)
        self.so_far.setData(outlook.looked.astype(np.float64), 100 * outlook.share)
        self.if_right.setData(further, 100 * outlook.if_right)
        self.if_alike.setData(further, 100 * outlook.if_alike)
        self.setAccessibleDescription(
            f"After {count(int(outlook.looked[-1]), 'sampled row')} at most "
            f"{percent(float(outlook.share[-1]))} of the labels are still wrong; after "
            f"{grouped(int(outlook.more[-1]))} more, all right, it would be "
            f"{percent(float(outlook.if_right[-1]))}."
        )
        # The first looks tell next to nothing: they would flatten all that follows.
        told = outlook.share[outlook.looked >= min(10, outlook.looked[-1])]
        self.setXRange(0, float(further[-1]), padding=0.02)
        self.setYRange(0, min(100.0, 100 * float(told.max()) + 1), padding=0.02)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.setBackground(theme.base)
        for side in ("left", "bottom"):
            self.getAxis(side).apply_theme(theme)
        styles = Qt.PenStyle
        lines = (self.so_far, self.if_right, self.if_alike)
        self.so_far.setPen(curve_pen(theme.accent, width=2))
        self.if_right.setPen(curve_pen(theme.accent, width=2, style=styles.DotLine))
        self.if_alike.setPen(curve_pen(theme.quiet_text, width=2, style=styles.DashLine))
        entries = [LegendEntry.of(line, name) for line, name in zip(lines, _NAMES, strict=True)]
        self.legend.show_entries(entries, theme.text)
