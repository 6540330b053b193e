"""What Qt leaves undone in an SVG: plots are cut off at their edges, and cells stay sharp.

Qt writes every curve whole. Marks are drawn before and after the content of each plot; in the text
of the SVG they become the start and the end of a group that is cut off.
"""

import base64
import re

import pyqtgraph as pg
from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

_FAR = 1e9
_COLOUR = "#010203"
_SHARP = 1024
"""Pictures become so many pixels wide or high."""
_IMAGE = re.compile(r'"data:image/png;base64,([^"]*)"')


class _Mark(QGraphicsItem):
    """Draws one word in the plane of a plot, at the bottom or on top of everything in it."""

    def __init__(self, box: pg.ViewBox, word: str, height: float) -> None:
        super().__init__(box.childGroup)
        self._area, self._word = QRectF(box.viewRect()), word
        self.setZValue(height)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """All of what is seen, so that it is always drawn."""
        return self._area

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """A colour of its own gives it a group of its own."""
        painter.setPen(QColor(_COLOUR))
        painter.drawText(QPointF(self._area.center()), self._word)


class SvgClips:
    """Marks the plots of a scene while an SVG is written, and cuts them off in its text."""

    def __init__(self, scene: QGraphicsScene | None) -> None:
        items = scene.items() if scene else []
        self._boxes = [item for item in items if isinstance(item, pg.ViewBox)]
        self._marks: list[_Mark] = []

    def __enter__(self) -> "SvgClips":
        for place, box in enumerate(self._boxes):
            begin, end = _words(place)
            self._marks += [_Mark(box, begin, -_FAR), _Mark(box, end, _FAR)]
        return self

    def __exit__(self, *_error: object) -> None:
        for mark in self._marks:
            mark.scene().removeItem(mark)
        self._marks = []

    def cut(self, svg: str, top: int) -> str:
        """The text of the SVG in which the scene was drawn so far below its top."""
        for place, box in enumerate(self._boxes):
            area = box.mapRectToScene(box.rect()).translated(0, top)
            x, y, width, height = area.getRect()
            clip = (
                f'<defs><clipPath id="plot{place}"><rect x="{x:g}" y="{y:g}" '
                f'width="{width:g}" height="{height:g}"/></clipPath></defs>\n'
            )
            begin, end = (_group_of(word) for word in _words(place))
            svg = begin.sub(f'{clip}<g clip-path="url(#plot{place})">', svg)
            svg = end.sub("</g>", svg)
        return svg


def sharpened(svg: str) -> str:
    """Small pictures enlarged, cell by cell: most programs would blur them into one another."""
    return _IMAGE.sub(lambda found: f'"data:image/png;base64,{_enlarged(found[1])}"', svg)


def _enlarged(text: str) -> str:
    image = QImage.fromData(base64.b64decode(text))
    times = _SHARP // max(1, image.width(), image.height())
    if times < 2:
        return text
    return base64.b64encode(png_of(image.scaled(image.size() * times))).decode()


def png_of(image: QImage) -> bytes:
    """An image as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # PySide declares bytes, and refuses them.
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _words(place: int) -> tuple[str, str]:
    return f"[[plot {place}", f"plot {place}]]"


def _group_of(word: str) -> re.Pattern[str]:
    return re.compile(rf"<g [^>]*>\s*<text [^>]*>{re.escape(word)}</text>\s*</g>")
