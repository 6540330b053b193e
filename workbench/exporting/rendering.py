"""Views as files: PNG, SVG, PDF and the numbers as CSV, in the light theme unless asked.

A picture is a title, what the view says in words, and below it the content without its controls.
"""

import math
from collections.abc import Iterable

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPoint, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextDocument,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView, QWidget

from core.base.wording import count, grouped
from workbench.exporting.figure_style import FigureStyle
from workbench.exporting.for_files import draw_areas, drawn_finely
from workbench.exporting.svg_finish import SvgClips, png_of, sharpened
from workbench.shell.pens import for_files
from workbench.viewing.view import PlotView, View

KINDS = (".png", ".svg", ".pdf")
_TITLE_HEIGHT, _SIDE, _GAP = 32, 12, 4
_POINTS_PER_INCH, _METRES_PER_INCH = 72, 0.0254


AS_SHOWN = FigureStyle()


def picture(view: View, kind: str, figure: FigureStyle = AS_SHOWN) -> bytes:
    """What a view shows as the bytes of a PNG, SVG or PDF file. GUI thread only."""
    theme, size = view.theme, view.size()
    try:
        with for_files():
            view.apply_theme(figure.theme)
            if figure.width and figure.height:
                wanted = QSize(figure.width, figure.height)
                view.resize(wanted)
                view.grab()  # lays out what was not on the screen yet
                view.resize(wanted + wanted - _size(view))
            view.grab()
            return {".png": _png, ".svg": _svg, ".pdf": _pdf}[kind](view, figure)
    finally:
        view.resize(size)
        view.apply_theme(theme)


def image_of(view: View, figure: FigureStyle = AS_SHOWN) -> QImage:
    """What a view shows as an image, for the clipboard."""
    return QImage.fromData(picture(view, ".png", figure))


def _png(view: View, figure: FigureStyle) -> bytes:
    size = _size(view)
    image = QImage(size * figure.scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(figure.scale)
    image.fill(QColor(figure.theme.base))
    painter = QPainter(image)
    _draw(view, painter, QSizeF(size), figure.scale)
    painter.end()
    # Only now: while painting, it would make every font larger.
    image.setDevicePixelRatio(1)
    dots = round(96 * figure.scale / _METRES_PER_INCH)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    return png_of(image)


def _svg(view: View, figure: FigureStyle) -> bytes:
    size = _size(view)
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    # Any other resolution moves the axes away from the plot, without an error.
    generator.setResolution(view.logicalDpiX())
    generator.setTitle(title_of(view))
    painter = QPainter(generator)
    painter.fillRect(0, 0, size.width(), size.height(), QColor(figure.theme.base))
    with SvgClips(view.canvas.scene() if isinstance(view, PlotView) else None) as clips:
        _draw(view, painter, QSizeF(size))
        painter.end()
    text = clips.cut(bytes(buffer.data().data()).decode(), _head_height(view, size.width()))
    return (sharpened(text) if isinstance(view, PlotView) else text).encode()


def _pdf(view: View, figure: FigureStyle) -> bytes:
    size, dots = _size(view), view.logicalDpiX()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    # As for SVG: the resolution of the screen, or the axes lie elsewhere.
    writer.setResolution(dots)
    points = QSizeF(size) * (_POINTS_PER_INCH / dots)
    page = QPageSize(points, QPageSize.Unit.Point, matchPolicy=QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setTitle(title_of(view))
    writer.setCreator("Ensemble Workbench")
    painter = QPainter(writer)
    painter.fillRect(0, 0, size.width(), size.height(), QColor(figure.theme.base))
    _draw(view, painter, QSizeF(size))
    painter.end()
    return bytes(buffer.data().data())


def _size(view: View) -> QSize:
    content = _content(view)
    return content.size() + QSize(0, _head_height(view, content.width()))


def _content(view: View) -> QWidget:
    """What is drawn below the title; all of the view where its content is not shown."""
    content: QWidget = view.canvas if isinstance(view, PlotView) else view.content
    return content if view.has_content and content.isVisibleTo(view) else view


def _words(view: View, width: float) -> QTextDocument | None:
    """What a view says above its content; all of a view says it itself."""
    text = "" if _content(view) is view else view.said()
    if not text:
        return None
    words = QTextDocument()
    words.setDocumentMargin(0)
    words.setDefaultFont(view.font())
    words.setTextWidth(width - 2 * _SIDE)
    words.setHtml(text)
    return words


def _head_height(view: View, width: int) -> int:
    words = _words(view, width)
    return _TITLE_HEIGHT + (math.ceil(words.size().height()) + _GAP if words else 0)


def _draw(view: View, painter: QPainter, size: QSizeF, pixels: float = 1.0) -> None:
    """The title, the words and below them the content; so many pixels make one of the screen."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    painter.setPen(QColor(view.theme.text))
    font = view.font()
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(
        QRectF(_SIDE, 0, size.width() - 2 * _SIDE, _TITLE_HEIGHT),
        Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
        title_of(view),
    )
    if words := _words(view, size.width()):
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, QColor(view.theme.text))
        painter.save()
        painter.translate(_SIDE, _TITLE_HEIGHT)
        words.documentLayout().draw(painter, context)
        painter.restore()
    content, top = _content(view), _head_height(view, int(size.width()))
    if isinstance(view, PlotView) and isinstance(content, QGraphicsView):
        body = QRectF(0, top, size.width(), size.height() - top)
        with drawn_finely(content.scene(), pixels):
            content.scene().render(painter, body, content.sceneRect())
    elif content is view:
        view.help.hide()
        view.render(painter, QPoint(0, top))
        view.help.show()
    else:
        draw_areas(content, painter, QPoint(0, top))


def title_of(view: View) -> str:
    """What a view shows, of which run on which data."""
    item = view.workspace.current
    if item is None:
        return view.title
    number, rounds = view.workspace.round, item.history.rounds
    when = (
        count(rounds, "round")
        if number == rounds
        else (f"round {grouped(number)} of {grouped(rounds)}")
    )
    return f"{view.title}: {item.settings.title} on {item.dataset.name}, {when}"


def table_names(stem: str, tables: Iterable[str]) -> dict[str, str]:
    """The file of each part of a view's numbers, by the part.

    >>> table_names("margins", ["histogram"]), table_names("boundary", ["rows", "cells"])
    ({'histogram': 'margins.csv'}, {'rows': 'boundary-rows.csv', 'cells': 'boundary-cells.csv'})
    """
    parts = list(tables)
    return {part: f"{stem}.csv" if len(parts) == 1 else f"{stem}-{part}.csv" for part in parts}
