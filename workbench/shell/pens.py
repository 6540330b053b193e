"""Pens for curves: as wide on a fine screen as on a coarse one.

The pens of plots keep their width whatever the scale of a plot is, and so that of the screen, too:
two of its pixels are a hair where there are twice as many of them.
"""

import contextlib
from collections.abc import Iterator

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPen

_files: list[None] = []
"""One for each picture that is just made for a file: no screen matters for that."""


@contextlib.contextmanager
def for_files() -> Iterator[None]:
    """Pens that are made meanwhile are for a file, whatever the screen is."""
    _files.append(None)
    try:
        yield
    finally:
        _files.pop()


def screen_scale() -> float:
    """How many pixels of the screen there are for one of the window, on the finest one."""
    if _files:
        return 1.0
    application = QGuiApplication.instance()
    return application.devicePixelRatio() if isinstance(application, QGuiApplication) else 1.0


def curve_pen(colour: object, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A pen as wide as so many pixels of a coarse screen."""
    pen: QPen = pg.mkPen(colour, width=width * screen_scale(), style=style)
    return pen
