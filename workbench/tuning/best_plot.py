"""The best so far against time: a step down each time that a trial beats those before it."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from core import Tuning
from core.base.wording import count, duration, error_text
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme


class BestPlot(pg.PlotWidget):
    """The error by which the best so far was chosen. No mouse, no menu."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._left = NumberAxis("left", is_share=True)
        axes = {"left": self._left, "bottom": NumberAxis("bottom")}
        super().__init__(parent, axisItems=axes, viewBox=pg.ViewBox(enableMenu=False))
        self.setAccessibleName("Best error so far against time")
        self.setMinimumHeight(140)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setLabel("left", "best on folds")
        self.setLabel("bottom", "time (s)")
        self.getPlotItem().layout.setContentsMargins(1, 1, 16, 1)
        self.line = self.plot(stepMode="right")
        self.line.setSymbol("o")
        self.line.setSymbolSize(5)
        self.show_tuning(None)

    def show_tuning(self, tuning: Tuning | None) -> None:
        """Draw how the best so far became better."""
        found = tuning.improvements if tuning is not None else ()
        if tuning is None or not found:
            self.line.setData([], [])
            self.setAccessibleDescription("Nothing was tried yet.")
            return
        is_share = bool(tuning.dataset.classes)
        if self._left.is_share is not is_share:
            self._left.is_share = is_share
        seconds, errors = (np.array(each, np.float64) for each in zip(*found, strict=True))
        now = max(tuning.seconds, float(seconds[-1]) + 1e-3)
        self.line.setData(np.append(seconds, now), np.append(errors, errors[-1]))
        low, high = float(errors.min()), float(errors.max())
        room = (high - low) or 0.1 * abs(high) or 0.01
        self.setXRange(0, now, padding=0.02)
        self.setYRange(low - 0.2 * room, high + 0.2 * room, padding=0)
        self.setAccessibleDescription(
            f"After {duration(now)} the best error on folds is "
            f"{error_text(float(errors[-1]), is_share)}; it changed "
            f"{count(len(errors) - 1, 'time')}, from {error_text(float(errors[0]), is_share)}."
        )

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.setBackground(theme.base)
        for side in ("left", "bottom"):
            self.getAxis(side).apply_theme(theme)
        self.line.setPen(curve_pen(theme.accent, width=2))
        self.line.setSymbolPen(theme.accent)
        self.line.setSymbolBrush(theme.accent)
