"""Plots as files: PNG and SVG, in the light theme, as they are on the screen."""

import os
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from core import WriteError
from core.files import written_whole
from workbench.theme import LIGHT
from workbench.views.view import PlotView

KINDS = (".png", ".svg")
_PNG_SCALE = 2
_TITLE_HEIGHT = 32


def picture(view: PlotView, kind: str) -> bytes:
    """The plot of a view as the bytes of a PNG or an SVG file. GUI thread only."""
    theme = view.theme
    view.apply_theme(LIGHT)
    try:
        return _png(view) if kind == ".png" else _svg(view)
    finally:
        view.apply_theme(theme)


def save_picture(view: PlotView, path: str | os.PathLike[str]) -> None:
    """Write the plot of a view; the ending of the name decides how."""
    path = Path(path)
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise WriteError(f"{path.name} does not end in .png or .svg. Give it one of these endings.")
    data = picture(view, kind)
    with written_whole(path) as aside:
        aside.write_bytes(data)


def _png(view: PlotView) -> bytes:
    size = _size(view)
    image = QImage(size * _PNG_SCALE, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(_PNG_SCALE, _PNG_SCALE)
    _draw(view, painter, QSizeF(size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def _svg(view: PlotView) -> bytes:
    size = _size(view)
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    # Any other resolution moves the axes away from the plot, without an error.
    generator.setResolution(view.logicalDpiX())
    generator.setTitle(_title(view))
    painter = QPainter(generator)
    painter.fillRect(0, 0, size.width(), size.height(), Qt.GlobalColor.white)
    _draw(view, painter, QSizeF(size))
    painter.end()
    return bytes(buffer.data().data())


def _size(view: PlotView) -> QSize:
    return view.canvas.size() + QSize(0, _TITLE_HEIGHT)


def _draw(view: PlotView, painter: QPainter, size: QSizeF) -> None:
    """The title and below it the plot, one to one."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(LIGHT.text)
    font = view.font()
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(
        QRectF(12, 0, size.width() - 24, _TITLE_HEIGHT),
        Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
        _title(view),
    )
    body = QRectF(0, _TITLE_HEIGHT, size.width(), size.height() - _TITLE_HEIGHT)
    view.canvas.scene().render(painter, body, view.canvas.sceneRect())


def _title(view: PlotView) -> str:
    item = view.workspace.current
    if item is None:
        return view.title
    return (
        f"{view.title}: {item.settings.title} on {item.dataset.name}, "
        f"{item.history.rounds:,} rounds"
    )
