"""The window as its features know it: pages in place of the plots, errors, questions, words."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from workbench.shell.dialogs import Dialogs
from workbench.shell.error_strip import MessageStrip
from workbench.shell.page import Page
from workbench.shell.theme import LIGHT, Theme
from workbench.state.status import Status


class WindowShell(QObject):
    """A `Shell` of a real window."""

    turned = Signal()
    """Another page is shown, or none."""

    def __init__(self, window: QMainWindow, status: Status, home: Callable[[], QWidget]) -> None:
        super().__init__(window)
        self.body: QWidget = window
        self.ask = Dialogs(window)
        self.strip = MessageStrip()
        self.pages = QStackedWidget()
        self._status, self._home = status, home
        self._theme = LIGHT
        self._own: list[Page] = []
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Escape closes the message before the page below it: it was opened last."""
        del watched
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if not is_escape or not self.strip.isVisible():
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is QEvent.Type.KeyPress:
            self.strip.hide()
        return True

    def add_page(self, page: Page) -> None:
        """Take a page in; closing it leads back to the plots."""
        self._own.append(page)
        self.pages.addWidget(page)
        page.apply_theme(self._theme)
        page.closed.connect(self.go_home)

    def show_page(self, page: Page) -> None:
        """Show a page in place of the plots."""
        self.strip.hide()
        self.pages.setCurrentWidget(page)
        page.take_focus()
        self.turned.emit()

    def go_home(self) -> None:
        """Back to the plots, or to the welcome where there are none."""
        self.turn_to(self._home())

    def turn_to(self, place: QWidget) -> None:
        """Show a place that is no page."""
        self.pages.setCurrentWidget(place)
        self.turned.emit()

    @property
    def place(self) -> str:
        """The place of the rail that is shown, by its name; empty if it is none."""
        return str(getattr(self.pages.currentWidget(), "place", ""))

    def show_error(self, error: BaseException) -> None:
        """Say what went wrong; the program goes on."""
        self.strip.show_error(error)

    def clear_error(self) -> None:
        """What went wrong before is over: a person goes on."""
        self.strip.hide()

    def say(self, sentence: str) -> None:
        """Tell a person something, in the status line: it stands long enough to be read."""
        self._status.say(sentence)

    def apply_theme(self, theme: Theme) -> None:
        """Give every page a theme, those that are made later too."""
        self._theme = theme
        for page in self._own:
            page.apply_theme(theme)
