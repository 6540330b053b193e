"""Keys do nothing unasked: when the control that has the focus goes away, its page takes it.

Qt would give it to the next control that there is: to Undo in the toolbar once an answer is there
and its Cancel is hidden, or to a button that decides. The next press would do what nobody meant.
"""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from workbench.shell.page import Page


class FocusKeeper(QObject):
    """Watches over the focus of a program."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is None or now is None or not isValid(before):
            return
        if before.isVisible() and before.isEnabled():
            return  # somebody went on
        page = _page_of(before)
        if page is not None and page.isVisible() and page.isEnabled() and now is not page:
            page.setFocus()


def _page_of(widget: QWidget) -> Page | None:
    above: QWidget | None = widget
    while above is not None and not isinstance(above, Page):
        above = above.parentWidget()
    return above


def keep_focus(application: QApplication) -> None:
    """Watch over the focus from now on; once for a program."""
    if application.findChild(FocusKeeper) is None:
        FocusKeeper(application)
