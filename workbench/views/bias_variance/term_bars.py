"""Bias² and variance as bars upon one another, whose sum is the error; named beside the last."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pyqtgraph as pg

from workbench.plotting.end_labels import spread
from workbench.shell.theme import Theme

_HALF = 0.36
_LINE = 17.0
"""The least distance of two names, in pixels."""
_BIAS, _VARIANCE, _ERROR = "bias²", "variance", "error"


class TermBars:
    """Draws every term once, and writes its name and its last value where it ends."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.plot = plot
        self.bars = {
            word: pg.BarGraphItem(x0=[], x1=[], y0=[], y1=[]) for word in (_BIAS, _VARIANCE)
        }
        self.labels = {word: pg.TextItem(anchor=(0.0, 0.5)) for word in (_BIAS, _VARIANCE, _ERROR)}
        for item in (*self.bars.values(), *self.labels.values()):
            plot.addItem(item, ignoreBounds=True)
        self._ends: dict[str, float] = {}
        self._places, self._highest = 0, 0.0
        plot.vb.sigResized.connect(self._fit)
        plot.vb.sigRangeChanged.connect(self._place_labels)

    def show(self, terms: pd.DataFrame, written: Callable[[float], str]) -> None:
        """Draw these terms instead of those before."""
        places = np.arange(len(terms))
        bias, error = terms["bias2"].to_numpy(), terms["error"].to_numpy()
        sides = {"x0": places - _HALF, "x1": places + _HALF}
        self.bars[_BIAS].setOpts(**sides, y0=np.zeros(len(terms)), y1=bias)
        self.bars[_VARIANCE].setOpts(**sides, y0=bias, y1=error)
        last = terms.iloc[-1]
        values = (last["bias2"], last["variance"], last["error"])
        for (word, label), value in zip(self.labels.items(), values, strict=True):
            label.setText(f"{word} {written(float(value))}")
        self._ends = {
            _BIAS: float(last["bias2"]) / 2,
            _VARIANCE: float(last["bias2"] + last["error"]) / 2,
            _ERROR: float(last["error"]),
        }
        self._places, self._highest = len(terms), float(error.max())
        self._fit()

    def hide(self) -> None:
        """Draw nothing."""
        self._ends = {}
        for bar in self.bars.values():
            bar.setOpts(x0=[], x1=[], y0=[], y1=[])
        for label in self.labels.values():
            label.setText("")

    def apply_theme(self, theme: Theme) -> None:
        """The colours of training for what stays, of validation for what changes."""
        for word, colour in ((_BIAS, theme.training), (_VARIANCE, theme.validation)):
            self.bars[word].setOpts(brush=pg.mkBrush(colour), pen=pg.mkPen(None))
        for label in self.labels.values():
            label.setColor(theme.text)

    def _fit(self) -> None:
        """All bars, and room for the names at their right."""
        if not self._ends:
            return
        self.plot.setYRange(0, 1.12 * self._highest or 1.0, padding=0)
        width = max(120.0, self.plot.vb.width())
        widest = max(label.boundingRect().width() for label in self.labels.values()) + 8
        room = min(0.5, widest / width)
        self.plot.setXRange(-0.6, -0.6 + (self._places + 0.1) / (1 - room), padding=0)
        self._place_labels()

    def _place_labels(self) -> None:
        """Each beside its part of the last bar; those of thin parts are moved apart, none out."""
        if not self._ends:
            return
        pixel = self.plot.vb.viewPixelSize()[1]
        line, top = _LINE * pixel, self.plot.vb.viewRange()[1][1]
        heights = spread(list(self._ends.values()), line / 2, top - line / 2, line)
        for word, height in zip(self._ends, heights, strict=True):
            self.labels[word].setPos(self._places - 1 + _HALF, height)
