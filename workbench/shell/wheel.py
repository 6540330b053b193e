"""The wheel scrolls a page; it changes a control only once that control has the focus."""

from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

Control = TypeVar("Control", bound=QWidget)


class _WheelGuard(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Leave the wheel to whatever scrolls around the control."""
        if event.type() != QEvent.Type.Wheel:
            return False
        assert isinstance(watched, QWidget)
        if watched.hasFocus():
            return False
        event.ignore()
        return True


def scrolled_past(control: Control) -> Control:
    """Let the wheel pass a control that nobody has clicked or tabbed to; gives the control."""
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel itself would give the focus
    control.installEventFilter(_WheelGuard(control))
    return control
