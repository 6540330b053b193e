"""The texts that an axis draws, and where: for tests that none is written over another."""

from PySide6.QtGui import QPainter, QPixmap


def drawn_texts(axis):
    """Where each tick's text is, how it is aligned, and what it says."""
    pixmap = QPixmap(8, 8)
    painter = QPainter(pixmap)
    painter.setFont(axis.font())
    try:
        specs = axis.generateDrawSpecs(painter)
    finally:
        painter.end()
    return list(specs[2]) if specs else []
