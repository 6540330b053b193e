"""A bar of colours beside a plot: which colour stands for which amount.

Not pyqtgraph's, which is a whole plot with menus of its own and takes as long to make as one.
"""

import math
from collections.abc import Mapping

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QLinearGradient, QPainter

from workbench.plotting.amount_colours import all_amount_colours, amount_colours
from workbench.plotting.axes.number_axis import number_text
from workbench.shell.text_size import scaled, small_font
from workbench.shell.theme import LIGHT, Theme

_BAR, _TICK, _GAP = 10, 4, 6
_LINE = 16
_POINTS = 9
_STOPS = 24
_TICKS_WANTED = 5


class ColourBar(pg.GraphicsWidget):
    """Viridis upwards, or its part for points, with ticks and a label to its right."""

    def __init__(self, of_points: bool = False) -> None:
        super().__init__()
        self._of_points = of_points
        self._colours = all_amount_colours(_STOPS + 1)
        self._range = (0.0, 1.0)
        self.theme = LIGHT
        self.ticks: dict[float, str] = {}
        self.label = ""
        self.show_range(0.0, 1.0)

    def show_range(
        self, low: float, high: float, label: str = "", ticks: Mapping[float, str] | None = None
    ) -> None:
        """From which amount to which, what it is, and the texts beside it: round numbers."""
        self._range, self.label = (low, high), label
        self.ticks = dict(ticks) if ticks is not None else round_ticks(low, high)
        metrics = QFontMetricsF(small_font(_POINTS))
        lines = [line for text in self.ticks.values() for line in text.split("\n")]
        widest = max((metrics.horizontalAdvance(line) for line in lines), default=0)
        self.setFixedWidth(_GAP + _BAR + _TICK + math.ceil(widest) + scaled(_LINE) + 2)
        self.update()

    def placed(self) -> dict[float, QRectF]:
        """Where the ticks' texts stand: those at the ends first, others where there is room.

        The first and the last stay within the bar's height.
        """
        low, high = self._range
        bottom = self.size().height()
        values = sorted(self.ticks)
        found: dict[float, QRectF] = {}
        for value in dict.fromkeys([*values[:1], *values[-1:], *values]):
            share = (value - low) / (high - low) if high > low else 0.5
            tall = scaled(_LINE) * (1 + self.ticks[value].count("\n"))
            top = bottom - share * bottom - scaled(_LINE) / 2
            if value == values[0]:
                top -= tall - scaled(_LINE)  # further lines stand above the lowest text
            top = min(max(top, -2.0), max(0.0, bottom - tall + 2))
            place = QRectF(_GAP + _BAR + _TICK + 1, top, 200, tall)
            if not any(place.intersects(other) for other in found.values()):
                found[value] = place
        return found

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        if self._of_points:
            self._colours = amount_colours(theme, _STOPS + 1)
        self.update()

    def paint(self, painter: QPainter, *_: object) -> None:
        """The colours, the ticks, the label."""
        low, high = self._range
        area = QRectF(_GAP, 0, _BAR, self.size().height())
        gradient = QLinearGradient(area.bottomLeft(), area.topLeft())
        for stop, colour in enumerate(self._colours):
            gradient.setColorAt(stop / _STOPS, colour)
        painter.fillRect(area, gradient)
        painter.setFont(small_font(_POINTS))
        painter.setPen(pg.mkColor(self.theme.text))
        for value, place in self.placed().items():
            share = (value - low) / (high - low) if high > low else 0.5
            y = area.bottom() - share * area.height()
            painter.drawLine(QPointF(area.right(), y), QPointF(area.right() + _TICK - 1, y))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, self.ticks[value])
        if self.label:
            painter.setPen(pg.mkColor(self.theme.quiet_text))
            painter.translate(self.size().width() - scaled(_LINE) / 2, area.center().y())
            painter.rotate(-90)
            room = QRectF(-area.height() / 2, -scaled(_LINE) / 2, area.height(), scaled(_LINE))
            text = QFontMetricsF(small_font(_POINTS)).elidedText(
                self.label, Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


def round_ticks(low: float, high: float) -> dict[float, str]:
    """Some round numbers between two, with their texts.

    >>> list(round_ticks(0, 1000).values()), list(round_ticks(-0.3, 0.31).values())
    (['0', '200', '400', '600', '800', '1,000'], ['-0.2', '0', '0.2'])
    """
    span = high - low
    if not (math.isfinite(span) and span > 0):
        return {low: number_text(low, abs(low) or 1.0)}
    size = 10.0 ** math.floor(math.log10(span / _TICKS_WANTED))
    step = next(size * own for own in (1, 2, 5, 10) if span / (size * own) <= _TICKS_WANTED)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return {place * step: number_text(place * step, step) for place in range(first, last + 1)}
