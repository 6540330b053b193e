"""A window that is shown fits its screen, with its frame: its last line is never out of sight."""

from PySide6.QtCore import QEvent, QObject, QRect, QTimer
from PySide6.QtWidgets import QWidget

LEAST = (1280, 600)
"""What the window is made for: on a smaller screen it is not squeezed further."""


class ScreenFit(QObject):
    """Fits a window whenever it comes into sight, as at the start or from another screen."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """How thick the frame is, is known once the window is there."""
        if event.type() is QEvent.Type.Show:
            QTimer.singleShot(0, self, self.fit)
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        """Make the window no larger than its screen, and bring all of it there."""
        window = self._window
        if window.isMaximized() or window.isFullScreen():
            return
        frame, inner = window.frameGeometry(), window.geometry()
        fitted = fitted_box(frame, window.screen().availableGeometry())
        if fitted.size() != frame.size():
            window.resize(inner.size() - (frame.size() - fitted.size()))
        if fitted.topLeft() != frame.topLeft():
            window.move(fitted.topLeft())


def fitted_box(frame: QRect, room: QRect) -> QRect:
    """The frame, no larger than the room and within it.

    >>> fitted_box(QRect(40, 60, 1280, 830), QRect(0, 0, 1280, 720)).getRect()
    (0, 0, 1280, 720)
    >>> fitted_box(QRect(1500, 100, 1300, 800), QRect(0, 0, 1920, 1080)).getRect()
    (620, 100, 1300, 800)
    """
    width = min(frame.width(), max(room.width(), LEAST[0]))
    height = min(frame.height(), max(room.height(), LEAST[1]))
    left = max(room.left(), min(frame.left(), room.left() + room.width() - width))
    top = max(room.top(), min(frame.top(), room.top() + room.height() - height))
    return QRect(left, top, width, height)
