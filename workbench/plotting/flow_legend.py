"""A legend that flows like text: as many entries a line as fit, at most a few lines."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from pyqtgraph.graphicsItems.ScatterPlotItem import drawSymbol
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsSceneResizeEvent

from workbench.plotting.axes.column_axis import short
from workbench.shell.pens import screen_scale
from workbench.shell.text_size import scaled, small_font
from workbench.shell.tips import plain

_SAMPLE, _GAP, _MARGIN = 21, 14, 8
_POINTS = 9
_MOST_LETTERS = 44
_LOW = 190
"""Pixels of a canvas in which every line of the legend would be missed by the plot."""


@dataclass(frozen=True)
class LegendEntry:
    """One entry: a symbol, or a line if there is none."""

    text: str
    colour: str
    symbol: str = ""
    is_hollow: bool = False
    style: Qt.PenStyle = Qt.PenStyle.SolidLine
    width: float = 2.0
    is_on_line: bool = False
    """Whether the symbol stands on a line."""

    @classmethod
    def of(cls, item: pg.GraphicsObject, text: str) -> "LegendEntry":
        """An entry that looks as an item of a plot looks now."""
        if isinstance(item, pg.InfiniteLine):
            return cls(text, _colour(item.pen), style=item.pen.style(), width=_width(item.pen))
        if isinstance(item, pg.BarGraphItem | pg.ScatterPlotItem):
            return cls(text, _colour(pg.mkBrush(item.opts["brush"])), item.opts.get("symbol", "s"))
        pen, symbol = pg.mkPen(item.opts["pen"]), item.opts.get("symbol") or ""
        is_line = pen.style() != Qt.PenStyle.NoPen
        colour = _colour(pen if is_line else pg.mkBrush(item.opts["symbolBrush"]))
        return cls(text, colour, symbol, style=pen.style(), width=_width(pen), is_on_line=is_line)


class FlowLegend(pg.GraphicsWidget):
    """Entries side by side; those that do not fit are counted at the end."""

    def __init__(self, lines: int = 2) -> None:
        super().__init__()
        self._usual_lines = self._most_lines = lines
        self.entries: tuple[LegendEntry, ...] = ()
        self._text_colour = QColor()
        self._font = small_font(_POINTS)
        self._places: list[QPointF] = []
        self.setFixedHeight(0)

    def show_entries(self, entries: Sequence[LegendEntry], text_colour: str) -> None:
        """Show other entries, or the same in other colours."""
        font, found = small_font(_POINTS), tuple(entries)
        known = (self.entries, self._text_colour, self._font)
        if known == (found, QColor(text_colour), font):
            return
        self.entries, self._font = found, font
        self._text_colour = QColor(text_colour)
        self._lay_out()
        self.update()

    def fit(self, canvas: pg.GraphicsView, _area: object = None) -> None:
        """Take no more than a line of a canvas that is low: the rest is in the tip."""
        lines = 1 if canvas.height() < scaled(_LOW) else self._usual_lines
        if lines != self._most_lines:
            self._most_lines = lines
            self._lay_out()
            self.update()

    @property
    def _line(self) -> int:
        return scaled(18)

    @property
    def texts(self) -> list[str]:
        """The texts that there is room for."""
        return [entry.text for entry in self.entries[: len(self._places)]]

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width, other lines."""
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        metrics = QFontMetricsF(self._font)
        width = max(120.0, self.size().width())
        x, line = float(_MARGIN), 0
        more = metrics.horizontalAdvance("+000 more") + _GAP
        self._places = []
        for number, entry in enumerate(self.entries):
            wide = _SAMPLE + metrics.horizontalAdvance(short(entry.text, _MOST_LETTERS)) + _GAP
            is_last = line == self._most_lines - 1
            room = width - (more if is_last and number < len(self.entries) - 1 else 0)
            if x + wide > room and x > _MARGIN:
                if is_last:
                    break
                x, line = float(_MARGIN), line + 1
            self._places.append(QPointF(x, line * self._line + 4))
            x += wide
        self._end = QPointF(x, line * self._line + 4)
        hidden = [entry.text for entry in self.entries[len(self._places) :]]
        self.setToolTip(plain("\n".join(hidden)))
        height = (line + 1) * self._line + 6 if self.entries else 0
        if self.minimumHeight() != height:
            self.setFixedHeight(height)

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw samples and texts."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        # Some are laid out while others, of an earlier moment, are still being painted.
        for entry, place in zip(self.entries, self._places, strict=False):
            self._draw_sample(painter, entry, place + QPointF(_SAMPLE / 2 - 3, self._line / 2))
            self._draw_text(painter, short(entry.text, _MOST_LETTERS), place + QPointF(_SAMPLE, 0))
        hidden = len(self.entries) - len(self._places)
        if hidden > 0:
            self._draw_text(painter, f"+{hidden} more", self._end)

    def _draw_text(self, painter: QPainter, text: str, place: QPointF) -> None:
        painter.setPen(self._text_colour)
        area = QRectF(place.x(), place.y(), 400, self._line)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    @staticmethod
    def _draw_sample(painter: QPainter, entry: LegendEntry, middle: QPointF) -> None:
        pen = QPen(QColor(entry.colour), entry.width, entry.style)
        if not entry.symbol or entry.is_on_line:
            painter.setPen(pen)
            painter.drawLine(middle - QPointF(7, 0), middle + QPointF(7, 0))
        if not entry.symbol:
            return
        painter.save()
        painter.translate(middle)
        colour = QColor(entry.colour)
        outline = pg.mkPen(colour, width=1.5) if entry.is_hollow else pg.mkPen(None)
        brush = pg.mkBrush(None) if entry.is_hollow else pg.mkBrush(colour)
        drawSymbol(painter, entry.symbol, 6 if entry.is_on_line else 9, outline, brush)
        painter.restore()


def _width(pen: QPen) -> float:
    """In pixels of the window: what a legend is drawn in."""
    return pen.widthF() / screen_scale()


def _colour(tool: QPen | QBrush) -> str:
    return tool.color().name(QColor.NameFormat.HexArgb)
