"""Icons: glyphs of the Material Design font that QtAwesome brings, in the colours of a theme.

QtAwesome is not imported: it loads twelve fonts, and through QtPy every class that Qt has, which
was a fifth of the time that the first window takes.
"""

import functools
import json
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import QApplication

_FONT = "materialdesignicons6-webfont-[0-9]*.ttf"
_CODES = "materialdesignicons6-webfont-charmap-*.json"
_GLYPH = 0.875
"""The share of an icon's height that its glyph has: an icon of 16 pixels is sharp at 14."""


def icon(name: str, colour: str | QColor, disabled: str | QColor | None = None) -> QIcon:
    """A glyph by its name, https://pictogrammers.com/library/mdi, in a colour."""
    if disabled is None:
        group = QPalette.ColorGroup.Disabled
        disabled = QApplication.palette().color(group, QPalette.ColorRole.Text)
    return QIcon(_Engine(chr(int(_codes()[name], 16)), QColor(colour), QColor(disabled)))


class _Engine(QIconEngine):
    """Draws a glyph as large as it is asked for."""

    def __init__(self, glyph: str, colour: QColor, disabled: QColor) -> None:
        super().__init__()
        self._glyph = glyph
        self._colour, self._disabled = colour, disabled

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        """Qt's, for whoever draws an icon."""
        font = QFont(_family())
        font.setPixelSize(max(1, round(_GLYPH * rect.height())))
        painter.save()
        painter.setFont(font)
        painter.setPen(self._disabled if mode == QIcon.Mode.Disabled else self._colour)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._glyph)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Qt's, for whoever wants a picture."""
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return picture


@functools.cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(_file(_FONT)))
    return QFontDatabase.applicationFontFamilies(number)[0]


@functools.cache
def _codes() -> dict[str, str]:
    codes: dict[str, str] = json.loads(_file(_CODES).read_text(encoding="utf-8"))
    return codes


def _file(pattern: str) -> Path:
    package = find_spec("qtawesome")
    assert package is not None
    assert package.origin is not None
    return next((Path(package.origin).parent / "fonts").glob(pattern))
