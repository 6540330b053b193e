"""The practice window: a real main window that nobody takes for their own."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget

from workbench.frame.window import MainWindow
from workbench.frame.window_body import one_below_the_other
from workbench.shell.theme import GRID, Theme

MARK = "Practice"
_SENTENCE = "Practice window: nothing here touches your files, and all of it is thrown away."


class PracticeWindow(MainWindow):
    """A main window with a band on top, and room for the player at its right."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.band = QLabel(_SENTENCE)
        self.band.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.band.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        body = self.takeCentralWidget()
        self.setCentralWidget(one_below_the_other([self.band, body]))
        self._colour(self.theme)
        self.preferring.themed.connect(self._colour)

    def setWindowTitle(self, title: str) -> None:  # noqa: N802 - Qt's name
        """Say in every title that this is practice."""
        super().setWindowTitle(f"{MARK}: {title}")

    def add_player(self, panel: QWidget) -> None:
        """Put the player to the right of everything."""
        line = QFrame()
        line.setFixedWidth(1)
        line.setStyleSheet("background: palette(mid);")
        self.window_body.add_beside(line)
        self.window_body.add_beside(panel)

    def _colour(self, theme: Theme) -> None:
        """The band has the accent, which no other surface of a window has."""
        self.band.setStyleSheet(
            f"background: {theme.accent}; color: {theme.accent_text}; font-weight: 600;"
        )
