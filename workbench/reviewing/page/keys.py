"""Keys of the review: one each, wherever the focus is."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


def add_key(widget: QWidget, name: str, key: str, verb: Callable[[], None]) -> None:
    """Let a key do something while a widget can be seen.

    Letters work wherever the focus is, arrows where the widget has it.
    """
    action = QAction(name, widget)
    action.setShortcut(QKeySequence(key))
    context = Qt.ShortcutContext.WindowShortcut
    if key in ("Left", "Right"):
        context = Qt.ShortcutContext.WidgetWithChildrenShortcut
    action.setShortcutContext(context)
    action.triggered.connect(lambda _checked=False: verb())
    widget.addAction(action)
