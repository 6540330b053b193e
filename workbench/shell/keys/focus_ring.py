"""The keyboard's focus is seen on every control: a ring around whatever has it.

Styles mark some controls and forget others. One ring for the whole program forgets none, in views,
pages and dialogs alike. Who took the focus by a click knows where it is: then there is no ring. A
page that has just come into sight is no control: its first one gets the ring with the next Tab.
"""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QApplication, QLineEdit, QTabBar, QWidget
from shiboken6 import isValid

from workbench.shell.page import Page

_WIDTH = 2


class FocusRing(QWidget):
    """Lies on top of a control, as large as it, and lets the mouse through; of tabs on one."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        control.installEventFilter(self)
        self._control = control
        if isinstance(control, QTabBar):
            control.currentChanged.connect(self._place)
        self._place()
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Stay as large as the control."""
        if event.type() is QEvent.Type.Resize and watched is self._control:
            self._place()
        return False

    def _place(self) -> None:
        own = self._control
        if isinstance(own, QTabBar) and own.count() > 0:
            self.setGeometry(own.tabRect(own.currentIndex()))
        else:
            self.setGeometry(own.rect())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the ring, inside: what is around the control may be cut off."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QGuiApplication.palette().color(QPalette.ColorRole.Link)
        painter.setPen(QPen(colour, _WIDTH))
        half = _WIDTH // 2
        painter.drawRoundedRect(self.rect().adjusted(half, half, -half, -half), 3, 3)
        painter.end()


class FocusRings(QObject):
    """Puts the ring around what has the focus."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.ring: FocusRing | None = None
        application.focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self.ring is not None and isValid(self.ring):
            self.ring.hide()
            self.ring.deleteLater()
        self.ring = None
        by_mouse = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if now is None or by_mouse or now.focusPolicy() == Qt.FocusPolicy.NoFocus:
            return  # what no key comes to keeps the focus for a while, and is no control
        # A field to type into has a cursor, and an edge in the colour of the ring.
        if not isinstance(now, QLineEdit | Page):
            self.ring = FocusRing(now)


def follow_focus(application: QApplication) -> None:
    """Put the ring around what has the focus from now on; once for a program."""
    if application.findChild(FocusRings) is None:
        FocusRings(application)
