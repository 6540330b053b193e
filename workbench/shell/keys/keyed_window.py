"""A window that can be used by keys alone: Tab goes as one reads, and Enter presses a button."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QMainWindow

from workbench.shell.keys.tab_order import bring_into_sight, next_stop

_PRESSES = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KeyedWindow(QMainWindow):
    """A main window in which Qt's own rules are those of a dialog."""

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802 - Qt's name
        """Go on to the next control, or back to the one before."""
        found = next_stop(self, forwards=forwards)
        if found is None:
            return False
        reasons = Qt.FocusReason
        found.setFocus(reasons.TabFocusReason if forwards else reasons.BacktabFocusReason)
        bring_into_sight(found)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter that no control took presses the button that has the focus."""
        button = self.focusWidget()
        if event.key() in _PRESSES and isinstance(button, QAbstractButton):
            if not event.isAutoRepeat():
                button.click()
        else:
            super().keyPressEvent(event)
