"""A matrix of coloured cells with texts and marks: one item, however many cells there are."""

from collections.abc import Iterable, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTransform
from PySide6.QtWidgets import QApplication

from core.base.arrays import Floats
from workbench.plotting.plot_cursor import Stops

_DARK, _BRIGHT = QColor("#10151B"), QColor("#FFFFFF")
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
_MIDDLE = 0.19
"""At this luminance dark and bright letters are told from the cell equally well."""
_LEAST_PIXELS = 8
"""Smaller letters cannot be read."""
_ROOMY, _LARGER = 7, 1.35
"""Cells as high as so many lines have letters so much larger."""

Forms = tuple[str, ...]
"""A cell's text in several forms, the longest first; all cells have as many."""


class CellMatrix(pg.GraphicsObject):
    """Cell (row, column) has its middle at (column, row). Texts are left out where none fits."""

    def __init__(self, colours: str = "cividis") -> None:
        super().__init__()
        self._table = pg.colormap.get(colours).getLookupTable(0.0, 1.0, 256)
        self._image = pg.ImageItem(axisOrder="row-major")
        self._image.setParentItem(self)
        self._image.setLookupTable(self._table)
        self._image.setFlag(self._image.GraphicsItemFlag.ItemStacksBehindParent)
        self.values: Floats = np.zeros((0, 0))
        self.marked = np.zeros((0, 0), bool)
        self._texts: Sequence[Sequence[Forms]] = []
        self._levels = (0.0, 1.0)
        self.mark_colour = QColor("#E0007A")
        self.line_colour = QColor("#FFFFFF")

    def set_cells(
        self,
        values: Floats,
        texts: Sequence[Sequence[Forms]] | None = None,
        levels: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        """Values for the colours; a text a cell in one form or several."""
        self.prepareGeometryChange()
        self.values, self._texts, self._levels = values, texts or [], levels
        self.marked = np.zeros(values.shape, bool)
        down, across = values.shape
        self._image.setImage(values, autoLevels=False, levels=levels)
        self._image.setRect(QRectF(-0.5, -0.5, across, down))
        self.update()

    def set_colours(self, colours: Sequence[str]) -> None:
        """Other colours, from the lowest level to the highest."""
        steps = np.linspace(0, 1, len(colours))
        found = pg.ColorMap(steps, [QColor(colour) for colour in colours])
        self._table = found.getLookupTable(0.0, 1.0, 256)
        self._image.setLookupTable(self._table)
        self.update()

    def set_marks(self, marked: np.ndarray) -> None:
        """Frame some cells."""
        self.marked = marked
        self.update()

    def stops(self) -> Stops:
        """The middles of all cells."""
        down, across = np.indices(self.values.shape)
        return across.ravel().astype(np.float64), down.ravel().astype(np.float64)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """All cells."""
        return QRectF(-0.5, -0.5, self.values.shape[1], self.values.shape[0])

    def paint(self, painter: QPainter, *_: object) -> None:
        """Lines between the cells, texts where they fit, frames around what is marked."""
        down, across = self.values.shape
        if not down or not across:
            return
        # In pixels of the screen, also where it is painted larger, as into a file.
        across_pixel, _down_pixel = self.getViewBox().viewPixelSize()
        scale = abs(painter.transform().m11()) * across_pixel
        to_pixels = painter.transform() * QTransform.fromScale(1 / scale, 1 / scale)
        painter.save()
        painter.setTransform(QTransform.fromScale(scale, scale))
        painter.setFont(QApplication.font())
        cell = _between(to_pixels, 0, 0)
        if min(cell.width(), cell.height()) >= 8:
            self._draw_lines(painter, to_pixels, down, across)
        self._draw_texts(painter, to_pixels, cell)
        pen = QPen(self.mark_colour, 3 if min(cell.width(), cell.height()) >= 16 else 1.5)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        inset = pen.widthF() / 2
        for row, column in np.argwhere(self.marked).tolist():
            painter.drawRect(
                _between(to_pixels, row, column).adjusted(inset, inset, -inset, -inset)
            )
        painter.restore()

    def _draw_lines(self, painter: QPainter, to_pixels: QTransform, down: int, across: int) -> None:
        painter.setPen(QPen(self.line_colour, 1))
        for row in range(1, down):
            left, right = (to_pixels.map(QPointF(x, row - 0.5)) for x in (-0.5, across - 0.5))
            painter.drawLine(left, right)
        for column in range(1, across):
            top, bottom = (to_pixels.map(QPointF(column - 0.5, y)) for y in (-0.5, down - 0.5))
            painter.drawLine(top, bottom)

    def _draw_texts(self, painter: QPainter, to_pixels: QTransform, cell: QRectF) -> None:
        if (chosen := self._fitting(painter.font(), cell)) is None:
            return
        form, font = chosen
        painter.setFont(font)
        low, high = self._levels
        scale = 255 / (high - low) if high > low else 0.0
        places = np.clip(np.nan_to_num((self.values - low) * scale), 0, 255).astype(int)
        luminance = (self._table[places][..., :3] / 255.0) ** 2.2 @ _LUMINANCE
        bright = luminance > _MIDDLE
        for row, texts in enumerate(self._texts):
            for column, text in enumerate(texts):
                painter.setPen(_DARK if bright[row, column] else _BRIGHT)
                painter.drawText(
                    _between(to_pixels, row, column), Qt.AlignmentFlag.AlignCenter, text[form]
                )

    def _fitting(self, font: QFont, cell: QRectF) -> tuple[int, QFont] | None:
        """The longest form that fits into every cell, in smaller letters if need be."""
        forms = list(zip(*(text for row in self._texts for text in row), strict=True))
        if not any(any(texts) for texts in forms):
            return None
        usual = QFontMetricsF(font)
        if cell.height() >= _ROOMY * usual.height():
            larger = QFont(font)
            larger.setPointSizeF(font.pointSizeF() * _LARGER)
            if _fits(forms[0], larger, cell):
                return 0, larger
        smaller = QFont(font)
        for form, texts in enumerate(forms):
            least = _LEAST_PIXELS if form == len(forms) - 1 else _LEAST_PIXELS + 1
            if _fits(texts, font, cell):
                return form, font
            for pixels in range(int(usual.ascent()), least - 1, -1):
                smaller.setPixelSize(pixels)
                if _fits(texts, smaller, cell):
                    return form, smaller
        return None


def _fits(texts: Iterable[str], font: QFont, cell: QRectF) -> bool:
    metrics = QFontMetricsF(font)
    parts = [text.split("\n") for text in texts]
    lines = max(len(part) for part in parts)
    # Letters are less high than their line; between two lines there is more room.
    high = metrics.ascent() + (lines - 1) * 1.2 * metrics.height()
    widest = max(metrics.horizontalAdvance(line) for part in parts for line in part)
    return widest + 4 <= cell.width() and high <= cell.height()


def _between(to_pixels: QTransform, row: int, column: int) -> QRectF:
    """The pixels of a cell."""
    return to_pixels.mapRect(QRectF(column - 0.5, row - 0.5, 1, 1))
