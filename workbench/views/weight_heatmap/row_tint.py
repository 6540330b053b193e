"""Selected rows of the picture: marked in full at both ends, and lightly between them.

Bands of rows are filled as rectangles: to blend a picture of them over all of the plot takes far
longer where many rows are selected.
"""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from core.base.arrays import Mask

_EDGE = 1 / 32
"""The share of the width that is marked in full, at each end."""
_LIGHTLY = 90


class RowTint(pg.GraphicsObject):
    """Bands over the whole width of a place."""

    def __init__(self) -> None:
        super().__init__()
        self._place = QRectF()
        self._bands: list[QRectF] = []
        self.is_marked: Mask = np.zeros(0, bool)
        self._colour = QColor()

    def clear(self) -> None:
        """Mark nothing."""
        self.is_marked = np.zeros(0, bool)
        if self._bands:
            self._bands = []
            self.update()

    def mark(self, is_marked: Mask, place: QRectF, colour: str) -> None:
        """Mark some of the equally high rows that lie above one another in a place."""
        if place != self._place:
            self.prepareGeometryChange()
        self._place, self._colour, self.is_marked = place, QColor(colour), is_marked
        edges = np.flatnonzero(np.diff(is_marked, prepend=False, append=False))
        high = place.height() / max(1, len(is_marked))
        self._bands = [
            QRectF(place.left(), place.top() + start * high, place.width(), (end - start) * high)
            for start, end in edges.reshape(-1, 2).tolist()
        ]
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """The whole place."""
        return self._place

    def paint(self, painter: QPainter, *_: object) -> None:
        """Fill the bands."""
        lightly = QColor(self._colour)
        lightly.setAlpha(_LIGHTLY)
        edge = self._place.width() * _EDGE
        for band in self._bands:
            painter.fillRect(band, lightly)
            painter.fillRect(QRectF(band.left(), band.top(), edge, band.height()), self._colour)
            right = QRectF(band.right() - edge, band.top(), edge, band.height())
            painter.fillRect(right, self._colour)
