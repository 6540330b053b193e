"""A small question mark that opens a help text: what it shows, its formula and its source."""

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QKeyEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolButton, QVBoxLayout, QWidget

from resources import help_text
from workbench.shell.icons import icon
from workbench.shell.theme import GRID, Theme

_WIDTH, _MOST_HEIGHT = 440, 560


class HelpPopup(QFrame):
    """Closed by Escape before anything else is: it was opened last."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)

    def event(self, event: QEvent) -> bool:
        """Take the key from the page below, which would be closed by it."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)


class HelpButton(QToolButton):
    """Shows one page of resources/help; hidden where there is none."""

    def __init__(self, folder: str, name: str, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self.setAutoRaise(True)
        self.setFixedSize(24, 24)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.show_page)
        self._draw(self.palette().placeholderText().color())
        self.turn_to(folder, name, title)

    def turn_to(self, folder: str, name: str, title: str) -> None:
        """Show another page from now on."""
        self._text = help_text(folder, name)
        self.setAccessibleName(f"Help: {title}")
        self.setToolTip(f"What is this? ({title})")
        self.setVisible(bool(self._text))

    @property
    def text_shown(self) -> str:
        """The page, in Markdown; empty if there is none."""
        return self._text

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._draw(QColor(theme.quiet_text))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another theme, where nobody tells of it."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw(self.palette().placeholderText().color())

    def _draw(self, colour: QColor) -> None:
        self.setIcon(icon("help-circle-outline", colour))

    def show_page(self) -> QFrame:
        """Open the text below the button; a click elsewhere or Escape closes it."""
        page = HelpPopup(self)
        page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        page.setFrameShape(QFrame.Shape.StyledPanel)
        browser = QTextBrowser()
        browser.setFrameShape(QFrame.Shape.NoFrame)
        browser.setAccessibleName(self.accessibleName())
        # Measured before the browser has it, which would lay it out for a width of its own.
        document = QTextDocument(browser)
        document.setDefaultFont(self.font())
        document.setIndentWidth(2 * GRID)
        document.setMarkdown(self._text)
        document.setTextWidth(_WIDTH - 4 * GRID)
        height = min(_MOST_HEIGHT, int(document.size().height()) + 4 * GRID)
        browser.setDocument(document)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(GRID, GRID, GRID, GRID)
        layout.addWidget(browser)
        page.resize(_WIDTH, height)
        corner = self.mapToGlobal(QPoint(self.width(), self.height()))
        lowest = self.screen().availableGeometry().bottom() - height
        page.move(max(0, corner.x() - _WIDTH), max(0, min(corner.y(), lowest)))
        page.show()
        browser.setFocus()
        return page
