"""Names at the right ends of curves: beside a plot, none over another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from workbench.shell.text_size import scaled, small_font
from workbench.shell.theme import LIGHT, Theme

_LINE, _LEADER, _GAP = 14, 12, 3
_POINTS = 8.5
_LESS = 1e-3
"""Names that touch do not lie over one another, however their places are rounded."""


@dataclass(frozen=True)
class EndLabel:
    """The name of a curve, where it ends, and its colour."""

    height: float
    text: str
    colour: str


def spread(heights: Sequence[float], top: float, bottom: float, gap: float = _LINE) -> list[float]:
    """Places as near to some heights as can be, in their order, a gap apart, within both ends.

    >>> spread([50.0, 52.0, 90.0], 0, 100)
    [44.0, 58.0, 90.0]
    """
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    groups: list[list[float]] = []  # the middle of each heap of places, and how many it has
    for place in order:
        groups.append([heights[place], 1])
        while True:
            middle, many = groups[-1]
            half = (many - 1) / 2 * gap
            middle = min(max(middle, top + half), bottom - half)
            groups[-1][0] = middle
            if len(groups) < 2:
                break
            before, fewer = groups[-2]
            if middle - half - (before + (fewer - 1) / 2 * gap) >= gap:
                break
            merged = (middle * many + before * fewer) / (many + fewer)
            groups[-2:] = [[merged, many + fewer]]
    places = [
        middle + (own - (many - 1) / 2) * gap for middle, many in groups for own in range(int(many))
    ]
    return [places[order.index(place)] for place in range(len(heights))]


class EndLabels(pg.GraphicsWidget):
    """The most important names that there is room for, each with a line to its curve's end."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__()
        self._box = box
        self.theme = LIGHT
        self.labels: tuple[EndLabel, ...] = ()
        box.sigYRangeChanged.connect(self._moved)

    def show_labels(self, labels: Sequence[EndLabel]) -> None:
        """Show other names, the most important first."""
        self.labels = tuple(labels)
        metrics = QFontMetricsF(small_font(_POINTS))
        widest = max((metrics.horizontalAdvance(label.text) for label in labels), default=0)
        width = _LEADER + 2 * _GAP + math.ceil(widest) if labels else 0
        if self.minimumWidth() != width:
            self.setFixedWidth(width)
        self.update()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.update()

    def placed(self) -> list[tuple[EndLabel, float, QRectF]]:
        """The names that are shown, the heights of their curves' ends, and where they stand."""
        tall = self.size().height()
        low, high = self._box.viewRange()[1]
        pixels = tall / max(1e-12, high - low)
        seen = [(label, tall - (label.height - low) * pixels) for label in self.labels]
        seen = [(label, y) for label, y in seen if -1 <= y <= tall + 1]
        line = scaled(_LINE)
        seen = seen[: max(0, int(tall // line))]
        middles = spread([y for _, y in seen], line / 2, tall - line / 2, line)
        left = _LEADER + _GAP
        return [
            (label, y, QRectF(left, middle - line / 2, self.size().width() - left, line - _LESS))
            for (label, y), middle in zip(seen, middles, strict=True)
        ]

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw lines and names."""
        painter.setFont(small_font(_POINTS))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for label, height, place in self.placed():
            painter.setPen(pg.mkPen(label.colour, width=1))
            painter.drawLine(QPointF(0, height), QPointF(_LEADER, place.center().y()))
            painter.setPen(pg.mkColor(self.theme.text))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, label.text)

    def _moved(self) -> None:
        self.update()
