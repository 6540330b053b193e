"""The docks at the left keep their width: what a wider window brings goes to plots and rows.

Qt shares out what it gets by rules of its own, and gives most of it to the left. So the width that
is wanted is kept here. It is another one only when a person drags the line beside the docks, or
a layout is put.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow

from workbench.shell.text_size import scaled, text_scale

NATURAL = 280
"""What the panels need for their controls."""
_MOST_SHARE = 0.3
"""Of the window's width, for panels whose text is larger than usual."""
_ANY = (1 << 24) - 1
"""What Qt takes for no limit."""


class SideWidth(QObject):
    """Watches a window with docks, and puts the width of those at the left right."""

    def __init__(self, window: QMainWindow, docks: Callable[[], list[QDockWidget]]) -> None:
        super().__init__(window)
        self._window, self._docks = window, docks
        self.wanted = NATURAL
        self._is_dragged = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.keep)
        window.installEventFilter(self)

    def watch(self, dock: QDockWidget) -> None:
        """A dock may come to stand at the left."""
        dock.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Tell a person's hand from what Qt does by itself."""
        kind = event.type()
        if watched is not self._window:
            if kind is QEvent.Type.Resize and not self._is_dragged:
                self._soon.start()
        elif kind is QEvent.Type.MouseButtonPress:
            self._is_dragged = True
        elif kind is QEvent.Type.MouseButtonRelease:
            QTimer.singleShot(0, self, self._let_go)  # once Qt has moved the line
        return super().eventFilter(watched, event)

    def _let_go(self) -> None:
        self._is_dragged = False
        if (dock := self._first()) is not None:
            self.wanted = dock.width()

    def take(self, width: int) -> None:
        """A layout wants this width; most of the window is for the views all the same."""
        self.wanted = max(NATURAL // 2, min(width, max(NATURAL, self._window.width() * 2 // 5)))

    @property
    def needed(self) -> int:
        """What is wanted; with larger text more, as far as the window has room for it."""
        if text_scale() <= 1:
            return self.wanted
        return max(self.wanted, min(scaled(NATURAL), int(_MOST_SHARE * self._window.width())))

    def keep(self) -> None:
        """Give the docks at the left the width that is wanted."""
        dock, layout = self._first(), self._window.layout()
        wanted = self.needed
        if dock is None or layout is None or dock.width() == wanted or self._is_dragged:
            return
        least = max(each.minimumSizeHint().width() for each in self._at_left())
        if dock.width() == least >= wanted:
            return  # narrower than its controls it cannot be
        dock.setFixedWidth(wanted)
        layout.activate()
        dock.setMinimumWidth(0)
        dock.setMaximumWidth(_ANY)

    def _first(self) -> QDockWidget | None:
        return next(iter(self._at_left()), None)

    def _at_left(self) -> list[QDockWidget]:
        """Those at the left that are in sight, if there is something beside them."""
        shown = [dock for dock in self._docks() if _is_docked(dock)]
        left = [dock for dock in shown if self._is_left(dock)]
        return left if len(left) < len(shown) else []

    def _is_left(self, dock: QDockWidget) -> bool:
        return self._window.dockWidgetArea(dock) is Qt.DockWidgetArea.LeftDockWidgetArea


def _is_docked(dock: QDockWidget) -> bool:
    return dock.isVisible() and not dock.isFloating() and dock.geometry().right() >= 0
