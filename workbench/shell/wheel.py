"""The wheel scrolls a page; it changes a control only once that control has the focus.

A style is told of every widget before it is first shown, wherever it was made: this is the one
place at which no control of the program can be forgotten, in views, pages and dialogs alike.
"""

import atexit
import functools
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QProxyStyle,
    QScrollBar,
    QStyleFactory,
    QTabBar,
    QWidget,
)

_WHEEL = Qt.FocusPolicy.WheelFocus


class _Guard(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Leave the wheel to whatever scrolls around the control."""
        if event.type() != QEvent.Type.Wheel:
            return False
        assert isinstance(watched, QWidget)
        if watched.hasFocus():
            return False
        event.ignore()
        return True


@functools.cache
def _guard() -> _Guard:
    """The one of the process: all controls have it, whichever style they had before."""
    return _Guard()


class WheelStyle(QProxyStyle):
    """Looks like another style, and lets the wheel pass controls that nobody has chosen."""

    def polish(self, thing: Any) -> Any:
        """A widget is about to be shown, or to be shown in this style; Qt asks for more."""
        done = super().polish(thing)
        if takes_the_wheel(thing):
            # The wheel itself would give the focus.
            if thing.focusPolicy() & _WHEEL == _WHEEL:
                thing.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            thing.installEventFilter(_guard())
        return done


@atexit.register
def _let_go() -> None:
    """A style written in Python must not outlive Python, which Qt would call at the very end."""
    application = QApplication.instance()
    if isinstance(application, QApplication):
        application.setStyle(QStyleFactory.create("Fusion"))


def takes_the_wheel(thing: object) -> bool:
    """Whether it is a control that the wheel would change; a scroll bar is there for that."""
    is_control = isinstance(thing, QAbstractSpinBox | QComboBox | QTabBar | QAbstractSlider)
    return is_control and not isinstance(thing, QScrollBar)
