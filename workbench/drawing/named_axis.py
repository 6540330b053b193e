"""An axis of names, of shares or of numbers: what its ticks say is chosen while it is shown."""

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from core.wording import readable

_LINE = 14
"""The height of a line of ticks' text, in pixels."""
_MOST_WIDTH = 96
_LABEL = 24


class NamedAxis(pg.AxisItem):
    """Ticks at 0, 1, 2, ... with names, elided or turned where there is no room; else numbers."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self.names: tuple[str, ...] = ()
        self.is_share = False
        self.is_turned = False
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=False, autoExpandTextSpace=False)

    def say_names(self, names: Sequence[str]) -> None:
        """Ticks are names from now on."""
        self.names = tuple(names)
        self.fit()

    def say_numbers(self, is_share: bool = False) -> None:
        """Ticks are numbers, or shares in percent."""
        self.names, self.is_share, self.is_turned = (), is_share, False
        if self.orientation == "left":
            self.setWidth(64)
        else:
            self.setHeight(44)
        self._redraw()

    def fit(self) -> None:
        """Take as much room as the names need, but no more than a quarter of a small plot."""
        if not self.names:
            return
        font = QFontMetricsF(self.font())
        widest = max(font.horizontalAdvance(name) for name in self.names) + 8
        if self.orientation == "left":
            self.setWidth(int(min(widest, _MOST_WIDTH)) + _LABEL)
        else:
            room = self.geometry().width() / max(1, len(self.names))
            self.is_turned = min(widest, _MOST_WIDTH) > room
            text = min(widest, _MOST_WIDTH) if self.is_turned else _LINE
            self.setHeight(int(text) + _LABEL + 4)
        self._redraw()

    def tickValues(self, minVal, maxVal, size):  # noqa: N802, N803 - pyqtgraph's names
        """Whole numbers that have a name, as many as there is room for."""
        if not self.names:
            return super().tickValues(minVal, maxVal, size)
        first, last = math.ceil(minVal), min(len(self.names) - 1, math.floor(maxVal))
        pixels = size / max(1e-9, abs(maxVal - minVal))
        is_down = self.orientation == "left" or self.is_turned
        step = max(1, math.ceil(_LINE / pixels)) if is_down else 1
        places = [float(place) for place in range(max(0, first), last + 1) if place % step == 0]
        return [(float(step), places)]

    def tickStrings(self, values, scale, spacing):  # noqa: N802
        """The ticks' texts."""
        if not self.names:
            if self.is_share:
                digits = 0 if spacing >= 0.01 else 1
                return [f"{100 * value:.{digits}f} %" for value in values]
            return [readable(value) for value in values]
        font = QFontMetricsF(self.font())
        room = _MOST_WIDTH - 8.0
        if self.orientation == "bottom" and not self.is_turned:
            room = max(16.0, self.geometry().width() / max(1, len(self.names)) - 4)
        elide = Qt.TextElideMode.ElideRight
        return [font.elidedText(self.names[int(value)], elide, room) for value in values]

    def drawPicture(self, p, axisSpec, tickSpecs, textSpecs):  # noqa: N802, N803
        """Names that are wider than their place are turned."""
        if not (self.names and self.is_turned):
            super().drawPicture(p, axisSpec, tickSpecs, textSpecs)
            return
        super().drawPicture(p, axisSpec, tickSpecs, [])
        for rect, _, text in textSpecs:
            p.save()
            p.translate(rect.center().x(), rect.top())
            p.rotate(-90)
            place = QRectF(-_MOST_WIDTH, -_LINE / 2, _MOST_WIDTH, _LINE)
            p.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
            p.restore()

    def _redraw(self) -> None:
        self.picture = None
        self.update()
